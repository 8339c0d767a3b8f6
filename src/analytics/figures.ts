/** The one number that sums up a column over its period: a total, the value at the end, or an average. */
/** A column's numbers over the whole period, as one number. */
export interface Figure {
  /** The column's name, as people read it. */
  name: string;
  percent: boolean;
  /** `each date`: the average of the dates, over which it can't be added up. */
  how: 'total' | 'at the end' | 'average' | 'each date';
  value: number;
  /** From the beginning of the period to its end, for numbers that are a state at a day. */
  change?: number;
}

interface Points {
  points: { at: number; value: number }[];
}

/** Columns whose numbers are a state at a day, and can't be added up. */
const levels = /\b(followers?|fans|subscribers?|audience|members?|total|balance)\b/i;
/** Columns whose numbers are shares or averages already. */
const means = /\b(rate|ratio|average|avg|mean|share|percent|percentage|score|ctr|cpc|cpm|position|rank)\b/i;

/** Columns that count people, who come back on another day. */
const people = /\b(reach|reached|uniques?|viewers|visitors|users)\b/i;

/** `name`: as people read it. `lines`: the numbers of each line, in order of time. */
export function figureOf(name: string, percent: boolean, lines: Points[]): Figure {
  const all = lines.flatMap(({ points }) => points.map(({ value }) => value));
  const sum = all.reduce((total, value) => total + value, 0);
  if (percent || means.test(name)) return { name, percent, how: 'average', value: sum / (all.length || 1) };
  if (people.test(name)) {
    const dates = new Set(lines.flatMap(({ points }) => points.map(({ at }) => at))).size;
    return { name, percent, how: 'each date', value: sum / (dates || 1) };
  }
  if (!levels.test(name)) return { name, percent, how: 'total', value: sum };
  const standing = (at: 0 | -1): number =>
    lines.reduce((total, { points }) => total + (points.at(at)?.value ?? 0), 0);
  return { name, percent, how: 'at the end', value: standing(-1), change: standing(-1) - standing(0) };
}
