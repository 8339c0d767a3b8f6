/** Private lists can't be updated when someone else decides, so they say when they were read and have a Refresh button. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBot } from '#test/support/bot.ts';
import { inDays } from '#test/support/pausing.ts';

const brandId = 'brand-1';

test('a list says when it was read, and Refresh shows what others decided since, on the same page', async (t) => {
  const { ana, bo, service } = await startBot(t);
  for (let i = 0; i < 10; i += 1)
    service.putPost({ brandId, caption: `Draft ${i}`, socialProfileIds: ['profile-1'] });
  const list = await ana.hears('/social posts', /As of <!date\^\d+\^\{date_short_pretty\} at \{time\}\|/);
  await ana.clicks(list, 'Next', { shows: /page 2 of 2/ });
  const his = await bo.hears('/social posts', /Posts for/);
  await bo.clicks(his, 'Next', { shows: /page 2 of 2/ });
  const modal = await bo.opensOn(his, 'Reject', 'Reject post', { nth: 1 });
  await modal.submit({ Reason: 'Too late' });
  await his.shows(/Rejected by <@U0BO>/);
  assert.doesNotMatch(list.text, /Rejected/);
  // made in the web app, and listed first from now on
  service.putPost({ brandId, caption: 'A newer one', socialProfileIds: ['profile-1'] });
  await ana.clicks(list, 'Refresh', { shows: /Rejected by <@U0BO>[\s\S]*of 11 {2}· {2}page 2 of 2/ });
});

test('the calendar says when it was read, and Refresh shows what was scheduled since', async (t) => {
  const { ana, service } = await startBot(t);
  const list = await ana.hears('/social calendar', /As of <!date[\s\S]*Nothing is planned/);
  const post = { brandId, caption: 'Beans from Huila', socialProfileIds: ['profile-1'] };
  service.putPost({ ...post, state: 'scheduled', scheduledAt: inDays(2) });
  await ana.clicks(list, 'Refresh', { shows: /Beans from Huila/ });
});
