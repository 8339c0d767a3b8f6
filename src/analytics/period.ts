/** The days that a command names, such as `last week`. Pure. */

/** The first and the last day, each as its midnight in UTC (epoch ms). */
export interface Period {
  from: number;
  to: number;
}

const dayMs = 86_400_000;

const days = String.raw`(?:last|past)\s+\d{1,3}\s+days|(?:last|this|past)\s+(?:week|month)`;
const daysLast = new RegExp(String.raw`(?:^|\s)(${days})$`, 'i');
const daysFirst = new RegExp(String.raw`^(${days})(?:\s|$)`, 'i');

/** What is left of the text without its days, and the days; empty if it names none. */
export function splitDays(text: string): [rest: string, days: string] {
  const found = daysLast.exec(text) ?? daysFirst.exec(text);
  return found?.[1] === undefined ? [text, ''] : [text.replace(found[0], '').trim(), found[1]];
}

/** `today`: `2026-11-27`. Weeks start on Monday, and a number of days ends yesterday, because today isn't over. `undefined`: these aren't days. */
export function periodOf(words: string, today: string): Period | undefined {
  const now = Date.parse(`${today}T00:00Z`);
  const [which = '', count = '', unit = count] = words.toLowerCase().split(/\s+/);
  const isThis = which === 'this';
  if (unit === 'days') return { from: now - Number(count) * dayMs, to: now - dayMs };
  if (unit === 'week') {
    const monday = now - ((new Date(now).getUTCDay() + 6) % 7) * dayMs;
    return isThis ? { from: monday, to: now } : { from: monday - 7 * dayMs, to: monday - dayMs };
  }
  if (unit !== 'month') return undefined;
  const [year, month] = [new Date(now).getUTCFullYear(), new Date(now).getUTCMonth()];
  const first = Date.UTC(year, month);
  return isThis ? { from: first, to: now } : { from: Date.UTC(year, month - 1), to: first - dayMs };
}
