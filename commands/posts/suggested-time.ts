import type { Deps } from '#commands/kit/command.ts';
import { postTime } from '#src/platform/publishing-api/post-time.ts';
import type { Click } from './click.ts';

/**
 * `was` (UTC) while that is to come; else the same time of day, as the clocks of the brand show it, on the next day that has it
 * still to come. `undefined`: there was no time.
 */
export async function suggestedTime(
  { zoneFor, now }: Pick<Deps, 'zoneFor' | 'now'>,
  { card, by }: Pick<Click, 'card' | 'by'>,
  was: string | undefined,
): Promise<string | undefined> {
  if (was === undefined || Date.parse(was) > now()) return was;
  const [zone, { nextAtSameTime }] = await Promise.all([
    zoneFor(card.brand.id, by),
    // few choose a new time, and what knows the calendars takes its time to load
    import('#src/time/moments.ts'),
  ]);
  return postTime(nextAtSameTime(Date.parse(was), zone, now()));
}
