import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Card } from '#src/cards/card.ts';
import { createCardStore } from '#src/store/cards.ts';
import { createHolds } from '#src/store/holds.ts';
import { createLedger } from '#src/store/ledger.ts';
import { aCard } from '#test/cards/samples.ts';
import { eventually } from '#test/support/eventually.ts';
import { startStored } from '#test/support/stored.ts';

const sentAt = '2026-11-21T09:00:00.000Z';

test('of fifty that begin the same effect at the same moment one may send it', async (t) => {
  const { redis, prefix } = await startStored(t);
  const ledger = createLedger(redis, prefix);
  const began = await Promise.all(
    Array.from({ length: 50 }, () => ledger.begin('T1', 'publish.card-1.1', sentAt, ['p1'])),
  );
  assert.equal(began.filter(Boolean).length, 1);
  assert.deepEqual(await ledger.read('T1', 'publish.card-1.1'), { sentAt, looks: 0, before: ['p1'] });
});

test('an effect of another try, another card or another workspace is another effect', async (t) => {
  const { redis, prefix } = await startStored(t);
  const ledger = createLedger(redis, prefix);
  for (const [workspace, effect] of [
    ['T1', 'publish.card-1.1'],
    ['T1', 'publish.card-1.2'],
    ['T1', 'publish.card-2.1'],
    ['T2', 'publish.card-1.1'],
  ] as const)
    assert.equal(await ledger.begin(workspace, effect, sentAt), true);
});

test('an answer and the looks for one stay, and do not let the effect be sent again', async (t) => {
  const { redis, prefix } = await startStored(t);
  const ledger = createLedger(redis, prefix);
  await ledger.begin('T1', 'create.card-1.1', sentAt);
  const entry = await ledger.read('T1', 'create.card-1.1');
  assert.ok(entry);
  await ledger.looked('T1', 'create.card-1.1', entry);
  assert.equal((await ledger.read('T1', 'create.card-1.1'))?.looks, 1);
  await ledger.answered('T1', 'create.card-1.1', entry, { postId: 'p1' });
  assert.deepEqual((await ledger.read('T1', 'create.card-1.1'))?.answer, { postId: 'p1' });
  assert.equal(await ledger.begin('T1', 'create.card-1.1', sentAt), false);
});

test('a refusal takes back the note of its own request alone', async (t) => {
  const { redis, prefix } = await startStored(t);
  const ledger = createLedger(redis, prefix);
  const [effect, first] = ['update.card-1.x', { sentAt, looks: 0 }];
  await ledger.begin('T1', effect, sentAt);
  assert.equal(await ledger.sentAgain('T1', effect, first, '2026-11-21T09:00:07.000Z'), true);
  await ledger.forget('T1', effect, undefined, first);
  assert.equal((await ledger.read('T1', effect))?.sentAt, '2026-11-21T09:00:07.000Z');
  await ledger.forget('T1', effect, undefined, { ...first, sentAt: '2026-11-21T09:00:07.000Z' });
  assert.equal(await ledger.read('T1', effect), undefined);
});

test('what was answered since it was read is not sent again', async (t) => {
  const { redis, prefix } = await startStored(t);
  const ledger = createLedger(redis, prefix);
  const [effect, first] = ['update.card-1.x', { sentAt, looks: 0 }];
  await ledger.begin('T1', effect, sentAt);
  const kept = await ledger.answered('T1', effect, first, { change: { scheduledAt: null } });
  assert.equal(await ledger.sentAgain('T1', effect, first, '2026-11-21T09:00:07.000Z'), false);
  assert.deepEqual(await ledger.read('T1', effect), kept);
  // a rule may have left less of it to do, which is sent
  const known = await ledger.read('T1', effect);
  assert.ok(known && (await ledger.sentAgain('T1', effect, known, '2026-11-21T09:00:07.000Z')));
});

