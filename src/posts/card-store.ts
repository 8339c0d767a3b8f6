/**
 * Cards in Redis. A write goes through only from the version it was made from, and puts the card into the
 * indexes of what needs work and what is watched in the same step.
 */
import type { Logger } from 'pino';
import { recordsOf } from '#src/notifications/records.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { onHomes, timedLook, watchedFrom } from '#src/posts/card/attention.ts';
import { entryOfNew } from '#src/posts/card/audit.ts';
import { entryOfTransition } from '#src/posts/card/audit-entry.ts';
import type { Card } from '#src/posts/card/card.ts';
import { plannedFor } from '#src/posts/card/content.ts';
import type { Transition } from '#src/posts/card/transition.ts';
import { applyTransition, type Moved } from '#src/posts/card/transitions.ts';
import type { Terms } from '#src/settings/terms.ts';
import { lookLater, openFrom } from './card-scripts.ts';
import { cardFrom, createSaveCard, type Standing } from './save-card.ts';

/** So many are read in one round trip: their text and the cards made of it are in memory at the same time. */
const readAtOnce = 100;

/** Of each kind home tabs show so many at most, the latest. */
const onHomesAtMost = { open: 1_000, failed: 200 };

export type CardStore = ReturnType<typeof createCardStore>;

/**
 * `restingEveryMs`: how often a post that nobody works on is compared with what the service shows;
 * `keepFinishedMs`: how long after its last move a finished card is kept, with all that belongs to it.
 */
