import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebClient } from '@slack/web-api';
import { app } from '#sandbox/chat/defaults.ts';
import { startChat } from '#sandbox/chat/start.ts';
import { createAnnouncer } from '#src/slack/announcer.ts';
import { aCard } from '#test/cards/samples.ts';
import manifest from '../../manifest.json' with { type: 'json' };

const minute = 60_000;

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
    Promise.all(places.map((where) => announcer.isThere(where, mark, since)));

  const beforeSent = async () => {
    steps.push('noted');
  };
  chatter(120);
  now += 5 * minute;
  const since = now;
  const words = { kind: 'unanswered', card: aCard(), since, why: 'reminded' } as const;
  assert.deepEqual(await found('ours', since), [false, false], 'what was said before says nothing');
  for (const where of places) await announcer.say(where, words, { mark: 'ours', beforeSent });
  assert.deepEqual(
    steps,
    ['address read', 'noted', 'address read', 'noted'],
    'nothing is left but to send it',
  );
  chatter(3);
  assert.deepEqual(await found('ours', since), [true, true]);
  assert.deepEqual(await found('another', since), [false, false]);
  assert.deepEqual(await found('ours', since + 30_000), [true, true], 'the clock of Slack is a bit behind');
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
