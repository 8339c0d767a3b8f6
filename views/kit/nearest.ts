/** What someone may have meant by a name that doesn't exist. */
import { distance } from 'fastest-levenshtein';

/** Whether it's a typo: one letter of a short word, at most two of a longer one. */
export const isSlip = (typed: string, word: string): boolean =>
  distance(typed, word) <= (Math.max(typed.length, word.length) <= 3 ? 1 : 2);

/** The nearest of these names, if a typo would explain the difference. */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  const query = typed.toLowerCase();
  const far = (name: string): number => distance(query, name.toLowerCase());
  const fitting = names.filter((name) => isSlip(query, name.toLowerCase()));
  return fitting.toSorted((a, b) => far(a) - far(b))[0];
}
