/** Listings may lag behind: nothing is concluded from one look that does not show a post, or shows it as it was before. */
import type { Card } from '#src/cards/card.ts';
import { isOutdated } from '#src/cards/outdated.ts';
import type { Post } from '#src/cards/post.ts';
import type { JobDeps } from './deps.ts';
import { again, type Outcome } from './job.ts';

type Lag = Pick<JobDeps, 'now' | 'watchEveryMs'>;

/** So many of the shortest pauses a listing may be behind. */
const pausesBehind = 20;

const lagMs = ({ watchEveryMs }: Lag): number => pausesBehind * watchEveryMs;

/** The listing shows it as it was before a change that the service took here a moment ago. */
export function isBehind(card: Card, post: Post, deps: Lag): boolean {
  return isOutdated(card, post, deps.now() - lagMs(deps));
}

/** No look showed it for so long that it counts as gone. */
export function isMissed({ missingSince }: Card, deps: Lag): boolean {
  return missingSince !== undefined && missedMs(missingSince, deps) >= lagMs(deps);
}

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
