/** Posts that are generated in a sandbox service with a limit, and a real worker that waits for them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sandboxKey, startSandboxService } from '#sandbox/service/index.ts';
import { applyTransition } from '#src/posts/card/apply-transition.ts';
import type { Card } from '#src/posts/card/card.ts';
import { cardOf } from '#src/posts/card/new-card.ts';
import type { Transition } from '#src/posts/card/transition.ts';
import { forEachOf, openBotStores } from './bot-stores.ts';
import { origin } from './deliveries.ts';
import { botSettings, type Environment } from './environment.ts';
import { brandNumber } from './requests.ts';

export interface Cell {
  posts: number;
  brands: number;
  /** How many such accounts are watched, for a cell whose few posts would say little. Default 1. */
  times?: number;
}

export interface Generation {
  /** The first post is finished after this, the last one after `maxMs`. */
  minMs: number;
  maxMs: number;
  /** How long cards may take after the last was finished. */
  waitMs: number;
  watchEveryMs: number;
}

export interface Watched {
  cell: Cell;
  /** One for each post. A card that never showed it counts with the time that was waited for it. */
  delaysMs: number[];
  neverShown: number;
  requests: number;
  /** First pages. */
  pageReads: number;
  /** Answers 429. */
  refused: number;
}

interface CellOptions {
  cell: Cell;
  number: number;
  /** The number of its first post among those of all runs of this cell. */
  first: number;
  timing: Generation;
  /** Requests a minute. */
  limit: number;
  redis: string;
  slack: string;
  /** Who is to be told when a message was drawn again. */
  onRendered: Map<string, (at: number) => void>;
}

const rowsOnAPage = 50;

/** How many requests one look at the listing of one of its brands takes: the pages that have something on them. */
export const listed = ({ posts, brands }: Cell): number => Math.ceil(posts / brands / rowsOnAPage);

/** When each of so many posts is finished, evenly spread, in an order that has nothing to do with their brands. */
export function finishTimes(posts: number, { minMs, maxMs }: Generation, first = 0): number[] {
  return Array.from(
    { length: posts },
    (_, n) => minMs + (maxMs - minMs) * ((0.5 + (first + n) * 0.618_034) % 1),
  );
}

/** Starts the service and the worker; what comes back lets the posts begin. */
export async function watchCell(
  environment: Environment,
  options: CellOptions,
): Promise<() => Promise<Watched>> {
  const { cell, number, first, timing, limit, redis, slack, onRendered } = options;
  const brands = Array.from({ length: cell.brands }, (_, n) => brandNumber(n));
  const service = environment.keep(
    await startSandboxService({
      requestsPerMinute: limit,
      seed: {
        user: { id: 'user-1', name: 'Robin Vale', email: 'robin@northwind.example' },
        brands: brands.map((brand) => ({ ...brand, profiles: [] })),
      },
    }),
  );
  const settings = botSettings({
    REDIS_URL: redis,
    REDIS_PREFIX: `cell-${number}`,
    SLACK_API_URL: slack,
    SOCIAL_API_URL: service.url,
    SOCIAL_API_KEY: sandboxKey,
    REQUESTS_PER_MINUTE: String(limit),
    WATCH_INTERVAL_MS: String(timing.watchEveryMs),
    ROLE: 'worker',
  });
  const stores = environment.keep(await openBotStores(settings));
  await environment.start(settings);

  return async () => {
    const began = performance.now();
    const at = new Date().toISOString();
    const posts = Array.from({ length: cell.posts }, (_, n) => {
      const brandId = brands[n % brands.length]?.id ?? '';
      return { id: `post-${n}`, ts: `${number}.${String(n).padStart(6, '0')}`, brandId };
    });
    for (const { id, brandId } of posts) service.putPost({ id, brandId, state: 'generating' });
    const shownAt = new Map<string, number>();
    for (const { ts } of posts)
      onRendered.set(ts, (when) => {
        if (!shownAt.has(ts)) shownAt.set(ts, when);
      });
    const cards = posts.map(({ id, brandId, ts }) => generating(id, brandId, ts, at));
    await forEachOf(cards, 100, (card) => stores.cards.add(card));
    // the first card of each brand begins the watch for all of them
    await forEachOf(cards.slice(0, cell.brands), 20, (card) => stores.desk.follow(card));

    const finishedAt = new Map<string, number>();
    const due = finishTimes(cell.posts, timing, first)
      .map((after, n) => ({ after, post: posts[n] }))
      .sort((a, b) => a.after - b.after);
    for (const { after, post } of due) {
      await sleep(Math.max(0, began + after - performance.now()));
      if (!post) continue;
      service.edit(post.id, { state: 'draft', caption: 'The autumn menu is here, and the lights are warm.' });
      finishedAt.set(post.ts, performance.now());
    }
    const until = performance.now() + timing.waitMs;
    while (shownAt.size < cell.posts && performance.now() < until) await sleep(20);
    const end = performance.now();
    return {
      cell,
      delaysMs: posts.map(({ ts }) => (shownAt.get(ts) ?? end) - (finishedAt.get(ts) ?? end)),
      neverShown: cell.posts - shownAt.size,
      requests: service.requests.length,
      pageReads: service.requests.filter(({ query }) => Number(query.page ?? 0) === 0).length,
      refused: service.requests.filter(({ status }) => status === 429).length,
    };
  };
}

/** The card of a post that is generated since `at`, and its message says so. */
function generating(postId: string, brandId: string, ts: string, at: string): Card {
  const request = {
    kind: 'ai-post' as const,
    brand: { id: brandId, name: brandId },
    prompt: 'The autumn menu, with pumpkin and chestnut',
    profiles: [],
    imageCount: 0,
    referenceUrls: [],
    referenceDesigns: [],
  };
  const asked = cardOf(`V${ts}`, origin, request, at);
  const accepted = transitioned(transitioned(asked, { type: 'start_creating', at }), {
    type: 'accept',
    postId,
    campaignId: undefined,
    at,
  });
  return transitioned(accepted, {
    type: 'record_message',
    message: { channel: origin.channel, ts },
    renderedVersion: accepted.version,
    at,
  });
}

function transitioned(card: Card, transition: Transition): Card {
  const result = applyTransition(card, transition);
  if ('refused' in result) throw new Error(`the card refuses ${transition.type}`);
  return result.card;
}
