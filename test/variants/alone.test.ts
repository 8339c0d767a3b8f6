/**
 * The main flows (flows.ts) on a service that differs from the contract's defaults in one open fact, for each choice of each fact.
 * `npm test` skips them, because all other tests use the defaults; `npm run test:all` runs each choice, which shows which fact
 * breaks something. The client’s own behavior (all requests, long listings) is tested in test/platform/publishing-api/against-
 * sandbox.test.ts, for each choice.
 */
import { describe, test } from 'node:test';
import { everyVariant } from '#sandbox/service/index.ts';
import { isLong, longTest } from '#test/support/long-tests.ts';
import { allFlows } from './flows.ts';
import { atATime, runRow } from './matrix.ts';

describe('the main flows, one open fact at a time', { concurrency: atATime }, () => {
  longTest('the defaults', (t) => runRow(t, allFlows, {}));
  for (const { name, variants } of isLong ? everyVariant() : [])
    test(name, (t) => runRow(t, allFlows, variants));
});
