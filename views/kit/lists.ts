/** Lists with parts that depend on a condition, or that are too long to be shown completely. */

/** A part that is left out unless its condition holds: `isPaused && notice`. */
export type Part<T> = T | false | undefined | '';

/** Without the parts whose condition doesn't hold. */
export const compact = <T>(parts: readonly Part<T>[]): T[] =>
  parts.filter((part): part is T & {} => Boolean(part));

/** The first `most` of them as text, and how many more there are: `Acme`, `Harbor Yoga`, `3 more`. */
export function andMore<T>(
  all: readonly T[],
  most: number,
  textOf: (one: T) => string,
  rest = (more: number): string => `${more} more`,
): string[] {
  const shown = all.slice(0, most).map((one) => textOf(one));
  return all.length > most ? [...shown, rest(all.length - most)] : shown;
}
