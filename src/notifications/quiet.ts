/** The hours in which a person gets no direct messages. Pure. */
import { nextClockTime } from '#src/time/moments.ts';

/** When these hours end (epoch ms), which may span midnight; `undefined`: `now` is in none. `zone`: IANA, or an offset. */
export function quietUntil(
  now: number,
  { from, to }: { from: string; to: string },
  zone: string,
): number | undefined {
  const ends = nextClockTime(to, zone, now);
  return from !== to && ends < nextClockTime(from, zone, now) ? ends : undefined;
}
