/** Separate processes for a bot's roles, with the same Redis, chat, and service. */
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '#src/app/config.ts';
import { startPresscheck } from '#src/main.ts';
import type { StartedBot } from './bot.ts';
import { withLatency } from './latency.ts';

const silent = pino({ level: 'silent' });

/** Starts a worker whose failpoints call `failpoint`, with the clock of a bot that has its own. */
export async function startWorker(
  t: TestContext,
  { settings, now }: Pick<StartedBot, 'settings'> & { now?: () => number },
  failpoint?: (step: string) => Promise<void>,
): Promise<void> {
  const config = readConfig({ ...settings, ROLE: 'worker', PORT: '0' });
  const worker = await startPresscheck(config, silent, withLatency(failpoint), now);
  t.after(() => worker.stop());
}

/** Restarts the bot without a worker: it still responds to users, but runs no jobs. `others`: settings to change. */
export async function stopWorker(
  t: TestContext,
  { bot, chat, settings }: StartedBot,
  others: Record<string, string> = {},
): Promise<void> {
  await bot.stop();
  const only = await startPresscheck(readConfig({ ...settings, ROLE: 'bot', ...others }), silent);
  t.after(() => only.stop());
  chat.deliverTo(`http://127.0.0.1:${only.port}/slack/events`);
}
