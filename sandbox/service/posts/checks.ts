import type { Brand, HashtagLibrary, Post, StudioDesign } from '#sandbox/service/model.ts';
import { conflict, invalid, notFound } from '#sandbox/service/problem.ts';
import type { UpdatePost } from '#sandbox/service/schemas.ts';
import type { World } from '#sandbox/service/world.ts';

/** An unknown brand in the query is 404 (the document does not say). */
export function needBrand(world: World, brandId: string): Brand {
  const brand = world.store.brands.get(brandId);
  if (!brand) throw notFound('Brand not found.');
  return brand;
}

export function needPost(world: World, postId: string): Post {
  const post = world.store.posts.get(postId);
  if (!post) throw notFound('Post not found.');
  return post;
}

/** Existing profiles of this brand, without duplicates. Anything else is 422. */
export function needProfiles(world: World, brandId: string, ids: string[] = []): string[] {
  for (const id of ids) {
    if (world.store.profiles.get(id)?.brandId !== brandId) {
      throw invalid(`socialProfileIds: this brand has no social profile ${id}.`);
    }
  }
  return [...new Set(ids)];
}

export function needLibrary(
  world: World,
  brandId: string,
  id: string | undefined,
): HashtagLibrary | undefined {
  if (id === undefined) return undefined;
  const library = world.store.libraries.get(id);
  if (library?.brandId !== brandId)
    throw invalid(`hashtagLibraryId: this brand has no hashtag library ${id}.`);
  return library;
}

export function needDesigns(world: World, brandId: string, ids: string[] = []): StudioDesign[] {
  return ids.map((id) => {
    const design = world.store.designs.get(id);
    if (design?.brandId !== brandId)
      throw invalid(`referenceDesignIds: this brand has no Studio design ${id}.`);
    return design;
  });
}

/** A new schedule has to be in the future; a past date is 422. */
export function needFuture(world: World, scheduledAt: string): number {
  const at = Date.parse(scheduledAt);
  if (at <= world.now()) throw invalid('scheduledAt: the time has passed.');
  return at;
}

/** Combinations that the contract doesn't define are 422, so nothing relies on one. */
export function refuseOpenCombinations(change: UpdatePost): void {
  const together: [boolean, string][] = [
    [change.mediaUrls !== undefined && change.addMediaUrls !== undefined, 'mediaUrls with addMediaUrls'],
    [
      change.socialProfileIds !== undefined && change.addSocialProfileIds !== undefined,
      'socialProfileIds with addSocialProfileIds',
    ],
    [change.clearMedia === true && change.addMediaUrls !== undefined, 'clearMedia with addMediaUrls'],
    [change.publishNow === true && change.scheduledAt !== undefined, 'publishNow with scheduledAt'],
  ];
  const open = together.find(([given]) => given);
  if (open) throw invalid(`The document does not say what ${open[1]} means. Send one of them.`);
}

/** A post that is being generated or published is left alone: 409. A published one is final. */
export function refuseBusyOrDone(post: Post): void {
  if (post.state === 'generating') throw conflict('This post is still being generated.');
  if (post.state === 'publishing') throw conflict('This post is being published.');
  if (post.state === 'published') throw conflict('This post is already published.');
}
