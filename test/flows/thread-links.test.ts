/** Links to cards that are replies in a thread, such as those of a campaign's posts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asks } from '#test/support/asks.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';

test('a link to the card of a campaign post opens its thread, and one to the campaign does not', async (t) => {
  const { ana } = await startBot(t);
  await asks(ana, '/campaign Opening week of the new shop', { fill: { Posts: '1', Days: '1' } });
  const campaign = await ana.sees('social', /1 post to review/);
  const post = await eventually(() => campaign.threadMessages[0] ?? null);
  await eventually(() => assert.match(post.text, /Ready for review/));
  const [thread, digits] = [campaign.ts, post.ts.replace('.', '')];
  const inThread = `archives/C0SOCIAL/p${digits}?thread_ts=${thread}&cid=C0SOCIAL`;

  await ana.types('/social posts', { in: 'social' });
  const list = await ana.privateMessage(/Posts of Northwind Coffee/);
  const home = await ana.opensHome();
  for (const shown of [list, home])
    assert.ok(JSON.stringify(shown.blocks).replaceAll('&amp;', '&').includes(inThread));
  const whole = `archives/C0SOCIAL/p${campaign.ts.replace('.', '')}`;
  assert.ok(!JSON.stringify(home.blocks).includes(`${whole}?`));
});
