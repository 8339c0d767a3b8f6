/**
 * Cards in Redis. A write succeeds only if nothing else was written since the version that it's based on, and
 * updates the indexes of what needs work and what is watched in the same step.
 */

import { hash } from 'node:crypto';
import type { Logger } from 'pino';
import type { CountedTransition } from '#src/platform/metrics/counters.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { applyTransition, type TransitionResult } from '#src/posts/card/apply-transition.ts';
import { onHomes, restMs, timedCheck, watchedFrom } from '#src/posts/card/attention.ts';
import { entryOfNew, entryOfTransition } from '#src/posts/card/audit-entry.ts';
import type { Card } from '#src/posts/card/card.ts';
import { plannedFor } from '#src/posts/card/content.ts';
import { recordsOf } from '#src/posts/card/event-record.ts';
import type { Refused } from '#src/posts/card/refused.ts';
import { isDropped, isScheduled } from '#src/posts/card/state.ts';
import { cardWords, transitionWords } from '#src/posts/card/stored.ts';
import type { Transition } from '#src/posts/card/transition.ts';
import { checkLater, openFrom } from './card-scripts.ts';
import { type CardsAsRead, cardFrom, createSaveCard, type KeptConfig, type SaveResult } from './save-card.ts';

/**
 * How many cards are read in one round trip: their text and the parsed cards are in memory at the same time.
 */
const readAtOnce = 100;

/** The most cards of each kind that Home tabs show, latest first. */
const onHomesAtMost = { open: 1_000, failed: 200 };

export type CardStore = ReturnType<typeof createCardStore>;

interface CardStoreOptions {
  /** How often a post that nobody works on is compared with the service. */
  restingEveryMs: number;
  /** How long a finished card, with everything that belongs to it, is kept after its last transition. */
  keepFinishedMs: number;
  log: Pick<Logger, 'error'>;
  /** Hears of each transition that is written, for the metrics. */
  onTransition?: (made: CountedTransition) => void;
}

