import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Driver } from '#sandbox/chat/driver/driver.ts';
import type { Chat } from '#sandbox/chat/start.ts';
import { oneBrandSeed } from '#sandbox/service/seed/one-brand.ts';
import { createAudit } from '#src/audit/audit-store.ts';
import { describeRule } from '#src/posts/card/rule.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { redisOf } from '#test/support/stored.ts';
import { cardSays, makesDraft, requestsCard } from '#test/support/user-actions.ts';
import { clipped, escaped, escapedWithMarks } from '#views/kit/text.ts';
import { seeAllText } from '#views/posts/card-content.ts';

const loud = '<!channel> <!here> <@U0CY> <!subteam^S0EDITORS> <https://evil.example|your bank> & *bold*';

/** Every text that Slack would read as markup, in all that the bot ever sent. */
function mrkdwnSent(chat: Chat): string[] {
  const found: string[] = [];
  const look = (value: unknown, key = ''): void => {
    if (typeof value === 'string' && key === 'text') found.push(value);
    if (Array.isArray(value)) for (const one of value) look(one, key);
    else if (typeof value === 'object' && value !== null) {
      const { type } = value as { type?: string };
      // these two are shown as they are
      if (type === 'plain_text' || String(type).startsWith('rich_text')) return;
      for (const [name, one] of Object.entries(value)) look(one, name);
    }
  };
  for (const { args } of chat.calls) look(args);
  return found;
}

function nobodyIsPinged(chat: Chat, users: readonly Driver[] = []): void {
  const texts = mrkdwnSent(chat);
  assert.ok(texts.length > 0);
  const asked = new Set(users.map(({ id }) => id));
  for (const text of texts) {
    assert.doesNotMatch(text, /<!(channel|here|everyone|subteam)/);
    assert.doesNotMatch(text, /<https:\/\/evil\.example/);
    for (const [, user] of text.matchAll(/<@(U\w+)>/g))
      assert.ok(asked.has(user ?? ''), `${user} in: ${text}`);
  }
}

test('a command reads the same text with and without Slack’s escaping', async (t) => {
  const { ana } = await startBot(t);
  for (const [typed, form, field] of [
    ['/post Fish &amp; chips &lt;3', 'New post', 'Caption'],
    ['/post Fish & chips <3', 'New post', 'Caption'],
    ['/social ai Fish &amp; chips &lt;3', 'New AI post', 'Prompt'],
  ] as const) {
    const modal = await ana.opens(typed, form);
    assert.equal(modal.values[field], 'Fish & chips <3');
    await modal.close();
  }
  assert.match((await ana.hears('/social posts R&amp;D')).text, /“R&amp;D”/, 'escaped once, for Slack');
});

test('markup in a caption is shown literally, in every state, and mentions no one', async (t) => {
  const { ana, bo, chat, service } = await startBot(t);
  const card = await makesDraft(ana, loud);
  assert.ok(card.text.includes(loud), card.text);
  await bo.clicks(card, 'Approve & publish', { shows: /Published by/ });
  assert.equal(service.posts()[0]?.caption, loud);
  nobodyIsPinged(chat, [ana, bo]);
});

