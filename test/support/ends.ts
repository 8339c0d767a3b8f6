/** Loaded last by each process of tests: without it, what one test left open would keep the process, and the whole run, alive. */
import { after } from 'node:test';

/** Only what never ends takes so long, also on a busy machine. */
const closedWithinMs = 60_000;

after(() => {
  const giveUp = (): void => {
    const open = process.getActiveResourcesInfo().join(', ');
    process.stderr.write(`A test left something open that keeps its process alive: ${open}\n`);
    process.exit(1);
  };
  setTimeout(giveUp, closedWithinMs).unref();
});
