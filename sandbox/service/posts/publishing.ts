import type { Post } from '#sandbox/service/model.ts';
import { invalid } from '#sandbox/service/problem.ts';
import type { World } from '#sandbox/service/world.ts';

/** Publishes at once or, when publishing takes time, begins to. A post that goes nowhere is refused. */
export function publishPost(world: World, post: Post): void {
  if (post.socialProfileIds.length === 0) {
    throw invalid('socialProfileIds: a post needs a social profile to be published to.');
  }
  if (world.publishingMs === 0) {
    finishPublishing(world, post);
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

/** The effect itself: what cannot be taken back. */
export function finishPublishing(world: World, post: Post): void {
  if (world.whims.publishingFails(post)) {
    world.store.posts.put({ ...post, state: 'failed' });
    return;
  }
  world.store.posts.put({ ...post, state: 'published', publishedAt: world.now() });
  world.store.noteEffect({ kind: 'publish', id: post.id, at: world.now() });
}

/** Scheduled posts whose time has come are published by the service itself. */
export function publishDue(world: World): void {
  for (const post of world.store.posts.due(world.now())) {
    // a schedule without a profile is allowed by the document, and has nowhere to go
    if (post.socialProfileIds.length === 0) world.store.posts.put({ ...post, state: 'failed' });
    else publishPost(world, post);
  }
}
