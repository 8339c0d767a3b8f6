/**
 * `npm run fuzz`: sends mutated signed deliveries to the real bot.
 *
 * - `--seed 7` repeats a run. Without it, a random seed is used and printed.
 * - `--runs 20000` sets the number of mutated deliveries.
 */
import { randomInt } from 'node:crypto';
import { readArguments, readCount } from '../../scripts/arguments.ts';
import { fuzz } from './fuzz.ts';

const usage = 'npm run fuzz -- [--seed <number>] [--runs <number>]';
const { values } = readArguments(usage, {
  options: {
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    runs: { type: 'string', default: '20000' },
  },
});

const seed = readCount(usage, '--seed', values.seed);
const runs = readCount(usage, '--runs', values.runs);

const say = (line: string): void => void process.stderr.write(`${line}\n`);

const closing: (() => unknown)[] = [];
const since = performance.now();
say(`seed ${seed}`);
try {
  const outcome = await fuzz(
    { after: (close) => void closing.push(close as () => unknown) },
    { seed, runs, apart: true },
  );
  say(JSON.stringify(outcome, undefined, 2));
} catch (cause) {
  say(cause instanceof Error ? `${cause.message}\n${String(cause.cause ?? '')}` : String(cause));
  process.exitCode = 1;
} finally {
  for (const close of closing.reverse()) await close();
}
say(`${((performance.now() - since) / 1_000).toFixed(0)} s`);
