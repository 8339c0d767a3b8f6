/** A process of the fleet: the bot from `src/main.ts`, which kills itself with SIGKILL at an armed failpoint. */
import { writeFileSync } from 'node:fs';
import { pino } from 'pino';
import { readConfig } from '#src/app/config.ts';
import { startPresscheck } from '#src/main.ts';

const [lastWords = ''] = process.argv.slice(2);
const armed = new Set<string>();

process.on('message', ({ arm }: { arm: string[] }) => {
  for (const failpoint of arm) armed.add(failpoint);
});
// the parent process is gone
process.on('disconnect', () => process.exit(1));

const config = readConfig(process.env);
const log = pino({ level: config.LOG_LEVEL });
// a test can set its clock
const now = (): number => Date.now() + Number(process.env.CLOCK_AHEAD_MS ?? 0);
const dies = async (failpoint: string): Promise<void> => {
  if (!armed.has(failpoint)) return;
  writeFileSync(lastWords, failpoint);
  process.kill(process.pid, 'SIGKILL');
  // wait for the signal, so that nothing more happens
  await new Promise(() => {});
};
const presscheck = await startPresscheck(config, log, dies, now);
process.once('SIGTERM', () => void presscheck.stop().then(() => process.exit(0)));
process.send?.({ ready: presscheck.port });
