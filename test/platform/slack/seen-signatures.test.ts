import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSeenSignatures } from '#src/platform/slack/seen-signatures.ts';
import { longTest } from '#test/support/long-tests.ts';

const signature = (n: number): string => n.toString(16).padStart(8, '0').padEnd(64, '0');
const minute = 60_000;

test('a signature is accepted once, for as long as it could be valid', () => {
  let now = 0;
  const seen = createSeenSignatures(() => now);
  assert.equal(seen.take(signature(1)), undefined);
  for (now = 0; now <= 10 * minute; now += minute) {
    assert.equal(seen.take(signature(1)), now);
    assert.equal(seen.take(signature(now + 2)), undefined);
  }
});

test('a forgotten signature is accepted again', () => {
  const seen = createSeenSignatures(() => 0);
  seen.take(signature(1));
  seen.forget(signature(1));
  assert.equal(seen.take(signature(1)), undefined);
});

longTest('after a flood, at least the last hundred thousand are known, and at most twice as many', () => {
  const seen = createSeenSignatures(() => 0);
  for (let n = 0; n <= 200_000; n += 1) seen.take(signature(n));
  assert.equal(seen.take(signature(200_000)), 0);
  assert.equal(seen.take(signature(100_001)), 0);
  assert.equal(seen.take(signature(1)), undefined);
});
