/**
 * The main flows (flows.ts) on services with a real history, in each order and page size, with a single read or none, and on
 * listings that lag, on a clock that jumps while everything waits. Each choice of one meets each choice of the others in some row.
 * `npm run test:all` runs them; of orders, reads and pages, `npm test` has the row of pairs.test.ts, and of a lag what waits for it.
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
const rows = coveringRows(facts, 111) as (Listing & Record<string, unknown>)[];

async function inBrand(t: TestContext, { lagSeconds, history, ...variants }: Listing): Promise<void> {
  const clock = startVirtualClock();
  t.after(() => clock.stop());
  extendTimeouts(t, 10);
  const slow = { listingLagMs: lagSeconds * 1_000, history };
  const settings = { WATCH_INTERVAL_MS: '2000', RECONCILE_INTERVAL_MS: '1000', REQUESTS_PER_MINUTE: '6000' };
  await clock.during(() => runRow(t, mainFlows, variants, { ...slow, settings }));
}

test(`${rows.length} kinds of listings hold all pairs of choices`, () => {
  assert.deepEqual(pairsMissingIn(rows, facts), []);
});

for (const row of isLong ? rows : []) test(Object.entries(row).flat().join(' '), (t) => inBrand(t, row));
