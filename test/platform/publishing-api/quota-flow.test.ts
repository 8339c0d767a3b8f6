import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createRequestCount } from '#src/platform/publishing-api/quota-store.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { CardStore } from '#src/posts/card-store.ts';
import { createLedger } from '#src/posts/operations/ledger.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { cardStoreIn, redisOf } from '#test/support/stored.ts';
import { cardSays, requestsCard } from '#test/support/user-actions.ts';

test('a person’s click doesn’t wait behind the watching of a slow generation', async (t) => {
  // watching alone would take the whole minute many times over
  const { ana, bo, service } = await startBot(t, {
    service: { requestsPerMinute: 20, generation: { minMs: 60_000, maxMs: 60_000 } },
    settings: { REQUESTS_PER_MINUTE: '20', WATCH_INTERVAL_MS: '1' },
  });
  const modal = await ana.opens('/post Ready when you are', 'New post');
  await modal.submit({ 'Social profiles': ['LinkedIn · Northwind Coffee'] });
  const card = await ana.sees('social', cardSays.ready);

  await ana.types('/ai-post Something that takes very long to write', { in: 'launches' });
  await (await ana.seesModal('New AI post')).submit();
  await ana.sees('launches', /Generating an AI post/);
  const reads = () =>
    service.requests.filter(({ method, path }) => method === 'GET' && path.endsWith('/post')).length;
  await eventually(() => assert.ok(reads() >= 4, `${reads()} looks`));

  await bo.clicks(card, 'Approve & publish');
  // well before the minute ends whose requests the looks would have used up
  await eventually(() => assert.match(card.text, cardSays.publishedBy('U0BO')), { withinMs: 30_000 });
  assert.deepEqual(
    service.requests.filter(({ status }) => status === 429),
    [],
  );
});

/** A bot whose quota is used up for two seconds right before it would have an AI post written; `meanwhile` it is done with the card. */
async function waiting(t: TestContext, meanwhile: (card: Card, store: CardStore) => Promise<void>) {
  const bot = await startBot(t);
  const { ana, service, settings } = bot;
  const { SOCIAL_API_KEY: key = '' } = settings;
  const { redis, prefix, keys } = redisOf(t, settings);
  const [count, ledger] = [createRequestCount(redis, prefix, key), createLedger(redis, prefix, [])];
  const cards = cardStoreIn(redis, prefix);
  let until = 0;
  let done: Promise<void> | undefined;
  service.faults.add({
    on: 'GET /post',
    kind: 'delay',
    ms: 500,
    when() {
      until = Date.now() + 2_000;
      done = (async () => {
        await count.learned(until - 2_000, { ...used, retryAfterMs: 2_000 });
        const [workspace = ''] = await cards.workspaces();
        const [id = ''] = await redis.zrange(keys.todo(workspace), '0', '-1');
        const card = await cards.get(workspace, id);
        if (card) await meanwhile(card, cards);
      })();
      return true;
    },
  });
  await requestsCard(ana, '/ai-post Words of a person', cardSays.ready);
  await done;
  return { ...bot, until, cards, ledger };
}

const used = { exceeded: true, limit: undefined, remaining: undefined, resetAt: undefined };

test('what waits for the quota isn’t recorded as sent, so a worker’s death leaves no unknown outcome', async (t) => {
  let seen: Card | undefined;
  const { ledger, until, service } = await waiting(t, async (card) => {
    seen = card;
  });
  assert.ok(seen);
  const entry = await ledger.read(seen.workspace, `generate.${seen.id}.1`);
  assert.ok(entry && Date.parse(entry.sentAt) >= until, `${entry?.sentAt} is before the quota had room`);
  assert.equal(service.generations(), 1);
});

test('a worker whose card changed while it waited for the quota sends nothing', async (t) => {
  const at = new Date().toISOString();
  const { service } = await waiting(t, async ({ workspace, id }, cards) => {
    const problem = { step: 'create', code: 'create_failed', failure: { kind: 'internal' }, at } as const;
    await cards.transition(workspace, id, { type: 'fail', problem, at });
    await cards.transition(workspace, id, { type: 'retry', by: 'U0ANA', at });
  });
  assert.equal(service.generations(), 1);
  assert.equal(service.requestsTo('POST /post/ai').length, 1);
});
