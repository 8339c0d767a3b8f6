/** `npm test` runs a short form of long tests; `npm run test:all` runs everything (CONTRIBUTING.md). */
import { test } from 'node:test';

/** Whether this is a full run: `npm run test:all`, or taking screenshots for the docs. */
export const isLong =
  process.env.LONG_TESTS === 'all' || (process.env.SCREENSHOTS ?? process.env.HISTORY) !== undefined;

/**
 * The rows for one of several tests. In the short form, the tests split the rows: this is test number `which` of `shares`, each gets
 * at least one row, and each row is run by at least one test. In the long form, every test gets all rows.
 */
export function shareOf<Row>(
  rows: readonly Row[],
  { which, shares }: { which: number; shares: number },
): Row[] {
  const among = Math.min(rows.length, shares);
  return isLong ? [...rows] : rows.filter((_, i) => i % shares === which % among);
}

/** Only the first row in the short form, for rows that the code under test treats alike. */
export const oneOf = <Row>(rows: readonly Row[]): Row[] => shareOf(rows, { which: 0, shares: rows.length });

/** A test that the short form skips, because other tests cover its parts, or the same mechanism in another feature. */
export const longTest = isLong ? test : test.skip;