test('a look or an answer that others overtook takes nothing back', async (t) => {
  const { redis, prefix } = await startStored(t);
  const ledger = createLedger(redis, prefix);
  const effect = 'generate.card-1.1';
  await ledger.begin('T1', effect, sentAt, ['p0']);
  const stalled = { sentAt, looks: 0, before: ['p0'] };
  await ledger.looked('T1', effect, stalled);
  await ledger.looked('T1', effect, stalled);
  assert.equal((await ledger.read('T1', effect))?.looks, 1);

  await ledger.answered('T1', effect, { ...stalled, looks: 1 }, {});
  await ledger.looked('T1', effect, { ...stalled, looks: 1 });
  assert.deepEqual(await ledger.read('T1', effect), { ...stalled, looks: 1, answer: {} });
  await ledger.looked('T1', effect, { ...stalled, looks: 1, answer: {} });

  const named = { sentAt, looks: 2, answer: { postId: 'p1' } };
  assert.deepEqual(await ledger.answered('T1', effect, { ...stalled, looks: 2 }, { postId: 'p1' }), named);
  for (const late of [{ postId: 'p2' }, {}])
    assert.deepEqual(await ledger.answered('T1', effect, stalled, late), named);
  await ledger.looked('T1', effect, { ...stalled, looks: 2 });
  assert.deepEqual(await ledger.read('T1', effect), named);
});

test('an effect begins only while its card waits for this try of it', async (t) => {
  const { redis, prefix } = await startStored(t);
  const ledger = createLedger(redis, prefix);
  const cards = createCardStore(redis, prefix, 60_000, { error: () => undefined }, 86_400_000);
  const begins = (card: Card, effect = 'create.card-1.1') =>
    ledger.begin('T1', effect, sentAt, undefined, undefined, card);
  const waiting = aCard({ state: 'creating' });
  assert.equal(await begins(waiting), false, 'there is no card');
  await cards.add(waiting);
  assert.equal(await begins(aCard({ state: 'creating', tries: { create: 2, publish: 0 } })), false);
  assert.equal(await begins(aCard({ state: 'publishing' }), 'publish.card-1.1'), false);
  assert.equal(await begins(waiting), true);
});

test('what was certainly not taken may be sent again, and a late answer does not bring it back', async (t) => {
  const { redis, prefix } = await startStored(t);
  const ledger = createLedger(redis, prefix);
  await ledger.begin('T1', 'create.card-1.1', sentAt);
  await ledger.forget('T1', 'create.card-1.1');
  await ledger.answered('T1', 'create.card-1.1', { sentAt, looks: 0 }, { postId: 'p1' });
  assert.equal(await ledger.read('T1', 'create.card-1.1'), undefined);
  assert.equal(await ledger.begin('T1', 'create.card-1.1', sentAt), true);
});

test('of fifty that want a hold one has it, and may take it again; the next has it when it is released', async (t) => {
  const { redis, prefix } = await startStored(t);
  const holds = createHolds(redis, prefix);
  const people = Array.from({ length: 50 }, (_, i) => `card-${i}`);
  const got = await Promise.all(people.map((one) => holds.take('T1', 'create.brand-1', one, 60_000)));
  assert.equal(got.filter(Boolean).length, 1);
  const holder = people[got.indexOf(true)] ?? '';
  assert.equal(await holds.holder('T1', 'create.brand-1'), holder);
  assert.equal(await holds.take('T1', 'create.brand-1', holder, 60_000), true);

  await holds.release('T1', 'create.brand-1', 'somebody-else');
  assert.equal(await holds.take('T1', 'create.brand-1', 'somebody-else', 60_000), false);
  await holds.release('T1', 'create.brand-1', holder);
  assert.equal(await holds.take('T1', 'create.brand-1', 'somebody-else', 60_000), true);
});

test('the hold of one that died ends by itself', async (t) => {
  const { redis, prefix } = await startStored(t);
  const holds = createHolds(redis, prefix);
  assert.equal(await holds.take('T1', 'create.brand-1', 'dead', 60), true);
  assert.equal(await holds.take('T1', 'create.brand-1', 'next', 60_000), false);
  await eventually(async () => assert.equal(await holds.take('T1', 'create.brand-1', 'next', 60_000), true));
});
