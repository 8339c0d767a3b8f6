/** What has to work on every kind of Redis: generating, approving, and publishing a post, and the metrics. */
import assert from 'node:assert/strict';
import { scrape } from '#test/platform/metrics/scrape.ts';
import type { StartedBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { cardSays, submits } from '#test/support/user-actions.ts';

export async function generatesAndPublishes({ ana, bo, bot, service }: StartedBot): Promise<void> {
  await submits(ana, '/ai-post Our autumn menu starts on Monday');
  const card = await bo.sees('social', cardSays.ready);
  await bo.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
  assert.equal(service.publishes(), 1);
  await eventually(async () => {
    const { value } = await scrape(bot.port);
    assert.equal(value('presscheck_ready'), 1);
    for (const queueName of ['work', 'create'])
      for (const state of ['waiting', 'failed'])
        assert.equal(
          value('presscheck_queue_jobs', { lane: queueName, state }),
          0,
          `${state} in ${queueName}`,
        );
  });
}
