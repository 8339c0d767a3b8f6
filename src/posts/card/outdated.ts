/**
 * Listings may lag behind, so a card keeps how its post was listed before the last changes from here. Pure.
 */
import { createHash } from 'node:crypto';
import { isFinished, isInProgress, isOut, type Post } from '#src/platform/publishing-api/post.ts';
import { epochSeconds } from '#src/platform/publishing-api/post-time.ts';
import { keptCaption } from './bounds.ts';
import type { Card, Content } from './card.ts';
import { unsigned } from './media-address.ts';
import { contentShown, folded, keptMedia } from './same-content.ts';

const keptAtMost = 5;

/** Adds how the post was listed until `at`, when the service accepted a change. */
export function outdatedAt(card: Card, at: string): Card['outdated'] {
  const { outdated = [], content, state, copying } = card;
  const media = copying === undefined ? keptMedia(card) : content.mediaUrls.length;
  const one = { until: at, shown: shownHash(content, media), ...(state === 'failed' && { failed: true }) };
  return [...outdated, one].slice(-keptAtMost);
}

/**
 * True if the listing shows the post as it was before a change that the service accepted from here after
 * `since` (epoch ms).
 */
export function isOutdated(card: Card, post: Post, since: number): boolean {
  if (isInProgress(post) || isOut(post)) return false;
  // an address that may be a copy may just as well be an old file
  const content = contentShown({ ...card, copying: undefined }, post);
  if (shownHash(content, content.mediaUrls) === shownHash(card.content, card.content.mediaUrls)) return false;
  const now = [shownHash(content, post.mediaUrls), shownHash(content, post.mediaUrls.length)];
  return (card.outdated ?? []).some(
    ({ until, shown, failed }) =>
      Date.parse(until) > since && now.includes(shown) && (!isFinished(post) || failed === true),
  );
}

/**
 * `media`: the addresses, or their number as long as the service could still copy the files to other
 * addresses.
 */
function shownHash({ caption, profiles, scheduledAt }: Content, media: string[] | number): string {
  const ids = profiles.map(({ id }) => id).sort();
  const files = typeof media === 'number' ? media : media.map(unsigned);
  const parts = [folded(keptCaption(caption)), files, ids, scheduledAt ? epochSeconds(scheduledAt) : null];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
