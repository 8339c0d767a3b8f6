/** Runs another bot in this process, which takes a tenth of the CPU time of a separate process. */
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '#src/app/config.ts';
import { type Presscheck, startPresscheck } from '#src/main.ts';
import { stopWithTest } from './process.ts';

/** Starts a bot with these settings. When the test ends, it's stopped, and its log is searched for secrets. */
export async function startInProcess(
  t: Pick<TestContext, 'after'>,
  settings: Record<string, string>,
): Promise<Presscheck> {
  let output = '';
  const write = (line: string): void => {
    output += line;
  };
  const bot = await startPresscheck(readConfig(settings), pino({ level: 'debug' }, { write }));
  t.after(() => bot.stop());
  stopWithTest(t, { output: () => output, end: () => bot.stop() }, settings);
  return bot;
}
