import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { createCardStore } from '#src/store/cards.ts';
import { createIncidentStore } from '#src/store/incidents.ts';
import { createNotificationStore } from '#src/store/notifications.ts';
import { aCard, at, later, problem } from '#test/cards/samples.ts';
import { startStored } from '#test/support/stored.ts';

const silent = pino({ level: 'silent' });
const subject = { kind: 'problem', card: 'card-1' } as const;

async function startNotifications(t: TestContext) {
  const { redis, prefix } = await startStored(t);
  return {
    cards: createCardStore(redis, prefix, 60_000, silent, 86_400_000),
    incidents: createIncidentStore(redis, prefix),
    notifications: createNotificationStore(redis, prefix, silent),
  };
}

test('of many moves that record a doubt at once one is made, and it is to be said once', async (t) => {
  const { cards, notifications } = await startNotifications(t);
  await cards.add(aCard({ state: 'published', unproven: true, postId: 'post-1' }));
  assert.deepEqual(await notifications.due('T1'), []);
  const doubts = ['00', '01', '02'].map((s) => ({ ...problem('proof'), at: `2026-11-21T10:00:${s}.000Z` }));
  await Promise.all(
    doubts.map((one) => cards.move('T1', 'card-1', { type: 'lose track', problem: one, at: later })),
  );
  const since = (await cards.get('T1', 'card-1'))?.problem?.at;
  assert.deepEqual(await notifications.due('T1'), [{ ...subject, at: since }]);
});

test('what was said ends, and what is recorded about the same meanwhile stays', async (t) => {
  const { cards, notifications } = await startNotifications(t);
  await cards.add(aCard({ state: 'published', unproven: true, postId: 'post-1' }));
  await cards.move('T1', 'card-1', { type: 'lose track', problem: problem('proof'), at: later });
  const said = await notifications.about('T1', subject);
  assert.ok(said);
  await cards.move('T1', 'card-1', { type: 'look again', by: 'U0BO', at: later });
  await cards.move('T1', 'card-1', {
    type: 'lose track',
    problem: { ...problem('proof'), at: later },
    at: later,
  });
  await notifications.end('T1', said);
  assert.deepEqual(await notifications.due('T1'), [{ ...subject, at: later }]);
  await notifications.end('T1', { ...subject, at: later });
  assert.deepEqual(await notifications.due('T1'), []);
});

test('an incident that grows, or is over, is to be said', async (t) => {
  const { incidents, notifications } = await startNotifications(t);
  const failed = { card: 'card-1', at, place: 'C0SOCIAL', author: 'U0ANA' };
  await incidents.add('T1', 'key', failed, 'publish');
  const [due] = await notifications.due('T1');
  assert.deepEqual(due, { kind: 'incident', cause: 'key', at });
  if (due) await notifications.end('T1', due);
  assert.deepEqual(await incidents.worked('T1', 'publish', later), ['key']);
  assert.deepEqual(await notifications.due('T1'), [{ kind: 'incident', cause: 'key', at: later }]);
});
