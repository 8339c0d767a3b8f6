import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import type { Card } from '#src/cards/card.ts';
import { type CardStore, createCardStore } from '#src/store/cards.ts';
import { aCard, problem } from '#test/cards/samples.ts';
import { makesDraft } from '#test/support/asks.ts';
import { type BotOptions, type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { startMonitor } from '#test/support/monitor.ts';
import { aRule, ruled } from '#test/support/rules.ts';

const workspace = 'T0PRESS';

/** A bot, and its cards for tests that begin with many. */
async function start(
  t: TestContext,
  options: BotOptions = {},
): Promise<StartedBot & { cards: CardStore; puts(over: Partial<Card>): Promise<Card> }> {
  const started = await startBot(t, options);
  const { REDIS_URL = '', REDIS_PREFIX = '' } = started.settings;
  const redis = new Redis(REDIS_URL);
  t.after(() => redis.disconnect());
  const cards = createCardStore(redis, REDIS_PREFIX, 600_000, pino({ level: 'silent' }), 86_400_000);
  let n = 0;
  return {
    ...started,
    cards,
    async puts(over) {
      n += 1;
      const id = `card-${n}`;
      const createdAt = new Date(Date.now() - 86_400_000 + n * 1_000).toISOString();
      const message = { channel: 'C0SOCIAL', ts: `1700000000.${String(n).padStart(6, '0')}` };
      return (
        await cards.add(
          aCard({
            id,
            workspace,
            channel: 'C0SOCIAL',
            postId: `post-${n}`,
            message,
            drawn: 1,
            createdAt,
            updatedAt: createdAt,
            ...over,
          }),
        )
      ).card;
    },
  };
}

const says = (caption: string): Pick<Card, 'content'> => ({ content: { ...aCard().content, caption } });

for (const mode of ['http', 'socket'] as const)
  test(`a post appears in the home tab, is decided there, and leaves it (${mode})`, async (t) => {
    const { ana, bo, service } = await start(t, { mode });
    const empty = await bo.opensHome(/Nothing waits for you/);
    assert.deepEqual(empty.buttons, []);
    const card = await makesDraft(ana, 'Fresh beans are in');
    const home = await bo.seesHome(
      /Waiting for you {2}\(1\).*Ready for review.*asked for by <@U0ANA>.*Fresh beans are in/s,
    );
    await eventually(() => assert.match(home.text, /archives\/C0SOCIAL\/p\d+\|Open the card/));
    assert.deepEqual(home.buttons, ['Approve & publish', 'Schedule', 'Edit', 'Reject']);
    assert.doesNotMatch(home.text, /You asked for/);

    const hers = await ana.opensHome(/You asked for {2}\(1\)/);
    assert.match(
      hers.text,
      /Waiting for you {2}\(1\).*asked for by you.*Fresh beans are in.*You asked for {2}\(1\).*Fresh beans are in {2}in Waiting for you/s,
    );

    await bo.clicks(home, 'Approve & publish');
    await bo.seesOn(card, /Published by <@U0BO>/);
    await eventually(() => assert.match(home.text, /Nothing waits for you/));
    await eventually(() => assert.doesNotMatch(hers.text, /Fresh beans/));
    assert.equal(service.publishes(), 1);
  });
