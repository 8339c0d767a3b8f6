/** Resuming posts whose times were set in the campaign review, over signed HTTP. */

import assert from 'node:assert/strict';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { continueTo, report, reviews, tickedCount, withCampaign } from '#test/support/review.ts';
import { chooseText } from '#views/campaigns/review.ts';
import { resumeButtons, resumeTitle } from '#views/pause/resume.ts';

longTest(
  'resuming lists every post that the pause unscheduled, even if a review changed its time',
  async (t) => {
    const { ana, bo, card, service } = await withCampaign(t, 3, {
      settings: { PAUSE_CHECK_INTERVAL_MS: '500' },
    });
    const modal = await reviews(bo, card);
    await modal.clicks(chooseText(3), { nth: 1 });
    await eventually(() => assert.equal(tickedCount(modal), 3));
    const shift = await continueTo(bo, modal, 'Shift times by days or hours', /the times of \*3 posts\*/);
    await shift.submit({ Days: '3' });
    await (await bo.seesModal(/Change times\?/)).submit();
    await report(bo, /3 posts with new times/);
    const again = await reviews(bo, card);
    await again.clicks(chooseText(3), { nth: 1 });
    await eventually(() => assert.equal(tickedCount(again), 3));
    await (await continueTo(bo, again, 'Approve and keep planned times', /Schedule 3 posts\?/)).submit();
    await report(bo, /3 posts scheduled/);
    assert.deepEqual(
      service.posts().map(({ state }) => state),
      Array.from({ length: 3 }, () => 'scheduled'),
    );

    await bo.types('/social pause Northwind Coffee wrong prices');
    const said = await ana.sees('social', /3 posts unscheduled/);
    await bo.types('/social resume Northwind Coffee');
    const list = await bo.privateMessage(new RegExp(resumeTitle.unscheduled('Northwind Coffee')));
    assert.match(list.text, /Decide what to do with 3 posts/);
    // a post that takes more than a second to read gets its buttons later
    await eventually(() =>
      assert.equal(list.buttons.filter((text) => text === resumeButtons.again).length, 3),
    );

    await bo.clicks(list, resumeButtons.again, { nth: 1, shows: /Decide what to do with 2 posts/ });
    await bo.clicks(list, 'Leave as draft', { nth: 1, shows: /Decide what to do with 1 post/ });
    await said.shows(/\*3 posts unscheduled\.\*[\s\S]*2 handled, 1 to go/);
  },
);
