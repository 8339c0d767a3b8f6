/** A brand's weekly posting times: what is stored, and which of them are open. Pure. */
import { z } from 'zod';
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
