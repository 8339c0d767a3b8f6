import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPauseGuard } from '#src/pause/guard.ts';
import { pausedPost } from '#src/pause/pause.ts';
import { createPauseStore } from '#src/pause/pause-store.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import { createLocks } from '#src/platform/redis/locks.ts';
import { entryOfOperation } from '#src/posts/card/audit-entry.ts';
import type { Card } from '#src/posts/card/card.ts';
import { scopeOf } from '#src/posts/card/scope.ts';
import { type Baseline, createLedger } from '#src/posts/operations/ledger.ts';
import { baselineOf } from '#src/posts/operations/operation.ts';
import { createRuleStore } from '#src/posts/rule-store.ts';
import { aCard } from '#test/posts/card/samples.ts';
import { eventually } from '#test/support/eventually.ts';
import { cardStoreIn, startStored } from '#test/support/stored.ts';

const sentAt = '2026-11-21T09:00:00.000Z';
const later = '2026-11-21T09:00:07.000Z';

const all = (ids: string[]) => ({ ids, lacks: undefined });

test('of fifty callers that start the same operation at the same moment, one can send it', async (t) => {
  const { redis, prefix } = await startStored(t);
  const ledger = createLedger(redis, prefix, []);
  const began = await Promise.all(
    Array.from({ length: 50 }, () => ledger.begin('T1', 'publish.card-1.1', { sentAt, before: all(['p1']) })),
  );
  assert.equal(began.filter(Boolean).length, 1);
  assert.deepEqual(await ledger.read('T1', 'publish.card-1.1'), { sentAt, looks: 0, before: ['p1'] });
});

test('the same operation in another try, card or workspace is another operation', async (t) => {
  const { redis, prefix } = await startStored(t);
  const ledger = createLedger(redis, prefix, []);
  for (const [workspace, operation] of [
    ['T1', 'publish.card-1.1'],
    ['T1', 'publish.card-1.2'],
    ['T1', 'publish.card-2.1'],
    ['T2', 'publish.card-1.1'],
  ] as const)
    assert.ok(await ledger.begin(workspace, operation, { sentAt }));
});

test('a response is kept, and the operation can’t be sent again', async (t) => {
  const { redis, prefix } = await startStored(t);
  const ledger = createLedger(redis, prefix, []);
  const entry = await ledger.begin('T1', 'create.card-1.1', { sentAt });
  assert.ok(entry);
  await ledger.answered('T1', 'create.card-1.1', { ...entry, endedAt: later }, { postId: 'p1' });
  const known = await ledger.read('T1', 'create.card-1.1');
  assert.deepEqual([known?.answer, known?.endedAt], [{ postId: 'p1' }, later]);
  assert.equal(await ledger.begin('T1', 'create.card-1.1', { sentAt }), undefined);
});

test('an entry of an earlier release, which counted reads, still parses', async (t) => {
  const { redis, prefix } = await startStored(t);
  const written = { sentAt, looks: 3, before: ['p0'], answer: {} };
  await redis.hset(createKeys(prefix).ledger('T1', 'card-1'), 'create.card-1.1', JSON.stringify(written));
  assert.deepEqual(await createLedger(redis, prefix, []).read('T1', 'create.card-1.1'), written);
});

test('a refusal removes only the ledger entry of its own request', async (t) => {
  const { redis, prefix } = await startStored(t);
  const ledger = createLedger(redis, prefix, []);
  const [operation, first] = ['update.card-1.x', { sentAt, looks: 0 }];
  await ledger.begin('T1', operation, { sentAt });
  assert.ok(await ledger.begin('T1', operation, { sentAt: later, known: first }));
  await ledger.forget('T1', operation, undefined, first);
  assert.equal((await ledger.read('T1', operation))?.sentAt, later);
  await ledger.forget('T1', operation, undefined, { ...first, sentAt: later });
  assert.equal(await ledger.read('T1', operation), undefined);
});

