import { writeCaption } from '#sandbox/service/content/captions.ts';
import type { Assignment, Job, Post } from '#sandbox/service/model.ts';
import { finishPublishing } from '#sandbox/service/posts/publishing.ts';
import type { World } from '#sandbox/service/world.ts';

/** Finishes all due jobs. */
export function finishDue(world: World): void {
  const { store } = world;
  for (const job of store.jobs.due(world.now())) {
    if (world.forcedFailures.held && job.kind !== 'publish') continue;
    store.jobs.remove(job.id);
    if (job.kind === 'write-post') finishPost(world, job);
    else if (job.kind === 'write-campaign-post') finishCampaignPost(world, job);
    else {
      const post = store.posts.get(job.postId);
      if (post?.state === 'publishing') finishPublishing(world, post);
    }
  }
}

function finishPost(world: World, { postId, assignment }: Extract<Job, { kind: 'write-post' }>): void {
  const { store, variants } = world;
  const post = store.posts.get(postId);
  if (post?.state !== 'generating') return;
  if (!world.forcedFailures.generationFails({ postId, assignment })) {
    store.posts.put({ ...post, ...writeContent(world, post.id, assignment), state: 'draft' });
  } else if (variants.failedGeneration === 'status') {
    store.posts.put({ ...post, state: 'failed' });
  } else {
    store.posts.remove(postId);
  }
}

function finishCampaignPost(world: World, job: Extract<Job, { kind: 'write-campaign-post' }>): void {
  const { store, variants } = world;
  const { assignment, socialProfileIds, plannedFor } = job;
  const failed = world.forcedFailures.generationFails({ assignment });
  if (failed && variants.failedGeneration === 'disappears') return;
  const id = store.newId('post');
  const post: Post = {
    id,
    brandId: assignment.brandId,
    state: 'draft',
    socialProfileIds,
    createdAt: world.now(),
    ...writeContent(world, id, assignment),
    ...(assignment.campaign && { campaignId: assignment.campaign.id }),
    ...(variants.campaignPosts !== 'draft' && { scheduledAt: plannedFor }),
    ...(variants.campaignPosts === 'scheduled' && { state: 'scheduled' as const }),
  };
  store.posts.put(failed ? { ...post, caption: '', mediaUrls: [], state: 'failed' } : post);
}

function writeContent(
  world: World,
  postId: string,
  assignment: Assignment,
): Pick<Post, 'caption' | 'mediaUrls'> {
  const brand = world.store.brands.get(assignment.brandId)?.name ?? 'us';
  const mediaUrls = Array.from({ length: assignment.images }, (_, index) => {
    const id = world.store.newId('picture');
    const subject = [assignment.prompt, ...assignment.references, assignment.campaign?.index, index].join(
      ' ',
    );
    world.store.pictures.put({ id, subject });
    return `media:${id}`;
  });
  return { caption: writeCaption(assignment, brand, postId), mediaUrls };
}
