/** A brand's weekly posting times: what is stored, and which of them are open. Pure. */
import { z } from 'zod';
import type { Named } from '#src/platform/publishing-api/request.ts';
import type { AuditEntry } from '#src/posts/card/audit.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { PlannedPost } from '#src/posts/card/clash.ts';
import { clockTimeSchema } from '#src/settings/notification-preferences.ts';
import { zoneSchema } from '#src/settings/settings.ts';

/**
 * The most posting times on one day. A modal lists every quarter of an hour, and a message the whole week.
 */
export const mostOnADay = 20;

/** In minutes: half of the usual distance of posting times, so that neighboring slots cause no warning. */
const usualDistance = 15;

export const postingSlotsSchema = z.object({
  /** Counts the changes: a person who saves says which revision they saw. */
  revision: z.int().default(0),
  /** `day`: 1 is Monday, 7 is Sunday. */
  times: z.array(z.object({ day: z.int().min(1).max(7), at: clockTimeSchema })).default([]),
  /** IANA. Used if the brand's settings have no zone; absent: nobody has set any. */
  zone: zoneSchema.optional(),
  /** People are warned of two posts on the same network that are less than this apart; 0: never. */
  minutesApart: z.int().min(0).default(usualDistance),
});
export type PostingSlots = z.infer<typeof postingSlotsSchema>;

/** The posting times of a brand for which nobody set any. */
export const noSlots: PostingSlots = postingSlotsSchema.parse({});

export interface PostingSlotStore {
  /** The brands that have posting times, by their ids. */
  brands(workspace: string): Promise<ReadonlySet<string>>;
  of(workspace: string, brand: string): Promise<PostingSlots>;
  /**
   * False if someone saved others since `slots.revision`, so that nothing was written. The audit entry is
   * written in the same step.
   */
  set(
    workspace: string,
    brand: Named,
    slots: PostingSlots,
    entry: Omit<AuditEntry, 'what' | 'brand' | 'note' | 'result'>,
  ): Promise<boolean>;
}

/** A brand's posting times, and which of them are open. */
export interface Slots extends PostingSlotStore {
  /**
   * Includes the zone for all of the brand's times: the one in its settings, if there is one. Absent if
   * neither has one.
   */
  of: PostingSlotStore['of'];
  /**
   * The posts that a brand's recurring posts will create up to `until` (epoch ms), in no particular order.
   */
  recurring(workspace: string, brand: string, until: number): Promise<PlannedPost[]>;
  /**
   * What will be published at a planned time, the earliest first, including recurring posts of the next four
   * weeks. Asks the service nothing.
   */
  planned(workspace: string, brand: string): Promise<PlannedPost[]>;
  /**
   * For each of these cards, the posts of its brand that are published on one of its networks, closer than
   * the brand's minimum distance. The cards count as they're given here. Asks the publishing service nothing.
   * Only a hint: whatever can't be read is logged and left out.
   */
  clashes(cards: readonly Card[]): Promise<PlannedPost[][]>;
  /**
   * The same for a post of the brand that might not exist yet. If it has a card, the card's own time doesn't
   * count.
   */
  closeTo(workspace: string, brand: string, post: PlannedPost): Promise<PlannedPost[]>;
  /**
   * The next open slots (epoch ms), the earliest first, at most `most`. Asks the publishing service nothing.
   */
  free(workspace: string, brand: Named, most: number): Promise<number[]>;
  /**
   * New times (epoch ms) for posts that return after a pause. Each gets the first slot that isn't before its
   * own time, comes after the previous post's slot, and that no other post has, so that the queue moves back
   * in the same order. `posts`: the earliest first, with their old times (epoch ms). `undefined`: the post
   * isn't in the queue, because its time is still to come and isn't a slot.
   */
  pushBack(
    workspace: string,
    brand: string,
    posts: readonly { card: Card; at: number }[],
  ): Promise<(number | undefined)[]>;
  /**
   * Calls `write` with the next open slot (UTC), and with later ones as long as someone else was faster.
   * `undefined` if none is open. Rejects like `write`.
   */
  takeNext<T>(
    workspace: string,
    brand: Named,
    write: (at: string) => Promise<T | 'slot_taken'>,
  ): Promise<T | undefined>;
}

/** Two times in the same minute are the same slot. */
export const minuteOf = (at: number): number => Math.floor(at / 60_000);

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The posting times in one line for the audit trail. */
export function describeSlots({ times, zone, minutesApart }: PostingSlots): string {
  const days = [...Map.groupBy(times, ({ day }) => day)].map(
    ([day, all]) => `${dayNames[day - 1]} ${all.map(({ at }) => at).join(' ')}`,
  );
  return `posting times: ${days.join(', ') || 'none'}; ${zone ?? 'no zone'}; ${minutesApart} min apart`;
}

/** The times of each day in order, Monday first. */
export const timesByDay = ({ times }: Pick<PostingSlots, 'times'>): string[][] =>
  dayNames.map((_, i) =>
    times
      .filter(({ day }) => day === i + 1)
      .map(({ at }) => at)
      .sort(),
  );
