import { demoSeed } from '#sandbox/service/seed/demo.ts';
import { insertHistory } from '#sandbox/service/seed/history.ts';
import { oneBrandSeed } from '#sandbox/service/seed/one-brand.ts';
import type { Seed, SeedPost } from '#sandbox/service/seed/seed.ts';
import type { Store } from '#sandbox/service/store/store.ts';

const dayMs = 86_400_000;

export function pickSeed(wanted: 'demo' | 'one-brand' | Seed = 'demo'): Seed {
  if (wanted === 'demo') return demoSeed;
  return wanted === 'one-brand' ? oneBrandSeed : wanted;
}

export function insertSeed(store: Store, seed: Seed, now: number): void {
  store.users.put(seed.user);
  for (const {
    profiles,
    libraries = [],
    designs = [],
    workflows = [],
    posts = [],
    history,
    ...brand
  } of seed.brands) {
    store.brands.put(brand);
    for (const profile of profiles) store.profiles.put({ ...profile, brandId: brand.id });
    for (const library of libraries) store.libraries.put({ ...library, brandId: brand.id });
    for (const design of designs) store.designs.put({ ...design, brandId: brand.id });
    for (const workflow of workflows) store.workflows.put({ ...workflow, brandId: brand.id });
    if (history) {
      const ids = profiles.slice(0, 1).map(({ id }) => id);
      insertHistory(store, { brandId: brand.id, count: history, profiles: ids }, now);
    }
    for (const post of posts) insertPost(store, brand.id, post, now);
  }
}

function insertPost(store: Store, brandId: string, post: SeedPost, now: number): void {
  const at = post.inDays === undefined ? undefined : wholeHour(now + post.inDays * dayMs);
  const published = at !== undefined && at <= now;
  if (post.picture) store.pictures.put({ id: `of-${post.id}`, subject: post.picture });
  store.posts.putShown({
    id: post.id,
    brandId,
    state: published ? 'published' : at === undefined ? 'draft' : 'scheduled',
    caption: post.caption,
    mediaUrls: post.picture ? [`media:of-${post.id}`] : [],
    socialProfileIds: post.profiles ?? [],
    createdAt: (published ? at : now) - dayMs,
    ...(at !== undefined && { scheduledAt: at }),
    ...(published && { publishedAt: at }),
  });
}

function wholeHour(at: number): number {
  return Math.floor(at / 3_600_000) * 3_600_000;
}
