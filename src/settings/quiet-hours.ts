/** A person's quiet hours. Pure; moments are epoch milliseconds. */
import { nextClockTime } from '#src/time/moments.ts';
import type { Direct } from './notification-preferences.ts';

/**
 * When quiet hours that are on at `now` end, which may be after midnight; `undefined` if direct messages can be
 * sent. `zone`: the person's, an IANA name or offset.
 */
export function quietUntil(quiet: Direct['quiet'], now: number, zone: string): number | undefined {
  if (quiet === 'off' || quiet.from === quiet.to) return undefined;
  const ends = nextClockTime(quiet.to, zone, now);
  return ends < nextClockTime(quiet.from, zone, now) ? ends : undefined;
}
