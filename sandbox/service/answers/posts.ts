import { describeProfile } from '#sandbox/service/answers/records.ts';
import { spellDatetime, spellMedia, spellProvider } from '#sandbox/service/answers/spelling.ts';
import type { Post, SocialProfile } from '#sandbox/service/model.ts';
import type { World } from '#sandbox/service/world.ts';

/** The record of a post in `GET /post` and, where it is on, `GET /post/{postId}`. */
export function describePost(post: Post, world: World): Record<string, unknown> {
  const { variants, store } = world;
  const profiles = post.socialProfileIds.flatMap((id) => store.profiles.get(id) ?? []);
  return {
    id: post.id,
    status: statusWord(post, world),
    ...(variants.caption !== 'variations' && { caption: post.caption }),
    ...describeSchedule(post, world),
    ...(variants.caption === 'alone'
      ? { mediaUrls: describeMedia(post, world) }
      : { posts: describeVariations(post, profiles, world) }),
    ...(variants.postProfiles === 'nested' && {
      socialProfiles: profiles.map((profile) => ({ socialProfile: describeProfile(profile, world) })),
    }),
    ...(post.campaignId && variants.campaignLink === 'campaignId' && { campaignId: post.campaignId }),
    createdAt: spellDatetime(post.createdAt, variants),
    ...(post.publishedAt !== undefined && { publishedAt: spellDatetime(post.publishedAt, variants) }),
  };
}

/** `GENERATING` is the only status that the contract names. */
function statusWord({ state, statusWord: given }: Post, { variants }: World): string {
  if (given !== undefined) return given;
  switch (state) {
    case 'draft':
      return variants.draft;
    case 'published':
      return variants.published;
    case 'failed':
      return variants.failed;
    default:
      return state.toUpperCase();
  }
}

function describeSchedule({ scheduledAt }: Post, { variants }: World): Record<string, unknown> {
  if (scheduledAt !== undefined) return { scheduledAt: spellDatetime(scheduledAt, variants) };
  return variants.noSchedule === 'null' ? { scheduledAt: null } : {};
}

function describeVariations(post: Post, profiles: SocialProfile[], world: World): unknown[] {
  const { variants } = world;
  const creatives = describeMedia(post, world);
  const networks = [...new Set(profiles.map(({ provider }) => spellProvider(provider, variants)))];
  const names = variants.variations === 'general' || networks.length === 0 ? ['GENERAL'] : networks;
  return names.map((provider) => ({
    provider,
    ...(variants.caption !== 'record' && { caption: post.caption }),
    creatives,
  }));
}

function describeMedia({ mediaUrls }: Post, world: World): unknown[] {
  const urls = mediaUrls.map((kept) => spellMedia(kept, world));
  return world.variants.media === 'strings' ? urls : urls.map((url) => ({ url, type: mediaType(url) }));
}

function mediaType(url: string): string {
  return /\.mp4(\?|$)/i.test(url) ? 'video' : 'image';
}
