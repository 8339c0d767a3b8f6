/** Quiet hours, in which a person gets no direct messages. Pure. */
import { nextClockTime } from '#src/time/moments.ts';

/** When they end (epoch ms), also past midnight; `undefined` if `now` isn't in them. `zone`: IANA name or offset. */
export function quietUntil(
  now: number,
  { from, to }: { from: string; to: string },
  zone: string,
): number | undefined {
  const ends = nextClockTime(to, zone, now);
  return from !== to && ends < nextClockTime(from, zone, now) ? ends : undefined;
}
