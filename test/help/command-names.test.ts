/** The names that start a command: its slash command, its word after `/social`, and both with a prefix. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commands } from '#commands/index.ts';
import { appManifest } from '#src/app/manifest.ts';
import { startBot } from '#test/support/bot.ts';
import { cardSays, requestsCard } from '#test/support/user-actions.ts';

test('`/social post`, `ai` and `campaign` open the same forms as the short commands', async (t) => {
  const { ana, chat } = await startBot(t);
  const opened = async (command: string) => {
    const modal = await ana.opens(`${command}   Ten years of us, & <counting>  `, /^New/);
    const { view } = chat.calls.findLast(({ method }) => method === 'views.open')?.args ?? {};
    const { values } = modal;
    await modal.close();
    return { values, view };
  };
  for (const [short, word, title, field] of [
    ['/post', 'post', 'New post', 'Caption'],
    ['/ai-post', 'ai', 'New AI post', 'Prompt'],
    ['/campaign', 'campaign', 'New campaign', 'Brief'],
  ] as const) {
    const modal = await opened(short);
    assert.equal(modal.values[field], 'Ten years of us, & <counting>');
    assert.match(JSON.stringify(modal.view), new RegExp(title));
    assert.deepEqual(await opened(`/social ${word}`), modal);
  }
});

/** All that is text in it, however deep. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

test('with a prefix, no text has a command name that this installation doesn’t have', async (t) => {
  const prefix = 'pc-';
  const manifest = appManifest(commands, { prefix });
  const { ana, bo, cy, chat } = await startBot(t, {
    settings: { COMMAND_PREFIX: prefix },
    chat: { manifest },
  });
  for (const who of [ana, cy]) {
    await who.types('/pc-social help');
    assert.match(await who.seesPrivately(/What you can do here/), /`\/pc-post Open until ten tonight`/);
  }
  await ana.opensHome();
  await ana.types('/pc-social posts');
  assert.match(await ana.seesPrivately(/There are no posts yet/), /use `\/pc-post` or `\/pc-ai-post`/);
  for (const [typed, says] of [
    ['psots', /Did you mean `\/pc-social posts`\? `\/pc-social help`/],
    ['workflow', /Type `\/pc-social workflow /],
    ['pause', /Type `\/pc-social pause /],
    ['resume', /paused/],
    ['rules', /rule/],
    ['me', /API key/],
  ] as const) {
    assert.match((await ana.hears(`/pc-social ${typed}`)).text, says);
  }
  const { body } = await chat.deliver.command({ command: '/pc-deploy' });
  const gone = { type: 'button', action_id: 'card.from-last-year', block_id: 'b', value: 'x' };
  await chat.deliver.interaction({ type: 'block_actions', actions: [gone] });
  await ana.sees('Presscheck', /That no longer works.*`\/pc-social help`/);

  const card = await requestsCard(ana, '/pc-post Soon rejected', cardSays.ready);
  await bo.clicks(card, 'Reject');
  await (await (await bo.seesModal()).fill({ Reason: 'Too late' })).submit();
  await card.shows(/use `\/pc-post`/);

  const texts = textsIn([manifest, body, chat.calls]);
  const names = commands.flatMap(({ slash }) => slash ?? []).join('|');
  const unprefixed = new RegExp(`(^|[^\\w/.-])/(${names})(?![\\w/-])`);
  assert.deepEqual(
    texts.filter((text) => unprefixed.test(text)),
    [],
  );
});
