/** A post that its listing does not show: listings may lag behind, so nothing is concluded from one look. */
import type { Card } from '#src/cards/card.ts';
import type { JobDeps } from './deps.ts';
import { again, type Outcome } from './job.ts';

/** So many of the shortest pauses may pass before a post that is not listed is missed. */
const pausesMissed = 20;

type Clock = Pick<JobDeps, 'now' | 'watchEveryMs'>;

/** A list does not lag behind what was so at that time (ISO). */
export const isListedSince = (at: string, deps: Clock): boolean =>
  missedMs(at, deps) >= pausesMissed * deps.watchEveryMs;

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
