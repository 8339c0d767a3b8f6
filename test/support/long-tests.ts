/** What takes long has a short form in `npm test`, and `npm run test:all` leaves nothing out (CONTRIBUTING.md). */
import { test } from 'node:test';

/** Set by `npm run test:all`, by `npm run history`, and where the pictures of the docs are taken: each test has some of them. */
export const isLong =
  process.env.LONG_TESTS === 'all' || (process.env.SCREENSHOTS ?? process.env.HISTORY) !== undefined;

/**
 * The rows that one of several tries. In the short form they share the rows: each gets at least one, and each row belongs to one of
 * them, number `which` of `shares`. In the long form everyone gets all rows.
 */
export function shareOf<Row>(
  rows: readonly Row[],
  { which, shares }: { which: number; shares: number },
): Row[] {
  const among = Math.min(rows.length, shares);
  return isLong ? [...rows] : rows.filter((_, i) => i % shares === which % among);
}

/** One row in the short form, where the rows differ in nothing that the code under test looks at: the first. */
export const oneOf = <Row>(rows: readonly Row[]): Row[] => shareOf(rows, { which: 0, shares: rows.length });

/** A test that the short form leaves out: other tests show what it shows in its parts, or in another feature. */
export const longTest = isLong ? test : test.skip;
