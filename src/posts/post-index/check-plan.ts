/** When to check a brand's cards next. Pure: takes what is waited for, returns a time. */

const longestDelayMs = 15_000;

/** The delay as a share of the wait so far, so that a check is late in proportion to the wait. */
const delayShare = 1 / 5;

/**
 * How long after a read of a brand's posts the next one begins at the earliest (ms). Requests in between
 * share it: a team that approves twenty posts one after the other causes five reads, not twenty.
 */
export const readIntervalMs = ({ watchEveryMs }: { watchEveryMs: number }): number => 2.5 * watchEveryMs;

/**
 * How long to wait (ms) before the next check of what is waited for since `ageMs`; never shorter than
 * `everyMs`.
 */
export function checkDelayMs(ageMs: number, everyMs: number): number {
  return Math.max(everyMs, Math.min(ageMs * delayShare, longestDelayMs));
}

/**
 * When to check what has been waited for since these times (epoch ms): the earliest counts, since one check
 * serves all. May be in the past. `checkedAt`: the last check, if one is known. `everyMs`: the shortest
 * delay. `forMs`: the age at which a wait ends, whatever a read shows.
 */
export function nextCheckTime(
  waits: readonly number[],
  { checkedAt = 0, everyMs, forMs }: { checkedAt: number | undefined; everyMs: number; forMs: number },
  now: number,
): number {
  const times = waits.map((since) => {
    // A wait that began after the last check hasn't had one yet.
    const next = Math.max(
      since,
      checkedAt + (checkedAt < since ? everyMs : checkDelayMs(now - since, everyMs)),
    );
    const end = since + forMs + 1;
    return now < end ? Math.min(next, end) : next;
  });
  return Math.min(...times);
}
