/**
 * Runs the bot in this process with its clock set to the past, so the demo starts with posts that have waited since yesterday.
 * This is the only sandbox file that imports the bot's code, because no setting changes its clock.
 */
import { destination, pino } from 'pino';
import { readConfig } from '#src/app/config.ts';
import { startPresscheck } from '#src/main.ts';

interface BackdatedBot {
  settings: Record<string, string>;
  /** Its clock (epoch ms). */
  now(): number;
  /** The log file. Absent: the log goes to the terminal. */
  logFile: string | undefined;
}

/** Starts the bot, runs `act`, and stops the bot. */
export async function withBackdatedBot(
  { settings, now, logFile }: BackdatedBot,
  act: () => Promise<void>,
): Promise<void> {
  const log = pino(destination({ dest: logFile ?? 1, sync: true }));
  // no undo window: nobody uses it here
  const config = readConfig({ ...settings, UNDO_SECONDS: '0' });
  const bot = await startPresscheck(config, log, undefined, now);
  try {
    await act();
  } finally {
    await bot.stop();
  }
}
