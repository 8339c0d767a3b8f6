/**
 * Every outcome of a post reaches the people concerned: one new message in the right place, after it's stored, and
 * none to whoever acted.
 */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import type { Card } from '#src/posts/card/card.ts';
import { readBrandJob } from '#src/posts/jobs.ts';
import { type BotOptions, type StartedBot, startBot, workspace } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { linkTo, startWithLinks } from '#test/support/links.ts';
import { longTest, oneOf, shareOf } from '#test/support/long-tests.ts';
import {
  allNotified,
  cardsBelow,
  cardWhenNotified,
  notificationsBelow,
  type Sent,
  sentNotifications,
} from '#test/support/notifications.ts';
import { inDays } from '#test/support/pausing.ts';
import { openQueue } from '#test/support/queue.ts';
import { continueTo, reviews, tickedCount, withCampaign } from '#test/support/review.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { cardSays, edits, makesDraft, submits } from '#test/support/user-actions.ts';
import { chooseText } from '#views/campaigns/review.ts';
import { openInService } from '#views/posts/card.ts';

const on = 'PATCH /post/*';

interface Scene extends StartedBot {
  t: TestContext;
  card: ShownMessage;
  later(ms: number): void;
}

/** Ana's draft, or a post that she scheduled for tomorrow, and the notifications that were sent since. */
async function scene(
  t: TestContext,
  { needed, scheduled = false, ...options }: BotOptions & { needed?: number; scheduled?: boolean } = {},
) {
  let aheadMs = 0;
  const bot = await startBot(t, { ...options, now: () => Date.now() + aheadMs });
  if (needed !== undefined)
    await (await ruleSetter(t, bot))(aRule({ people: ['U0BO', 'U0CY'], needed, scheduled: false }));
  const fill = scheduled ? { fill: { 'Schedule for': inDays(1) / 1_000 } } : {};
  await submits(bot.ana, '/post Beans from Huila', fill);
  const card = await bot.ana.sees('social', scheduled ? cardSays.scheduled : cardSays.ready);
  await eventually(() => assert.ok(card.buttons.length > 0));
  await allNotified(t, bot);
  const before = sentNotifications(bot).length;
  return {
    ...bot,
    t,
    card,
    later(ms: number): void {
      aheadMs += ms;
    },
    /** Once nothing is left to send. */
    async sent(): Promise<Sent[]> {
      await allNotified(t, bot);
      return sentNotifications(bot).slice(before);
    },
  };
}

const movedTo = new Date(inDays(3));
/** Until Ana's post is published without a click. A resting card is compared rarely, so an hour passes. */
const publishedOutside = async (
  { service, later, card, ...bot }: Scene,
  aheadMs = 3_600_000,
): Promise<void> => {
  service.edit(service.posts()[0]?.id ?? '', { state: 'published' });
  later(aheadMs);
  const queue = openQueue(bot.t, bot);
  await eventually(async () => {
    await queue.enqueue(readBrandJob, { workspace, brand: 'brand-1' });
    assert.match(card.text, /Published/);
  });
};

/** What table.test.ts has no row for. */
const outcomes: {
  what: string;
  scheduled: boolean;
  when(scene: Scene): Promise<unknown>;
  says: RegExp;
  /** What Redis has when the message reaches Slack. */
  stored(card: Card): boolean;
}[] = [
  {
    what: 'published in the web app',
    scheduled: false,
    when: (scene) => publishedOutside(scene),
    says: /^<@U0ANA>: This post was published on Instagram from the publishing service\.$/,
    stored: ({ state }) => state === 'published',
  },
  {
    what: 'published on schedule',
    scheduled: true,
    when: (scene) => publishedOutside(scene, 25 * 3_600_000),
    says: /^<@U0ANA>: This post was published on Instagram as scheduled\.$/,
    stored: ({ state }) => state === 'published',
  },
  {
    what: 'rescheduled by someone else',
    scheduled: true,
    async when({ bo, card }) {
      const modal = await bo.opensOn(card, 'Reschedule', 'Reschedule');
      await modal.sends({ 'Schedule for': movedTo });
    },
    says: /^<@U0ANA>: Bo rescheduled this post from <!date\^\d+.* to <!date\^\d+/,
    stored: ({ content }) => Date.parse(content.scheduledAt ?? '') === movedTo.getTime(),
  },
  {
    what: 'unscheduled by someone else',
    scheduled: true,
    when: ({ bo, card }) => bo.clicks(card, 'Unschedule'),
    says: /^<@U0ANA>: Bo unscheduled this post\.$/,
    stored: ({ state, content }) => state === 'review' && content.scheduledAt === undefined,
  },
];

