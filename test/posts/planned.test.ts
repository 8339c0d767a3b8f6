/** A post that is planned for a time: what its buttons say and do, with and without a rule. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Button, KnownBlock } from '@slack/types';
import { app } from '#sandbox/chat/defaults.ts';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import { fieldsOf } from '#sandbox/chat/json.ts';
import { type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { nextSweep } from '#test/support/pausing.ts';
import { withCampaign } from '#test/support/review.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { approve, approveButton, cardSays, requestsCard, submits } from '#test/support/user-actions.ts';
import { passedUnapproved } from '#views/posts/card.ts';
import { actions, buttonText } from '#views/posts/card-buttons.ts';
import { retryButtons } from '#views/posts/card-questions.ts';
import { plannedTimePassed } from '#views/posts/refusals.ts';

const brandId = 'brand-1';
const plannedTime = String.raw`\w{3} \d{1,2}, (\d{4}, )?\d{1,2}:\d\d [AP]M [A-Z]{2,5}([+-]\d+)?`;
const approveFor = new RegExp(`^Approve & schedule for ${plannedTime}$`);

interface Rendered {
  text: string;
  style: string | undefined;
  asks: string;
  value: string;
}

const inADay = (): number => Math.ceil(Date.now() / 1_000) + 86_400;

/** The buttons of a card as Slack was given them. */
function buttonsOf(card: ShownMessage): Rendered[] {
  return card.blocks
    .map(fieldsOf)
    .filter(({ type }) => type === 'actions')
    .flatMap(({ elements }) => (Array.isArray(elements) ? elements.map(fieldsOf) : []))
    .map(({ text, style, confirm, value }) => ({
      text: String(fieldsOf(text).text),
      style: style === undefined ? undefined : String(style),
      asks: String(fieldsOf(fieldsOf(confirm).text).text ?? ''),
      value: String(value),
    }));
}

/** A message with an outdated button. */
function olderCard(
  chat: StartedBot['chat'],
  channel: string,
  action_id: string,
  value: string,
): ShownMessage {
  const button: Button = { type: 'button', action_id, value, text: { type: 'plain_text', text: 'Older' } };
  const blocks: KnownBlock[] = [{ type: 'actions', elements: [button] }];
  const { ts } = chat.world.post({ channel, user: app.botUser, text: 'Older', blocks });
  const found = chat.messages(channel).find((one) => one.ts === ts);
  assert.ok(found);
  return found;
}

const named = (card: ShownMessage, text: string | RegExp): Rendered => {
  const found = buttonsOf(card).find((one) =>
    typeof text === 'string' ? one.text === text : text.test(one.text),
  );
  assert.ok(found, `no button ${text} among ${card.buttons.join(', ')}`);
  return found;
};

test('approving a planned post schedules it, and publishing now says that its time is removed', async (t) => {
  const { bo, posts, service } = await withCampaign(t, 2);
  const [first, second] = posts;
  await first.offers('Edit');
  assert.match(first.text, /Planned for/);
  const primary = buttonsOf(first).filter(({ style }) => style === 'primary');
  assert.equal(primary.length, 1);
  const [approve] = primary;
  assert.ok(approve);
  assert.match(approve.text, approveFor);
  const at = approve.text.replace('Approve & schedule for ', '');
  assert.ok(approve.asks.includes(`schedules it for ${at}.`), approve.asks);
  assert.match(approve.asks, /goes to Instagram · northwind\.coffee/);
  const now = named(first, 'Publish now');
  assert.ok(now.asks.includes(`Its planned time, ${at}, will be removed.`), now.asks);
  assert.match(now.asks, /publishes it right away.* goes to|goes to .*publishes it right away/s);

  await bo.clicks(first, approve.text, { shows: /Scheduled for <!date[^>]+>\* by <@U0BO>|Scheduled for/ });
  assert.equal(service.publishes(), 0);
  await first.offers('Reschedule');
  assert.deepEqual(
    buttonsOf(first).filter(({ style }) => style === 'primary'),
    [],
  );
  assert.ok(named(first, 'Publish now').asks.includes(`Its scheduled time, ${at}, will be removed.`));

  await bo.clicks(second, 'Publish now', { shows: cardSays.publishedBy('U0BO') });
  assert.equal(service.publishes(), 1);
});

