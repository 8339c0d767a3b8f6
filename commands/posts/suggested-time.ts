import type { Deps } from '#commands/kit/command.ts';
import { postTime } from '#src/platform/publishing-api/post-time.ts';
import type { Click } from './click.ts';

/**
 * `was` (UTC) if it's in the future. Otherwise, the next moment at which the brand's clocks show the same
 * time of day. `undefined` if there was no time.
 */
export async function suggestedTime(
  { zoneFor, now }: Pick<Deps, 'zoneFor' | 'now'>,
  { card, by }: Pick<Click, 'card' | 'by'>,
  was: string | undefined,
): Promise<string | undefined> {
  if (was === undefined || Date.parse(was) > now()) return was;
  const [zone, { nextAtSameTime }] = await Promise.all([
    zoneFor(card.brand.id, by),
    // few people choose a new time, and the calendar library takes a while to load
    import('#src/time/moments.ts'),
  ]);
  return postTime(nextAtSameTime(Date.parse(was), zone, now()));
}
