/** The bot in this process, for those that no test kills: it costs a tenth of what a process of its own costs. */
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '#src/app/config.ts';
import { type Presscheck, startPresscheck } from '#src/main.ts';
import { remember } from './process.ts';

/** Starts it with these settings. At the test's end it is stopped, and its log is searched for secrets like those of processes. */
export async function startInside(
  t: Pick<TestContext, 'after'>,
  settings: Record<string, string>,
): Promise<Presscheck> {
  let output = '';
  const write = (line: string): void => {
    output += line;
  };
  const bot = await startPresscheck(readConfig(settings), pino({ level: 'debug' }, { write }));
  t.after(() => bot.stop());
  remember(t, { output: () => output, end: () => bot.stop() }, settings);
  return bot;
}
