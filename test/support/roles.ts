/** Processes of a bot that do only a part of its work, with the same Redis, chat and service. */
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '#src/app/config.ts';
import { startPresscheck } from '#src/main.ts';
import type { StartedBot } from './bot.ts';
import { withLatency } from './latency.ts';

const silent = pino({ level: 'silent' });

/** A worker that is told the name of each step. */
export async function startWorker(
  t: TestContext,
  { settings }: StartedBot,
  failpoint?: (step: string) => Promise<void>,
): Promise<void> {
  const config = readConfig({ ...settings, ROLE: 'worker', PORT: '0' });
  const worker = await startPresscheck(config, silent, withLatency(failpoint));
  t.after(() => worker.stop());
}

/** From now on people are answered, and nothing that waits for a worker is done. `others`: settings that change with it. */
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