test('an operation whose response arrived since its entry was read isn’t sent again', async (t) => {
  const { redis, prefix } = await startStored(t);
  const ledger = createLedger(redis, prefix, []);
  const [operation, first] = ['update.card-1.x', { sentAt, looks: 0 }];
  await ledger.begin('T1', operation, { sentAt });
  const kept = await ledger.answered('T1', operation, first, { change: { scheduledAt: null } });
  assert.equal(await ledger.begin('T1', operation, { sentAt: later, known: first }), undefined);
  assert.deepEqual(await ledger.read('T1', operation), kept);
  // a rule may have reduced the operation, which is then sent
  const known = await ledger.read('T1', operation);
  assert.ok(known && (await ledger.begin('T1', operation, { sentAt: later, known })));
});

test('a loss or a response that arrives after a newer one undoes nothing', async (t) => {
  const { redis, prefix } = await startStored(t);
  const ledger = createLedger(redis, prefix, []);
  const operation = 'generate.card-1.1';
  const stalled = await ledger.begin('T1', operation, { sentAt, before: all(['p0']) });
  assert.ok(stalled);
  const lost = { ...stalled, endedAt: later };
  const audited = entryOfOperation(later, 'no answer', operation, {});
  assert.deepEqual(await ledger.lost('T1', operation, lost, audited), lost);
  assert.deepEqual(await ledger.read('T1', operation), lost);

  const named = { sentAt, looks: 0, answer: { postId: 'p1' } };
  assert.deepEqual(await ledger.answered('T1', operation, stalled, { postId: 'p1' }), named);
  for (const late of [{ postId: 'p2' }, {}])
    assert.deepEqual(await ledger.answered('T1', operation, stalled, late), named);
  assert.deepEqual(await ledger.lost('T1', operation, lost, audited), named);
  assert.deepEqual(await ledger.read('T1', operation), named);
});

test('a baseline that may lack posts is stored apart from a complete one', async (t) => {
  const { redis, prefix } = await startStored(t);
  const ledger = createLedger(redis, prefix, []);
  const before: Baseline = { ids: ['p1'], lacks: 'any' };
  const entry = await ledger.begin('T1', 'create.card-1.1', { sentAt, before });
  assert.deepEqual(entry, { sentAt, looks: 0, someBefore: before });
  const unnamed = await ledger.answered('T1', 'create.card-1.1', entry, {});
  assert.deepEqual(baselineOf(unnamed), before);
  assert.deepEqual(await ledger.read('T1', 'create.card-1.1'), unnamed);
  const named = await ledger.answered('T1', 'create.card-1.1', unnamed, { postId: 'p2' });
  assert.equal(named.someBefore, undefined);
  assert.deepEqual(baselineOf({ sentAt, looks: 0, before: ['p1'] }), all(['p1']), 'of an earlier release');
  assert.deepEqual(baselineOf({ sentAt, looks: 0 }), { ids: [], lacks: 'any' });
});

test('an operation begins only if its card is as the guards read it', async (t) => {
  const { redis, prefix } = await startStored(t);
  const ledger = createLedger(redis, prefix, []);
  const cards = cardStoreIn(redis, prefix);
  const begins = (card: Card, operation = 'create.card-1.1') =>
    ledger.begin('T1', operation, { sentAt, card });
  const waiting = aCard({ state: 'creating' });
  assert.equal(await begins(waiting), undefined, 'there is no card');
  await cards.add(waiting);
  for (const other of [
    aCard({ state: 'creating', attempts: { create: 2, publish: 0 } }),
    aCard({ state: 'publishing' }),
    aCard({ state: 'creating', revision: waiting.revision + 1 }),
  ])
    assert.equal(await begins(other), undefined);
  assert.ok(await begins(waiting));
});

test('an operation begins only under the rule and the pause that its guards read', async (t) => {
  const { redis, prefix } = await startStored(t);
  const cards = cardStoreIn(redis, prefix);
  const [rules, pauses] = [createRuleStore(redis, prefix), createPauseStore(redis, prefix, 60_000)];
  const ledger = createLedger(redis, prefix, [createPauseGuard(pauses)]);
  const card = aCard({ state: 'publishing' });
  await cards.add(card);
  let nth = 0;
  const begins = (guarded: string) => {
    nth += 1;
    return ledger.begin('T1', `publish.card-1.${nth}`, { sentAt, card, guarded });
  };
  const brand = card.brand;
  const pause = { brand, by: 'U1', at: sentAt, reason: '', channel: 'C1', checksRequested: 1, checksDone: 0 };
  const rule = { approvers: { people: ['U1'], groups: [] }, needed: 1, own: true, scheduled: true };
  for (const changes of [
    () => rules.set('T1', undefined, rule),
    () => rules.set('T1', brand.id, rule),
    () => pauses.begin('T1', pause),
    () => pauses.end('T1', pause, { at: later, by: 'U1', what: 'thawed' }),
    () => rules.remove('T1', brand.id),
  ]) {
    const guarded = await ledger.revision('T1', brand.id);
    assert.ok(await begins(guarded));
    await changes();
    assert.equal(await begins(guarded), undefined);
  }
  const guarded = await ledger.revision('T1', brand.id);
  await rules.set('T1', 'another brand', rule);
  assert.ok(await begins(guarded));
});

