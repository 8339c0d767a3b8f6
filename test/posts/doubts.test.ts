/** Results that differ from what people expect: shown on the card, announced if people rely on them, and followed. */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import { readBrandJob } from '#src/posts/jobs.ts';
import { startBot, workspace } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { isNotification } from '#test/support/notifications.ts';
import { openQueue } from '#test/support/queue.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { redisOf } from '#test/support/stored.ts';
import { cardSays, makesDraft, submits } from '#test/support/user-actions.ts';
import { buttonText } from '#views/posts/card-buttons.ts';
import { retryButtons } from '#views/posts/card-questions.ts';

const brand = 'brand-1';

/** A bot whose posts are looked at when the test says so, at the time that it says. */
async function startDoubting(t: TestContext, options: Parameters<typeof startBot>[1] = {}) {
  let aheadMs = 0;
  const bot = await startBot(t, {
    ...options,
    now: () => Date.now() + aheadMs,
    settings: { RESTING_INTERVAL_MS: '10', ...options.settings },
  });
  const queue = openQueue(t, bot);
  const doubts = () =>
    bot.chat.messages('social').filter((one) => isNotification(one) && one.text.includes('Couldn’t '));
  return {
    ...bot,
    /** Only the bot's clock moves, not the service's. */
    later(ms: number): void {
      aheadMs += ms;
    },
    /** Makes the reader check earlier, for a card that's posted as a new message. */
    checksUntilNew: (channel: string, match: RegExp) =>
      eventually(async () => {
        await queue.enqueue(readBrandJob, { workspace, brand });
        assert.ok(bot.chat.messages(channel).some(({ text }) => match.test(text)));
      }),
    /** Makes the reader check now instead of within 15 seconds. */
    checksUntil: (card: ShownMessage, match: RegExp) =>
      eventually(async () => {
        await queue.enqueue(readBrandJob, { workspace, brand });
        assert.match(card.text, match);
      }),
    /** The only notification of the failure. */
    seesNotification: (text: RegExp) =>
      eventually(() => {
        assert.match(doubts()[0]?.text ?? '', text);
        assert.equal(doubts().length, 1);
      }),
    /** A post that's due, and the service's current version of it. */
    async comesToItsTime(shown: Parameters<typeof bot.service.edit>[1]) {
      const at = Math.ceil(Date.now() / 1_000) + 3_600;
      await submits(bot.ana, '/post Beans from Huila', { fill: { 'Schedule for': at } });
      const card = await bot.ana.sees('social', cardSays.scheduled);
      const id = bot.service.posts()[0]?.id ?? '';
      bot.service.edit(id, shown);
      aheadMs = 3_605_000;
      return { card, id };
    },
    async publishes() {
      const card = await makesDraft(bot.ana, 'Beans from Huila');
      await bot.bo.clicks(card, 'Approve & publish', { shows: /Published by/ });
      return card;
    },
  };
}

const unlisted = { on: 'GET /post', kind: 'status', status: 200, body: [] } as const;
const always = Number.POSITIVE_INFINITY;

