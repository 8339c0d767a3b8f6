import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scrape } from '#test/metrics/scrape.ts';
import { makesDraft } from '#test/support/asks.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';

test('a post is created and published by one run of a job each, and drawn once for what people see', async (t) => {
  const { ana, bo, bot } = await startBot(t);
  const card = await makesDraft(ana, 'Beans from Huila');
  await bo.clicks(card, 'Approve & publish');
  await eventually(() => assert.match(card.text, /Published by <@U0BO>/));
  await eventually(async () => {
    const { value } = await scrape(bot.port);
    const runs = (kind: string, lane: string) =>
      value('presscheck_jobs_total', { kind, lane, outcome: 'done' }) ?? 0;
    assert.deepEqual([runs('create', 'work'), runs('publish', 'work')], [1, 1]);
    // asked for, ready for review, approved, published
    assert.ok(runs('draw', 'draw') >= 2 && runs('draw', 'draw') <= 4, `${runs('draw', 'draw')} drawings`);
  });
});
