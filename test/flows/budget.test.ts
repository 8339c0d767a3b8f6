import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';

test('a person’s click is not behind the watching of a slow generation', async (t) => {
  // watching alone would take the whole minute many times over
  const { ana, bo, service } = await startBot(t, {
    service: { requestsPerMinute: 20, generation: { minMs: 60_000, maxMs: 60_000 } },
    settings: { REQUESTS_PER_MINUTE: '20', WATCH_INTERVAL_MS: '1' },
  });
  await ana.types('/post Ready when you are', { in: 'social' });
  const modal = await ana.seesModal('New post');
  await modal.fill({ 'Social profiles': ['LinkedIn · Northwind Coffee'] });
  await modal.submit();
  const card = await ana.sees('social', /Ready for review/);

  await ana.types('/ai-post Something that takes very long to write', { in: 'launches' });
  await (await ana.seesModal('New AI post')).submit();
  await ana.sees('launches', /Generating/);
  const looks = () =>
    service.requests.filter(({ method, path }) => method === 'GET' && path.endsWith('/post')).length;
  await eventually(() => assert.ok(looks() >= 4, `${looks()} looks`));

  await bo.clicks(card, 'Approve & publish');
  await eventually(() => assert.match(card.text, /Published by <@U0BO>/), { withinMs: 3_000 });
  assert.deepEqual(
    service.requests.filter(({ status }) => status === 429),
    [],
  );
});
