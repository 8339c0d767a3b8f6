/**
 * Cards in Redis. A write goes through only from the version it was made from, and puts the card into the
 * indexes of what needs work and what is watched in the same step.
 */
import type { Logger } from 'pino';
import { needsDrawing, timedLook, watchedFrom, workOf } from '#src/cards/attention.ts';
import { type AuditEntry, entryOfMove, entryOfNew, entryText } from '#src/cards/audit.ts';
import { type Card, cardSchema } from '#src/cards/card.ts';
import { onHomes } from '#src/cards/home.ts';
import { claimOf } from '#src/cards/matching.ts';
import type { Move } from '#src/cards/move.ts';
import { type Moved, makeMove } from '#src/cards/moves.ts';
import { claimedBy, defineCardScripts, openFrom } from './card-scripts.ts';
import { createKeys } from './keys.ts';
import type { Redis } from './redis.ts';

/** So many are read in one round trip: their text and the cards made of it are in memory at the same time. */
const readAtOnce = 100;

/** So long home tabs show what failed. */
const showFailedMs = 14 * 86_400_000;

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
  defineCardScripts(redis);

  const watchedAt = (card: Card): string => {
    const from = watchedFrom(card, restingEveryMs);
    return from === undefined ? '' : String(from);
  };
  const parse = (json: string): Card => cardSchema.parse(JSON.parse(json));
  const readable = (json: string, id: string): Card | undefined => {
    try {
      return parse(json);
    } catch (cause) {
      log.error({ err: cause, card: id }, 'a card cannot be read and is left out');
      return undefined;
    }
  };

  /**
   * Where `card` could not be written over `expectedVersion`: the card as it stands, `undefined` when it is gone, or
   * `owner`, the id of the card that has its post or campaign already.
   */
  async function save(
    card: Card,
    expectedVersion: number,
    audited: AuditEntry | undefined,
  ): Promise<'saved' | { owner: string } | Card | undefined> {
    const { workspace, brand, message } = card;
    const todo = workOf(card) !== undefined || needsDrawing(card);
    const standing = await redis.saveCard(
      keys.card(workspace, card.id),
      keys.todo(workspace),
      keys.watched(workspace, brand.id),
      keys.watchedBrands(workspace),
      keys.claim(workspace, claimOf(card) ?? ''),
      keys.ledger(workspace, card.id),
      keys.family(workspace, card.campaign ?? card.id),
      keys.unfinished(workspace, card.campaign ?? card.id),
      keys.auditOutbox(workspace),
      keys.open(workspace),
      keys.message(workspace, message?.channel ?? '', message?.ts ?? ''),
      card.id,
      expectedVersion,
      JSON.stringify(card),
      brand.id,
      todo ? String(Date.parse(card.updatedAt)) : '',
      watchedAt(card),
      claimOf(card) ? '1' : '',
      keepFinishedMs,
      // in the same step, so that no process can die between a move and its entry
      audited ? entryText(audited) : '',
      onHomes(card) ?? '',
      Date.parse(card.updatedAt),
      // what is put away is no longer there to be shown
      Math.min(showFailedMs, keepFinishedMs),
      message ? '1' : '',
    );
    if (standing === null) return 'saved';
    if (standing.startsWith(claimedBy)) return { owner: standing.slice(claimedBy.length) };
    return standing === '' ? undefined : parse(standing);
  }

  const noted = new Set<string>();
  // a Redis that comes back may have lost it
  redis.on('close', () => noted.clear());
  async function note(workspace: string): Promise<void> {
    if (noted.has(workspace)) return;
    await redis.sadd(keys.workspaces, workspace);
    noted.add(workspace);
  }

  return {
    /** Writes a new card. Answers the one that stands there already when its id was used before, or that has its post. */
    async add(card: Card): Promise<{ added: boolean; card: Card }> {
      await note(card.workspace);
      const standing = await save(card, 0, entryOfNew(card));
      if (!standing || standing === 'saved') return { added: true, card };
      if (!('owner' in standing)) return { added: false, card: standing };
      return { added: false, card: (await this.get(card.workspace, standing.owner)) ?? card };
    },

    async get(workspace: string, id: string): Promise<Card | undefined> {
      const json = await redis.get(keys.card(workspace, id));
      return json === null ? undefined : parse(json);
    },

    /** The card whose message this is. */
    async at(workspace: string, { channel, ts }: { channel: string; ts: string }): Promise<Card | undefined> {
      const id = await redis.get(keys.message(workspace, channel, ts));
      return id === null ? undefined : this.get(workspace, id);
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
    async move(workspace: string, id: string, move: Move, known?: Card): Promise<Moved | undefined> {
      let card = known ?? (await this.get(workspace, id));
      while (card) {
        const moved = makeMove(card, move);
        if ('refused' in moved) return card === known ? this.move(workspace, id, move) : moved;
        const standing = await save(moved.card, card.version, entryOfMove(card, move, moved.card));
        if (standing === 'saved') return moved;
        if (standing && 'owner' in standing) return { refused: { why: 'claimed' } };
        card = standing;
      }
      return undefined;
    },

    /** Cards that have waited for work or for drawing since before `before` (epoch ms), oldest first. */
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
      return this.getAll(workspace, await redis.zrangebyscore(keys.watched(workspace, brand), 0, now));
    },

    /** Those that are watched only after `now` (epoch ms). */
    async watchedLater(workspace: string, brand: string, now: number): Promise<Card[]> {
      const watched = keys.watched(workspace, brand);
      return this.getAll(workspace, await redis.zrangebyscore(watched, `(${now}`, '+inf'));
    },

    /** The card is as the service shows it, so its next look may wait; nothing when it moved meanwhile. */
    async lookLater(card: Card, at: number): Promise<void> {
      const next = Math.min(
        at + restingEveryMs,
        card.state === 'scheduled' ? timedLook(card, at) : Number.POSITIVE_INFINITY,
      );
      await redis.lookLater(
        keys.card(card.workspace, card.id),
        keys.watched(card.workspace, card.brand.id),
        keys.watchedBrands(card.workspace),
        card.id,
        card.version,
        next,
        card.brand.id,
      );
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

    /** How much waits and is watched, in all workspaces: the sizes of the indexes. */
    async sizes(): Promise<{ waiting: number; watched: number; brands: number }> {
      const sizes = { waiting: 0, watched: 0, brands: 0 };
      for (const workspace of await this.workspaces()) {
        const brands = await redis.zrange(keys.watchedBrands(workspace), '0', '-1');
        const [waiting = 0, ...watched] = await Promise.all([
          redis.zcard(keys.todo(workspace)),
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
