import type { Assignment, Campaign, Post } from '#sandbox/service/model.ts';
import { needDesigns, needLibrary, needProfiles } from '#sandbox/service/posts/checks.ts';
import type { Objective, PostLength, Tone } from '#sandbox/service/schemas.ts';
import type { World } from '#sandbox/service/world.ts';

const dayMs = 86_400_000;

type GenerationRequest = {
  postLength?: PostLength | undefined;
  socialProfileIds?: string[] | undefined;
  hashtagLibraryId?: string | undefined;
  referenceUrls?: string[] | undefined;
  referenceDesignIds?: string[] | undefined;
};

type PostRequest = GenerationRequest & {
  prompt: string;
  tone?: Tone | undefined;
  generateImage?: boolean | undefined;
  imageCount?: number | undefined;
};

type CampaignRequest = GenerationRequest & {
  goal?: Objective | undefined;
  duration: number;
  count: number;
  generateMedia?: boolean | undefined;
  imageCount: number;
};

/** `POST /post/ai`: creates the post immediately, without content. */
export function queuePost(world: World, brandId: string, request: PostRequest): Post {
  const { store } = world;
  const assignment: Assignment = {
    ...readAssignment(world, brandId, request),
    prompt: request.prompt,
    tone: request.tone ?? 'friendly',
    images: request.generateImage ? (request.imageCount ?? 1) : 0,
  };
  const post: Post = {
    id: store.newId('post'),
    brandId,
    state: 'generating',
    caption: '',
    mediaUrls: [],
    socialProfileIds: needProfiles(world, brandId, request.socialProfileIds),
    createdAt: world.now(),
  };
  store.posts.put(post);
  const id = store.newId('job');
  store.jobs.put({
    kind: 'write-post',
    id,
    due: world.now() + duration(world, id),
    postId: post.id,
    assignment,
  });
  store.recordEffect({ kind: 'generate-post', id: post.id, at: world.now() });
  return post;
}

/** `POST /campaigns`: the posts appear one by one, dated over the days of the campaign. */
export function queueCampaign(
  world: World,
  brandId: string,
  brief: string,
  request: CampaignRequest,
): Campaign {
  const { store } = world;
  const shared = readAssignment(world, brandId, request);
  const socialProfileIds = needProfiles(world, brandId, request.socialProfileIds);
  const { count } = request;
  const campaign: Campaign = { id: store.newId('campaign'), brandId, brief, count, createdAt: world.now() };
  store.campaigns.put(campaign);
  const wholeMs = duration(world, campaign.id);
  for (let index = 0; index < count; index += 1) {
    const assignment: Assignment = {
      ...shared,
      prompt: brief,
      tone: 'friendly',
      images: request.generateMedia ? request.imageCount : 0,
      campaign: { id: campaign.id, objective: request.goal ?? 'awareness', index, count },
    };
    store.jobs.put({
      kind: 'write-campaign-post',
      id: store.newId('job'),
      due: world.now() + Math.ceil((wholeMs * (index + 1)) / count),
      assignment,
      socialProfileIds,
      plannedFor: planDate(world.now(), request.duration, index, count),
    });
  }
  store.recordEffect({ kind: 'generate-campaign', id: campaign.id, at: world.now() });
  return campaign;
}

function readAssignment(world: World, brandId: string, request: GenerationRequest) {
  const library = needLibrary(world, brandId, request.hashtagLibraryId);
  const designs = needDesigns(world, brandId, request.referenceDesignIds);
  return {
    brandId,
    postLength: request.postLength ?? ('medium' as const),
    hashtags: library?.hashtags ?? [],
    references: [...(request.referenceUrls ?? []), ...designs.map(({ name }) => name)],
  };
}

/** A duration between the minimum and the maximum, always the same for the same ID. */
function duration({ generation: { minMs, maxMs } }: World, id: string): number {
  const share = Number.parseInt(id.slice(-4), 16) / 0xffff;
  return Math.round(minMs + (maxMs - minMs) * share);
}

/** Spreads posts over the days from tomorrow, at 9:00 UTC. */
function planDate(now: number, days: number, index: number, count: number): number {
  const day = 1 + Math.floor((index * days) / count);
  return Math.floor(now / dayMs) * dayMs + day * dayMs + 9 * 3_600_000 + (index % 4) * 3_600_000;
}