describe('a new message in the thread of the card mentions Ana', { concurrency: 4 }, () => {
  for (const { what, scheduled, when, says, stored } of shareOf(outcomes, { which: 1, shares: 3 }))
    test(`of her post that was ${what}`, async (t) => {
      const { sent, ...started } = await scene(t, { scheduled });
      const { card } = started;
      const whenTold = await cardWhenNotified(t, started, card, says);
      await when(started);
      await eventually(() => assert.equal(notificationsBelow(card).length, 1));
      const [one, ...others] = await sent();
      assert.deepEqual(others, []);
      assert.deepEqual([one?.channel, one?.thread, one?.broadcast], [card.channel, card.ts, false]);
      assert.ok(stored(whenTold()), JSON.stringify(whenTold()));
    });
});

async function decides(
  who: StartedBot['bo'],
  card: ShownMessage,
  button: string,
  fill: Record<string, string>,
) {
  await who.clicks(card, button);
  const modal = await who.seesModal(new RegExp(`^${button}`));
  await modal.sends(fill);
}

longTest('reopening someone else’s post notifies the requester and the person who rejected it', async (t) => {
  const { bo, cy, card, sent } = await scene(t);
  await decides(bo, card, 'Reject', { Reason: 'Too early' });
  await eventually(() => assert.equal(notificationsBelow(card).length, 1));
  await cy.clicks(card, 'Reopen');
  await card.shows(cardSays.ready);
  const [, reopened, ...more] = await sent();
  assert.deepEqual(more, []);
  assert.equal(reopened?.text, '<@U0ANA> and <@U0BO>: Cy reopened this post for review.');
  assert.equal(reopened.thread, card.ts);
});

longTest('resubmitting a post notifies the person who requested the changes', async (t) => {
  const { ana, bo, cy, card, sent, ...bot } = await scene(t, { needed: 1 });
  const rules = await ruleSetter(t, bot);
  await rules(aRule({ people: ['U0BO'] }));
  await decides(bo, card, 'Request changes', { 'What should change': 'Shorter' });
  await eventually(() => assert.equal(notificationsBelow(card).length, 1));
  await rules(aRule({ people: ['U0CY'] }));
  await cy.clicks(card, 'Resubmit');
  await card.shows(cardSays.ready);
  const [, resubmitted, ...more] = await sent();
  assert.deepEqual(more, []);
  assert.equal(resubmitted?.text, '<@U0ANA> and <@U0BO>: Cy resubmitted this post without changes.');
});

test('a ready campaign is announced in the channel, and posts published together share one message', async (t) => {
  const bot = await withCampaign(t, 2);
  const { bo, card, service } = bot;
  await allNotified(t, bot);
  const [ready, ...others] = sentNotifications(bot);
  assert.deepEqual(others, []);
  assert.equal(ready?.text, '<@U0ANA>: This campaign is ready, with 2 posts.');
  assert.deepEqual([ready.thread, ready.broadcast], [bot.card.ts, true]);
  const [reply = assert.fail()] = notificationsBelow(bot.card);
  assert.deepEqual(reply.buttons, ['Review campaign']);

  const modal = await reviews(bo, reply);
  await modal.clicks(chooseText(2));
  await eventually(() => assert.ok(tickedCount(modal) > 0));
  const check = await continueTo(bo, modal, 'Publish now', /Publish 2 posts\?/);
  await check.submit();
  await eventually(() => assert.ok(sentNotifications(bot).length > 1));
  await allNotified(t, bot);
  assert.equal(service.publishes(), 2);
  const [published, ...more] = sentNotifications(bot).slice(1);
  // none to the user who decided
  assert.deepEqual(more, []);
  assert.equal(published?.text, '<@U0ANA>: Bo published 2 posts.');
  assert.equal(published.thread, card.ts);
});

longTest(
  'a campaign with a failed post: the reply counts both, below the cards of all its posts',
  async (t) => {
    const bot = await startBot(t, { settings: { CHANNEL_INTERVAL_MS: '300' } });
    bot.service.failGeneration(1);
    await submits(bot.ana, '/campaign Opening week', { in: 'launches', fill: { Posts: '4' } });
    const card = await bot.ana.sees('launches', /Campaign for Northwind/);
    const isReady = ({ text }: ShownMessage): boolean => /posts? in this campaign/.test(text);
    const ready = await eventually(() => notificationsBelow(card).find(isReady) ?? null);
    assert.match(ready.text, /^<@U0ANA>: [\s\S]*\b3 of 4 posts in this campaign are ready. 1 failed\./);
    const cards = cardsBelow(card);
    assert.equal(cards.length, 4);
    assert.ok(cards.every(({ ts }) => ts < ready.ts));
  },
);