export function createCardStore(
  redis: Redis,
  prefix: string,
  { restingEveryMs, keepFinishedMs, log, onTransition = () => undefined }: CardStoreOptions,
) {
  const keys = createKeys(prefix);

  const save = createSaveCard(redis, keys, { restingEveryMs, keepFinishedMs });
  const readable = (json: string, id: string): Card | undefined => {
    try {
      return cardFrom(json);
    } catch (cause) {
      log.error({ err: cause, card: id }, "couldn't read a card; skipping it");
      return undefined;
    }
  };

  const noted = new Set<string>();
  // a restart of Redis may have lost what was noted
  redis.on('close', () => noted.clear());
  async function note(workspace: string): Promise<void> {
    if (noted.has(workspace)) return;
    await redis.sadd(keys.workspaces, workspace);
    noted.add(workspace);
  }

  async function get(workspace: string, id: string): Promise<Card | undefined> {
    const json = await redis.get(keys.card(workspace, id));
    return json === null ? undefined : cardFrom(json);
  }

  async function addedOr(saved: SaveResult, card: Card): Promise<{ added: boolean; card: Card }> {
    if (!saved || typeof saved === 'string') return { added: true, card };
    if (!('owner' in saved)) return { added: false, card: saved };
    return { added: false, card: (await get(card.workspace, saved.owner)) ?? card };
  }

  const recordedOfNew = (card: Card) => ({
    audited: entryOfNew(card),
    notifications: [],
  });

  return {
    get,

    /** Adds a card. Returns the stored one if the id is in use, or the one that has the same post already. */
    async add(card: Card): Promise<{ added: boolean; card: Card }> {
      await note(card.workspace);
      return addedOr(await save(card, 0, recordedOfNew(card)), card);
    },

    /**
     * Adds a card if the rule and settings are unchanged. `outdated`: they aren't. `slot_taken`: another card
     * has the posting slot that it's planned for.
     */
    async addUnder(
      brandConfig: KeptConfig,
      card: Card,
      inSlot = false,
    ): Promise<{ added: boolean; card: Card } | 'outdated' | 'slot_taken'> {
      await note(card.workspace);
      const slot = inSlot ? { exceptCards: [] } : undefined;
      const saved = await save(card, 0, recordedOfNew(card), { brandConfig, slot });
      return saved === 'outdated' || saved === 'slot_taken' ? saved : addedOr(saved, card);
    },

    /** The card that a message shows. */
    async at(workspace: string, { channel, ts }: { channel: string; ts: string }): Promise<Card | undefined> {
      const id = await redis.get(keys.message(workspace, channel, ts));
      return id === null ? undefined : get(workspace, id);
    },

    /** The cards that exist, in the order of the ids. */
    async getAll(workspace: string, ids: string[]): Promise<Card[]> {
      const cards: Card[] = [];
      for (let from = 0; from < ids.length; from += readAtOnce) {
        const some = ids.slice(from, from + readAtOnce);
        const found = await redis.mget(some.map((id) => keys.card(workspace, id)));
        // a card of another release, or a damaged one, mustn't stop the others
        cards.push(
          ...found.flatMap((json, i) => (json === null ? [] : (readable(json, some[i] ?? '') ?? []))),
        );
      }
      return cards;
    },

    /** The cards that exist, as `compare` of `transition` returns them. */
    async getAsRead(workspace: string, ids: string[]): Promise<CardsAsRead> {
      const names = ids.map((id) => keys.card(workspace, id));
      // bytes, because the digest of a damaged text would never fit
      const found = names.length > 0 ? await redis.mgetBuffer(names) : [];
      return {
        cards: found.flatMap((bytes, i) => (bytes ? (readable(bytes.toString(), ids[i] ?? '') ?? []) : [])),
        digests: names.map((name, i) => [name, hash('sha1', found[i] ?? '')]),
      };
    },

    /**
     * Applies a transition, and applies it again to the new card if another write came first. `undefined` if
     * there is no such card. `known`: the card, if the caller has just read it. `compare` is called before each
     * attempt: it refuses the transition, or returns other cards, which mustn't change until this one is written.
     */
    async transition(
      workspace: string,
      id: string,
      transition: Transition,
      known?: Card,
      compare?: (card: Card) => Promise<{ refused: Refused } | CardsAsRead | undefined>,
    ): Promise<TransitionResult | undefined> {
      let card = known ?? (await get(workspace, id));
      while (card) {
        const compared = await compare?.(card);
        const others = compared && 'digests' in compared ? compared.digests : undefined;
        const result = compared && 'refused' in compared ? compared : applyTransition(card, transition);
        if ('refused' in result)
          return card === known ? this.transition(workspace, id, transition, undefined, compare) : result;
        const notifications = recordsOf(card, transition, result.card);
        const audited = entryOfTransition(card, transition, result.card);
        const { slot } = transition;
        const saved = await save(result.card, card.version, { audited, notifications }, { slot, others });
        if (saved === 'saved') {
          const { type } = transition;
          onTransition({ move: transitionWords.write(type), state: cardWords.write(result.card.state) });
          return { ...result, notifies: notifications.length > 0 };
        }
        if (saved === 'outdated') continue;
        if (saved === 'slot_taken') return { refused: { why: 'slot_taken' } };
        if (saved && 'owner' in saved) return { refused: { why: 'claimed' } };
        card = saved;
      }
      return undefined;
    },

    /**
     * Cards that have been waiting for work or an update since before `before` (epoch ms), or whose planned
     * time has passed; oldest first.
     */
    async *waiting(workspace: string, before: number): AsyncGenerator<Card, void> {
      for (let from = 0; ; from += readAtOnce) {
        const limit = ['LIMIT', from, readAtOnce] as const;
        const ids = await redis.zrangebyscore(keys.todo(workspace), 0, before, ...limit);
        yield* await this.getAll(workspace, ids);
        if (ids.length < readAtOnce) return;
      }
    },

    /**
     * What Home tabs show (`onHomes`), in any order; `leftOut`: how many more there are. One round trip for
     * each hundred, and never more than `onHomesAtMost`.
     */
    async open(workspace: string): Promise<{ cards: Card[]; leftOut: number }> {
      const key = keys.open(workspace);
      const [open, failed, all] = await Promise.all([
        redis.zrevrangebyscore(key, '+inf', openFrom, 'LIMIT', 0, onHomesAtMost.open),
        redis.zrevrangebyscore(key, `(${openFrom}`, '-inf', 'LIMIT', 0, onHomesAtMost.failed),
        redis.zcard(key),
      ]);
      const ids = [...open, ...failed];
      const cards = await this.getAll(workspace, ids);
      return { cards: cards.filter((card) => onHomes(card) !== undefined), leftOut: all - ids.length };
    },

    /**
     * A brand's cards that are to be checked at `now` (epoch ms); with `+inf` also those that are to be
     * checked later.
     */
    async watched(workspace: string, brand: string, now: number | '+inf'): Promise<Card[]> {
      const ids = await redis.zrangebyscore(keys.watched(workspace, brand), 0, now);
      // a card that was approved between the two reads isn't watched anymore: a check would put it back into
      // review
      return (await this.getAll(workspace, ids)).filter(
        (card) => watchedFrom(card, restingEveryMs) !== undefined,
      );
    },

    /** The ids of a brand's cards that are to be checked, now or later. */
    async watchedIds(workspace: string, brand: string): Promise<ReadonlySet<string>> {
      return new Set(await redis.zrange(keys.watched(workspace, brand), '0', '-1'));
    },

    /**
     * A brand's cards that are compared with these posts if a page shows them: those that are to be checked,
     * now or later, and rejected ones even after their last check.
     */
    async comparable(workspace: string, brand: string, posts: readonly string[]): Promise<Card[]> {
      const ids = new Set((await this.claims(workspace, posts)).values());
      return (await this.getAll(workspace, [...ids])).filter(
        (card) =>
          card.brand.id === brand && (isDropped(card) || watchedFrom(card, restingEveryMs) !== undefined),
      );
    },

    /**
     * A brand's cards that are planned for a time from `from` to `until` (epoch ms), in no particular order.
     * `known`: cards of the brand that were just read; an earlier release may have written them without this
     * index.
     */
    async planned(
      workspace: string,
      brand: string,
      { from, until, known }: { from: number; until: number; known: readonly Card[] },
    ): Promise<Card[]> {
      const last = until === Number.POSITIVE_INFINITY ? '+inf' : until;
      const ids = new Set(await redis.zrangebyscore(keys.planned(workspace, brand), from, last));
      for (const { id } of known) ids.delete(id);
      return [...known, ...(await this.getAll(workspace, [...ids]))].filter((card) => {
        const at = plannedFor(card);
        return at !== undefined && at >= from && at <= until;
      });
    },

    /** The posts of a brand that people discarded, because they kept another version. */
    async discarded(workspace: string, brand: string): Promise<ReadonlySet<string>> {
      return new Set(await redis.zrange(keys.discarded(workspace, brand), '0', '-1'));
    },

    /**
     * Forgets discarded posts that the service doesn't list anymore, if they were discarded long before a
     * time (epoch ms). None is forgotten while a finished card would still be kept, since a read can miss a
     * post that exists.
     */
    async forgetDiscarded(
      workspace: string,
      brand: string,
      { before, isListed }: { before: number; isListed(post: string): boolean },
    ): Promise<void> {
      const key = keys.discarded(workspace, brand);
      const old = await redis.zrangebyscore(key, '-inf', `(${before - keepFinishedMs}`);
      const gone = old.filter((post) => !isListed(post));
      // an earlier release let the key expire
      await redis.persist(key);
      if (gone.length > 0) await redis.zrem(key, ...gone);
    },

    /**
     * The card matches the service, so its next check may wait. Does nothing if the card has changed
     * meanwhile.
     */
    async checkLater(card: Card, at: number): Promise<void> {
      const next = Math.min(
        at + restMs(card, restingEveryMs),
        isScheduled(card) ? timedCheck(card, at) : Number.POSITIVE_INFINITY,
      );
      const { workspace, id, version, brand } = card;
      const scriptKeys = {
        card: keys.card(workspace, id),
        watched: keys.watched(workspace, brand.id),
        watchedBrands: keys.watchedBrands(workspace),
      };
      await checkLater(redis, scriptKeys, { id, version, at: next, brand: brand.id });
    },

    /** The brands with cards that are to be checked at `now` (epoch ms). */
    watchedBrands(workspace: string, now: number): Promise<string[]> {
      return redis.zrangebyscore(keys.watchedBrands(workspace), 0, now);
    },

    /** The ids of the cards that these posts have, by post. */
    async claims(workspace: string, posts: readonly string[]): Promise<Map<string, string>> {
      if (posts.length === 0) return new Map();
      const owners = await redis.mget(posts.map((post) => keys.claim(workspace, post)));
      return new Map(posts.flatMap((post, i) => (owners[i] ? [[post, owners[i]] as const] : [])));
    },

    /**
     * The number of cards in the indexes of all workspaces: those that wait for work at `now` (epoch ms), and watched
     * cards.
     */
    async sizes(now: number): Promise<{ waiting: number; watched: number; brands: number }> {
      const sizes = { waiting: 0, watched: 0, brands: 0 };
      for (const workspace of await this.workspaces()) {
        const brands = await redis.zrange(keys.watchedBrands(workspace), '0', '-1');
        const [waiting = 0, ...watched] = await Promise.all([
          redis.zcount(keys.todo(workspace), '-inf', now),
          ...brands.map((brand) => redis.zcard(keys.watched(workspace, brand))),
        ]);
        sizes.waiting += waiting;
        sizes.brands += brands.length;
        for (const size of watched) sizes.watched += size;
      }
      return sizes;
    },

    workspaces(): Promise<string[]> {
      return redis.smembers(keys.workspaces);
    },
  };
}
