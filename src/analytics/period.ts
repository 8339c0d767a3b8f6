/** The days that a command names, such as `last week`. Pure. */

/** The first and the last day, each as midnight UTC (epoch ms). */
export interface Period {
  from: number;
  to: number;
}

export const dayMs = 86_400_000;

/** Midnight UTC of the day of a time. */
export const dayOf = (at: number): number => Math.floor(at / dayMs) * dayMs;

export const daysIn = ({ from, to }: Period): number => Math.round((to - from) / dayMs) + 1;

/** The same number of days right before. For less than a week, the same weekdays a week earlier. */
export function periodBefore(period: Period): Period {
  const shift = Math.max(7, daysIn(period)) * dayMs;
  return { from: period.from - shift, to: period.to - shift };
}

/** The seven days before `date` (`2026-11-23`). */
export const weekBefore = (date: string): Period => lastDays(7, Date.parse(`${date}T00:00Z`));

/** The last `days` days before `today`, which isn't over. */
const lastDays = (days: number, today: number): Period => ({
  from: today - days * dayMs,
  to: today - dayMs,
});

const days = String.raw`(?:last|past)\s+[1-9]\d{0,2}(?:\s+days?)?|[1-9]\d{0,2}\s+days?|(?:last|this|past)\s+(?:week|month)`;
/** A number without a word means days only after a brand, because a brand's name can begin with one. */
const daysLast = new RegExp(String.raw`(?:^|\s)(${days}|[1-9]\d{0,2})$`, 'i');
const daysFirst = new RegExp(String.raw`^(${days})(?:\s|$)`, 'i');

/** The text without the days at its end, and those days; empty if it names none. */
export function splitDays(text: string): [rest: string, days: string] {
  const found = daysLast.exec(text) ?? daysFirst.exec(text);
  return found?.[1] === undefined ? [text, ''] : [text.replace(found[0], '').trim(), found[1]];
}

/**
 * `today`: `2026-11-27`. Every period ends yesterday, except for this week (from Monday) or this month if it
 * began today. `undefined` if the words aren't days.
 */
export function periodOf(words: string, today: string): Period | undefined {
  const now = Date.parse(`${today}T00:00Z`);
  const count = /\d+/.exec(words)?.[0];
  if (count) return lastDays(Number(count), now);
  const [which, unit] = words.toLowerCase().split(/\s+/);
  const isThis = which === 'this';
  const since = (from: number): Period => ({ from, to: Math.max(from, now - dayMs) });
  if (unit === 'week') {
    const monday = now - ((new Date(now).getUTCDay() + 6) % 7) * dayMs;
    return isThis ? since(monday) : { from: monday - 7 * dayMs, to: monday - dayMs };
  }
  if (unit !== 'month') return undefined;
  const [year, month] = [new Date(now).getUTCFullYear(), new Date(now).getUTCMonth()];
  const first = Date.UTC(year, month);
  return isThis ? since(first) : { from: Date.UTC(year, month - 1), to: first - dayMs };
}
