/** Opens the queues of a bot under test, to add or remove jobs. */
import type { TestContext } from 'node:test';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { createQueue, type JobQueue } from '#src/platform/queue/queue.ts';
import type { StartedBot } from './bot.ts';

/** Opens the bot's queues until the test ends. */
export function openQueue(t: TestContext, { settings }: Pick<StartedBot, 'settings'>): JobQueue {
  const connection = new Redis(settings.REDIS_URL ?? '', { maxRetriesPerRequest: null });
  const log = pino({ level: 'silent' });
  const queue = createQueue({ connection, prefix: settings.REDIS_PREFIX ?? '', log });
  t.after(async () => {
    await queue.close();
    connection.disconnect();
  });
  return queue;
}
