/** `npm run bench post-index`: the memory that the post index of a long listing takes in Redis, and the CPU time of queries. */
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { startRedis } from '#sandbox/redis.ts';
import { createPostIndex } from '#src/posts/post-index/post-index.ts';
import { createPostIndexStore } from '#src/posts/post-index/post-index-store.ts';
import { type Benchmark, figure } from './benchmark.ts';
import { memoryOf, writeHistory } from './parts/indexed-history.ts';
import { median } from './parts/numbers.ts';

const posts = 10_000;
const atMostBytes = 2_000_000;
const rounds = 30;
const clicksPerMinute = 60;
const of = { workspace: 'T1', brand: 'brand-1' };

export const postIndex: Benchmark = {
  name: 'post-index',
  question: 'What does the post index of a brand with 10,000 posts cost?',
  method:
    'The index of one brand in its own Redis, written page by page as the reader does. 93% of the posts are published, 4% failed and ' +
    '3% open, with captions in five scripts and ids of 36 characters. Its memory is what `MEMORY USAGE` reports with `SAMPLES 0`. CPU time is that of the ' +
    `reading process, the median of ${rounds} rounds: reading all posts for the first time, reading them again unchanged, and checking how ` +
    'old they are, which a list does while it waits for a read.',
  async run({ quick }) {
    const server = await startRedis();
    const redis = new Redis(server.url);
    try {
      const prefix = `bench-${randomUUID()}`;
      await writeHistory(createPostIndexStore(redis, prefix), of, posts, Date.now());
      const indexed = () => {
        const store = createPostIndexStore(redis, prefix);
        return createPostIndex({ store, jobs: { wake: nothing, enqueue: nothing }, now: Date.now });
      };
      const kept = indexed();
      const found = { first: [] as number[], again: [] as number[], status: [] as number[] };
      for (let round = quick ? 0 : -5; round < (quick ? 1 : rounds); round += 1) {
        const fresh = indexed();
        const held = await kept.known(of);
        const first = await cpuMs(() => fresh.known(of));
        const again = await cpuMs(() => kept.known(of));
        const status = await cpuMs(() => kept.status(of));
        if (round < 0 || held.posts.length !== posts) continue;
        found.first.push(first);
        found.again.push(again);
        found.status.push(status);
      }
      const firstMs = median(found.first);
      return [
        figure({
          name: `Redis memory of ${posts} indexed posts`,
          measured: await memoryOf(redis, prefix),
          base: atMostBytes,
          baseName: '2 MB',
          unit: 'bytes',
          goal: { atMost: 1 },
        }),
        figure({
          name: 'all posts again, unchanged: CPU',
          measured: median(found.again),
          base: firstMs,
          baseName: 'reading them for the first time',
          unit: 'ms',
        }),
        figure({
          name: 'how old the posts are: CPU',
          measured: median(found.status),
          base: firstMs,
          baseName: 'reading them for the first time',
          unit: 'ms',
        }),
        figure({
          name: `${clicksPerMinute} lists a minute, each after a change: CPU`,
          measured: clicksPerMinute * firstMs,
          base: 60_000,
          baseName: 'a minute of one CPU',
          unit: 'ms',
          goal: { atMost: 0.1 },
        }),
      ];
    } finally {
      redis.disconnect();
      await server.stop();
    }
  },
};

const nothing = async (): Promise<void> => {};

async function cpuMs(act: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
