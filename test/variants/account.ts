/** The account that the flows run in, and how a row of the matrix is started. */
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import type { Variants } from '#sandbox/service/index.ts';
import type { Seed } from '#sandbox/service/seed/seed.ts';
import { connectFailingFast, whenReady } from '#src/platform/redis/redis.ts';
import { createCardStore } from '#src/posts/card-store.ts';
import { type StartedBot, startBot } from '#test/support/bot.ts';
import { timeoutMs } from '#test/support/eventually.ts';
import { factsFor } from './facts-for.ts';

export const brandId = 'brand-1';

/** More posts than one page holds, so that a listing has pages; where the size is a variant, it has some, or is just full. */
const pageSize = 10;

const seed: Seed = {
  user: { id: 'user-1', name: 'Robin Vale', email: 'robin@northwind.example' },
  brands: [
    {
      id: brandId,
      name: 'Northwind Coffee',
      profiles: [
        { id: 'profile-instagram', provider: 'instagram', name: 'northwind.coffee' },
        // the network whose name the service spells in the most ways
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

/** What makes a service slow to show things, and people patient. */
export interface Slowness {
  /** Older posts of the brand, beside those of the seed. */
  history?: number;
  listingLagMs?: number;
  settings?: Record<string, string>;
}

/** The bot against a service of these variants, set up as whoever runs it would have to. */
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
      // far away, so that every answer has the headers of the limit and none is refused
      requestsPerMinute: 100_000,
    },
    // a busy machine is no slow service: what a flow shows has nothing to do with time
    settings: { REQUEST_TIMEOUT_MS: '20000', OPEN_FACTS: JSON.stringify(factsFor(variants)), ...settings },
  });
}

/** Whether Presscheck knows the post that an AI post's card waits for: the service's answer named it, or it was found. */
export async function isGenerating({ chat, redisUrl, settings }: StartedBot): Promise<boolean> {
  const redis = connectFailingFast({ REDIS_URL: redisUrl }, () => undefined);
  try {
    await whenReady(redis, timeoutMs);
    const log = pino({ level: 'silent' });
    const cards = createCardStore(redis, settings.REDIS_PREFIX ?? '', 600_000, log, 86_400_000);
    const workspace = chat.world.workspace.id;
    // the service of some rows spells the brand's id in its own way
    const brands = await cards.watchedBrands(workspace, Date.now());
    const watched = await Promise.all(brands.map((brand) => cards.watched(workspace, brand, Date.now())));
    return watched.flat().some(({ kind, state }) => kind === 'ai-post' && state === 'generating');
  } finally {
    redis.disconnect();
  }
}
