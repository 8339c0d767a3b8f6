/** Statistics from Redis's `INFO`. */
import { Redis } from 'ioredis';

export async function connectRedis(url: string): Promise<Redis> {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: null });
  await redis.connect();
  return redis;
}

export interface RedisCounts {
  /** Since its start, including commands run by scripts. */
  commands: number;
  bytes: number;
}

export async function redisCounts(redis: Pick<Redis, 'info'>): Promise<RedisCounts> {
  const text = `${await redis.info('stats')}\n${await redis.info('memory')}`;
  const one = (name: string): number => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(text)?.[1]);
  return { commands: one('total_commands_processed'), bytes: one('used_memory') };
}
