import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createCreations } from '#src/posts/operations/creations.ts';
import { startStored } from '#test/support/stored.ts';

async function start(t: TestContext) {
  const { redis, prefix } = await startStored(t);
  const creations = createCreations(redis, prefix);
  const begin = (card: string, now: number, { alone = false, brand = 'b1', forMs = 60_000 } = {}) =>
    creations.begin('T1', { brand, card, alone, now, forMs });
  return { creations, begin, end: (card: string) => creations.end('T1', 'b1', card) };
}

test('a creation that must run alone waits for all others of its brand, and none starts meanwhile', async (t) => {
  const { creations, begin, end } = await start(t);
  assert.deepEqual(await begin('one', 1), { since: 1, alone: false, next: undefined });
  assert.deepEqual(await begin('two', 2), { since: 2, alone: false, next: undefined });
  assert.equal(await begin('three', 3, { alone: true }), undefined);
  assert.ok(await begin('elsewhere', 3, { alone: true, brand: 'b2' }));
  // a later one queues behind it, so that it's next
  assert.equal(await begin('four', 4), undefined);
  assert.deepEqual((await creations.underWay('T1', 'b1', 5)).sort(), ['one', 'two']);

  assert.equal(await end('one'), 'three');
  assert.equal(await begin('three', 6, { alone: true }), undefined, 'two is in progress');
  assert.equal(await end('two'), 'three');
  assert.deepEqual(await begin('three', 7, { alone: true }), { since: 7, alone: true, next: 'four' });
  assert.equal(await begin('four', 8), undefined);
  assert.equal(await end('three'), 'four');
  assert.deepEqual(await begin('four', 9), { since: 9, alone: false, next: undefined });
});

test('a creation in progress keeps its start, even when it starts again', async (t) => {
  const { begin } = await start(t);
  assert.ok(await begin('one', 1, { alone: true }));
  assert.deepEqual(await begin('one', 50, { alone: false }), { since: 1, alone: true, next: undefined });
});

test('a creation whose process died doesn’t block others for long, and waits when it’s resumed', async (t) => {
  const { creations, begin, end } = await start(t);
  assert.ok(await begin('dead', 1_000, { alone: true, forMs: 20_000 }));
  assert.equal(await begin('next', 20_999), undefined);
  assert.ok(await begin('next', 21_000));
  assert.deepEqual(await creations.underWay('T1', 'b1', 21_000), ['next']);
  assert.equal(await begin('dead', 21_001, { alone: true }), undefined);
  assert.equal(await end('next'), 'dead');
});

test('a card that doesn’t take its turn holds up the queue for ten minutes', async (t) => {
  const { begin, end } = await start(t);
  assert.ok(await begin('one', 1, { alone: true, forMs: 3_600_000 }));
  assert.equal(await begin('gone', 2), undefined);
  assert.equal(await end('one'), 'gone');
  assert.equal(await begin('late', 500_000), undefined);
  assert.ok(await begin('late', 700_000));
});

test('whether responses have IDs is remembered for each kind of request', async (t) => {
  const { creations } = await start(t);
  assert.equal(await creations.answersCarryIds('T1', 'post'), undefined);
  await creations.answered('T1', 'post', true);
  await creations.answered('T1', 'campaign', false);
  const kinds = ['post', 'campaign', 'ai-post'];
  assert.deepEqual(await Promise.all(kinds.map((kind) => creations.answersCarryIds('T1', kind))), [
    true,
    false,
    undefined,
  ]);
});
