/**
 * The bot with another clock, in this process: what waits since yesterday cannot be played in a minute. The only file of the
 * sandbox that knows the bot's code, since no setting moves its clock.
 */
import { destination, pino } from 'pino';
import { readConfig } from '#src/app/config.ts';
import { startPresscheck } from '#src/main.ts';

interface BackdatedBot {
  settings: Record<string, string>;
  /** Its clock (epoch ms). */
  now(): number;
  /** A file for the log, or nothing to show it. */
  logFile: string | undefined;
}

/** Runs it while `act` goes on. */
export async function withBackdatedBot(
  { settings, now, logFile }: BackdatedBot,
  act: () => Promise<void>,
): Promise<void> {
  const log = pino(destination({ dest: logFile ?? 1, sync: true }));
  // nobody takes anything back
  const config = readConfig({ ...settings, UNDO_SECONDS: '0' });
  const bot = await startPresscheck(config, log, undefined, now);
  try {
    await act();
  } finally {
    await bot.stop();
  }
}
