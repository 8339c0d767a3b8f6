/** A worker dies at each failpoint of a notification: none is lost, and at most one is sent twice. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { scopeOf } from '#src/posts/card/scope.ts';
import { renderAgainJob } from '#src/posts/render-again.ts';
import { personSettingsSchema } from '#src/settings/settings.ts';
import { createTeamSettings } from '#src/settings/settings-store.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest, shareOf } from '#test/support/long-tests.ts';
import { allNotified, notificationsBelow, sentNotifications } from '#test/support/notifications.ts';
import { openQueue } from '#test/support/queue.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { redisOf } from '#test/support/stored.ts';
import { approve, makesDraft, requestsCard } from '#test/support/user-actions.ts';
import { request, startReplacement, startWithoutWorker, startWorkerDyingAt } from './dying-workers.ts';

const failpoints = [
  { failpoint: 'notification expanding', times: [1] },
  { failpoint: 'notification expanded', times: [1] },
  { failpoint: 'notification due', times: [1] },
  // sent, but not recorded
  { failpoint: 'notification sent', times: [2] },
  { failpoint: 'notification noted', times: [1] },
];

describe('a worker that dies', { concurrency: 4 }, () => {
  for (const { failpoint, times } of shareOf(failpoints, { which: 3, shares: failpoints.length }))
    test(`at “${failpoint}”: people are notified ${times.join(' or ')} times`, async (t) => {
      const bot = await startWithoutWorker(t);
      const first = await startReplacement(t, bot);
      const card = await makesDraft(bot.ana, 'Beans from Huila');
      await allNotified(t, bot);
      await first.stop();
      const dying = await startWorkerDyingAt(t, bot, failpoint);
      await bot.bo.clicks(card, 'Approve & publish');
      await dying.ended;
      await startReplacement(t, bot);
      await eventually(() => assert.ok(notificationsBelow(card).length > 0));
      await allNotified(t, bot);
      const sent = sentNotifications(bot).map(({ text }) => text);
      assert.deepEqual(sent, Array(sent.length).fill('<@U0ANA>: Bo published this post on Instagram.'));
      assert.ok(times.includes(sent.length), `${sent.length} times`);
    });

  for (const { failpoint } of failpoints)
    longTest(
      `at “${failpoint}” of a correction, the earlier notification is corrected, and none is added`,
      async (t) => {
        const bot = await startWithoutWorker(t);
        const first = await startReplacement(t, bot);
        const { ana, bo, service } = bot;
        const card = await makesDraft(ana, 'Beans from Huila');
        service.faults.add({ on: 'PATCH /post/*', kind: 'status', status: 400, times: 1 });
        await bo.clicks(card, 'Approve & publish');
        await eventually(() => assert.equal(notificationsBelow(card).length, 1));
        await allNotified(t, bot);
        await first.stop();
        const dying = await startWorkerDyingAt(t, bot, failpoint);
        await card.offers('Approve & publish');
        // Ana does it herself, so no one is notified
        await ana.clicks(card, 'Approve & publish');
        await dying.ended;
        await startReplacement(t, bot);
        const [failed] = notificationsBelow(card);
        await eventually(() => assert.match(failed?.text ?? '', /\*Update:\* It’s published\./));
        await allNotified(t, bot);
        assert.equal(sentNotifications(bot).length, 1);
      },
    );

  const asking = [
    ['notification due', 1],
    // sent, but not recorded
    ['approval requested', 2],
    // the first is recorded, and is replaced by the second
    ['notification sent', 1],
  ] as const;

  for (const [failpoint, times] of asking)
    longTest(
      `at “${failpoint}”: requests shown to an approver: ${times}, and one approval publishes once`,
      async (t) => {
        const bot = await startWithoutWorker(t);
        const { bo, chat, service } = bot;
        const { redis, prefix } = redisOf(t, bot.settings);
        const kept = createTeamSettings(redis, prefix);
        const asksBo = personSettingsSchema.parse({ direct: { kinds: ['approval'] } });
        await kept.setPerson(chat.world.workspace.id, bo.id, asksBo);
        await (await ruleSetter(t, bot))(aRule());
        const dying = await startWorkerDyingAt(t, bot, failpoint);
        await request(bot, '/post');
        await dying.ended;
        await startReplacement(t, bot);
        await bo.sees('Presscheck', /needs your approval/);
        await allNotified(t, bot);
        const requests = () =>
          [...chat.world.channels.values()]
            .filter(({ kind, members }) => kind === 'direct' && members.includes(bo.id))
            .flatMap(({ id }) => chat.messages(id))
            .filter(({ deleted, fallback }) => !deleted && /requested this post/.test(fallback));
        await eventually(() => assert.equal(requests().length, times));
        const last = requests().at(-1);
        assert.ok(last);
        await approve(bo, last);
        await eventually(() => assert.equal(service.publishes(), 1));
        await last.offersOnly([]);
      },
    );

  longTest(
    'while notifying approvers added by a changed rule: each gets one request for all posts',
    async (t) => {
      const bot = await startWithoutWorker(t);
      const first = await startReplacement(t, bot);
      for (const words of ['Beans from Huila', 'Beans from Cauca']) {
        const card = await requestsCard(bot.ana, `/post ${words}`, new RegExp(words));
        await card.offers('Approve & publish');
      }
      await allNotified(t, bot);
      await first.stop();
      const dying = await startWorkerDyingAt(t, bot, 'transition recorded');
      await (await ruleSetter(t, bot))(aRule());
      const workspace = bot.chat.world.workspace.id;
      await openQueue(t, bot).enqueue(renderAgainJob, { workspace, scope: scopeOf(undefined) });
      await dying.ended;
      assert.deepEqual(sentNotifications(bot), []);
      await startReplacement(t, bot);
      await eventually(() => assert.ok(sentNotifications(bot).length > 0));
      await allNotified(t, bot);
      assert.deepEqual(
        sentNotifications(bot).map(({ text }) => text),
        ['<@U0BO>: A workspace admin edited the approval rule, so 2 posts need your approval.'],
      );
    },
  );
});
