/** Listings may lag behind: how a post was listed before the last changes that the service took here. Pure. */
import { createHash } from 'node:crypto';
import { keptCaption } from './bounds.ts';
import type { Card, Content } from './card.ts';
import { folded } from './content.ts';
import { contentShown } from './observe.ts';
import type { Post } from './post.ts';

const keptAtMost = 5;

/** With how the card's post was listed until `at`, when the service took a change of it. */
export function outdatedAt({ outdated = [], content, state }: Card, at: string): Card['outdated'] {
  const one = { until: at, shown: shownHash(content), ...(state === 'failed' && { failed: true }) };
  return [...outdated, one].slice(-keptAtMost);
}

/** True where the post is shown as it was before a change that the service took here after `since` (epoch ms). */
export function isOutdated(card: Card, post: Post, since: number): boolean {
  if (post.status === 'published' || post.status === 'publishing' || post.status === 'generating')
    return false;
  const now = shownHash(contentShown(card, post));
  if (now === shownHash(card.content)) return false;
  return (card.outdated ?? []).some(
    ({ until, shown, failed }) =>
      Date.parse(until) > since && shown === now && (post.status !== 'failed' || failed === true),
  );
}

/** The service folds blanks, and keeps pictures under addresses of its own. */
function shownHash({ caption, mediaUrls, profiles, scheduledAt }: Content): string {
  const seconds = scheduledAt ? Math.floor(Date.parse(scheduledAt) / 1_000) : null;
  const ids = profiles.map(({ id }) => id).sort();
  const parts = [folded(keptCaption(caption)), mediaUrls.length, ids, seconds];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
