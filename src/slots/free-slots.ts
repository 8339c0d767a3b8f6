/** Which of a brand's weekly posting times are open. Pure. */
import { weeklyMoments } from '#src/time/weekly.ts';
import { minuteOf, type PostingSlots } from './slots.ts';

/** A post has to be created before its time, and people need a moment to change their minds. */
const leadMs = 5 * 60_000;
const weekMs = 7 * 86_400_000;
/** How far ahead to look for an open slot. If the queue is full for longer than that, something is wrong. */
const weeksAhead = 53;

interface Taken {
  /** When posts are published (epoch ms), in no particular order. */
  taken: Iterable<number>;
  /** The times of posts that repeat without end, after `from` and up to `until`. */
  repeated?: (within: { from: number; until: number }) => readonly { at: number }[];
  now: number;
}

/** The next open slots (epoch ms), the earliest first, at most `most`. */
export function freeSlots(
  { times, zone }: Pick<PostingSlots, 'times'> & { zone: string },
  { taken, repeated = () => [], now, most }: Taken & { most: number },
): number[] {
  const gone = new Set([...taken].map(minuteOf));
  const free: number[] = [];
  let from = now + leadMs;
  for (let week = 0; week < weeksAhead && free.length < most; week += 1) {
    const until = from + weekMs;
    for (const { at } of repeated({ from, until })) gone.add(minuteOf(at));
    free.push(...weeklyMoments(times, zone, { from, until }).filter((at) => !gone.has(minuteOf(at))));
    from = until;
  }
  return free.slice(0, most);
}

/** All future slots (epoch ms), including those that are too soon for a post that isn't scheduled yet. */
export const slotsToCome = (
  slots: Pick<PostingSlots, 'times'> & { zone: string },
  { now, most }: { now: number; most: number },
): number[] => freeSlots(slots, { taken: [], now: now - leadMs, most });

/** See `Slots.pushBack`. `slots`: as from `slotsToCome`; `taken`: by other posts, in no particular order. */
export function pushedBack(
  times: readonly number[],
  slots: readonly number[],
  { taken, now }: { taken: Iterable<number>; now: number },
): (number | undefined)[] {
  const all = new Set(slots.map(minuteOf));
  const gone = new Set([...taken].map(minuteOf));
  const free = slots.filter((slot) => slot > now + leadMs && !gone.has(minuteOf(slot)));
  let last = now;
  return times.map((at) => {
    if (at > now && !all.has(minuteOf(at))) return undefined;
    const to = free.find((slot) => slot > last && minuteOf(slot) >= minuteOf(at));
    last = to ?? last;
    return to;
  });
}
