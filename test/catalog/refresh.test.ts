/** Private lists can't be redrawn when somebody else decides, so they say when they were read and can be refreshed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBot } from '#test/support/bot.ts';
import { inDays } from '#test/support/pausing.ts';

const brandId = 'brand-1';

test('a list of posts says when it was read, and Refresh shows on the same page what others decided since', async (t) => {
  const { ana, bo, service } = await startBot(t);
  for (let i = 0; i < 10; i += 1)
    service.putPost({ brandId, caption: `Draft ${i}`, socialProfileIds: ['profile-1'] });
  await ana.types('/social posts', { in: 'social' });
  const list = await ana.privateMessage(/As of <!date\^\d+\^\{date_short_pretty\} at \{time\}\|/);
  await ana.clicks(list, 'Next');
  await ana.seesOn(list, /page 2 of 2/);
  await bo.types('/social posts', { in: 'social' });
  const his = await bo.privateMessage(/Posts for/);
  await bo.clicks(his, 'Next');
  await bo.seesOn(his, /page 2 of 2/);
  await bo.clicks(his, 'Reject', { nth: 1 });
  const modal = await bo.seesModal('Reject post');
  await modal.fill({ Reason: 'Too late' });
  await modal.submit();
  await bo.seesOn(his, /Rejected by <@U0BO>/);
  assert.doesNotMatch(list.text, /Rejected/);
  // made in the web app, and listed first from now on
  service.putPost({ brandId, caption: 'A newer one', socialProfileIds: ['profile-1'] });
  await ana.clicks(list, 'Refresh');
  await ana.seesOn(list, /Rejected by <@U0BO>[\s\S]*of 11 {2}· {2}page 2 of 2/);
});

test('the calendar says when it was read, and Refresh shows what was scheduled since', async (t) => {
  const { ana, service } = await startBot(t);
  await ana.types('/social calendar', { in: 'social' });
  const list = await ana.privateMessage(/As of <!date[\s\S]*Nothing is planned/);
  const post = { brandId, caption: 'Beans from Huila', socialProfileIds: ['profile-1'] };
  service.putPost({ ...post, state: 'scheduled', scheduledAt: inDays(2) });
  await ana.clicks(list, 'Refresh');
  await ana.seesOn(list, /Beans from Huila/);
});
