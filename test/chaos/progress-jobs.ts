/** The BullMQ jobs that a card waits for. */

import { queuePrefix } from '#src/platform/queue/queue.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import type { Card } from '#src/posts/card/card.ts';

export interface WaitedFor {
  name: string;
  runs: number;
  failures: number;
  /** The name of the worker that runs it, or ran it when it died; `undefined`: none. */
  worker: string | undefined;
}

export async function jobsOf(
  redis: Redis,
  prefix: string,
  { id, brand, batch, workspace }: Card,
): Promise<WaitedFor[]> {
  const ofCard = ['publish', 'update', 'hold'].map((name) => ['work', name, id] as const);
  const jobs = [
    ['create', 'create', id] as const,
    ...ofCard,
    ...(batch ? [['work', 'batch', batch] as const] : []),
    ['draw', 'draw', id] as const,
    ['read', 'watch', brand.id] as const,
  ];
  const found = await Promise.all(
    jobs.map(async ([queueName, name, of]) => {
      const queue = `${queuePrefix(prefix)}:${queueName}`;
      const job = await redis.get(`${queue}:de:${name}.${workspace}.${of}`);
      if (job === null) return [];
      const [runs, failures, worker] = await redis.hmget(`${queue}:${job}`, 'ats', 'atm', 'pb');
      const isActive = (await redis.lpos(`${queue}:active`, job)) !== null;
      const ranBy = isActive && worker ? worker : undefined;
      return [{ name, runs: Number(runs), failures: Number(failures), worker: ranBy }];
    }),
  );
  return found.flat();
}
