/** A worker that dies at each step of a notification: none is lost, and at most one is repeated. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makesDraft } from '#test/support/asks.ts';
import { eventually } from '#test/support/eventually.ts';
import { allNotified, notificationsBelow, sentNotifications } from '#test/support/notifications.ts';
import { patient, startAnother, startDying, startWithoutWorker } from './steps.ts';

const steps = [
  { step: 'notification expanding', times: [1] },
  { step: 'notification expanded', times: [1] },
  { step: 'notification due', times: [1] },
  // Slack took it, and nobody noted that
  { step: 'notification sent', times: [2] },
  { step: 'notification noted', times: [1] },
];

describe('a worker that dies', { concurrency: 4 }, () => {
  for (const { step, times } of steps)
    test(`at “${step}”: people are notified ${times.join(' or ')} times`, { timeout: 120_000 }, async (t) => {
      const bot = await startWithoutWorker(t);
      const first = await startAnother(t, bot);
      const card = await makesDraft(bot.ana, 'Beans from Huila');
      await eventually(() => assert.ok(card.buttons.includes('Approve & publish')), patient);
      await allNotified(t, bot);
      await first.stop();
      const dying = await startDying(t, bot, step);
      await bot.bo.clicks(card, 'Approve & publish');
      await dying.ended;
      await startAnother(t, bot);
      await eventually(() => assert.ok(notificationsBelow(card).length > 0), patient);
      await allNotified(t, bot);
      const sent = sentNotifications(bot).map(({ text }) => text);
      assert.deepEqual(sent, Array(sent.length).fill('<@U0ANA> Bo published this post on Instagram.'));
      assert.ok(times.includes(sent.length), `${sent.length} times`);
    });
});
