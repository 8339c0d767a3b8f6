/**
 * Sums up a column's numbers over a period in one: their total, the value at the end, or an average. Pure.
 */

/** A column's numbers over a whole period, summed up in one. */
export interface Figure {
  /** The name that people read: the column's own, or `Reach per day`. */
  name: string;
  percent: boolean;
  /** `per_date`: the average per day, because the numbers of several days can't be added up. */
  how: How;
  value: number;
  /** From the first day of the period to the last, for levels such as followers. */
  change?: number;
}

export type How = 'total' | 'at_end' | 'average' | 'per_date';

/** Sorted by time. */
export interface Point {
  at: number;
  value: number;
}

/** Names of columns that have a level for each day, such as followers, which can't be added up. */
const levels = /\b(followers?|fans|subscribers?|audience|members?|total|balance)\b/i;
/** Names of columns that have a share or an average already. */
const means = /\b(rate|ratio|average|avg|mean|share|percent|percentage|score|ctr|cpc|cpm|position|rank)\b/i;

/** Names of columns that count people, who can return on another day. */
const people = /\b(reach|reached|uniques?|viewers|visitors|users|people)\b/i;

/** How to sum up a column in one number, judged by its name. `name`: as people read it. */
export function howOf(name: string, percent: boolean): How {
  if (percent || means.test(name)) return 'average';
  if (people.test(name)) return 'per_date';
  return levels.test(name) ? 'at_end' : 'total';
}

/** `undefined` if there are no numbers. */
export function figureOf(
  { name, percent, how }: Pick<Figure, 'name' | 'percent' | 'how'>,
  lines: readonly { points: readonly Point[] }[],
): Figure | undefined {
  const all = lines.flatMap(({ points }) => points);
  if (all.length === 0) return undefined;
  const sum = sumOf(all);
  switch (how) {
    case 'total':
      return { name, percent, how, value: sum };
    case 'average':
      return { name, percent, how, value: sum / all.length };
    case 'per_date':
      return { name, percent, how, value: sum / new Set(all.map(({ at }) => at)).size };
    case 'at_end': {
      const total = (at: 0 | -1): number =>
        lines.reduce((total, { points }) => total + (points.at(at)?.value ?? 0), 0);
      return { name, percent, how, value: total(-1), change: total(-1) - total(0) };
    }
  }
}

export const perDay = (name: string): string => `${name} per day`;

export const sumOf = (points: readonly Point[]): number => points.reduce((sum, { value }) => sum + value, 0);