longTest(
  'if several approvals are needed, the first doesn’t schedule the post, and its confirmation says the time',
  async (t) => {
    const { ana, bo, cy, service, ...started } = await startBot(t);
    await (await ruleSetter(t, started))(aRule({ people: ['U0BO', 'U0CY'], needed: 2 }));
    const card = await requestsCard(ana, '/post Beans from Huila', cardSays.readyWith(/Planned for/), {
      fill: { 'Schedule for': Math.ceil(Date.now() / 1_000) + 86_400 },
    });
    await card.offers('Edit');
    const { text, style, asks: question } = named(card, buttonText.approve);
    assert.equal(style, 'primary');
    assert.match(question, /It needs 2 more approvals, including this one\./);
    assert.match(question, new RegExp(`It’s planned for ${plannedTime}\\.`));
    // two approvals are needed for the time, so one alone doesn't drop it
    assert.ok(!card.buttons.includes('Publish now'));
    assert.match(card.text, /The final approval schedules this post for <!date/);
    await bo.clicks(card, text, { shows: /1 of 2/ });
    assert.doesNotMatch(card.text, /The final approval/);
    assert.match(await approveButton(card), approveFor);
    await approve(cy, card, { shows: cardSays.scheduled });
    assert.equal(service.publishes(), 0);
  },
);

longTest('if one approval is enough, its approver can publish a planned post now', async (t) => {
  const { ana, bo, service, ...started } = await startBot(t);
  await (await ruleSetter(t, started))(aRule());
  const card = await requestsCard(ana, '/post Beans from Huila', cardSays.readyWith(/Planned for/), {
    fill: { 'Schedule for': Math.ceil(Date.now() / 1_000) + 86_400 },
  });
  await card.offers('Publish now');
  assert.match(named(card, 'Publish now').asks, /Its planned time, .*, will be removed\./);
  await bo.clicks(card, 'Publish now', { shows: cardSays.publishedBy('U0BO') });
  assert.equal(service.publishes(), 1);
});

longTest(
  'an approval button that names no time schedules a planned post, and doesn’t publish it',
  async (t) => {
    const { bo, chat, posts, service } = await withCampaign(t, 1);
    const [card] = posts;
    await card.offers('Publish now');
    const { value } = named(card, 'Publish now');
    await bo.clicks(olderCard(chat, card.channel, actions.approve, value), 'Older');
    await card.shows(cardSays.scheduled);
    assert.equal(service.publishes(), 0);
  },
);

test('once the planned time has passed, the card offers to publish now or to choose a new time', async (t) => {
  const { ana, bo, chat, service } = await startBot(t);
  service.putPost({
    brandId,
    caption: 'Yesterday',
    socialProfileIds: ['profile-1'],
    scheduledAt: Date.now() - 86_400_000,
  });
  const list = await ana.hears('/social posts', /Yesterday/);
  assert.deepEqual(list.buttons.slice(0, 3), ['Refresh', 'Publish now', 'Change time']);
  const { value } = named(list, 'Publish now');
  await bo.clicks(olderCard(chat, list.channel, actions.agree, value), 'Older');
  assert.equal(await bo.seesPrivately(), plannedTimePassed);
  // nor does the button for posts without a time
  await bo.clicks(olderCard(chat, list.channel, actions.approve, value), 'Older');
  assert.equal(await bo.seesPrivately(), plannedTimePassed);
  assert.equal(service.requestsTo('PATCH /post/*').length, 0);
});

test('a post whose planned time passes before it’s created becomes a draft', async (t) => {
  let aheadMs = 0;
  const { ana, service } = await startBot(t, { now: () => Date.now() + aheadMs });
  service.faults.add({ on: 'POST /post', kind: 'status', status: 422, times: 1 });
  await submits(ana, '/post Beans from Huila', { fill: { 'Schedule for': inADay() } });
  const card = await ana.sees('social', /Couldn’t create the post/);
  await card.offers(retryButtons.create);
  aheadMs = 2 * 86_400_000;
  await ana.clicks(card, retryButtons.create);
  const draft = await ana.sees('social', cardSays.ready);
  assert.match(draft.text, /Planned for [^\n]+, which has passed. Publish it now, or choose a new time\./);
  await draft.offers(buttonText.newTime);
  assert.deepEqual(
    service.posts().map(({ caption, scheduledAt }) => ({ caption, scheduledAt })),
    [{ caption: 'Beans from Huila', scheduledAt: undefined }],
  );
});

longTest('a card stops offering its planned time once it passes, without a click', async (t) => {
  let aheadMs = 0;
  const started = await withCampaign(t, 1, { now: () => Date.now() + aheadMs });
  const [card] = started.posts;
  await eventually(() => assert.ok(card.buttons.some((button) => approveFor.test(button))));
  aheadMs = 14 * 86_400_000;
  await nextSweep(t, started);
  await eventually(() =>
    assert.ok(!card.buttons.some((button) => approveFor.test(button)), card.buttons.join(', ')),
  );
  assert.ok(card.buttons.includes(buttonText.newTime), card.buttons.join(', '));
  assert.match(card.text, /Planned for [^\n]+, which has passed. Publish it now, or choose a new time\./);
  await (await ruleSetter(t, started))(aRule());
  await nextSweep(t, started);
  await card.shows(passedUnapproved);
  assert.ok(!card.buttons.includes(buttonText.publishNow), card.buttons.join(', '));
});
