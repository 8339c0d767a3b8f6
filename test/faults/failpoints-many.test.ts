/** Operations on many posts, a pause and a batch, by workers that are killed with `kill -9` meanwhile. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { auditTrail } from '#test/support/audit-trail.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest, shareOf } from '#test/support/long-tests.ts';
import { cardsBelow } from '#test/support/notifications.ts';
import { inDays, schedulePosts } from '#test/support/pausing.ts';
import { cardSays, submits } from '#test/support/user-actions.ts';
import { chooseText, whatToDoLabel } from '#views/campaigns/review.ts';
import { startReplacement, startWithoutWorker, startWorkerDyingAt } from './dying-workers.ts';

describe('a worker that dies while handling many posts', { concurrency: 4 }, () => {
  const pausing = ['pause noted', 'pause answered'];
  for (const failpoint of shareOf(pausing, { which: 1, shares: pausing.length }))
    test(`at \`${failpoint}\`: another worker unschedules the rest, and requests nothing twice`, async (t) => {
      const bot = await startWithoutWorker(t);
      const { bo, service } = bot;
      const posts = schedulePosts(bot, ['One', 'Two', 'Three']);
      await bo.types('/social pause all recall of a batch');
      await (await startWorkerDyingAt(t, bot, failpoint)).ended;
      const off = () => service.posts().filter(({ state }) => state === 'draft').length;
      assert.equal(off(), failpoint === 'pause noted' ? 0 : 1);
      await startReplacement(t, bot);
      await bo.sees('social', /3 posts unscheduled/);
      assert.equal(off(), 3);
      const sent = posts.map(({ id }) => service.requestsTo(`PATCH /post/${id}`).length);
      assert.deepEqual(sent, [1, 1, 1]);
      await eventually(async () => {
        const words = (await auditTrail(t, bot)).map(({ what }) => what);
        assert.equal(words.filter((word) => word === 'taken off').length, 3);
      });
    });

  longTest(
    'after a post’s card shows it as unscheduled: another worker doesn’t request that again',
    async (t) => {
      const bot = await startWithoutWorker(t);
      const { ana, bo, service } = bot;
      const dying = await startWorkerDyingAt(t, bot, 'paused card unscheduled');
      await submits(ana, '/post Beans from Huila', { fill: { 'Schedule for': inDays(2) / 1_000 } });
      await ana.sees('social', cardSays.scheduled);
      await bo.types('/social pause all recall of a batch');
      await dying.ended;
      // otherwise the listing would show that it's unscheduled
      const unread = service.faults.add({ on: 'GET /post', kind: 'status', status: 500, times: 1_000 });
      await startReplacement(t, bot);
      await bo.sees('social', /I’ll keep trying/);
      unread.remove();
      await bo.sees('social', /1 post unscheduled/);
      assert.equal(service.requestsTo('PATCH /post/*').length, 1);
    },
  );

  test('after posting a pause report: another worker posts it once more, and continues with that one', async (t) => {
    const bot = await startWithoutWorker(t);
    const { bo, chat } = bot;
    schedulePosts(bot, ['One']);
    await bo.types('/social pause all recall of a batch');
    await (await startWorkerDyingAt(t, bot, 'pause report sent')).ended;
    const reports = () => chat.messages('social').filter(({ privateTo }) => !privateTo);
    assert.deepEqual(
      reports().map(({ text }) => /unscheduled/.test(text)),
      [false],
    );
    await startReplacement(t, bot);
    await bo.sees('social', /1 post unscheduled/);
    assert.deepEqual(
      reports().map(({ text }) => /unscheduled/.test(text)),
      [false, true],
    );
    // the first copy's location is unknown, so its text has to stay correct after publishing resumes
    assert.match(reports()[0]?.text ?? '', /> paused \*/);
  });

  const batch = ['transition recorded', 'batch post decided', 'batch post noted'];
  for (const failpoint of batch)
    longTest(
      `at \`${failpoint}\`: another worker continues the batch, and each post is published once`,
      async (t) => {
        const bot = await startWithoutWorker(t);
        const { ana, bo, service } = bot;
        const first = await startReplacement(t, bot);
        await ana.types('/campaign Opening week of the new shop', { in: 'launches' });
        const asking = await ana.seesModal('New campaign');
        const profile = ['Instagram · northwind.coffee'];
        await asking.submit({ Posts: '3', Days: '7', 'Social profiles': profile });
        const card = await ana.sees('launches', /3 posts to review/);
        await card.offers('Review campaign');
        await eventually(() => assert.equal(cardsBelow(card).length, 3));
        await first.stop();

        await bo.clicks(card, 'Review campaign');
        const modal = await (await bo.seesModal('Review campaign')).shows(/ \*1\.\* /);
        await modal.clicks(chooseText(3));
        const chosen = () =>
          Object.values(modal.values).filter((one) => Array.isArray(one) && one.length > 0);
        await eventually(() => assert.equal(chosen().length, 3));
        await modal.submit({ [whatToDoLabel]: 'Publish now' });
        await (await bo.seesModal(/Publish 3 posts\?/)).submit();
        await (await startWorkerDyingAt(t, bot, failpoint)).ended;
        assert.equal(service.publishes(), 0);
        await startReplacement(t, bot);
        const said = await bo.sees('Presscheck', /\*3 posts published\*/);
        assert.doesNotMatch(said.text, /Failed|under way/i);
        assert.equal(service.publishes(), 3);
        assert.equal(service.requestsTo('PATCH /post/*').length, 3);
        const approvals = (await auditTrail(t, bot)).filter(({ what }) => what === 'approved');
        assert.equal(approvals.length, 3);
      },
    );
});
