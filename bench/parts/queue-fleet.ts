/** Plain BullMQ workers without Presscheck, and the rounds of jobs that they process. */
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Queue } from 'bullmq';
import { idle } from './bot-stores.ts';
import type { Child } from './child.ts';
import type { Environment } from './environment.ts';
import { connectRedis, redisCounts } from './redis-counts.ts';
import type { Usage } from './usage.ts';

const entry = fileURLToPath(import.meta.resolve('./subjects/queue-worker.ts'));

/** The concurrency of Presscheck's create and publish queues. */
const concurrency = 10;

export interface QueueRound {
  perS: number;
  cpuMsPerJob: number;
  commandsPerJob: number;
  redisKbPerJob: number;
  /** Memory of one worker. */
  memoryMb: number;
}

/** The jobs do nothing, or, with `sendTo`, send a request to the service and a message to Slack. */
export async function startQueueFleet(
  environment: Environment,
  workers: number,
  redisUrl: string,
  sendTo: { SERVICE_URL: string; SLACK_URL: string } | undefined,
) {
  const name = `queue-${randomBytes(4).toString('hex')}`;
  const redis = await connectRedis(redisUrl);
  const queue = new Queue(name, { connection: redis, defaultJobOptions: { removeOnComplete: true } });
  const settings = { REDIS_URL: redisUrl, QUEUE: name, CONCURRENCY: String(concurrency), ...sendTo };
  const children: Child[] = [];
  for (let i = 0; i < workers; i += 1) children.push(await environment.start(settings, entry));
  const usage = () => Promise.all(children.map((child) => child.ask<Usage>('usage')));
  const cpu = (of: Usage[]): number => of.reduce((sum, { cpuMs }) => sum + cpuMs, 0);

  return {
    /** Adds this many jobs to the paused queue, resumes it, and measures until all are done. */
    async round(jobs: number): Promise<QueueRound> {
      await queue.pause();
      const before = await redisCounts(redis);
      const data = { workspace: 'T0PRESS', card: 'V0123456789' };
      for (let made = 0; made < jobs; made += 500)
        await queue.addBulk(
          Array.from({ length: Math.min(500, jobs - made) }, () => ({ name: 'job', data })),
        );
      const waiting = await redisCounts(redis);
      const used = await usage();
      const since = performance.now();
      await queue.resume();
      await idle(queue);
      const s = (performance.now() - since) / 1_000;
      const after = await usage();
      const done = await redisCounts(redis);
      return {
        perS: jobs / s,
        cpuMsPerJob: (cpu(after) - cpu(used)) / jobs,
        commandsPerJob: (done.commands - before.commands) / jobs,
        redisKbPerJob: (waiting.bytes - before.bytes) / jobs / 1_000,
        memoryMb: Math.max(...after.map(({ memoryMb }) => memoryMb)),
      };
    },
    async stop() {
      await queue.close();
      redis.disconnect();
      await Promise.all(children.map((child) => child.end()));
    },
  };
}
