/** Links to cards that are replies in a thread, such as those of a campaign's posts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { cardsBelow } from '#test/support/notifications.ts';
import { withCampaign } from '#test/support/review.ts';
import { redisOf } from '#test/support/stored.ts';
import { cardSays, edits, submits } from '#test/support/user-actions.ts';
import { readCardButton } from '#views/posts/card-buttons.ts';

test('a link to a campaign post’s card opens its thread, and a link to the campaign does not', async (t) => {
  const { ana } = await startBot(t);
  await submits(ana, '/campaign Opening week of the new shop', { fill: { Posts: '1', Days: '1' } });
  const campaign = await ana.sees('social', /1 post to review/);
  const post = await eventually(() => cardsBelow(campaign)[0] ?? null);
  await post.shows(cardSays.ready);
  const [thread, digits] = [campaign.ts, post.ts.replace('.', '')];
  const inThread = `archives/C0SOCIAL/p${digits}?thread_ts=${thread}&cid=C0SOCIAL`;

  const list = await ana.hears('/social posts', /Posts for Northwind Coffee/);
  const home = await ana.opensHome();
  for (const shown of [list, home])
    assert.ok(JSON.stringify(shown.blocks).replaceAll('&amp;', '&').includes(inThread));
  const whole = `archives/C0SOCIAL/p${campaign.ts.replace('.', '')}`;
  assert.ok(!JSON.stringify(home.blocks).includes(`${whole}?`));
});

longTest(
  'a card that an earlier release posted in a thread is linked there once it is rendered again',
  async (t) => {
    const { ana, bo, chat, card: campaign, posts, settings } = await withCampaign(t, 1);
    const [post] = posts;
    await post.offers('Edit');
    const [, value = ''] = /"value":"([^"]+)"/.exec(JSON.stringify(post.blocks)) ?? [];
    const { redis, keys } = redisOf(t, settings);
    const key = keys.card(chat.world.workspace.id, readCardButton(value).id);
    const stored = JSON.parse((await redis.get(key)) ?? '{}');
    assert.equal(stored.message.thread, campaign.ts);
    // earlier releases did not note it
    const { thread: _, ...message } = stored.message;
    await redis.set(key, JSON.stringify({ ...stored, message }));
    await edits(bo, post, 'Opening week begins');
    await post.shows(/Edited by <@U0BO>, /);
    const list = await ana.hears('/social posts', /Opening week begins/, { in: 'launches' });
    assert.match(JSON.stringify(list.blocks), new RegExp(`thread_ts=${campaign.ts}`));
  },
);