describe('people are notified when what they rely on doesn’t happen', { concurrency: 4 }, () => {
  test('a post that is still a draft at its time is reported at once and can be decided again', async (t) => {
    const { comesToItsTime, checksUntil, seesNotification, bo, service } = await startDoubting(t);
    const { card } = await comesToItsTime({ state: 'draft' });
    const why =
      /Its scheduled time has passed, but the publishing service shows the status “DRAFT” instead of “published”/;
    await checksUntil(card, why);
    await seesNotification(new RegExp(`<@U0ANA>: Couldn’t publish this post\\..*${why.source}`, 's'));
    const { duplicate, publishNow, newTime, edit, reject } = buttonText;
    assert.deepEqual(card.buttons, [duplicate, publishNow, newTime, edit, reject]);
    await bo.clicks(card, publishNow, { shows: cardSays.publishedBy('U0BO') });
    assert.equal(service.publishes(), 1);
  });

  longTest('a post whose status is unknown at its time is reported when the wait is over', async (t) => {
    const settings = { WATCH_TIMEOUT_MS: '1000' };
    const { comesToItsTime, checksUntil, seesNotification } = await startDoubting(t, { settings });
    const { card } = await comesToItsTime({ statusWord: 'ON_ITS_WAY' });
    await checksUntil(
      card,
      /Outcome unknown.*Its scheduled time has passed.*still shows the status “ON_ITS_WAY”/s,
    );
    await seesNotification(
      /Couldn’t confirm whether this post was published\..*Its scheduled time has passed/s,
    );
    assert.deepEqual(card.buttons, [retryButtons.check, retryButtons.publish]);
  });

  longTest(
    'after a day the card is no longer checked, and publishing again waits for a lagging list',
    async (t) => {
      const { comesToItsTime, checksUntil, later, bo, service, chat, settings } = await startDoubting(t, {
        settings: { WATCH_TIMEOUT_MS: '1000' },
      });
      const { card } = await comesToItsTime({ statusWord: 'ON_ITS_WAY' });
      await checksUntil(card, /Outcome unknown/);
      const { redis, keys } = redisOf(t, settings);
      // rendering the card later would end the checks, too
      await eventually(async () => assert.equal(await redis.zcard(keys.todo(workspace)), 0));
      later(25 * 3_600_000);
      await eventually(async () => {
        await checksUntil(card, /Outcome unknown.*still shows the status “ON_ITS_WAY”/s);
        assert.equal(await redis.zcard(keys.watched(workspace, brand)), 0);
      });
      await (await ruleSetter(t, { settings, chat }))(aRule());
      later(60_000);
      const lags = service.faults.add({ ...unlisted, times: 1 });
      await bo.clicks(card, retryButtons.publish, { shows: cardSays.publishedBy('U0BO') });
      assert.equal(lags.hits, 1);
      assert.equal(service.publishes(), 1);
    },
  );

  longTest(
    'a post that is no longer listed at its time is in doubt, and the card doesn’t offer to recreate it',
    async (t) => {
      const { comesToItsTime, checksUntil, seesNotification, service } = await startDoubting(t);
      const { card } = await comesToItsTime({ state: 'published' });
      service.faults.add({ ...unlisted, times: always });
      await checksUntil(card, /Outcome unknown.*Its scheduled time has passed.*doesn’t list the post/s);
      await seesNotification(
        /Couldn’t confirm whether this post was published\..*Its scheduled time has passed/s,
      );
      assert.deepEqual(card.buttons, [retryButtons.check, retryButtons.publish]);
    },
  );

  longTest('a published post that is listed as published is verified, and no longer checked', async (t) => {
    const { publishes, checksUntil, ...bot } = await startDoubting(t);
    const { redis, keys } = redisOf(t, bot.settings);
    const card = await publishes();
    await eventually(async () => {
      await checksUntil(card, cardSays.publishedBy('U0BO'));
      assert.equal(await redis.zcard(keys.watched(workspace, brand)), 0);
    });
  });

  test('a published post that isn’t listed is in doubt, and the card follows once it is', async (t) => {
    const { publishes, checksUntil, later, seesNotification, service } = await startDoubting(t);
    const when = (): boolean => service.publishes() > 0;
    const hidden = service.faults.add({ ...unlisted, times: always, when });
    const card = await publishes();
    await checksUntil(
      card,
      /Outcome unknown.*accepted the request to publish, but it doesn’t list the post/s,
    );
    await seesNotification(
      /^<@U0BO> and <@U0ANA>: Couldn’t confirm whether this post was published\..*accepted the request to publish/s,
    );
    assert.deepEqual(card.buttons, [retryButtons.check, retryButtons.publish]);
    hidden.remove();
    later(20_000);
    await checksUntil(card, cardSays.publishedBy('U0BO'));
    assert.deepEqual(card.buttons, ['Duplicate']);
    assert.equal(service.requestsTo('PATCH /post/*').length, 1);
  });

  test('a published post whose list can’t be read is in doubt, and the card says what the list shows once it can', async (t) => {
    const { publishes, checksUntil, later, service, seesNotification } = await startDoubting(t);
    const when = (): boolean => service.publishes() > 0;
    const unread = service.faults.add({ on: 'GET /post', kind: 'status', status: 503, times: always, when });
    const card = await publishes();
    later(901_000);
    await checksUntil(
      card,
      /Outcome unknown.*accepted the request to publish, but I can’t read its list of posts/s,
    );
    await seesNotification(/<@U0ANA>/);
    assert.deepEqual(card.buttons, [retryButtons.check, retryButtons.publish]);
    const hidden = service.faults.add({ ...unlisted, times: always });
    unread.remove();
    later(20_000);
    await checksUntil(card, /accepted the request to publish, but it doesn’t list the post/);
    assert.deepEqual(card.buttons, [retryButtons.check, retryButtons.publish]);
    hidden.remove();
    await checksUntil(card, cardSays.publishedBy('U0BO'));
  });

  longTest(
    'a listing that lags briefly behind a generation costs nothing, and a longer lag is followed',
    async (t) => {
      const { ana, service, checksUntilNew, later } = await startDoubting(t);
      const lags = { ...unlisted, when: () => service.generations() > 0 };
      service.faults.add({ ...lags, times: 2 });
      await submits(ana, '/ai-post Our autumn menu starts on Monday');
      const card = await ana.sees('social', /Ready for review|Couldn’t generate this post/);
      assert.match(card.text, cardSays.ready);

      const lost = service.faults.add({ ...lags, times: always });
      await submits(ana, '/ai-post Our winter menu starts on Monday', { in: 'launches' });
      await ana.sees('launches', /Couldn’t generate this post/);
      lost.remove();
      later(20_000);
      await checksUntilNew('launches', cardSays.ready);
      assert.equal(service.generations(), 2);
    },
  );
});

test('a post that is edited in the web app says so', async (t) => {
  const { ana, service, checksUntil } = await startDoubting(t);
  const card = await makesDraft(ana, 'Beans from Huila');
  service.edit(service.posts()[0]?.id ?? '', { caption: 'Other words entirely' });
  await checksUntil(card, /Edited in the publishing service \(noticed .*\): caption$/m);
  assert.match(card.text, /Ready for review.*Other words entirely/s);
});

test('an approved post isn’t published if its status is one that nobody knew about at the approval', async (t) => {
  const { ana, bo, service } = await startBot(t);
  const card = await makesDraft(ana, 'Beans from Huila');
  service.edit(service.posts()[0]?.id ?? '', { statusWord: 'PARTIALLY_POSTED' });
  await bo.clicks(card, buttonText.approveAndPublish, {
    shows:
      /Check the publishing service first\.\* It shows a status I don’t recognize: PARTIALLY_POSTED\.[\s\S]*so it wasn’t published/,
  });
  assert.equal(service.publishes(), 0);
  await bo.clicks(card, buttonText.approveAndPublish, { shows: cardSays.publishedBy('U0BO') });
  assert.equal(service.publishes(), 1);
});
