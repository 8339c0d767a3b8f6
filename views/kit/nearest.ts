/** What someone may have meant who typed a name that isn't there. */
import { distance } from 'fastest-levenshtein';

/** A slip: one letter of a short word, at most two of a longer one. */
export const isSlip = (typed: string, word: string): boolean =>
  distance(typed, word) <= (Math.max(typed.length, word.length) <= 3 ? 1 : 2);

/** The nearest of these names that only a slip keeps from being the typed one. */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  const query = typed.toLowerCase();
  const far = (name: string): number => distance(query, name.toLowerCase());
  const fitting = names.filter((name) => isSlip(query, name.toLowerCase()));
  return fitting.toSorted((a, b) => far(a) - far(b))[0];
}
