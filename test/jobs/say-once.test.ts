import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebClient } from '@slack/web-api';
import { Redis } from 'ioredis';
import { app } from '#sandbox/chat/defaults.ts';
import type { ShownMessage } from '#sandbox/chat/people/handles.ts';
import { startChat } from '#sandbox/chat/start.ts';
import type { Card } from '#src/cards/card.ts';
import { isAtWork } from '#src/cards/freeze.ts';
import { createAnnouncer } from '#src/slack/announcer.ts';
import { createFreezes } from '#src/store/freezes.ts';
import { createKeys } from '#src/store/keys.ts';
import { aCard } from '#test/cards/samples.ts';
import { makesDraft } from '#test/support/asks.ts';
import { brand, hour, startOn, tuesday, workspace } from '#test/support/clock.ts';
import { eventually } from '#test/support/eventually.ts';
import { nextRound, startFreezing } from '#test/support/freezing.ts';
import manifest from '../../manifest.json' with { type: 'json' };

const replies = (card: ShownMessage): string[] => card.threadMessages.map(({ text }) => text);

test('what cannot be read or looked for of earlier reminders keeps nobody from being reminded', async (t) => {
  const start = tuesday();
  const { ana, at, redis, settings, chat, logs } = await startOn(t, start);
  const card = await makesDraft(ana, 'Fresh beans are in');
  const key = createKeys(settings.REDIS_PREFIX ?? '').sayings(workspace);
  const of = { kind: 'reminder', notes: [] };
  const sent = (at: number, thread?: string) => ({ at, where: { channel: 'C0SOCIAL', thread }, of });
  const noted = {
    'a damaged one': '{',
    'of a later release': JSON.stringify({ id: 'of a later release', at: start, of: { kind: 'weekly' } }),
    'refused for good': JSON.stringify({ id: 'refused for good', ...sent(start + 3.5 * hour, card.ts) }),
    'not answered': JSON.stringify({ id: 'not answered', ...sent(start + 3.5 * hour) }),
    'never answered': JSON.stringify({ id: 'never answered', ...sent(start + 3 * hour) }),
  };
  for (const [id, saying] of Object.entries(noted)) await redis.hset(key, id, saying);
  chat.faults.next('conversations.replies', { kind: 'refused', error: 'enterprise_is_restricted' });
  chat.faults.next('conversations.history', { kind: 'server-error' }, 100);
  await at(start + 4.2 * hour);
  await eventually(() => assert.equal(replies(card).length, 1));
  await eventually(async () =>
    assert.deepEqual((await redis.hkeys(key)).sort(), [
      'a damaged one',
      'not answered',
      'of a later release',
    ]),
  );
  const warned = (what: RegExp) => logs.filter(({ msg }) => what.test(String(msg))).length;
  assert.equal(warned(/it cannot be known whether a reminder was said/), 2);
  assert.equal(warned(/it is not known yet whether a reminder was said/), 1);
});

test('a reminder that cannot be sent, and one that is not answered, keep nobody else from being reminded', async (t) => {
  const start = tuesday();
  const { at, redis, settings, chat, store } = await startOn(t, start);
  const keys = createKeys(settings.REDIS_PREFIX ?? '');
  const cardOf = (author: string, more: Partial<Card>) => {
    const { ts } = chat.world.say({ channel: 'C0SOCIAL', user: app.botUser, text: author });
    const said = { createdAt: new Date(start).toISOString(), updatedAt: new Date(start).toISOString() };
    const made = { id: author, workspace, brand, author, postId: author, state: 'review', drawn: 1 } as const;
    return store.add(aCard({ ...made, ...said, ...more, message: { channel: 'C0SOCIAL', ts } }));
  };
  await cardOf('U0ANA', { campaign: 'damaged' });
  await cardOf('U0BO', {});
  await cardOf('U0CY', {});
  await redis.set(keys.card(workspace, 'damaged'), '{');
  chat.faults.next('chat.postMessage', { kind: 'dropped' });
  await at(start + 4.2 * hour);
  await eventually(() => {
    const said = chat.messages('social').filter(({ text }) => /This post has waited/.test(text));
    assert.equal(said.length, 1);
  });
  assert.equal(await redis.hlen(keys.sayings(workspace)), 1, 'the one that may be there');
  assert.equal(await redis.exists(keys.nudged(workspace, 'U0ANA')), 0, 'due again');
});

test('a worker that was overtaken before it sent a reminder does not send it', async (t) => {
  const start = tuesday();
  let overtake: () => Promise<unknown> = async () => undefined;
  const reached = (step: string) =>
    step === 'reminder noted' ? overtake().then(() => undefined) : Promise.resolve();
  const { ana, at, redis, settings, store } = await startOn(t, start, { reached });
  const keys = createKeys(settings.REDIS_PREFIX ?? '');
  const card = await makesDraft(ana, 'Fresh beans are in');
  const [id = ''] = (await store.open(workspace)).cards.map((one) => one.id);
  overtake = async () => {
    overtake = async () => undefined;
    // as the one does that finds the note
    await redis.del(keys.sayings(workspace), keys.nudged(workspace, id));
  };
  await at(start + 4.2 * hour);
  await eventually(() => assert.equal(replies(card).length, 1));
  await at(start + 4.4 * hour);
  assert.equal(replies(card).length, 1);
});

