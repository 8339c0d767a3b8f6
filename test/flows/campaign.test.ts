import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';

for (const mode of ['http', 'socket'] as const) {
  test(`a campaign of five is generated below one card, and its posts are published one by one, over ${mode}`, async (t) => {
    const { ana, bo, service } = await startBot(t, { mode });
    await ana.types('/campaign Opening week of the new shop', { in: 'launches' });
    const modal = await ana.seesModal('New campaign');
    await modal.fill({
      Objective: 'Launch',
      Posts: '5',
      Days: '5',
      'Social profiles': ['Instagram · northwind.coffee'],
    });
    assert.deepEqual((await modal.submit()).errors, {});

    const card = await ana.sees('launches', /Campaign for Northwind Coffee/);
    await eventually(() => assert.match(card.text, /5 posts to review/));
    const posts = await eventually(() => {
      assert.equal(card.threadMessages.length, 5);
      return card.threadMessages;
    });
    for (const post of posts) await eventually(() => assert.match(post.text, /Ready for review/));
    assert.equal(service.generations(), 1);

    const [first, second] = posts;
    assert.ok(first && second);
    await bo.clicks(first, 'Approve & publish');
    await eventually(() => assert.match(first.text, /Published by <@U0BO>/));
    await eventually(() => assert.match(card.text, /4 posts to review/));
    assert.equal(service.publishes(), 1);
    assert.match(second.text, /Ready for review/);
  });
}
