import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ShownMessage } from '#sandbox/chat/people/handles.ts';
import { asks } from '#test/support/asks.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';

const on = 'PATCH /post/*';

/** A bot whose key may not publish, and posts that wait for a decision. */
async function startRefused(t: TestContext, drafts: Record<string, number>) {
  const bot = await startBot(t);
  const cards: Record<string, ShownMessage[]> = {};
  for (const [channel, many] of Object.entries(drafts))
    for (let n = 0; n < many; n += 1) {
      await asks(bot.ana, `/post Beans in ${channel}, number ${n}.`, { in: channel });
      const where = channel === 'leadership' ? 'Presscheck' : channel;
      const card = await bot.ana.sees(where, new RegExp(`Ready.*Beans in ${channel}, number ${n}\\.`, 's'));
      await eventually(() => assert.ok(card.buttons.includes('Approve & publish')));
      cards[channel] = [...(cards[channel] ?? []), card];
    }
  const refuses = () => bot.service.faults.add({ on, kind: 'status', status: 401, times: 100 });
  const alertsIn = (channel: string) =>
    bot.chat
      .messages(channel)
      .filter(({ text }) => /^(:rotating_light:|:white_check_mark: \*The publishing service)/.test(text));
  return { ...bot, cards, refuses, fault: refuses(), alertsIn };
}

const fails = /does not accept our API key.*It was not published/s;

test('posts that fail for one cause are one alert of the workspace, which counts up, ends and begins anew in its place', async (t) => {
  const { ana, bo, cards, fault, refuses, alertsIn } = await startRefused(t, { social: 3, launches: 2 });
  const [one, two, three] = cards.social ?? [];
  const [four, five] = cards.launches ?? [];
  assert.ok(one && two && three && four && five);
  for (const card of [one, two]) {
    await bo.clicks(card, 'Approve & publish');
    await bo.seesOn(card, fails);
  }
  const alert = await ana.sees(
    'social',
    /:rotating_light: <@U0ANA> \*The publishing service does not accept our API key/,
  );
  await Promise.all([three, four, five].map((card) => bo.clicks(card, 'Approve & publish')));
  await eventually(() =>
    assert.match(alert.text, /5 posts are affected since .*, 2 of them in another conversation\./),
  );
  assert.match(alert.text, /number 2.*number 1.*number 0/s);
  assert.doesNotMatch(alert.text, /Beans in launches/);
  assert.deepEqual(alertsIn('launches'), []);

  fault.remove();
  await bo.clicks(five, 'Approve & publish');
  await eventually(() => assert.match(alert.text, /accepts our API key again\.\*\s5 posts failed for it/));
  assert.match(alert.text, /use the buttons of the cards that still need it/);

  refuses();
  for (const card of [three, two]) {
    await bo.clicks(card, 'Approve & publish');
    await bo.seesOn(card, fails);
  }
  await eventually(() => assert.match(alert.text, /^:rotating_light:.*2 posts are affected since/s));
  assert.equal(alertsIn('social').length, 1);
});

test('an alert that only one person reads goes on in a channel as soon as a post of one fails', async (t) => {
  const { ana, bo, cards, alertsIn } = await startRefused(t, { leadership: 2, social: 1 });
  for (const card of cards.leadership ?? []) {
    await ana.clicks(card, 'Approve & publish');
    await ana.seesOn(card, fails);
  }
  const hers = await ana.sees('Presscheck', /:rotating_light:.*2 posts are affected.*number 1.*number 0/s);
  await bo.clicks(cards.social?.[0] ?? hers, 'Approve & publish');
  const alert = await ana.sees(
    'social',
    /:rotating_light:.*3 posts are affected since .*, 2 of them in another conversation/s,
  );
  assert.doesNotMatch(alert.text, /Beans in leadership/);
  await eventually(() => assert.match(hers.text, /This alert> goes on in <#C0SOCIAL>/));
  for (const card of cards.leadership ?? [])
    await ana.seesOn(
      card,
      new RegExp(`archives/C0SOCIAL/p${alert.ts.replace('.', '')}\\|One alert> counts all posts`),
    );
  assert.equal(alertsIn('social').length, 1);
});

for (const greeted of [true, false])
  test(`an alert that neither its channel nor the author takes ${greeted ? 'goes to whoever set Presscheck up' : 'is tried again'}`, async (t) => {
    const { ana, bo, cy, chat, cards } = await startRefused(t, { social: 2 });
    if (greeted) {
      await cy.opensHome();
      await cy.sees('Presscheck', /Presscheck is ready/);
    }
    for (const error of ['channel_not_found', 'messages_tab_disabled'])
      chat.faults.next('chat.postMessage', { kind: 'refused', error });
    for (const card of cards.social ?? []) {
      await bo.clicks(card, 'Approve & publish');
      await bo.seesOn(card, fails);
    }
    if (!greeted) return void (await ana.sees('social', /:rotating_light:.*2 posts are affected/s));
    const alert = await cy.sees(
      'Presscheck',
      /:rotating_light:.*2 posts are affected since .*, in another conversation/s,
    );
    assert.doesNotMatch(alert.text, /Beans/);
  });