test('a report of a freeze that Slack did not answer is found and goes on, or said again where it is not there or nobody can look', async (t) => {
  let aheadMs = 0;
  const bot = await startFreezing(t, { now: () => Date.now() + aheadMs, service: { seed: 'demo' } });
  const { bo, chat, settings, logs } = bot;
  const redis = new Redis(settings.REDIS_URL ?? '');
  t.after(() => redis.disconnect());
  const prefix = settings.REDIS_PREFIX ?? '';
  const sayings = createKeys(prefix).sayings(workspace);
  const standing = () => createFreezes(redis, prefix, hour).all(workspace);
  const freezes = [
    ['all', 'social', 'answer-lost'],
    ['Northwind Coffee', 'social', 'dropped'],
    // here the bot may write and not read
    ['Atlas Outdoor', 'general', 'answer-lost'],
  ] as const;
  for (const [i, [brand, place, kind]] of freezes.entries()) {
    chat.faults.next('chat.postMessage', { kind });
    await bo.types(`/social freeze ${brand} recall`, { in: place });
    await eventually(async () => {
      assert.equal(await redis.hlen(sayings), i + 1);
      assert.deepEqual((await standing()).map(isAtWork), Array(i + 1).fill(false));
    });
  }
  await nextRound(t, bot);
  aheadMs = 11_000;
  await nextRound(t, bot);
  await eventually(async () => assert.equal(await redis.hlen(sayings), 0));
  const reports = (place: string, of: string) =>
    chat.messages(place).filter(({ fallback, privateTo }) => !privateTo && fallback.startsWith(`*${of}*`));
  const ended = /unscheduled/;
  for (const [place, of, before] of [
    ['social', 'All brands', 0],
    ['social', 'Northwind Coffee', 0],
    ['general', 'Atlas Outdoor', 1],
  ] as const)
    await eventually(() => {
      const said = reports(place, of);
      assert.equal(said.length, before + 1, of);
      assert.match(said.at(-1)?.text ?? '', ended);
    });
  assert.ok(logs.some(({ msg }) => msg === 'it cannot be known whether a freeze report was said'));
});

test('a report of a freeze that Slack did not answer before it was thawed is found, and says so', async (t) => {
  let aheadMs = 0;
  const bot = await startFreezing(t, { now: () => Date.now() + aheadMs });
  const { ana, bo, chat } = bot;
  chat.faults.next('chat.postMessage', { kind: 'answer-lost' });
  await bo.types('/social freeze Northwind Coffee recall', { in: 'social' });
  const report = await ana.sees('social', /is frozen by <@U0BO>/);
  await bo.types('/social thaw Northwind Coffee', { in: 'social' });
  await bo.seesPrivately(/^Thawed\./);
  aheadMs = 11_000;
  await nextRound(t, bot);
  await eventually(() => assert.match(report.text, /was frozen by <@U0BO>[\s\S]*Thawed\* by <@U0BO>/));
});

test('what was said is found by its mark behind any number of earlier messages, in a channel and in a thread', async (t) => {
  let now = Date.now();
  const steps: string[] = [];
  const chat = await startChat({
    signingSecret: 'secret',
    botToken: 'xoxb-sandbox',
    manifest,
    now: () => now,
  });
  t.after(() => chat.close());
  const client = new WebClient('xoxb-sandbox', { slackApiUrl: chat.apiUrl, retryConfig: { retries: 0 } });
  const announcer = createAnnouncer(
    client,
    client,
    async () => {
      steps.push('address read');
      return 'https://sandbox.slack.com/';
    },
    (name) => `/${name}`,
  );
  const channel = 'C0SOCIAL';
  const { ts: thread } = chat.world.say({ channel, user: app.botUser, text: 'The card' });
  const places = [{ channel }, { channel, thread }];
  const chatter = (times: number) => {
    for (let i = 0; i < times; i += 1)
      for (const where of places) chat.world.say({ ...where, user: 'U0ANA', text: `Words ${i}` });
  };
  const found = (mark: string, since: number) =>
    Promise.all(places.map((where) => announcer.find(where, mark, since)));

  const beforeSent = async () => {
    steps.push('noted');
  };
  chatter(120);
  now += 300_000;
  const since = now;
  const words = { kind: 'unanswered', card: aCard(), since, why: 'reminded' } as const;
  assert.deepEqual(await found('ours', since), [false, false], 'what was said before says nothing');
  const said: unknown[] = [];
  for (const where of places) said.push(await announcer.say(where, words, { mark: 'ours', beforeSent }));
  assert.deepEqual(
    steps,
    ['address read', 'noted', 'address read', 'noted'],
    'nothing is left but to send it',
  );
  chatter(3);
  assert.deepEqual(await found('ours', since), said);
  assert.deepEqual(await found('another', since), [false, false]);
  assert.deepEqual(await found('ours', since + 30_000), said, 'the clock of Slack is a bit behind');
  chatter(120);
  assert.deepEqual(await found('another', since), [undefined, undefined], 'more than can be read came since');

  const sent = chat.calls.filter(({ method }) => method === 'chat.postMessage').length;
  const overtaken = {
    mark: 'another',
    beforeSent: async () => {
      throw new Error('overtaken');
    },
  };
  await assert.rejects(announcer.say({ channel }, words, overtaken), /^Error: overtaken$/);
  assert.equal(chat.calls.filter(({ method }) => method === 'chat.postMessage').length, sent);
});
