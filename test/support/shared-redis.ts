/** One real Redis for all tests of a process, each with a prefix of its own. A test that stops it, or sets its clock, starts another. */
import { after } from 'node:test';
import { type RunningRedis, startRedis } from './redis.ts';

let running: Promise<RunningRedis> | undefined;
after(async () => (await running)?.stop());

export function sharedRedis(): Promise<RunningRedis> {
  running ??= startRedis();
  return running;
}
