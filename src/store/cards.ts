/**
 * Cards in Redis. A write goes through only from the version it was made from, and puts the card into the
 * indexes of what needs work and what is watched in the same step.
 */
import type { Result } from 'ioredis';
import type { Logger } from 'pino';
import { needsDrawing, timedLook, watchedFrom, workOf } from '#src/cards/attention.ts';
import { type Card, cardSchema } from '#src/cards/card.ts';
import { claimOf } from '#src/cards/matching.ts';
import type { Move } from '#src/cards/move.ts';
import { type Moved, makeMove } from '#src/cards/moves.ts';
import { createKeys } from './keys.ts';
import type { Redis } from './redis.ts';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    saveCard(
      card: string,
      todo: string,
      watched: string,
      watchedBrands: string,
      claim: string,
      id: string,
      expectedVersion: number,
      json: string,
      brand: string,
      todoAt: string,
      watchedAt: string,
      claims: string,
    ): Result<string | null, Context>;
    lookLater(
      card: string,
      watched: string,
      watchedBrands: string,
      id: string,
      version: number,
      at: number,
      brand: string,
    ): Result<null, Context>;
  }
}

/** Keeps a brand's place among the watched ones at that of its earliest card. */
const firstOf = (watched: string, brands: string, brand: string): string => `
local first = redis.call('ZRANGE', ${watched}, 0, 0, 'WITHSCORES')
if first[2] then redis.call('ZADD', ${brands}, first[2], ${brand}) else redis.call('ZREM', ${brands}, ${brand}) end`;

const lookLater = `
local now = redis.call('GET', KEYS[1])
if not now or cjson.decode(now).version ~= tonumber(ARGV[2]) then return nil end
redis.call('ZADD', KEYS[2], 'XX', ARGV[3], ARGV[1])
${firstOf('KEYS[2]', 'KEYS[3]', 'ARGV[4]')}
return nil`;

/** Answers nothing when it was written, else the card that stands there ('' when there is none). */
const saveCard = `
local now = redis.call('GET', KEYS[1])
local version = now and cjson.decode(now).version or 0
if version ~= tonumber(ARGV[2]) then return now or '' end
redis.call('SET', KEYS[1], ARGV[3])
if ARGV[5] == '' then redis.call('ZREM', KEYS[2], ARGV[1]) else redis.call('ZADD', KEYS[2], ARGV[5], ARGV[1]) end
if ARGV[6] == '' then redis.call('ZREM', KEYS[3], ARGV[1]) else redis.call('ZADD', KEYS[3], ARGV[6], ARGV[1]) end
${firstOf('KEYS[3]', 'KEYS[4]', 'ARGV[4]')}
if ARGV[7] == '1' then redis.call('SET', KEYS[5], ARGV[1], 'NX') end
return nil`;

export type CardStore = ReturnType<typeof createCardStore>;

/** `restingEveryMs`: how often a post that nobody works on is compared with what the service shows. */
export function createCardStore(
  redis: Redis,
  prefix: string,
  restingEveryMs: number,
  log: Pick<Logger, 'error'>,
) {
  const keys = createKeys(prefix);
  redis.defineCommand('lookLater', { numberOfKeys: 3, lua: lookLater });
  redis.defineCommand('saveCard', { numberOfKeys: 5, lua: saveCard });

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

  /** The card as it stands when `card` could not be written over `expectedVersion`; else nothing. */
  async function save(card: Card, expectedVersion: number): Promise<Card | undefined> {
    const { workspace, brand } = card;
    const todo = workOf(card) !== undefined || needsDrawing(card);
    const standing = await redis.saveCard(
      keys.card(workspace, card.id),
      keys.todo(workspace),
      keys.watched(workspace, brand.id),
      keys.watchedBrands(workspace),
      keys.claim(workspace, claimOf(card) ?? ''),
      card.id,
      expectedVersion,
      JSON.stringify(card),
      brand.id,
      todo ? String(Date.parse(card.updatedAt)) : '',
      watchedAt(card),
      claimOf(card) ? '1' : '',
    );
    if (standing === '') throw new Error(`card ${card.id} is gone`);
    return standing === null ? undefined : parse(standing);
  }

  return {
    /** Writes a new card. Answers the one that stands there already when its id was used before. */
    async add(card: Card): Promise<{ added: boolean; card: Card }> {
      await redis.sadd(keys.workspaces, card.workspace);
      const standing = await save(card, 0);
      return standing ? { added: false, card: standing } : { added: true, card };
    },

    async get(workspace: string, id: string): Promise<Card | undefined> {
      const json = await redis.get(keys.card(workspace, id));
      return json === null ? undefined : parse(json);
    },

    /** The cards that exist, in the order asked for. */
    async getAll(workspace: string, ids: string[]): Promise<Card[]> {
      if (ids.length === 0) return [];
      const found = await redis.mget(ids.map((id) => keys.card(workspace, id)));
      // one that another release wrote, or that was damaged, must not stop the others
      return found.flatMap((json, i) => (json === null ? [] : (readable(json, ids[i] ?? '') ?? [])));
    },

    /** Makes a move on the card as it stands, again when someone else moved it meanwhile. `undefined`: no such card. */
    async move(workspace: string, id: string, move: Move): Promise<Moved | undefined> {
      let card = await this.get(workspace, id);
      while (card) {
        const moved = makeMove(card, move);
        if ('refused' in moved) return moved;
        const standing = await save(moved.card, card.version);
        if (!standing) return moved;
        card = standing;
      }
      return undefined;
    },

    /** Cards that have waited for work or for drawing since before `before` (epoch ms), oldest first. */
    async waiting(workspace: string, before: number): Promise<Card[]> {
      return this.getAll(
        workspace,
        await redis.zrangebyscore(keys.todo(workspace), 0, before, 'LIMIT', 0, 500),
      );
    },

    /** The cards of a brand that are watched at `now` (epoch ms), or also those that are later (`+inf`). */
    async watched(workspace: string, brand: string, now: number | '+inf'): Promise<Card[]> {
      return this.getAll(workspace, await redis.zrangebyscore(keys.watched(workspace, brand), 0, now));
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
