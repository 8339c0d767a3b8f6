/**
 * The main flows (flows.ts) on services with a real history, in each order, with a single read or none, and on listings that
 * lag, on a clock that jumps while everything waits. They describe the reading of listings that is being built; once it is
 * there, this file becomes `large.test.ts`. Until then: `npm test -- test/variants/large.wanted.ts`.
 */
import { type TestContext, test } from 'node:test';
import { startVirtualClock } from '#bench/parts/virtual-clock.ts';
import { type Variants, variantChoices } from '#sandbox/service/variants.ts';
import { patient } from '#test/support/eventually.ts';
import type { Slowness } from './account.ts';
import { mainFlows } from './flows.ts';
import { runRow } from './matrix.ts';

async function inLargeBrand(t: TestContext, variants: Partial<Variants>, slow: Slowness): Promise<void> {
  const clock = startVirtualClock();
  t.after(() => clock.stop());
  patient(t, 10);
  const settings = { WATCH_INTERVAL_MS: '2000', LOOK_INTERVAL_MS: '1000', REQUESTS_PER_MINUTE: '6000' };
  await clock.during(() => runRow(t, mainFlows, variants, { seeWithinMs: 600_000, settings, ...slow }));
}

for (const order of variantChoices.order)
  for (const singleRead of variantChoices.singleRead)
    test(`3,000 posts, ${order}, single read ${singleRead}`, (t) =>
      inLargeBrand(t, { order, singleRead, pageSize: 50 }, { history: 3_000 }));

for (const lagSeconds of [3, 40]) {
  test(`a lag of ${lagSeconds} s`, (t) => inLargeBrand(t, {}, { listingLagMs: lagSeconds * 1_000 }));
  test(`a lag of ${lagSeconds} s, 3,000 posts and a single read`, (t) =>
    inLargeBrand(
      t,
      { singleRead: 'on', pageSize: 50 },
      { listingLagMs: lagSeconds * 1_000, history: 3_000 },
    ));
}
