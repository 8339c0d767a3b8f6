/**
 * All flows (flows.ts) on services that differ in every open fact at once, so that each choice of each fact
 * is combined with each choice of every other fact in some row, which shows how facts interact. `npm test` runs the first
 * row, `npm run test:all` all of them.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Variants } from '#sandbox/service/index.ts';
import { variantChoices } from '#sandbox/service/variants.ts';
import { oneOf } from '#test/support/long-tests.ts';
import { coveringRows, pairsMissingIn, pairsOf } from './covering.ts';
import { allFlows } from './flows.ts';
import { atATime, runRow } from './matrix.ts';

const rows = coveringRows(variantChoices) as Partial<Variants>[];
const pairs = pairsOf(variantChoices);

test(`${rows.length} combinations cover all ${pairs.length} pairs of choices`, (t) => {
  t.diagnostic(`${rows.length} combinations, ${pairs.length} pairs of choices`);
  assert.deepEqual(pairsMissingIn(rows, variantChoices), []);
});

describe('all flows, with all open facts at once', { concurrency: atATime }, () => {
  for (const [n, variants] of oneOf(rows).entries())
    test(`combination ${n + 1}: ${Object.values(variants).join(' ')}`, (t) => runRow(t, allFlows, variants));
});
