/**
 * `npm run flips`: every byte of every entry of an audit trail of 10,000 is turned over, one at a time, with a key and
 * without; the verifier has to name exactly that entry each time.
 *
 * - `--entries 10000` says how long the trail is.
 * - `--seed 7` repeats a run: which bits of a byte change; without it a seed is made up and printed.
 */
import { randomInt } from 'node:crypto';
import { startRedis } from '#sandbox/redis.ts';
import { connectFailingFast, whenReady } from '#src/platform/redis/redis.ts';
import { patienceMs } from '#test/support/eventually.ts';
import { readArguments, readCount } from '../../scripts/arguments.ts';
import { bytesIn, makeChain, tryFlips } from './flips.ts';

const usage = 'npm run flips -- [--entries <number>] [--seed <words>]';
const { values } = readArguments(usage, {
  options: {
    entries: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
});

const entries = readCount(usage, '--entries', values.entries);

const server = await startRedis();
const redis = connectFailingFast({ REDIS_URL: server.url }, () => undefined);
process.stdout.write(`seed ${values.seed}\n`);
try {
  await whenReady(redis, patienceMs);
  for (const [prefix, key] of [['without a key'], ['with a key', 'a key of sixteen or more']] as const) {
    const since = performance.now();
    const chain = await makeChain({ redis, prefix }, entries, { key });
    const tried = tryFlips(chain, { seed: values.seed }, (entry) => Array(bytesIn(entry)).keys());
    const seconds = ((performance.now() - since) / 1_000).toFixed(0);
    process.stdout.write(
      `✔ ${prefix}: ${chain.entries.length} entries, ${tried} flips, each found and named, in ${seconds} s\n`,
    );
  }
} catch (cause) {
  process.stderr.write(`✖ ${cause instanceof Error ? cause.message : String(cause)}\n`);
  process.exitCode = 1;
} finally {
  redis.disconnect();
  await server.stop();
}
