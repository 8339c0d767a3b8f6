/** `/social open <link>`: any link to a post, even those that Slack doesn't report to us. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aFile, reviewCard, sendsFile } from '#test/spreadsheets/files.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { linkTo, startWithLinks } from '#test/support/links.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { cardSays, makesDraft, opensPosts, submits } from '#test/support/user-actions.ts';

test('a link to a card, or to a reply below it, opens its post with the buttons', async (t) => {
  const { ana, bo, chat, service } = await startBot(t);
  const card = await makesDraft(ana, 'Open until ten tonight');
  const address = (ts: string) => `${chat.url}/archives/${card.channel}/p${ts.replace('.', '')}`;
  const reply = await ana.says('Nice', { thread: card });
  for (const link of [
    address(card.ts),
    `<${address(card.ts)}>`,
    `${address(reply.ts)}?thread_ts=${card.ts}&cid=${card.channel}`,
  ]) {
    await bo.types(`/social open ${link}`, { in: 'launches' });
    const opened = await bo.privateMessage();
    assert.match(opened.text, /Northwind Coffee\*[\s\S]*Ready for review[\s\S]*Open until ten tonight/, link);
    assert.ok(opened.buttons.includes('Approve & publish'));
  }
  await bo.types(`/social open ${address(card.ts)}`, { in: 'launches' });
  const opened = await bo.privateMessage();
  await bo.clicks(opened, 'Approve & publish');
  await card.shows(cardSays.publishedBy('U0BO'));
  await eventually(() => assert.equal(service.publishes(), 1));
});

const ends = [
  ['600', 'undoes it there'],
  ['1', 'reads there that it was published'],
] as const;

for (const [undoSeconds, then] of oneOf(ends))
  longTest(`someone who approves below a link ${then}`, async (t) => {
    const { ana, bo, chat, service } = await startBot(t, { settings: { UNDO_SECONDS: undoSeconds } });
    const card = await makesDraft(ana, 'Open until ten tonight');
    const link = `${chat.url}/archives/${card.channel}/p${card.ts.replace('.', '')}`;
    const opened = await bo.hears(`/social open ${link}`, /Ready for review/, { in: 'launches' });
    await bo.clicks(opened, 'Approve & publish');
    if (undoSeconds === '1') {
      await opened.shows(cardSays.publishedBy('U0BO'));
      assert.equal(service.publishes(), 1);
      return;
    }
    await bo.clicks(opened, 'Undo');
    await opened.offers('Approve & publish');
    assert.equal(service.publishes(), 0);
    await card.shows(cardSays.ready);
  });

longTest('a campaign’s card opens without buttons', async (t) => {
  const { ana, bo, chat } = await startBot(t);
  await submits(ana, '/campaign A week of soup', { fill: { Posts: '2' } });
  const card = await ana.sees('social', /to review\* in the thread below/);
  await bo.types(`/social open ${chat.url}/archives/${card.channel}/p${card.ts.replace('.', '')}`);
  const opened = await bo.privateMessage(/A week of soup/);
  assert.deepEqual(
    opened.buttons.filter((text) => text !== 'Duplicate'),
    [],
  );
  assert.match(opened.text, /Open card/);
});

longTest('an import’s card opens without claims about its posts', async (t) => {
  const bot = await startBot(t);
  const { bo, chat } = bot;
  const profile = 'Instagram · northwind.coffee';
  await sendsFile(bot, aFile([['Northwind Coffee', 'Open until ten', '', profile, '']]));
  await bo.clicks(await reviewCard(bot, /Ready to create 1 post/), 'Create 1 post');
  const card = await eventually(
    () => chat.messages('social').find(({ text }) => /^Imported posts for/.test(text)) ?? null,
  );
  // people can see the message a moment before its card knows it
  const opened = await eventually(async () => {
    await bo.types(`/social open ${chat.url}/archives/${card.channel}/p${card.ts.replace('.', '')}`);
    const answer = await bo.privateMessage();
    assert.match(answer.text, /spring\.csv/);
    return answer;
  });
  assert.doesNotMatch(opened.text, /social profiles|generating/i);
});

test('a link to the web app opens the post, which is looked up if unknown', async (t) => {
  const { ana, service } = await startWithLinks(t);
  const post = service.putPost({ brandId: 'brand-1', caption: 'Written in the web app' });
  const opened = await ana.hears(`/social open ${linkTo(post.id)}`, /Written in the web app/);
  assert.ok(opened.buttons.includes('Approve & publish'));
  // the card that the first button makes is in the same list
  await ana.clicks(opened, 'Reject');
  await (await ana.seesModal(/^Reject/)).submit({ Reason: 'Too early' });
  await opened.shows(/Rejected by <@U0ANA>/);
});

test('a link whose query has several parts opens the post, as Slack writes it in a command', async (t) => {
  const { ana, service } = await startWithLinks(t, {
    settings: { POST_URL_PATTERN: 'https://app.example.com/?brand={brand}&post={id}' },
  });
  const post = service.putPost({ brandId: 'brand-1', caption: 'Written in the web app' });
  const url = `https://app.example.com/?brand=brand-1&post=${post.id}`;
  await ana.hears(`/social open <${url.replaceAll('&', '&amp;')}>`, /Written in the web app/);
});

test('a post that can’t be looked up now says why', async (t) => {
  let now = Date.now();
  const { ana, service } = await startWithLinks(t, { now: () => now });
  await opensPosts(ana);
  now += 120_000;
  service.faults.add({ on: 'GET /post', kind: 'status', status: 503, times: Number.POSITIVE_INFINITY });
  await ana.types(`/social open ${linkTo('nobody-knows')}`);
  await ana.seesPrivately(/^Looking for this post… I’ll share what I find in a new message\./);
  await ana.seesPrivately(/publishing service/);
});

test('a link to no post, another link and no link say what to do', async (t) => {
  const { ana } = await startWithLinks(t);
  for (const [link, wanted] of [
    [
      '',
      /^Which post\? Paste a link to its card or to the post in the publishing service: .*open &lt;link&gt;/,
    ],
    [linkTo('nobody-knows'), /^I can’t find a post at this link\./],
    ['https://example.com', /^I can’t find a post at this link\./],
    ['https://x.slack.com/archives/C0SOCIAL/p1700000000123456', /^I can’t find a post at this link\./],
  ] as const) {
    await ana.hears(`/social open ${link}`, wanted);
  }
});

test('without the setting, the response only asks for a link to a card', async (t) => {
  const { ana } = await startBot(t);
  assert.match((await ana.hears('/social open', /^Which post\?/)).text, /Paste a link to its card: /);
  await ana.types(`/social open ${linkTo('post-1')}`);
  assert.match(await ana.seesPrivately(/can’t find/), /Check that it’s a link to a card in Slack\./);
});
