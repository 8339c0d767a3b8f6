/** Finds dates that don't exist, such as February 30, which chrono ignores. Pure. */
import { monthName, months } from './written.ts';

const nameOfMonth = String.raw`(?<name>${months.map((one) => one.slice(0, 3)).join('|')})[a-z]*\.?`;
const figures = String.raw`(?<day>\d{1,2})`;
const year = String.raw`(?:,?\s+(?<year>\d{4})(?![\d:]))?`;

const ways = [
  String.raw`(?<![\d/.:-])${figures}(?:st|nd|rd|th)?\.?\s+(?:of\s+)?${nameOfMonth}${year}`,
  String.raw`\b${nameOfMonth}\s+${figures}(?:st|nd|rd|th)?(?![\d:.])${year}`,
  String.raw`(?<![\d/.:-])(?<day>\d{1,2})/(?<month>\d{1,2})(?:/(?<year>\d{4}))?(?![\d/:])`,
  String.raw`(?<![\d/.:-])(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?![\d/:-])`,
].map((way) => new RegExp(way, 'i'));

/**
 * `November 31`, or `February 29, 2027` if it depends on the year; `undefined` if there is none. `today`: the
 * reader's.
 */
export function noSuchDay(text: string, today: { year: number; month: number }): string | undefined {
  for (const way of ways) {
    const found = way.exec(text)?.groups;
    if (!found) continue;
    const named = found.name?.toLowerCase();
    const [one, other] = [Number(found.day), Number(found.month)];
    // in a numeric date, the month may come first
    const [day, month] = named
      ? [one, months.findIndex((name) => name.toLowerCase().startsWith(named)) + 1]
      : other > 12
        ? [other, one]
        : [one, other];
    if (month < 1 || month > 12 || day < 1 || day > 31) continue;
    const said = `${monthName(month)} ${day}`;
    // 2028 is a leap year
    if (day > daysIn(2028, month)) return said;
    const itsYear = Number(found.year ?? (month < today.month ? today.year + 1 : today.year));
    if (day > daysIn(itsYear, month)) return `${said}, ${itsYear}`;
  }
  return undefined;
}

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();
