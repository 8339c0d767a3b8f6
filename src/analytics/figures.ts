/** The one number that sums up a column over its period: a total, the value at the end, or an average. Pure. */

/** A column's numbers over the whole period, as one number. */
export interface Figure {
  /** As people read it: the column's name, or `Reach per day`. */
  name: string;
  percent: boolean;
  /** `per_date`: the average of the dates, over which it can't be added up. */
  how: How;
  value: number;
  /** From the beginning of the period to its end, for numbers that are a state at a day. */
  change?: number;
}

export type How = 'total' | 'at_end' | 'average' | 'per_date';

/** In order of time. */
export interface Point {
  at: number;
  value: number;
}

/** Columns whose numbers are a state at a day, and can't be added up. */
const levels = /\b(followers?|fans|subscribers?|audience|members?|total|balance)\b/i;
/** Columns whose numbers are shares or averages already. */
const means = /\b(rate|ratio|average|avg|mean|share|percent|percentage|score|ctr|cpc|cpm|position|rank)\b/i;

/** Columns that count people, who come back on another day. */
const people = /\b(reach|reached|uniques?|viewers|visitors|users|people)\b/i;

/** How the numbers of a column come to one. `name`: as people read it. */
export function howOf(name: string, percent: boolean): How {
  if (percent || means.test(name)) return 'average';
  if (people.test(name)) return 'per_date';
  return levels.test(name) ? 'at_end' : 'total';
}

/** `undefined`: there are no numbers. */
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
