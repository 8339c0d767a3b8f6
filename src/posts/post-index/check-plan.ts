/** When to check the cards of a brand next. Pure: what is waited for in, a time out. */

const longestPauseMs = 15_000;

/** A pause is this share of the age, so that how late a check is stays in proportion to the wait. */
const pauseShare = 1 / 5;

/**
 * How long after a read of a brand's posts the next one begins at the earliest (ms). What is asked for in between shares it: a team that
 * approves twenty posts one after the other gets five reads, and not twenty.
 */
export const readPauseMs = ({ watchEveryMs }: { watchEveryMs: number }): number => 2.5 * watchEveryMs;

/** How long to wait (ms) before the next check of what is waited for since `ageMs`; never shorter than `everyMs`. */
export function pauseAt(ageMs: number, everyMs: number): number {
  return Math.max(everyMs, Math.min(ageMs * pauseShare, longestPauseMs));
}

/**
 * When to check what is waited for since these times (epoch ms): what wants it first decides, since one check serves all. Can be in the past.
 * `checkedAt`: the last check, if any is remembered. `everyMs`: the shortest pause. `forMs`: at this age a wait ends, whatever a read shows.
 */
export function nextCheckTime(
  waits: readonly number[],
  { checkedAt = 0, everyMs, forMs }: { checkedAt: number | undefined; everyMs: number; forMs: number },
  now: number,
): number {
  const times = waits.map((since) => {
    // What began after the last check has had none of its own yet.
    const next = Math.max(since, checkedAt + (checkedAt < since ? everyMs : pauseAt(now - since, everyMs)));
    const end = since + forMs + 1;
    return now < end ? Math.min(next, end) : next;
  });
  return Math.min(...times);
}
