/**
 * The main flows (flows.ts) on a service that differs from the contract's defaults in one open fact, for each
 * choice of each fact; all flows where the fact is about what fails, or about every request. pairs.test.ts has all flows, and the facts together; what only the client can see (all
 * calls, long listings) is in test/service/against-sandbox.test.ts.
 */
import { describe, test } from 'node:test';
import { everyVariant, type Variants } from '#sandbox/service/index.ts';
import { allFlows, mainFlows } from './flows.ts';
import { atATime, runRow } from './matrix.ts';

const ofMoreFlows: (keyof Variants)[] = [
  'errorBody',
  'failed',
  'failedGeneration',
  'ids',
  'singleRead',
  'republish',
];

describe('the main flows, with one open fact at a time', { concurrency: atATime }, () => {
  test('the defaults', (t) => runRow(t, mainFlows, {}));
  for (const { name, variants } of everyVariant())
    test(name, (t) =>
      runRow(t, ofMoreFlows.some((fact) => fact in variants) ? allFlows : mainFlows, variants),
    );
});
