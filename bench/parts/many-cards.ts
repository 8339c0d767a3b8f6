/** Data of a long-used bot: finished cards, and cards in review, in Redis and in the service. */

import { oneBrandSeed } from '#sandbox/service/seed/one-brand.ts';
import type { Seed, SeedBrand } from '#sandbox/service/seed/seed.ts';
import { createAudit } from '#src/audit/audit-store.ts';
import { connectWaiting } from '#src/platform/redis/redis.ts';
import type { Card } from '#src/posts/card/card.ts';
import { createCardStore } from '#src/posts/card-store.ts';
import { forEachOf } from './bot-stores.ts';
import { origin } from './deliveries.ts';
import { aCard } from './requests.ts';

export interface ManyCards {
  finished: number;
  /** Cards in review that are due for a check of the listing. */
  open: number;
}

const brands = 20;
const restingEveryMs = 600_000;

const keepMs = 24 * 3_600_000;
const atOnce = 500;
const caption = 'Open until ten tonight, with the new autumn menu on every table and live music from eight.';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

const postOf = (brand: number, n: number): string => `post-${brand}-${n}`;

/** The service's data: a draft for each card in review, so that checks find no difference. */
export function seedFor({ open }: ManyCards): Seed {
  const made = Array.from({ length: brands }, (_, brand): SeedBrand => {
    const posts = Array.from({ length: open / brands }, (_, n) => ({ id: postOf(brand, n), caption }));
    const profiles = [
      { id: `many-profile-${brand}`, provider: 'linkedin' as const, name: `Profile ${brand}` },
    ];
    return { id: `many-brand-${brand}`, name: `Brand ${brand}`, profiles, posts };
  });
  return { ...oneBrandSeed, brands: [...oneBrandSeed.brands, ...made] };
}

/** The bot's data: writes the cards through their store. */
export async function writeManyCards(redisUrl: string, prefix: string, many: ManyCards): Promise<void> {
  const redis = connectWaiting({ REDIS_URL: redisUrl }, () => undefined);
  const store = createCardStore(redis, prefix, { restingEveryMs, keepFinishedMs: keepMs, log: silent });
  try {
    const numbers = [...Array(many.finished + many.open).keys()];
    await forEachOf(numbers, atOnce, (n) => store.add(settledCard(n, n - many.finished)));
    // otherwise the measured bot would do this
    await createAudit({ redis, prefix, days: 365, log: silent, now: Date.now }).tend(origin.workspace);
  } finally {
    redis.disconnect();
  }
}

/** `open`: its number among those in review. Negative: it's published. */
function settledCard(n: number, open: number): Card {
  const brand = n % brands;
  const named = { id: `many-brand-${brand}`, name: `Brand ${brand}` };
  const request = { kind: 'post' as const, brand: named, profiles: [], caption, mediaUrls: [] };
  const at = new Date(Date.now() - restingEveryMs).toISOString();
  return open < 0
    ? aCard(n, request, { state: 'published', postId: `published-${n}`, at })
    : aCard(n, request, { state: 'review', postId: postOf(brand, Math.floor(open / brands)), at });
}
