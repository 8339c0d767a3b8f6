import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCreations } from '#src/posts/operations/creations.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { cardsBelow, notificationsBelow } from '#test/support/notifications.ts';
import { redisOf } from '#test/support/stored.ts';
import { cardSays, submits } from '#test/support/user-actions.ts';

test('a campaign of five is generated in the thread of its card, and its posts are published one by one', async (t) => {
  const { ana, bo, service } = await startBot(t);
  const modal = await ana.opens('/campaign Opening week of the new shop', 'New campaign', { in: 'launches' });
  await modal.sends({
    Objective: 'Launch',
    Posts: '5',
    Days: '5',
    'Social profiles': ['Instagram · northwind.coffee'],
  });

  const card = await ana.sees('launches', /Campaign for Northwind Coffee/);
  await card.shows(/5 posts to review/);
  const posts = await eventually(() => {
    assert.equal(cardsBelow(card).length, 5);
    return cardsBelow(card);
  });
  for (const post of posts) await post.shows(cardSays.ready);
  assert.equal(service.generations(), 1);

  const [first, second] = posts;
  assert.ok(first && second);
  await bo.clicks(first, 'Publish now', { shows: cardSays.publishedBy('U0BO') });
  await card.shows(/4 posts to review/);
  assert.equal(service.publishes(), 1);
  assert.match(second.text, cardSays.ready);
});

test('the message about a ready campaign doesn’t count a post that was rejected while others were generated', async (t) => {
  const { ana, bo, service } = await startBot(t, { service: { generation: { minMs: 1_500, maxMs: 1_500 } } });
  await submits(ana, '/campaign Opening week', { in: 'launches', fill: { Posts: '3' } });
  const card = await ana.sees('launches', cardSays.generating);
  // the service shows the posts of a campaign one by one
  await eventually(() => assert.equal(service.posts().length, 1));
  service.holdGeneration();
  const [post = assert.fail()] = await eventually(() => {
    const ready = cardsBelow(card).filter(({ text }) => cardSays.ready.test(text));
    assert.equal(ready.length, 1);
    return ready;
  });
  const modal = await bo.opensOn(post, 'Reject', 'Reject post');
  await modal.submit({ Reason: 'Wrong prices' });
  await post.shows(/Rejected by <@U0BO>/);
  service.releaseGeneration();

  const isReady = ({ text }: { text: string }): boolean => /this campaign/i.test(text);
  const ready = await eventually(() => notificationsBelow(card).find(isReady) ?? null);
  assert.match(ready.text, /2 of 3 posts in this campaign are ready\. 1 was already reviewed\./);
});

test('if nothing links posts to a campaign, it claims none while another post is being created', async (t) => {
  const { ana, chat, service, settings } = await startBot(t, {
    service: { variants: { campaignLink: 'none' } },
  });
  const { redis, prefix } = redisOf(t, settings);
  const creations = createCreations(redis, prefix);
  service.holdGeneration();
  await submits(ana, '/campaign Opening week', { in: 'launches', fill: { Posts: '2' } });
  const card = await ana.sees('launches', /Generating/);
  const workspace = chat.world.workspace.id;
  const another = { brand: 'brand-1', card: 'another-card', alone: true, forMs: 60_000 };
  await eventually(async () => assert.ok(await creations.begin(workspace, { ...another, now: Date.now() })));

  service.putPost({ brandId: 'brand-1', caption: 'Not answered yet', socialProfileIds: ['profile-1'] });
  const reads = (): number => service.requestsTo('GET /post').length;
  const since = reads();
  await eventually(() => assert.ok(reads() > since + 3));
  assert.equal(cardsBelow(card).length, 0);
  await creations.end(workspace, another.brand, another.card);
  await eventually(() => assert.equal(cardsBelow(card).length, 1));
});