longTest('an emoji’s name in a caption is shown as the text that is published', async (t) => {
  const { ana, bo, chat, service } = await startBot(t);
  const caption = `Doors open :tada: at 10:30:00, :custom_one: & ${'more '.repeat(150)}:fire:`;
  const card = await makesDraft(ana, caption);
  await bo.opensOn(card, seeAllText, 'Full post');
  await bo.hears('/social posts', /Doors open/);
  await bo.clicks(card, 'Approve & publish', { shows: /Published by/ });
  assert.equal(service.posts()[0]?.caption, caption);
  const shown = chat.calls.flatMap(({ args }) =>
    JSON.stringify(args).includes('Doors open')
      ? [JSON.stringify(args).replaceAll(/"initial_value":"[^"]*"/g, '')]
      : [],
  );
  assert.ok(shown.some((text) => text.includes('Doors open :\u200btada: at 10:30:00, :\u200bcustom_one:')));
  for (const text of shown) assert.doesNotMatch(text, /:(tada|custom_one|fire):/);
});

test('markup in a prompt, a brief and a reason for a rejection mentions no one', async (t) => {
  const { ana, bo, chat, service } = await startBot(t);
  service.holdGeneration();
  const waiting = await requestsCard(ana, `/ai-post ${loud}`, /Generating an AI post/);
  assert.ok(waiting.text.includes('&lt;!channel&gt;'), waiting.text);
  service.releaseGeneration();
  const card = await ana.sees('social', cardSays.ready);
  const modal = await bo.opensOn(card, 'Reject', 'Reject post');
  await (await modal.fill({ Reason: loud })).submit();
  await card.shows(/Rejected by <@U0BO>/);

  await requestsCard(ana, `/campaign ${loud}`, /2 posts to review/, { in: 'launches', fill: { Posts: '2' } });
  nobodyIsPinged(chat, [ana, bo]);
});

test('markup in the names of brands and profiles mentions no one', async (t) => {
  const [brand] = oneBrandSeed.brands;
  assert.ok(brand);
  const profiles = [{ id: 'profile-1', provider: 'instagram' as const, name: loud }];
  const seed = { ...oneBrandSeed, brands: [{ ...brand, name: loud, profiles }] };
  const { ana, bo, chat } = await startBot(t, { service: { seed } });
  const modal = await ana.opens('/post Plain words', 'New post');
  await modal.sends({ 'Social profiles': ['Instagram'] });
  const card = await ana.sees('social', cardSays.ready);
  await bo.clicks(card, 'Approve & publish', { shows: /Published by/ });
  nobodyIsPinged(chat, [ana, bo]);
});

test("markup in the service's messages and status words mentions no one", async (t) => {
  const { ana, chat, service } = await startBot(t);
  service.faults.add({ on: 'POST /post', kind: 'status', status: 422, body: { message: loud } });
  const card = await requestsCard(ana, '/post Refused words', /rejected the request/);
  // what looks like a tag of a page is left out, the rest is escaped
  assert.match(card.text, /It says: “&lt;@U0CY&gt; &amp; ∗bold∗/);

  service.holdGeneration();
  await requestsCard(ana, '/ai-post A status nobody knows', /Generating an AI post/, { in: 'launches' });
  const post = await eventually(() => service.posts().find(({ state }) => state === 'generating') ?? null);
  service.edit(post.id, { state: 'draft', statusWord: loud });
  await ana.sees('launches', /a status I don’t recognize/);
  nobodyIsPinged(chat, [ana]);
});

test('formatting marks in what people write become lookalike characters', () => {
  const marked: Record<string, string> = {
    '*Big _news_*, ~old~ `x`': '∗Big ˍnewsˍ∗, ∼old∼ ˋxˋ',
    '**a** 5* ~5 _': '∗∗a∗∗ 5∗ ∼5 _',
    'snake_case 2*3*4 a * b ~ c': 'snake_case 2*3*4 a * b ~ c',
    'https://x.example/~ana/_a_*b* _c_': 'https://x.example/~ana/_a_*b* ˍcˍ',
    '<!channel> & *b*': '&lt;!channel&gt; &amp; ∗b∗',
    '> 5 kg a > b\n>>> all\r\n  > > on\n->': '› 5 kg a &gt; b\n››› all\r\n  › › on\n-&gt;',
  };
  for (const [text, shown] of Object.entries(marked)) {
    assert.equal(escaped(text), shown);
    assert.equal(clipped(text, 100), shown);
  }
  assert.equal(clipped('*bold* words', 6), '∗bold…');
  assert.equal(clipped('> words', 4), '› w…');
  assert.equal(escapedWithMarks('Not *read*:\n> `a` > b'), 'Not *read*:\n› `a` &gt; b');
});

test('formatting in a pause’s reason is kept in its report, the private response, and the audit trail', async (t) => {
  const { cy } = await startBot(t);
  await cy.types('/social pause all *Recall* of `batch_7`\n> 5 kg only');
  assert.match(await cy.seesPrivately(), /: ∗Recall∗ of ˋbatch_7ˋ\s+› 5 kg only/);
  await cy.sees('social', /<@U0CY> paused .*: ∗Recall∗ of ˋbatch_7ˋ\s+› 5 kg only/);
  await cy.hears('/social audit froze', /paused.*∗Recall∗ of ˋbatch_7ˋ\s+› 5 kg only/s);
});

test('people and times in a rule are shown as such, and what people wrote as text', async (t) => {
  const bot = await startBot(t);
  const { cy, settings } = bot;
  const { redis, prefix } = redisOf(t, settings);
  const trail = createAudit({
    redis,
    prefix,
    days: 1,
    log: { info() {}, warn() {}, error() {} },
    now: Date.now,
  });
  const add = (entry: Parameters<typeof trail.add>[1]) => trail.add('T0PRESS', entry);
  const rule = { approvers: { people: ['U0ANA'], groups: ['S0EDITORS'] }, needed: 1, own: false };
  const note = describeRule({ ...rule, scheduled: true, channel: 'C0LAUNCHES' });
  await add({ by: 'U0CY', what: 'set', note });
  await add({ by: 'U0CY', what: 'froze', note: 'USED CARS are recalled, see 2026-11-24T11:00:00Z' });
  const was = 'freeze, was scheduled for 2026-11-24T11:00:00Z';
  await add({ by: 'presscheck', what: 'taken off', note: was });
  await trail.close();

  const named = await cy.hears('/social audit ana', /Audit trail: ana/);
  assert.match(named.text, /\n1 of 3 entries matches\.\n/);
  assert.match(named.text, /cards in <#C0LAUNCHES>; approvers: <@U0ANA>, <!subteam\^S0EDITORS>/);
  const pause = await cy.hears('/social audit freeze', /Audit trail: freeze/);
  assert.match(pause.text, /paused, was scheduled for <!date\^1795518000\^[^|]*\|2026-11-24 11:00 UTC>/);
  const paused = /<@U0CY> paused all brands\n.*USED CARS are recalled, see 2026-11-24T11:00:00Z/;
  assert.match(pause.text, paused);
  await cy.hears('/social audit nowhere', /Audit trail: nowhere\n0 of 3 entries match\.\nLatest entry/);
});
