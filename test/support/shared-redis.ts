/** One real Redis for all tests of a process, each with its own prefix. Tests that stop Redis or set its clock start their own. */
import { after } from 'node:test';
import { type RunningRedis, startRedis } from './redis.ts';

let running: Promise<RunningRedis> | undefined;
after(async () => (await running)?.stop());

export function sharedRedis(): Promise<RunningRedis> {
  running ??= startRedis();
  return running;
}
