import type { Post } from '#sandbox/service/model.ts';
import { invalid } from '#sandbox/service/problem.ts';
import type { World } from '#sandbox/service/world.ts';

/**
 * Publishes a post, or starts publishing it if that takes time. The contract doesn't require a social profile, but a variant
 * does. `at`: the time of publication (epoch ms), unless publishing takes time.
 */
export function publishPost(world: World, post: Post, at = world.now()): void {
  if (lacksProfiles(world, post)) {
    throw invalid('socialProfileIds: a post needs a social profile to be published to.');
  }
  if (world.publishingMs === 0) {
    finishPublishing(world, post, at);
    return;
  }
  world.store.posts.put({ ...post, state: 'publishing' });
  world.store.jobs.put({
    kind: 'publish',
    id: world.store.newId('job'),
    due: world.now() + world.publishingMs,
    postId: post.id,
  });
}

/** Publishes the post: this can't be undone. */
export function finishPublishing(world: World, post: Post, at = world.now()): void {
  if (world.forcedFailures.publishingFails(post)) {
    world.store.posts.put({ ...post, state: 'failed' });
    return;
  }
  world.store.posts.put({ ...post, state: 'published', publishedAt: at });
  world.store.recordEffect({ kind: 'publish', id: post.id, at: world.now() });
}

/** Publishes scheduled posts that are due. */
export function publishDue(world: World): void {
  for (const post of world.store.posts.due(world.now())) {
    // the request was accepted when the post was scheduled, so there's no one to refuse
    if (lacksProfiles(world, post)) world.store.posts.put({ ...post, state: 'failed' });
    // someone may have moved the clock past it
    else publishPost(world, post, post.scheduledAt);
  }
}

const lacksProfiles = ({ variants }: World, { socialProfileIds }: Post): boolean =>
  variants.noProfiles === 'refused' && socialProfileIds.length === 0;
