import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Redis } from 'ioredis';
import { pino } from 'pino';
import { createIncidentStore } from '#src/notifications/incident-store.ts';
import { createNotificationStore } from '#src/notifications/notification-store.ts';
import type { Delivery } from '#src/notifications/records.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import { aCard, at, later, problem } from '#test/posts/card/samples.ts';
import { cardStoreIn, startStored } from '#test/support/stored.ts';

const silent = pino({ level: 'silent' });
const published = aCard({ state: 'published', unverified: true, postId: 'post-1' });

async function startNotifications(t: TestContext) {
  const { redis, prefix } = await startStored(t);
  const notifications = createNotificationStore(redis, prefix, silent);
  return {
    cards: cardStoreIn(redis, prefix),
    incidents: createIncidentStore(redis, prefix),
    notifications,
    redis,
    keys: createKeys(prefix),
    due: async () => (await notifications.due('T1')).map(({ record }) => record),
  };
}

const loses = (time: string) => ({
  type: 'lose_track' as const,
  problem: { ...problem('proof'), at: time },
  at: time,
});
const lost = (time: string) => ({
  kind: 'event',
  card: 'card-1',
  root: 'card-1',
  at: time,
  event: { type: 'outcome_unknown', problem: { ...problem('proof'), at: time } },
});

test('of concurrent transitions to an unknown outcome, one is applied, and one notification is due', async (t) => {
  const { cards, due } = await startNotifications(t);
  await cards.add(published);
  assert.deepEqual(await due(), []);
  const times = ['00', '01', '02'].map((s) => `2026-11-21T10:00:${s}.000Z`);
  await Promise.all(times.map((time) => cards.transition('T1', 'card-1', loses(time))));
  const since = (await cards.get('T1', 'card-1'))?.problem?.at ?? '';
  assert.deepEqual(await due(), [lost(since)]);
});

test('ending a record keeps a newer record of the same unknown outcome', async (t) => {
  const { cards, notifications, due } = await startNotifications(t);
  await cards.add(published);
  await cards.transition('T1', 'card-1', loses(at));
  const taken = await notifications.ofRoot('T1', 'card-1');
  assert.equal(taken.length, 1);
  await cards.transition('T1', 'card-1', { type: 'check_again', by: 'U0BO', at: later });
  await cards.transition('T1', 'card-1', loses(later));
  await notifications.end('T1', taken);
  assert.deepEqual(await due(), [lost(later)]);
});

test('records become deliveries in one step, and only as they were read', async (t) => {
  const { cards, notifications, due } = await startNotifications(t);
  await cards.add(published);
  await cards.transition('T1', 'card-1', loses(at));
  const taken = await notifications.ofRoot('T1', 'card-1');
  const [{ record } = assert.fail()] = taken;
  const delivery: Delivery = {
    to: 'C1',
    root: record.root,
    card: record.card,
    event: record.event,
    at: record.at,
    mentions: [],
    broadcast: false,
    asked: false,
  };
  const changed = taken.map((one) => ({ ...one, text: '{}' }));
  assert.equal(await notifications.expand('T1', changed, [delivery]), false);
  assert.deepEqual(await notifications.deliveries('T1'), []);
  assert.equal(await notifications.expand('T1', taken, [delivery]), true);
  assert.deepEqual(await due(), []);
  assert.deepEqual(await notifications.deliveriesWith('T1', 'to', ['C2']), []);
  const sent = await notifications.deliveriesWith('T1', 'to', ['C1']);
  assert.deepEqual(
    sent.map((one) => one.record),
    [delivery],
  );
  await notifications.delivered('T1', sent);
  assert.deepEqual(await notifications.deliveries('T1'), []);
});

test('a sent notification is recorded in one step, so a crash leaves no half record', async (t) => {
  const { notifications, redis } = await startNotifications(t);
  const event = { type: 'outcome_unknown' as const, problem: { ...problem('proof'), at } };
  const said = {
    channel: 'C1',
    ts: '1.1',
    roots: ['card-1', 'card-2'],
    inThread: false,
    mentions: [],
    lines: [{ card: 'card-1', event, at }],
  };
  const monitor = await (redis as Redis).monitor();
  t.after(() => monitor.disconnect());
  const commands: string[] = [];
  const ended = new Promise<void>((resolve) =>
    monitor.on('monitor', (_: string, [name = '']: string[], source: string) => {
      // commands inside a script aren't separate steps
      if (source !== 'lua') commands.push(name.toLowerCase());
      if (name === 'echo') resolve();
    }),
  );
  await notifications.delivered('T1', [{ id: 'sent', text: '{}' }], said);
  await redis.echo('everything before was heard');
  await ended;
  assert.deepEqual(commands, ['multi', 'hset', 'pexpire', 'hset', 'pexpire', 'eval', 'exec', 'echo']);
  assert.deepEqual(await notifications.said('T1', 'card-2'), [said]);
});

test('a record that can’t be read stops no others', async (t) => {
  const { cards, redis, keys, due } = await startNotifications(t);
  await cards.add(published);
  await cards.transition('T1', 'card-1', loses(at));
  const unread = { damaged: '{', later: JSON.stringify({ kind: 'of a later release', at }) };
  await redis.hset(keys.notifications('T1'), unread);
  assert.deepEqual(await due(), [lost(at)]);
});

test('an alert is due when its incident grows, and when it is over', async (t) => {
  const { incidents, notifications, due } = await startNotifications(t);
  const failed = { card: 'card-1', at, place: 'C0SOCIAL', author: 'U0ANA' };
  await incidents.add('T1', 'key', failed, 'publish');
  assert.deepEqual(await due(), [{ kind: 'incident', cause: 'key', at }]);
  const said = await notifications.incident('T1', 'key');
  assert.ok(said);
  await notifications.end('T1', [said]);
  assert.deepEqual(await incidents.worked('T1', 'publish', later), ['key']);
  assert.deepEqual(await due(), [{ kind: 'incident', cause: 'key', at: later }]);
});

test('a record that can’t be read is logged once, and stays until a release knows it', async (t) => {
  const { redis, prefix } = await startStored(t);
  const keys = createKeys(prefix);
  const logged: string[] = [];
  const log = { warn: (_: unknown, text?: string) => logged.push(text ?? '') };
  const notifications = createNotificationStore(redis, prefix, log as never);
  const known = { kind: 'incident', cause: 'key', at };
  await redis.hset(keys.notifications('T1'), 'event.card-1.later', '{"kind":"of a later release"}');
  await redis.hset(keys.notifications('T1'), 'incident.key', JSON.stringify(known));
  await redis.hset(keys.deliveries('T1'), 'C1.card-1.later', 'no JSON');
  for (let sweep = 0; sweep < 3; sweep += 1) {
    assert.deepEqual(
      (await notifications.due('T1')).map(({ record }) => record),
      [known],
    );
    assert.deepEqual(await notifications.deliveries('T1'), []);
  }
  assert.equal(logged.length, 2);
  assert.equal(await redis.hlen(keys.notifications('T1')), 2);
});
