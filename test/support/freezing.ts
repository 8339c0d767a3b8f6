/** Brands that tests freeze, and what is scheduled of them. */
import type { TestContext } from 'node:test';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import type { ShownMessage } from '#sandbox/chat/people/handles.ts';
import { createQueue } from '#src/jobs/queue.ts';
import { sweepJob } from '#src/jobs/sweep.ts';
import { type BotOptions, type StartedBot, startBot } from './bot.ts';

export const brandId = 'brand-1';
const day = 86_400_000;
/** Epoch ms, a whole second. */
export const inDays = (n: number): number => Math.ceil(Date.now() / 1_000) * 1_000 + n * day;

/** Somebody scheduled these in the service's own web app, so they are on no card. */
export const planned = ({ service }: StartedBot, captions: string[], at = inDays(1)) =>
  captions.map((caption, i) =>
    service.putPost({
      ...{ brandId, caption, socialProfileIds: ['profile-1'] },
      ...{ scheduledAt: at + i * 60_000, state: 'scheduled' },
    }),
  );

/** Cy is an administrator. */
export async function startFreezing(t: TestContext, options: BotOptions = {}): Promise<StartedBot> {
  const people = [
    { id: 'U0ANA', name: 'Ana' },
    { id: 'U0BO', name: 'Bo' },
    { id: 'U0CY', name: 'Cy', role: 'admin' as const },
  ];
  return startBot(t, { ...options, chat: { people, ...options.chat } });
}

/** What the report says by then. */
export const frozen = ({ ana }: StartedBot, match: RegExp): Promise<ShownMessage> =>
  ana.sees('social', match);

/** The worker's next round, now. */
export async function nextRound(t: TestContext, { settings }: StartedBot): Promise<void> {
  const connection = new Redis(settings.REDIS_URL ?? '', { maxRetriesPerRequest: null });
  const log = pino({ level: 'silent' });
  const queue = createQueue({ connection, prefix: settings.REDIS_PREFIX ?? '', log });
  t.after(async () => {
    await queue.close();
    connection.disconnect();
  });
  await queue.enqueue(sweepJob, {});
}
