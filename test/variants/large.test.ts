/**
 * The main flows (flows.ts) on services with a long history, in each order and page size, with and without single reads, and with
 * lagging listings, in virtual time. The rows cover every pair of choices. `npm run test:all` runs them; `npm test` covers only the
 * order, reads, and page size of the row in pairs.test.ts.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startVirtualClock } from '#bench/parts/virtual-clock.ts';
import { type Variants, variantChoices } from '#sandbox/service/variants.ts';
import { extendTimeouts } from '#test/support/eventually.ts';
import { isLong } from '#test/support/long-tests.ts';
import { coveringRows, pairsMissingIn } from './covering.ts';
import { mainFlows } from './flows.ts';
import { runRow } from './matrix.ts';

type Listing = Pick<Variants, 'order' | 'singleRead' | 'pageSize'> & { lagSeconds: number; history: number };

const { order, singleRead, pageSize } = variantChoices;
const facts = { order, singleRead, pageSize, lagSeconds: [0, 3, 40], history: [0, 3_000] };
const rows = coveringRows(facts) as (Listing & Record<string, unknown>)[];

async function runRowInVirtualTime(
  t: TestContext,
  { lagSeconds, history, ...variants }: Listing,
): Promise<void> {
  const clock = startVirtualClock();
  t.after(() => clock.stop());
  extendTimeouts(t, 10);
  const slow = { listingLagMs: lagSeconds * 1_000, history };
  const settings = { WATCH_INTERVAL_MS: '2000', RECONCILE_INTERVAL_MS: '1000', REQUESTS_PER_MINUTE: '6000' };
  await clock.during(() => runRow(t, mainFlows, variants, { ...slow, settings }));
}

test(`${rows.length} kinds of listings cover all pairs of choices`, () => {
  assert.deepEqual(pairsMissingIn(rows, facts), []);
});

for (const row of isLong ? rows : [])
  test(Object.entries(row).flat().join(' '), (t) => runRowInVirtualTime(t, row));