export function createCardStore(
  redis: Redis,
  prefix: string,
  restingEveryMs: number,
  log: Pick<Logger, 'error'>,
  keepFinishedMs: number,
) {
  const keys = createKeys(prefix);

  const save = createSaveCard(redis, keys, { restingEveryMs, keepFinishedMs });
  const readable = (json: string, id: string): Card | undefined => {
    try {
      return cardFrom(json);
    } catch (cause) {
      log.error({ err: cause, card: id }, 'a card cannot be read and is left out');
      return undefined;
    }
  };

  const noted = new Set<string>();
  // a Redis that comes back may have lost it
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

  async function addedOr(standing: Standing, card: Card): Promise<{ added: boolean; card: Card }> {
    if (!standing || typeof standing === 'string') return { added: true, card };
    if (!('owner' in standing)) return { added: false, card: standing };
    return { added: false, card: (await get(card.workspace, standing.owner)) ?? card };
  }

  const recordedOfNew = (card: Card) => ({
    audited: entryOfNew(card),
    notifications: [],
  });

  return {
    get,

    /** Writes a new card. Answers the one that stands there already when its id was used before, or that has its post. */
    async add(card: Card): Promise<{ added: boolean; card: Card }> {
      await note(card.workspace);
      return addedOr(await save(card, 0, recordedOfNew(card)), card);
    },

    /**
     * The same, in the step that compares the terms: `outdated`, they are not those of its brand any more. `slot_taken`: another card has the
     * posting slot that it's planned for.
     */
    async addUnder(
      terms: Terms,
      card: Card,
      inSlot = false,
    ): Promise<{ added: boolean; card: Card } | 'outdated' | 'slot_taken'> {
      await note(card.workspace);
      const slot = inSlot ? { among: [] } : undefined;
      const standing = await save(card, 0, recordedOfNew(card), { terms, slot });
      return standing === 'outdated' || standing === 'slot_taken' ? standing : addedOr(standing, card);
    },

    /** The card whose message this is. */
    async at(workspace: string, { channel, ts }: { channel: string; ts: string }): Promise<Card | undefined> {
      const id = await redis.get(keys.message(workspace, channel, ts));
      return id === null ? undefined : get(workspace, id);
    },

    /** The cards that exist, in the order asked for. */
    async getAll(workspace: string, ids: string[]): Promise<Card[]> {
      const cards: Card[] = [];
      for (let from = 0; from < ids.length; from += readAtOnce) {
        const some = ids.slice(from, from + readAtOnce);
        const found = await redis.mget(some.map((id) => keys.card(workspace, id)));
        // one that another release wrote, or that was damaged, must not stop the others
        cards.push(
          ...found.flatMap((json, i) => (json === null ? [] : (readable(json, some[i] ?? '') ?? []))),
        );
      }
      return cards;
    },

    /**
     * Makes a move on the card as it stands, again when someone else moved it meanwhile. `undefined`: no such card.
     * `known`: the card as it was read just now, which saves reading it once more.
     */
    async move(workspace: string, id: string, move: Transition, known?: Card): Promise<Moved | undefined> {
      let card = known ?? (await get(workspace, id));
      while (card) {
        const moved = applyTransition(card, move);
        if ('refused' in moved) return card === known ? this.move(workspace, id, move) : moved;
        const notifications = recordsOf(card, move, moved.card);
        const audited = entryOfTransition(card, move, moved.card);
        const { slot } = move;
        const standing = await save(moved.card, card.version, { audited, notifications }, { slot });
        if (standing === 'saved') return { ...moved, notifies: notifications.length > 0 };
        if (typeof standing === 'string') return { refused: { why: 'slot_taken' } };
        if (standing && 'owner' in standing) return { refused: { why: 'claimed' } };
        card = standing;
      }
      return undefined;
    },

    /** Cards that have waited for work or for drawing since before `before` (epoch ms), also because their planned time passed; oldest first. */
    async *waiting(workspace: string, before: number): AsyncGenerator<Card, void> {
      for (let from = 0; ; from += readAtOnce) {
        const place = ['LIMIT', from, readAtOnce] as const;
        const ids = await redis.zrangebyscore(keys.todo(workspace), 0, before, ...place);
        yield* await this.getAll(workspace, ids);
        if (ids.length < readAtOnce) return;
      }
    },

    /**
     * What home tabs show (`onHomes`), in no order; `leftOut`: how many more there are. A round trip for each hundred,
     * and never more than `onHomesAtMost`.
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

    /** The cards of a brand that are watched at `now` (epoch ms), or also those that are later (`+inf`). */
    async watched(workspace: string, brand: string, now: number | '+inf'): Promise<Card[]> {
      const ids = await redis.zrangebyscore(keys.watched(workspace, brand), 0, now);
      // one that was approved between the two reads isn't watched anymore: a check would put it back into review
      return (await this.getAll(workspace, ids)).filter(
        (card) => watchedFrom(card, restingEveryMs) !== undefined,
      );
    },

    /** The cards of a brand that are planned for a time at `from` (epoch ms) or later, the earliest first. */
    async planned(workspace: string, brand: string, from: number): Promise<Card[]> {
      const ids = await redis.zrangebyscore(keys.planned(workspace, brand), from, '+inf');
      // one may have been written since, or by an earlier release, which knows nothing of this index
      return (await this.getAll(workspace, ids)).filter((card) => (plannedFor(card) ?? 0) >= from);
    },

    /** Puts the cards that an earlier release wrote among those that are planned. */
    async notePlanned(workspace: string, brand: string): Promise<void> {
      const known = await this.watched(workspace, brand, '+inf');
      const planned = known.flatMap((card) => {
        const at = plannedFor(card);
        return at === undefined ? [] : [at, card.id];
      });
      if (planned.length > 0) await redis.zadd(keys.planned(workspace, brand), 'NX', ...planned);
    },

    /** The card is as the service shows it, so its next look may wait; nothing when it moved meanwhile. */
    async lookLater(card: Card, at: number): Promise<void> {
      const next = Math.min(
        at + restingEveryMs,
        card.state === 'scheduled' ? timedLook(card, at) : Number.POSITIVE_INFINITY,
      );
      const { workspace, id, version, brand } = card;
      const places = {
        ...{ card: keys.card(workspace, id), watched: keys.watched(workspace, brand.id) },
        watchedBrands: keys.watchedBrands(workspace),
      };
      await lookLater(redis, places, { id, version, at: next, brand: brand.id });
    },

    /** Brands with cards that are watched at `now` (epoch ms). */
    watchedBrands(workspace: string, now: number): Promise<string[]> {
      return redis.zrangebyscore(keys.watchedBrands(workspace), 0, now);
    },

    /** Those of these posts that belong to a card already, with the card's id. */
    async claims(workspace: string, posts: string[]): Promise<Map<string, string>> {
      if (posts.length === 0) return new Map();
      const owners = await redis.mget(posts.map((post) => keys.claim(workspace, post)));
      return new Map(posts.flatMap((post, i) => (owners[i] ? [[post, owners[i]] as const] : [])));
    },

    /** How much waits at `now` (epoch ms) and is watched, in all workspaces: the sizes of the indexes. */
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
