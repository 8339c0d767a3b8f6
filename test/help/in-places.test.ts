/** What the help says to press, on cards, in lists and in forms, is there and has these words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asks } from '#test/support/asks.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { inNextSlot, postingTimes } from '#test/support/slots.ts';

const brand = { id: 'brand-1', name: 'Northwind Coffee' };

test('someone who only reads the help finds each of these buttons where it says', async (t) => {
  const started = await startBot(t);
  const { ana } = started;
  await postingTimes(t, started, brand);
  await ana.types('/social help', { in: 'social' });
  const help = await ana.seesPrivately(/What you can do here/);
  const says = (button: string, where = ''): void =>
    assert.match(help, new RegExp(`\\*${button}\\*  ${where}`), button);

  await asks(ana, '/ai-post Our autumn menu starts on Monday');
  const post = await ana.sees('social', /Ready for review/);
  for (const button of ['Duplicate', 'Rewrite', 'Request changes', 'Add to queue']) {
    says(button);
    await eventually(() => assert.ok(post.buttons.includes(button), button));
  }

  says('Add to queue', '.*also available in `/post`');
  await asks(ana, '/post Beans from Huila', { fill: inNextSlot });
  await ana.sees('social', /Scheduled for[\s\S]*Huila/);

  says('Rearrange the queue', 'In `/social slots`');
  await ana.types('/social slots Northwind Coffee', { in: 'social' });
  const slots = await ana.privateMessage(/Posting times for Northwind Coffee/);
  assert.ok(slots.buttons.includes('Rearrange the queue'));

  says('Review campaign', 'On a campaign’s card');
  await asks(ana, '/campaign Opening week', { fill: { Posts: '3', Days: '3' } });
  const campaign = await ana.sees('social', /3 posts to review/);
  await eventually(() => assert.ok(campaign.buttons.includes('Review campaign')));
  says('Template', 'In `/post` and `/ai-post`');
});
