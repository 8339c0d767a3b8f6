import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commands } from '#commands/index.ts';
import { demoSeed } from '#sandbox/service/seed/demo.ts';
import { readMessage } from '#src/platform/slack/chat-message.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { attached, startServing } from '#test/support/files.ts';
import { holdCalls } from '#test/support/hold-calls.ts';
import { longTest } from '#test/support/long-tests.ts';
import { cardSays } from '#test/support/user-actions.ts';
import { plainWords } from '#views/kit/plain-words.ts';

test('over Socket Mode, a message becomes a post, a thread a campaign, and a shortcut opens the form', async (t) => {
  const { ana, bo, cy, chat, service } = await startBot(t, { mode: 'socket' });
  const said = await bo.says('*Fresh beans* from @Cy: see <notes> & _more_ :thumbsup: 🎉👍🏽 👩‍🚀📝', {
    in: 'social',
  });
  assert.match(said.text, / :thumbsup: :tada::\+1::skin-tone-4: 👩‍🚀:memo:$/, 'as Slack delivers it');
  const post = await ana.opensShortcut('Turn into a post', /^New post\n(?!.*Loading)/, said);
  assert.equal(post.values.Caption, 'Fresh beans from @Cy: see <notes> & more 👍 🎉👍🏽 👩‍🚀📝');
  await post.sends();
  const card = await ana.sees('social', cardSays.ready);
  const link = `${chat.url}/archives/C0SOCIAL/p${said.ts.replace('.', '')}`;
  assert.ok(card.text.includes(`from <${link}|this message>`), card.text);
  assert.equal(service.posts()[0]?.caption, 'Fresh beans from @Cy: see <notes> & more 👍 🎉👍🏽 👩‍🚀📝');

  const written = await ana.opensShortcut('Write this for me', /^New AI post\n(?!.*Loading)/, said);
  assert.match(written.text, /I’ll post the card in (<#C0SOCIAL>|#social), or in the brand’s own channel/);
  assert.equal(written.values.Prompt, 'Fresh beans from @Cy: see <notes> & more 👍 🎉👍🏽 👩‍🚀📝');
  await written.sends();
  const ready = await ana.sees('social', /AI post for[\s\S]*Ready for review/);
  assert.ok(ready.text.includes(`from <${link}|this message>`), ready.text);

  await cy.says('Free cups for the first fifty', { thread: said });
  const last = await bo.says('And music', { thread: said });
  const campaign = await ana.opensShortcut('Draft a campaign', /^New campaign\n(?!.*Loading)/, last);
  assert.equal(
    campaign.values.Brief,
    'Bo: Fresh beans from @Cy: see <notes> & more 👍 🎉👍🏽 👩‍🚀📝\nCy: Free cups for the first fifty\nBo: And music',
  );
  await campaign.sends({ Posts: '1', Days: '1' });
  const made = await ana.sees('social', /Campaign for/);
  await made.shows(/1 post to review/);
  assert.ok(made.text.includes(`?thread_ts=${said.ts}&amp;cid=C0SOCIAL|this message>`), made.text);

  const blank = await cy.opensShortcut('New post', 'New post');
  await blank.sends({ Caption: 'From anywhere', Channel: 'launches' });
  await cy.sees('launches', /From anywhere/);
});

test('a thread in a channel without the bot gives only the one message, and says what to do', async (t) => {
  const { ana, chat } = await startBot(t);
  for (const channel of ['general', 'leadership']) {
    const said = await ana.says('Two weeks until the sale', { in: channel });
    await ana.says('Really?', { thread: said });
    await ana.usesShortcut('Draft a campaign', said);
    const modal = await ana.seesModal(/I’m not in that channel\. Type \/invite @Presscheck there/);
    assert.equal(modal.values.Brief, 'Two weeks until the sale');
    await modal.close();
  }
  chat.faults.next('conversations.replies', { kind: 'rate-limited', retryAfterSeconds: 30 });
  const said = await ana.says('Two weeks until the sale', { in: 'social' });
  await ana.says('Really?', { thread: said });
  await ana.usesShortcut('Draft a campaign', said);
  const modal = await ana.seesModal(/one thread per minute\. Try again in a minute/);
  assert.equal(modal.values.Brief, 'Two weeks until the sale');
});

longTest('long text is cut where people see it, and changing the brand keeps the rest', async (t) => {
  const { ana, chat } = await startBot(t, { service: { seed: demoSeed } });
  const long = chat.world.post({ channel: 'C0SOCIAL', user: ana.id, text: 'Beans. '.repeat(2_000) });
  const at = { channel: long.channel, ts: long.ts } as Parameters<typeof ana.usesShortcut>[1];
  await ana.usesShortcut('Turn into a post', at);
  const post = await ana.seesModal(
    /The message has 13,999 characters, but a caption can have at most 10,000/,
  );
  const parts = post.labels.filter((label) => label.startsWith('Caption'));
  assert.equal(parts.length, 4);
  assert.match(String(post.values['Caption, part 4']), /…$/);
  await post.fill({ Brand: 'Northwind Coffee' });
  await eventually(() => assert.match(post.privateMetadata, /Northwind/));
  assert.match(post.text, /From <.*\|this message>/);
  assert.match(String(post.values['Caption, part 4']), /…$/);
  await post.close();

  for (let n = 0; n < 40; n += 1)
    chat.world.post({
      channel: 'C0SOCIAL',
      user: ana.id,
      text: `${n} ${'words '.repeat(100)}`,
      thread: long.ts,
    });
  await ana.usesShortcut('Draft a campaign', at);
  const campaign = await ana.seesModal(/1 message was cut off after 1,000 characters\./);
  assert.match(campaign.text, /The last \d+ messages were left out\./);
  assert.match(String(campaign.values.Brief), /^Ana: Beans\. .*…\nAna: 0 words/);
  await campaign.close();

  const said = chat.world.post({ channel: 'C0SOCIAL', user: ana.id, text: 'Beans. '.repeat(2_000) });
  await ana.usesShortcut('Draft a campaign', { channel: said.channel, ts: said.ts } as typeof at);
  const alone = await ana.seesModal(/^New campaign\n(?!.*Loading)/);
  assert.equal(alone.labels.filter((label) => label.startsWith('Brief')).length, 5);
  assert.doesNotMatch(Object.values(alone.values).join(), /…/);
});

test('a card becomes a post with its caption and pictures, and a campaign with its words', async (t) => {
  const { ana, bo } = await startBot(t, { service: { seed: 'demo' } });
  const first = await ana.opens('/post *Fresh* beans & more', 'New post');
  const links = 'https://example.com/a.png\nhttps://example.com/b.png';
  await first.sends({ Brand: 'Northwind Coffee', 'Media links': links });
  const card = await ana.sees('social', cardSays.ready);

  const post = await eventually(async () => {
    const modal = await bo.opensShortcut('Turn into a post', /^New post\n(?!.*Loading)/, card);
    if (modal.values['Media links'] === links) return modal;
    // people see the card a moment before the bot has noted which message it is
    await modal.close();
    return null;
  });
  await post.fill({ Brand: 'Harbor Yoga' });
  await eventually(() => assert.match(post.privateMetadata, /Harbor/));
  assert.equal(post.values.Caption, '*Fresh* beans & more');
  assert.equal(post.values['Media links'], links);
  await post.close();
  const campaign = await bo.opensShortcut('Draft a campaign', /^New campaign\n(?!.*Loading)/, card);
  assert.equal(campaign.values.Brief, '*Fresh* beans & more');
});

test('a card whose attached file’s address has expired becomes a post with the service’s copy', async (t) => {
  const copy = 'https://cdn.service.example/a1b2c3.png';
  let aheadMs = 0;
  const { ana, service } = await startServing(t, {
    settings: { FILE_LINK_DAYS: '1', RESTING_INTERVAL_MS: '100', WATCH_INTERVAL_MS: '50' },
    now: () => Date.now() + aheadMs,
  });
  await attached(ana, () => service.posts());
  const card = await ana.sees('social', cardSays.ready);
  service.edit(service.posts()[0]?.id ?? '', { mediaUrls: [copy] });
  await eventually(() => assert.ok(card.pictures.some(({ url }) => url === copy)));
  aheadMs = 3 * 86_400_000;
  const post = await ana.opensShortcut('Turn into a post', /^New post\n(?!.*Loading)/, card);
  assert.equal(post.values['Media links'], copy);
});

longTest('a post created from a card, or from its thread, is for the card’s brand', async (t) => {
  const { ana, bo } = await startBot(t, { service: { seed: 'demo' } });
  const yoga = await ana.opens('/post Winter hours at the pier', 'New post');
  await yoga.sends({ Brand: 'Harbor Yoga' });
  const card = await ana.sees('social', /Ready for review.*Winter hours/s);
  const coffee = await ana.opens('/post Fresh beans', 'New post');
  await coffee.sends({ Brand: 'Northwind Coffee' });
  await ana.sees('social', /Ready for review.*Fresh beans/s);

  const below = await bo.says('And on Sundays?', { thread: card });
  const beside = await bo.says('Who has the keys?', { in: 'social' });
  for (const [said, brand] of [
    [card, 'Harbor Yoga'],
    [below, 'Harbor Yoga'],
    [beside, 'Northwind Coffee'],
  ] as const)
    for (const [shortcut, title] of [
      ['Turn into a post', 'New post'],
      ['Draft a campaign', 'New campaign'],
    ] as const) {
      const modal = await ana.opensShortcut(shortcut, new RegExp(`^${title}\\n(?!.*Loading)`), said);
      assert.equal(modal.values.Brand, brand, `${shortcut}: ${said.text}`);
      await modal.close();
    }
});

test('a shortcut on a message without words says why the form is empty', async (t) => {
  const { ana, chat } = await startBot(t);
  const { channel, ts } = chat.world.post({ channel: 'C0SOCIAL', user: ana.id, text: '' });
  for (const name of ['Turn into a post', 'Draft a campaign']) {
    await ana.usesShortcut(name, { channel, ts } as Parameters<typeof ana.usesShortcut>[1]);
    await (await ana.seesModal(/I couldn’t read any text in this message/)).close();
  }
});

test('a form closed while its message was being read stays closed, without an error', async (t) => {
  const { ana, chat, logs } = await startBot(t);
  const said = await ana.says('Two weeks until the sale', { in: 'social' });
  await ana.says('Really?', { thread: said });
  const held = holdCalls(t);
  chat.faults.next('conversations.replies', held.fault);
  await ana.usesShortcut('Draft a campaign', said);
  await (await ana.seesModal(/Loading thread/)).close();
  held.release();
  await eventually(
    () => logs.find(({ msg }) => msg === 'a modal was closed before it could be filled') ?? null,
  );
  assert.deepEqual(
    logs.filter(({ msg }) => msg === 'a listener failed'),
    [],
  );
});

longTest('a shortcut used in a conversation of two people asks for a channel', async (t) => {
  const { ana, bo } = await startBot(t);
  const said = await bo.says('For your eyes', { in: 'Ana' });
  const modal = await ana.opensShortcut('Turn into a post', /Channel/, said);
  assert.equal(modal.values.Caption, 'For your eyes');
  await modal.sends({ Channel: 'launches' });
  await ana.sees('launches', /For your eyes/);
});

test('Slack’s formatting becomes plain text, and code and links stay', () => {
  const given: Record<string, string> = {
    '*Big _news_*, ~old~': 'Big news, old',
    'snake_case_x 2*3*4 * a *': 'snake_case_x 2*3*4 * a *',
    '`a *b* <c>` ```\nx = *y*\n```': 'a *b* <c> x = *y*',
    '*<https://x.example/a_b_c|our *menu*>*': 'our *menu* (https://x.example/a_b_c)',
    '<https://x.example> <http://b.example|b.example> <mailto:a@b.example|a@b.example>':
      'https://x.example http://b.example a@b.example',
    '<@U0ANA> <@U0BO|bo> <@U0X> <#C1|social> <#C2> <!here> <!subteam^S1|@editors> <!date^1^{date}|today>':
      '@Ana @bo @somebody #social #channel @here @editors today',
    '&gt; said\n&amp;lt; &lt;b&gt;': 'said\n&lt; <b>',
    ':tada: :wave::skin-tone-3: :our-own: 9:30:15': '🎉 👋🏼 :our-own: 9:30:15',
  };
  const elements = [
    { type: 'emoji', name: 'tada', unicode: '1f389' },
    { type: 'emoji', name: 'wave', skin_tone: 3, unicode: '1f44b-1f3fc' },
    { type: 'emoji', name: 'our-own' },
  ];
  const blocks = [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }];
  const { emoji } = readMessage({ ts: '1.2', blocks }) ?? {};
  for (const [text, plain] of Object.entries(given)) {
    const names = {
      person: (id: string) => (id === 'U0ANA' ? '@Ana' : '@somebody'),
      emoji: (name: string) => emoji?.get(name),
    };
    assert.equal(plainWords(text, names), plain);
  }
});

test('shortcut names are as short as Slack requires, and /social help lists them', async (t) => {
  const { ana } = await startBot(t);
  const { text: help } = await ana.hears('/social help', /What you can do here/);
  assert.match(
    help,
    /a card, either in its brand’s channel or where it was requested, with buttons to approve and publish it\./,
  );
  for (const { shortcut } of commands) {
    if (!shortcut) continue;
    assert.ok(shortcut.name.length <= 24);
    assert.match(help, new RegExp(`\\*${shortcut.name}:?\\*`));
  }
});
