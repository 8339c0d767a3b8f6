/**
 * `npm run chaos`: sends mixed requests while processes, Redis, and connections die.
 *
 * - `--seed words` repeats a plan of requests, kills, and faults. Without it, a random seed is used and printed.
 * - `--requests 500`, `--kills 200`, and `--redis 8` set the numbers of requests, kills, and Redis kills.
 * - `--history 3000`: the number of older posts of one brand.
 * - `--away 60000`: how long Redis stays down after one of its kills (ms).
 * - `--fsync always`: Redis syncs to disk before it replies. The default is `everysec`.
 */
import { randomBytes } from 'node:crypto';
import { readArguments, readCount, refuseArguments } from '../../scripts/arguments.ts';
import { runChaos } from './chaos.ts';
import { brokenIn } from './promises.ts';
import { tableOf } from './table.ts';

const usage =
  'npm run chaos -- [--seed <words>] [--requests <n>] [--history <n>] [--kills <n>] [--redis <n>] [--every <ms>] [--away <ms>] [--fsync always|everysec]';
const { values } = readArguments(usage, {
  options: {
    seed: { type: 'string', default: randomBytes(4).toString('hex') },
    requests: { type: 'string', default: '500' },
    history: { type: 'string', default: '3000' },
    kills: { type: 'string', default: '200' },
    redis: { type: 'string', default: '8' },
    every: { type: 'string', default: '2200' },
    away: { type: 'string', default: '60000' },
    fsync: { type: 'string', default: 'everysec' },
  },
});

const { fsync } = values;
if (fsync !== 'always' && fsync !== 'everysec') refuseArguments(usage, '--fsync must be always or everysec.');
const count = (flag: 'requests' | 'history' | 'kills' | 'redis' | 'every' | 'away'): number =>
  readCount(usage, `--${flag}`, values[flag]);

const log = (line: string): void => void process.stderr.write(`${line}\n`);

const plan = {
  seed: values.seed,
  requests: count('requests'),
  history: count('history'),
  kills: count('kills'),
  killEveryMs: count('every'),
  redisKills: count('redis'),
  awayMs: count('away'),
  ofEach: 2 as const,
};
log(`seed ${plan.seed}`);
const outcome = await runChaos({ ...plan, fsync, crowd: true, log });
process.stdout.write(`${tableOf(outcome)}\n`);
const broken = brokenIn(outcome, 'all');
if (outcome.records !== '') process.stdout.write(`\n${outcome.records}\n`);
if (broken.length > 0) log(`broken: ${broken.join('; ')}; the log is ${outcome.logFile}`);
process.exitCode = broken.length === 0 ? 0 : 1;
