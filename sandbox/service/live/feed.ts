import { describeProfile } from '#sandbox/service/answers/records.ts';
import { spellMedia } from '#sandbox/service/answers/spelling.ts';
import type { LiveFeed, LiveNetwork, LivePost, LiveProfile } from '#sandbox/service/live/protocol.ts';
import type { Post, SocialProfile } from '#sandbox/service/model.ts';
import { providers } from '#sandbox/service/schemas.ts';
import type { World } from '#sandbox/service/world.ts';

/** How many posts per network the feed contains, so the page stays fast with a long history. */
const mostPosts = 50;
const minuteMs = 60_000;

/** The published posts of each network for which the account has a profile. */
export function liveFeed(world: World): LiveFeed {
  const published = world.store.posts
    .all()
    .filter(({ state }) => state === 'published')
    // the sort is stable, so of two posts published at the same time, the one created later comes first
    .reverse()
    .sort((one, other) => publishedAt(other) - publishedAt(one));
  const profiles = world.store.profiles.list();
  const networks = providers.flatMap((name) => {
    const own = profiles.filter(({ provider }) => provider === name);
    return own.length > 0 ? [networkOf(world, name, own, published)] : [];
  });
  const nowhere = published.filter(({ socialProfileIds }) => socialProfileIds.length === 0);
  return {
    now: Math.floor(world.now() / minuteMs) * minuteMs,
    networks: [
      ...networks,
      ...(nowhere.length > 0
        ? [{ name: 'none' as const, profiles: [], ...newest(nowhere.map((post) => livePost(world, post))) }]
        : []),
    ],
  };
}

function networkOf(
  world: World,
  name: LiveNetwork['name'],
  profiles: SocialProfile[],
  published: Post[],
): LiveNetwork {
  const posts = published.flatMap((post) =>
    profiles
      .filter(({ id }) => post.socialProfileIds.includes(id))
      .map(({ id }) => ({ ...livePost(world, post), profile: id })),
  );
  return { name, profiles: profiles.map((profile) => liveProfile(world, profile)), ...newest(posts) };
}

const newest = (posts: LivePost[]): Pick<LiveNetwork, 'posts' | 'older'> => ({
  posts: posts.slice(0, mostPosts),
  older: Math.max(0, posts.length - mostPosts),
});

const livePost = (world: World, post: Post): LivePost => ({
  id: post.id,
  brand: brandName(world, post.brandId),
  caption: post.caption,
  media: post.mediaUrls.map((kept) => spellMedia(kept, world)),
  at: publishedAt(post),
});

const liveProfile = (world: World, profile: SocialProfile): LiveProfile => ({
  id: profile.id,
  name: profile.name,
  brand: brandName(world, profile.brandId),
  picture: String(describeProfile(profile, world).image),
});

const brandName = (world: World, id: string): string => world.store.brands.get(id)?.name ?? id;

const publishedAt = (post: Post): number => post.publishedAt ?? post.createdAt;
