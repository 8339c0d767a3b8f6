/** The clock changes of all time zones, found with nothing but `Intl`, which the code under test doesn't use. */

/** At `at` (epoch ms), a zone goes from so many minutes ahead of UTC to so many. */
export interface Change {
  zone: string;
  at: number;
  before: number;
  after: number;
}

const dayMs = 86_400_000;
const stepMs = 10 * dayMs;

const forms = new Map<string, Intl.DateTimeFormat>();
function formOf(zone: string): Intl.DateTimeFormat {
  const form =
    forms.get(zone) ??
    new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset', year: 'numeric' });
  forms.set(zone, form);
  return form;
}

/** Minutes ahead of UTC. */
function offsetAt(zone: string, at: number): number {
  const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(formOf(zone).format(at)) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}

/** What the clocks show, as if it were UTC (epoch ms). */
export const localAt = (zone: string, at: number): number => at + offsetAt(zone, at) * 60_000;

export function fields(local: number) {
  const date = new Date(local);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
  };
}

/** Every change in these years, in every zone: looked for in steps that are shorter than any summer time, then halved. */
export function changesOfClocks(
  first: number,
  last: number,
  zones = Intl.supportedValuesOf('timeZone'),
): Change[] {
  const [from, to] = [Date.UTC(first), Date.UTC(last + 1)];
  return zones.flatMap((zone) => {
    const changes: Change[] = [];
    let before = offsetAt(zone, from);
    for (let start = from; start < to; start += stepMs) {
      const after = offsetAt(zone, start + stepMs);
      if (after !== before) changes.push({ zone, at: between(zone, start, start + stepMs), before, after });
      before = after;
    }
    return changes;
  });
}

/** The minute at which the offset becomes another one. */
function between(zone: string, start: number, end: number): number {
  const before = offsetAt(zone, start);
  let [low, high] = [start, end];
  while (high - low > 60_000) {
    const middle = low + Math.floor((high - low) / 120_000) * 60_000;
    if (offsetAt(zone, middle) === before) low = middle;
    else high = middle;
  }
  return high;
}
