/** Close times in the review of a campaign, over signed HTTP. */
import assert from 'node:assert/strict';
import { longTest } from '#test/support/long-tests.ts';
import { continueTo, reviews, tick, withCampaign } from '#test/support/review.ts';
import { submits } from '#test/support/user-actions.ts';
import { setNewTimes } from '#views/campaigns/review-parts.ts';
import { clashLine } from '#views/posts/warnings.ts';

longTest('a new time that is close to another post is pointed out before it is confirmed', async (t) => {
  const started = await withCampaign(t, 3);
  const { bo, ana, card } = started;
  const at = Math.ceil(Date.now() / 60_000) * 60_000 + 9 * 86_400_000;
  await submits(ana, '/post Doors open at nine', { fill: { 'Schedule for': new Date(at) } });
  await ana.sees('social', /Scheduled for[\s\S]*Doors/);
  const modal = await reviews(bo, card);
  await tick(modal, 1, 2);
  const times = await continueTo(bo, modal, setNewTimes, /Times are in your time zone/);
  await times.fill({ 'Post 1': new Date(at + 600_000), 'Post 2': new Date(at + 3_600_000) });
  assert.deepEqual(await times.submit(), { closed: false, errors: {} });
  const check = await bo.seesModal(/Change times\?/);
  assert.equal(check.text.match(/Close to 1 other post on Instagram/g)?.length, 1);
});

longTest(
  'before approving posts for their planned times is confirmed, the posts close to them are named',
  async (t) => {
    const started = await withCampaign(t, 2);
    const { bo, ana, card, posts } = started;
    const at = Number(/Planned for <!date\^(\d+)/.exec(posts[0].text)?.[1]) * 1_000;
    await submits(ana, '/post Doors open at nine', { fill: { 'Schedule for': new Date(at + 300_000) } });
    await ana.sees('social', /Scheduled for[\s\S]*Doors/);
    const modal = await reviews(bo, card);
    await tick(modal, 1, 2);
    const check = await continueTo(bo, modal, 'Approve and keep planned times', /Schedule 2 posts\?/);
    const near = clashLine([{ at: at + 300_000, caption: '', networks: ['Instagram'] }]);
    assert.equal(check.text.split(near).length, 2, check.text);
    assert.equal(check.text.split('Close to ').length, 2, 'only at the post that’s close');
  },
);
