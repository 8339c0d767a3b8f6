import type { Post } from '#sandbox/service/model.ts';
import {
  needFuture,
  needPost,
  needProfiles,
  refuseBusyOrDone,
  refuseOpenCombinations,
} from '#sandbox/service/posts/checks.ts';
import { publishPost } from '#sandbox/service/posts/publishing.ts';
import { invalid, Problem } from '#sandbox/service/problem.ts';
import { limits, type UpdatePost } from '#sandbox/service/schemas.ts';
import type { World } from '#sandbox/service/world.ts';

type NewPost = {
  caption: string;
  mediaUrls: string[];
  socialProfileIds?: string[] | undefined;
  scheduledAt?: string | undefined;
};

/** `POST /post`: a draft, or scheduled when `scheduledAt` is given. */
export function createPost(world: World, brandId: string, given: NewPost): Post {
  const post: Post = {
    id: world.store.newId('post'),
    brandId,
    state: 'draft',
    caption: given.caption,
    mediaUrls: given.mediaUrls,
    socialProfileIds: needProfiles(world, brandId, given.socialProfileIds),
    createdAt: world.now(),
  };
  const saved = given.scheduledAt === undefined ? post : schedule(post, needFuture(world, given.scheduledAt));
  world.store.posts.put(saved);
  world.store.recordEffect({ kind: 'create', id: saved.id, at: world.now() });
  return saved;
}

/** `PATCH /post/{postId}`: the changes first, then, with `publishNow`, the publishing. */
export function updatePost(world: World, postId: string, change: UpdatePost): Post {
  const post = needPost(world, postId);
  refuseOpenCombinations(change);
  if (change.publishNow && post.state === 'published') return republish(world, post);
  refuseBusyOrDone(post);
  const changed = applyChange(world, post, change);
  world.store.posts.put(changed);
  if (Object.keys(change).some((field) => field !== 'publishNow')) {
    world.store.recordEffect({ kind: 'update', id: post.id, at: world.now() });
  }
  if (change.publishNow) publishPost(world, changed);
  return changed;
}

function applyChange(world: World, post: Post, change: UpdatePost): Post {
  const changed: Post = {
    ...post,
    caption: change.caption ?? post.caption,
    mediaUrls: changeMedia(post.mediaUrls, change),
    socialProfileIds: changeProfiles(world, post, change),
  };
  if (change.scheduledAt === null) return unschedule(changed);
  if (change.scheduledAt !== undefined) return schedule(changed, needFuture(world, change.scheduledAt));
  return changed;
}

function changeMedia(media: string[], { mediaUrls, addMediaUrls, clearMedia }: UpdatePost): string[] {
  // mediaUrls comes first because clearMedia is ignored beside it
  if (mediaUrls) return mediaUrls;
  if (clearMedia) return [];
  // a post created with more keeps them: the contract limits the total only when media are added
  if (!addMediaUrls?.length) return media;
  const all = [...media, ...addMediaUrls];
  if (all.length > limits.media) throw invalid(`addMediaUrls: a post has at most ${limits.media} media.`);
  return all;
}

function changeProfiles(world: World, post: Post, change: UpdatePost): string[] {
  if (change.socialProfileIds) return needProfiles(world, post.brandId, change.socialProfileIds);
  const added = needProfiles(world, post.brandId, change.addSocialProfileIds);
  return [...new Set([...post.socialProfileIds, ...added])];
}

function schedule(post: Post, at: number): Post {
  return { ...post, state: 'scheduled', scheduledAt: at };
}

function unschedule({ scheduledAt: _none, ...post }: Post): Post {
  return { ...post, state: 'draft' };
}

function republish(world: World, post: Post): Post {
  const { republish: answer } = world.variants;
  if (answer !== 'accepted') throw new Problem(Number(answer), 'This post is already published.');
  publishPost(world, post);
  return post;
}
