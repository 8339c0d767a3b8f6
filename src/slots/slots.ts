/** The weekly posting times of a brand: what is kept of them, and which of their moments are free. Pure. */
import { z } from 'zod';
import type { Named } from '#src/platform/publishing-api/request.ts';
import type { AuditEntry } from '#src/posts/card/audit.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { PlannedPost } from '#src/posts/card/clash.ts';
import { clockTimeSchema } from '#src/settings/notification-preferences.ts';
import { zoneSchema } from '#src/settings/settings.ts';

/** Of one day of the week. A modal lists every quarter of an hour, and a message the whole week. */
export const mostOnADay = 20;

/** Half of the usual grid of posting times, which is half an hour: neighbors on it raise no warning. */
const usualDistance = 15;

export const postingSlotsSchema = z.object({
  /** Counts the changes: whoever saves says which one they saw. */
  revision: z.int().default(0),
  /** `day`: 1 is Monday, 7 is Sunday. */
  times: z.array(z.object({ day: z.int().min(1).max(7), at: clockTimeSchema })).default([]),
  /** IANA. Used while the brand's settings name no zone; absent: nothing was set. */
  zone: zoneSchema.optional(),
  /** Two posts on the same network that are less than this apart are pointed out; 0: never. */
  minutesApart: z.int().min(0).default(usualDistance),
});
export type PostingSlots = z.infer<typeof postingSlotsSchema>;

/** Of a brand for which nobody set any. */
export const noSlots: PostingSlots = postingSlotsSchema.parse({});

export interface PostingSlotStore {
  /** The brands that have posting times, by their ids. */
  brands(workspace: string): Promise<ReadonlySet<string>>;
  of(workspace: string, brand: string): Promise<PostingSlots>;
  /** False: someone saved others since `slots.revision`, and nothing was written. The audit entry is written in the same step. */
  set(
    workspace: string,
    brand: Named,
    slots: PostingSlots,
    entry: Omit<AuditEntry, 'what' | 'brand' | 'note' | 'result'>,
  ): Promise<boolean>;
}

/** What the slots of a brand are, and which are free. */
export interface Slots extends PostingSlotStore {
  /** With the zone that all of the brand's times are in: that of its settings comes first. Absent: neither names one. */
  of: PostingSlotStore['of'];
  /** A brand's posts up to `until` (epoch ms) that will be created from recurring posts, in no order. */
  recurring(workspace: string, brand: string, until: number): Promise<PlannedPost[]>;
  /** What goes out at a planned time, the earliest first, also from recurring posts in the next four weeks. Asks the service nothing. */
  planned(workspace: string, brand: string): Promise<PlannedPost[]>;
  /**
   * For each of these cards, the posts of its brand that go out on a network of it, closer to it than is set for the brand. The cards count
   * as they're given here. Asks the publishing service nothing. Only a hint: what can't be read is logged and left out.
   */
  clashes(cards: readonly Card[]): Promise<PlannedPost[][]>;
  /** The same for a post of the brand that might not exist yet. With a card, its other time doesn't count. */
  closeTo(workspace: string, brand: string, post: PlannedPost): Promise<PlannedPost[]>;
  /** The next free slots (epoch ms), the earliest first, at most so many. Asks the publishing service nothing. */
  free(workspace: string, brand: Named, most: number): Promise<number[]>;
  /**
   * New times (epoch ms) for posts that come back after a pause: each gets the first slot from its own time on that comes after the slot of
   * the post before it and that no other post has, so that the queue moves back and keeps its order. `posts`: the earliest first, with the
   * time that each had (epoch ms). `undefined`: the post isn't in the queue, because its time is still to come and no slot.
   */
  pushBack(
    workspace: string,
    brand: string,
    posts: readonly { card: Card; at: number }[],
  ): Promise<(number | undefined)[]>;
  /** Calls `write` with the next free slot (UTC) until nobody else has taken it. `undefined`: none is free. Rejects as `write` does. */
  takeNext<T>(
    workspace: string,
    brand: Named,
    write: (at: string) => Promise<T | 'slot_taken'>,
  ): Promise<T | undefined>;
}

/** Two times in the same minute are the same slot. */
export const minuteOf = (at: number): number => Math.floor(at / 60_000);

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** What is set, in one line for the audit trail. */
export function describeSlots({ times, zone, minutesApart }: PostingSlots): string {
  const days = [...Map.groupBy(times, ({ day }) => day)].map(
    ([day, all]) => `${dayNames[day - 1]} ${all.map(({ at }) => at).join(' ')}`,
  );
  return `posting times: ${days.join(', ') || 'none'}; ${zone ?? 'no zone'}; ${minutesApart} min apart`;
}

/** Those of each day in their order, Monday first. */
export const timesByDay = ({ times }: Pick<PostingSlots, 'times'>): string[][] =>
  dayNames.map((_, i) =>
    times
      .filter(({ day }) => day === i + 1)
      .map(({ at }) => at)
      .sort(),
  );
