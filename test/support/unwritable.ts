/** A Redis that refuses to write one kind of key, as if the process had died right before that write. */
import type { TestContext } from 'node:test';
import { Redis } from 'ioredis';
import { type StartedBot, startBot } from './bot.ts';
import { startRedis } from './redis.ts';

type Unwritable = StartedBot & {
  /** Runs this while nothing can be written to the keys that end like this. */
  withoutWritesTo<T>(end: string, run: () => Promise<T>): Promise<T>;
};

export async function startUnwritable(t: TestContext): Promise<Unwritable> {
  const redis = await startRedis();
  // closed after the bot, which would otherwise wait for its Redis
  const started = await startBot(t, { redis }).finally(() => t.after(() => redis.stop()));
  const server = new Redis(redis.url);
  t.after(() => server.disconnect());
  const writes = (...keys: string[]) =>
    server.call('ACL', 'SETUSER', 'default', 'resetkeys', '%R~*', ...keys.map((key) => `~${key}`));
  return {
    ...started,
    async withoutWritesTo(end, run) {
      await writes(...allBut(`:${end}`));
      try {
        return await run();
      } finally {
        await writes('*');
      }
    },
  };
}

/** Patterns that match every key except those that end like this. */
const allBut = (end: string): string[] => [...end].map((char, i) => `*[^${char}]${end.slice(i + 1)}`);