test('no post is noted as being unscheduled after its pause ended, even if another pause began', async (t) => {
  const { redis, prefix } = await startStored(t);
  const pauses = createPauseStore(redis, prefix, 60_000);
  const brand = { id: 'brand-1', name: 'Northwind Coffee' };
  const pause = { brand, by: 'U1', at: sentAt, reason: '', channel: 'C1', checksRequested: 1, checksDone: 0 };
  const post = { ...pausedPost(pause, { id: 'p1', brand, caption: 'Words' }), state: 'sending' } as const;
  const entry = { at: sentAt, by: 'presscheck', what: 'sending', via: 'job' } as const;
  const notes = () => pauses.noteSending('T1', pause, post, entry);
  const noted = () => pauses.post('T1', scopeOf(brand), 'p1');
  await pauses.begin('T1', pause);
  await pauses.end('T1', pause, { at: later, by: 'U1', what: 'thawed' });
  assert.equal(await notes(), false);
  await pauses.begin('T1', { ...pause, at: later });
  assert.equal(await notes(), false);
  assert.equal(await noted(), undefined);
  await pauses.end('T1', { ...pause, at: later }, { at: later, by: 'U1', what: 'thawed' });
  await pauses.begin('T1', pause);
  assert.equal(await notes(), true);
  assert.equal((await noted())?.state, 'sending');
});

test('a request that had no effect can be sent again, and a late response doesn’t restore it', async (t) => {
  const { redis, prefix } = await startStored(t);
  const ledger = createLedger(redis, prefix, []);
  await ledger.begin('T1', 'create.card-1.1', { sentAt });
  await ledger.forget('T1', 'create.card-1.1');
  await ledger.answered('T1', 'create.card-1.1', { sentAt, looks: 0 }, { postId: 'p1' });
  assert.equal(await ledger.read('T1', 'create.card-1.1'), undefined);
  assert.ok(await ledger.begin('T1', 'create.card-1.1', { sentAt }));
});

test('one of fifty callers gets the lock and can renew it, and the next gets it after release', async (t) => {
  const { redis, prefix } = await startStored(t);
  const locks = createLocks(redis, prefix);
  const people = Array.from({ length: 50 }, (_, i) => `card-${i}`);
  const got = await Promise.all(people.map((one) => locks.acquire('T1', 'create.brand-1', one, 60_000)));
  assert.equal(got.filter(Boolean).length, 1);
  const owner = people[got.indexOf(true)] ?? '';
  assert.equal(await locks.owner('T1', 'create.brand-1'), owner);
  assert.equal(await locks.acquire('T1', 'create.brand-1', owner, 60_000), true);

  await locks.release('T1', 'create.brand-1', 'somebody-else');
  assert.equal(await locks.acquire('T1', 'create.brand-1', 'somebody-else', 60_000), false);
  await locks.release('T1', 'create.brand-1', owner);
  assert.equal(await locks.acquire('T1', 'create.brand-1', 'somebody-else', 60_000), true);
});

test('the lock of a process that died expires', async (t) => {
  const { redis, prefix } = await startStored(t);
  const locks = createLocks(redis, prefix);
  assert.equal(await locks.acquire('T1', 'create.brand-1', 'dead', 2_000), true);
  assert.equal(await locks.acquire('T1', 'create.brand-1', 'next', 60_000), false);
  await eventually(async () =>
    assert.equal(await locks.acquire('T1', 'create.brand-1', 'next', 60_000), true),
  );
});
