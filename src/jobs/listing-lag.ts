/** Listings may lag behind: nothing is concluded from one look that does not show a post, or shows it as it was before. */
import type { Card } from '#src/cards/card.ts';
import { isOutdated } from '#src/cards/outdated.ts';
import type { Post } from '#src/cards/post.ts';
import type { JobDeps } from './deps.ts';
import { again, type Outcome } from './job.ts';

type Clock = Pick<JobDeps, 'now' | 'watchEveryMs'>;

/** So many of the shortest pauses a list may lag behind. */
const pausesBehind = 20;

/** What is older than this (epoch ms) is listed. */
const listedBefore = ({ now, watchEveryMs }: Clock): number => now() - pausesBehind * watchEveryMs;

/** A list does not lag behind what was so at that time (ISO). */
export const isListedSince = (at: string, deps: Clock): boolean => Date.parse(at) <= listedBefore(deps);

/** The list shows it as it was before a change that the service took here a moment ago. */
export const isBehind = (card: Card, post: Post, deps: Clock): boolean =>
  isOutdated(card, post, listedBefore(deps));

/** No look showed it for so long that it counts as gone. */
export const isMissed = ({ missingSince }: Card, deps: Clock): boolean =>
  missingSince !== undefined && isListedSince(missingSince, deps);

/** A look did not show it: when to look once more before anything is concluded; `undefined`: it counts as gone. */
export async function looksAgain(deps: JobDeps, card: Card): Promise<Outcome | undefined> {
  const { workspace, id, missingSince } = card;
  if (isMissed(card, deps)) return undefined;
  if (missingSince === undefined) {
    const missed = await deps.desk.move(workspace, id, { type: 'miss' });
    // nothing would remember it
    if (!missed || 'refused' in missed) return undefined;
    return again(deps.lookEveryMs);
  }
  // as long again as it was looked for
  return again(Math.min(Math.max(deps.lookEveryMs, missedMs(missingSince, deps)), longestPauseMs));
}

const longestPauseMs = 15_000;

const missedMs = (since: string, deps: Pick<JobDeps, 'now'>): number => deps.now() - Date.parse(since);
