/**
 * The main flows (flows.ts) on a service that differs from the contract's defaults in one open fact, for each
 * choice of each fact: those that the fact can change, and with `npm run variants` all of them. pairs.test.ts has the facts together;
 * what only the client can see (all calls, long listings) is in test/platform/publishing-api/against-sandbox.test.ts.
 */
import { describe, test } from 'node:test';
import { everyVariant } from '#sandbox/service/index.ts';
import { allFlows } from './flows.ts';
import { atATime, runRow } from './matrix.ts';
import { flowsTouchedBy } from './touching.ts';

describe('the main flows, with one open fact at a time', { concurrency: atATime }, () => {
  test('the defaults', (t) => runRow(t, allFlows, {}));
  for (const { name, variants } of everyVariant())
    test(name, (t) => runRow(t, flowsTouchedBy(variants), variants));
});
