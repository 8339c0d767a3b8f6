/** The account that the flows use, and how a row of the matrix is started. */
import type { TestContext } from 'node:test';
import type { Variants } from '#sandbox/service/index.ts';
import type { Seed } from '#sandbox/service/seed/seed.ts';
import { connectFailingFast, whenReady } from '#src/platform/redis/redis.ts';
import { type StartedBot, startBot } from '#test/support/bot.ts';
import { timeoutMs } from '#test/support/eventually.ts';
import { cardStoreIn } from '#test/support/stored.ts';
import { factsFor } from './facts-for.ts';

export const brandId = 'brand-1';

/** The page size is smaller than the number of posts, so that listings have several pages. */
const pageSize = 10;

const seed: Seed = {
  user: { id: 'user-1', name: 'Robin Vale', email: 'robin@northwind.example' },
  brands: [
    {
      id: brandId,
      name: 'Northwind Coffee',
      profiles: [
        { id: 'profile-instagram', provider: 'instagram', name: 'northwind.coffee' },
        // the network whose name has the most spellings
        { id: 'profile-x', provider: 'twitter', name: 'northwind' },
      ],
      libraries: [{ id: 'library-1', name: 'Coffee', hashtags: ['#SlowMornings'] }],
      designs: [{ id: 'design-1', name: 'Menu board' }],
      workflows: [{ id: 'workflow-1', name: 'Share new blog articles', on: false }],
      posts: Array.from({ length: pageSize + 2 }, (_, n) => ({
        id: `older-${n}`,
        caption: `Older post ${n}.`,
      })),
    },
  ],
};

/** Options of slow services, and of tests that wait longer for them. */
export interface Slowness {
  /** The number of older posts of the brand, in addition to the seed's. */
  history?: number;
  listingLagMs?: number;
  settings?: Record<string, string>;
}

/** Starts a bot with a service of these variants, configured as an admin would have to. */
export function startRow(
  t: TestContext,
  variants: Partial<Variants>,
  slow: Slowness = {},
): Promise<StartedBot> {
  const { history = 0, listingLagMs = 0, settings } = slow;
  return startBot(t, {
    service: {
      seed: { ...seed, brands: seed.brands.map((brand) => ({ ...brand, history })) },
      listingLagMs,
      pageSize: variants.pageSize ?? pageSize,
      variants,
      generation: { minMs: 10, maxMs: 30 },
      // high, so that every response has rate limit headers but none is refused
      requestsPerMinute: 100_000,
    },
    // long timeouts, because the flows don't test time, and a busy machine isn't a slow service
    settings: { REQUEST_TIMEOUT_MS: '20000', OPEN_FACTS: JSON.stringify(factsFor(variants)), ...settings },
  });
}

/** Whether Presscheck knows the post that a generating card waits for, from the service's response or from the listing. */
export async function isGenerating({ chat, redisUrl, settings }: StartedBot): Promise<boolean> {
  const redis = connectFailingFast({ REDIS_URL: redisUrl }, () => undefined);
  try {
    await whenReady(redis, timeoutMs);
    const cards = cardStoreIn(redis, settings.REDIS_PREFIX ?? '');
    const workspace = chat.world.workspace.id;
    // some variants have odd brand IDs
    const brands = await cards.watchedBrands(workspace, Date.now());
    const watched = await Promise.all(brands.map((brand) => cards.watched(workspace, brand, Date.now())));
    return watched.flat().some(({ kind, state }) => kind === 'ai-post' && state === 'generating');
  } finally {
    redis.disconnect();
  }
}