longTest('a campaign of which no post could be generated doesn’t say “0 of 4”', async (t) => {
  const bot = await startBot(t, { settings: { CHANNEL_INTERVAL_MS: '300' } });
  bot.service.failGeneration(() => true);
  await submits(bot.ana, '/campaign Opening week', { in: 'launches', fill: { Posts: '4' } });
  const card = await bot.ana.sees('launches', /Campaign for Northwind/);
  const isReady = ({ text }: ShownMessage): boolean => /posts? in this campaign/.test(text);
  const ready = await eventually(() => notificationsBelow(card).find(isReady) ?? null);
  // posts whose failure was read in an earlier check can be named before it
  assert.match(ready.text, /^<@U0ANA>: [\s\S]*None of the posts in this campaign could be generated\./);
});

longTest('the approver also sees which posts of a batch couldn’t be published', async (t) => {
  const bot = await withCampaign(t, 2);
  const { bo, card, service } = bot;
  await allNotified(t, bot);
  const before = sentNotifications(bot).length;
  service.faults.add({ on, kind: 'status', status: 400, times: 2 });
  const modal = await reviews(bo, card);
  await modal.clicks(chooseText(2));
  await eventually(() => assert.ok(tickedCount(modal) > 0));
  const check = await continueTo(bo, modal, 'Publish now', /Publish 2 posts\?/);
  await check.submit();
  await eventually(() => assert.ok(sentNotifications(bot).length > before));
  await allNotified(t, bot);
  const [told = assert.fail()] = sentNotifications(bot).slice(before);
  assert.match(told.text, /Couldn’t publish 2 posts/);
  assert.deepEqual(told.mentions.toSorted(), ['U0ANA', 'U0BO']);
});

longTest('a retry is announced where people were notified of the failure', async (t) => {
  const { bo, ana, card, service, sent } = await scene(t);
  service.faults.add({ on, kind: 'status', status: 400 });
  await bo.clicks(card, 'Approve & publish');
  const failed = await eventually(() => notificationsBelow(card)[0] ?? null);
  assert.match(failed.text, /^<@U0BO> and <@U0ANA>: Couldn’t publish this post\./);
  await ana.clicks(card, 'Approve & publish');
  await card.shows(cardSays.publishedBy('U0ANA'));
  await failed.shows(/Couldn’t publish this post\.[\s\S]*\*Update:\* It’s published\./);
  // Ana did it herself, so there is no other message
  assert.equal((await sent()).length, 1);
});

longTest('a new post without decisions sends no notifications', async (t) => {
  const bot = await startBot(t);
  const card = await makesDraft(bot.ana, 'Beans from Huila');
  await allNotified(t, bot);
  assert.deepEqual(sentNotifications(bot), []);
  assert.deepEqual(card.threadMessages, []);
});

longTest('resubmitting an unchanged post says so, on the card and to the reviewer', async (t) => {
  const { ana, bo, card, sent } = await scene(t, { needed: 1 });
  const sentBack = async (): Promise<void> => {
    await bo.clicks(card, 'Request changes');
    const modal = await bo.seesModal('Request changes');
    await modal.submit({ 'What should change': 'Name the farm' });
    await card.offers('Resubmit');
  };
  const said = async (): Promise<string[]> =>
    (await sent()).map(({ text }) => text).filter((text) => /resubmit/.test(text));
  await sentBack();
  await ana.clicks(card, 'Resubmit');
  await card.shows(/Resubmitted by <@U0ANA> without changes/);
  assert.match((await said()).at(-1) ?? '', /Ana resubmitted this post without changes\./);

  await sentBack();
  await edits(ana, card, 'Beans from the farm of the Mejía family');
  await card.shows(/Mejía/);
  await ana.clicks(card, 'Resubmit');
  await card.shows(/Resubmitted by <@U0ANA>/);
  assert.match((await said()).at(-1) ?? '', /Ana resubmitted this post with changes\./);
});

const linked = [
  ['links to the post in the publishing service', linkTo('{id}')],
  ['has no link if nobody knows what that would be', ''],
] as const;

for (const [what, pattern] of oneOf(linked))
  test(`the message that a post was published ${what}`, async (t) => {
    const { ana, bo, service } = await startWithLinks(t, { settings: { POST_URL_PATTERN: pattern } });
    const card = await makesDraft(ana, 'Beans from Huila');
    await bo.clicks(card, 'Approve & publish');
    const [published] = await eventually(() => {
      const found = notificationsBelow(card);
      return found.length > 0 ? found : null;
    });
    const [post] = service.posts();
    const link = `<${linkTo(post?.id ?? '')}|${openInService}>`;
    assert.match(published?.text ?? '', /Bo published this post/);
    assert.equal(published?.text.includes(link), pattern !== '');
    assert.equal(published?.text.includes(openInService), pattern !== '');
  });
