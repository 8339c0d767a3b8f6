/** Listings may lag behind: how a post was listed before the last changes that the service took here. Pure. */
import { createHash } from 'node:crypto';
import type { Post } from '#src/platform/publishing-api/post.ts';
import { epochSeconds } from '#src/platform/publishing-api/post-time.ts';
import { keptCaption } from './bounds.ts';
import type { Card, Content } from './card.ts';
import { contentShown, folded, keptMedia, unsigned } from './same-content.ts';

const keptAtMost = 5;

/** With how the card's post was listed until `at`, when the service took a change of it. */
export function outdatedAt(card: Card, at: string): Card['outdated'] {
  const { outdated = [], content, state, copying } = card;
  const media = copying === undefined ? keptMedia(card) : content.mediaUrls.length;
  const one = { until: at, shown: shownHash(content, media), ...(state === 'failed' && { failed: true }) };
  return [...outdated, one].slice(-keptAtMost);
}

/** True where the post is shown as it was before a change that the service took here after `since` (epoch ms). */
export function isOutdated(card: Card, post: Post, since: number): boolean {
  if (post.status === 'published' || post.status === 'publishing' || post.status === 'generating')
    return false;
  // what may be a copy may as well be a file of before
  const content = contentShown({ ...card, copying: undefined }, post);
  if (shownHash(content, content.mediaUrls) === shownHash(card.content, card.content.mediaUrls)) return false;
  const now = [shownHash(content, post.mediaUrls), shownHash(content, post.mediaUrls.length)];
  return (card.outdated ?? []).some(
    ({ until, shown, failed }) =>
      Date.parse(until) > since && now.includes(shown) && (post.status !== 'failed' || failed === true),
  );
}

/** `media`: their addresses, or how many there were while the service could still copy them to others. */
function shownHash({ caption, profiles, scheduledAt }: Content, media: string[] | number): string {
  const ids = profiles.map(({ id }) => id).sort();
  const files = typeof media === 'number' ? media : media.map(unsigned);
  const parts = [folded(keptCaption(caption)), files, ids, scheduledAt ? epochSeconds(scheduledAt) : null];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
