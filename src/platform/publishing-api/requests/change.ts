/** The body of `PATCH /post/{postId}`, and the changes that the contract leaves open. */

import { type Endpoint, refusedHere } from '#src/platform/publishing-api/failures.ts';
import type { OpenFacts } from '#src/platform/publishing-api/open-facts.ts';
import { limits } from '#src/platform/publishing-api/request.ts';
import type { PostChange } from '#src/platform/publishing-api/service.ts';
import { type Body, writeDatetime } from './bodies.ts';

/** Throws a `refused` error before anything is sent if the contract doesn't say what the change means. */
export function changeBody(endpoint: Endpoint, change: PostChange, facts: OpenFacts): Body {
  const reason = whyNot(change);
  if (reason) throw refusedHere(endpoint, reason);
  const { scheduledAt, clearMedia } = change;
  const { addMediaUrls = [], addSocialProfileIds = [] } = change;
  return {
    ...(change.caption !== undefined && { caption: change.caption }),
    ...(scheduledAt === null && { scheduledAt }),
    ...(typeof scheduledAt === 'string' && { scheduledAt: writeDatetime(endpoint, scheduledAt, facts) }),
    ...(change.mediaUrls && { mediaUrls: change.mediaUrls }),
    ...(addMediaUrls.length > 0 && { addMediaUrls }),
    ...(clearMedia && { clearMedia }),
    ...(change.socialProfileIds && { socialProfileIds: change.socialProfileIds }),
    ...(addSocialProfileIds.length > 0 && { addSocialProfileIds }),
  };
}

function whyNot(change: PostChange): string | undefined {
  const { mediaUrls, clearMedia, socialProfileIds } = change;
  const adds = (change.addMediaUrls ?? []).length;
  const addsProfiles = (change.addSocialProfileIds ?? []).length > 0;
  const has = [change.caption, change.scheduledAt, mediaUrls, socialProfileIds].some(
    (it) => it !== undefined,
  );
  if (!has && adds === 0 && !clearMedia && !addsProfiles) return 'it changes nothing.';
  if (mediaUrls && adds > 0) return 'the media is either replaced or added to, not both.';
  if (clearMedia && adds > 0) return 'the media is either removed or added to, not both.';
  if (socialProfileIds && addsProfiles) return 'the profiles are either replaced or added to, not both.';
  if (Math.max(mediaUrls?.length ?? 0, adds) > limits.mediaUrls)
    return `a post has at most ${limits.mediaUrls} media.`;
  return undefined;
}
