/** The demo's clock as the chat uses it: users can move it forward for everyone. */
import type { ShownClock, Travel } from './protocol.ts';
import { fromWallClock, wallClock } from './web/src/text/zoned-time.ts';
import type { World } from './world.ts';

export interface ChatClock {
  /** How far `Date` is ahead of the machine's clock (ms). */
  aheadMs(): number;
  /** Moves it to this time (epoch ms), stop by stop. Rejects with a message for the user. */
  travel(to: number, nextStop: (now: number) => number): Promise<void>;
  /** Runs `act` without moving the clock meanwhile. */
  withoutJumps<T>(act: () => Promise<T>): Promise<T>;
  /** When the next scheduled post goes out (epoch ms). */
  nextPost(): number | undefined;
}

const [hourMs, dayMs] = [3_600_000, 86_400_000];

/** The next 9:00 AM from Monday to Friday after `now` (epoch ms). */
export function nextMorning(now: number, zone: string): number {
  for (let days = 0; ; days += 1) {
    const date = wallClock((now + days * dayMs) / 1_000, zone).slice(0, 10);
    const at = (fromWallClock(`${date}T09:00`, zone) ?? 0) * 1_000;
    const isWeekday = ![0, 6].includes(new Date(`${date}T00:00Z`).getUTCDay());
    if (at > now && isWeekday) return at;
  }
}

/** The hours in which the bot may post something by itself, such as digests. */
const busyHours = { from: 7, to: 23 };

/** The next stop after `now` (epoch ms): the next full hour on a weekday, or the time of the next scheduled post (`post`). */
export function stopAfter(now: number, zone: string, post?: number): number {
  let at = (Math.floor(now / hourMs) + 1) * hourMs;
  while (!isBusy(at, zone)) at += hourMs;
  return post && post > now ? Math.min(post, at) : at;
}

function isBusy(at: number, zone: string): boolean {
  const clock = wallClock(at / 1_000, zone);
  const hour = Number(clock.slice(11, 13));
  const isWeekend = [0, 6].includes(new Date(`${clock.slice(0, 10)}T00:00Z`).getUTCDay());
  return !isWeekend && hour >= busyHours.from && hour <= busyHours.to;
}

/** The first user's time zone, which the demo's brands also use. */
export const teamZone = ({ users }: Pick<World, 'users'>): string => users[0]?.zone ?? 'UTC';

/** The times that the clock can be moved to. */
export function travelTargets({ nextPost }: ChatClock, zone: string): Partial<Record<Travel, number>> {
  const now = Date.now();
  const post = nextPost();
  return {
    hour: now + hourMs,
    day: now + dayMs,
    week: now + 7 * dayMs,
    morning: nextMorning(now, zone),
    ...(post && post > now && { post }),
  };
}

export function shownClock(clock: ChatClock, zone: string): ShownClock {
  const { morning = 0, post } = travelTargets(clock, zone);
  return { aheadMs: clock.aheadMs(), zone, morning, ...(post && { post }) };
}
