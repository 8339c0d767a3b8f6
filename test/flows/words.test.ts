import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Redis } from 'ioredis';
import { commands } from '#commands/index.ts';
import { makesDraft } from '#test/support/asks.ts';
import { startBot } from '#test/support/bot.ts';

for (const asked of ['/social help', '/social']) {
  test(`\`${asked}\` lists everything that can be typed, with what it is for`, async (t) => {
    const { cy } = await startBot(t);
    await cy.types(asked, { in: 'general' });
    const help = await cy.seesPrivately();
    const typed = commands.filter(({ slash, word }) => slash ?? word);
    assert.ok(typed.length >= 4);
    for (const { slash, word, about } of typed) {
      const name = slash ? `/${slash}` : `/social ${word}`;
      assert.ok(help.includes(name), `${name} is not in: ${help}`);
      // the command that lists the others need not explain itself
      if (slash !== 'social') assert.ok(help.includes(about), `“${about}” is not in: ${help}`);
    }
  });
}

test('`/social` with a word it does not know says so, pings nobody, and says what it knows', async (t) => {
  const { ana } = await startBot(t);
  await ana.types('/social <!channel> now', { in: 'social' });
  const told = await ana.seesPrivately();
  assert.doesNotMatch(told, /<!/);
  assert.match(told, /&lt;!channel&gt;/);
  assert.match(told, /help/);
});

for (const [typed, said] of [
  ['foo', /I do not know “foo”\. `\/social help`/],
  ['calender', /Did you mean `\/social calendar`\?/],
  ['cal', /I do not know “cal”\. `\/social help`/],
] as const)
  test(`\`/social ${typed}\` names a word only when it is near`, async (t) => {
    const { ana } = await startBot(t);
    await ana.types(`/social ${typed}`, { in: 'social' });
    assert.match(await ana.seesPrivately(), said);
  });

test('the words after a command fill the first field of its modal', async (t) => {
  const { ana } = await startBot(t);
  for (const [command, field] of [
    ['/post', 'Caption'],
    ['/ai-post', 'Prompt'],
    ['/campaign', 'Brief'],
  ] as const) {
    await ana.types(`${command}   Ten years of us, & <counting>  `, { in: 'social' });
    const modal = await ana.seesModal(/^New/);
    assert.equal(modal.values[field], 'Ten years of us, & <counting>');
    await modal.close();
  }
});

test('a modal opens with no call of the service before it', async (t) => {
  const { ana, service } = await startBot(t);
  const before = service.requests.length;
  await ana.types('/campaign', { in: 'social' });
  await ana.seesModal('New campaign');
  assert.equal(service.requests.length, before);
});

test('an unknown command is answered in time, with where to look', async (t) => {
  const { chat } = await startBot(t);
  const asked = performance.now();
  const { status, body } = await chat.deliver.command({ command: '/deploy', text: 'prod' });
  assert.ok(performance.now() - asked < 3_000);
  assert.equal(status, 200);
  assert.match(JSON.stringify(body), /I do not know \/deploy\. `\/social help`/);
});

test('an unknown button is answered in time, and only the one who clicked is told', async (t) => {
  const { ana, chat } = await startBot(t);
  const asked = performance.now();
  const { status } = await chat.deliver.interaction({
    type: 'block_actions',
    actions: [
      { type: 'button', action_id: 'card.from-last-year', block_id: 'b', value: 'x', action_ts: '1.1' },
    ],
  });
  assert.ok(performance.now() - asked < 3_000);
  assert.equal(status, 200);
  // there is no message and no response address, so it comes as a direct message
  const told = await ana.sees('Presscheck', /That no longer works/);
  assert.match(told.text, /`\/social help`/);
});

test('an unknown modal keeps its words and says so at its first field', async (t) => {
  const { chat } = await startBot(t);
  const asked = performance.now();
  const { status, body } = await chat.deliver.interaction({
    type: 'view_submission',
    view: {
      id: 'V1',
      type: 'modal',
      callback_id: 'from-last-year',
      blocks: [
        { type: 'section', block_id: 'intro' },
        { type: 'input', block_id: 'words' },
      ],
      state: { values: {} },
    },
  });
  assert.ok(performance.now() - asked < 3_000);
  assert.equal(status, 200);
  const { response_action, errors } = body as { response_action: string; errors: Record<string, string> };
  assert.equal(response_action, 'errors');
  assert.match(errors.words ?? '', /That no longer works/);
});

test('an unknown list is answered with nothing to choose', async (t) => {
  const { chat } = await startBot(t);
  const suggestion = { type: 'block_suggestion', action_id: 'gone', block_id: 'b', value: '' };
  assert.deepEqual(await chat.deliver.interaction(suggestion), { status: 200, body: { options: [] } });
});

test('a click on a card that is no longer known is answered, privately', async (t) => {
  const { ana, bo, redisUrl, settings } = await startBot(t);
  const card = await makesDraft(ana, 'Soon forgotten');
  const redis = new Redis(redisUrl);
  t.after(() => redis.disconnect());
  await redis.del(await redis.keys(`${settings.REDIS_PREFIX}:*:card:*`));
  await bo.clicks(card, 'Reject');
  assert.match(await bo.seesPrivately(), /I no longer know this card/);
});
