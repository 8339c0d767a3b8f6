/**
 * The requests that one API key has sent in the last minute, counted for all processes together. A sliding
 * window: however the service counts its minutes, no minute of it holds more than the limit.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { Result } from 'ioredis';
import type { Redis } from './redis.ts';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    takeRequest(
      sent: string,
      known: string,
      looks: string,
      turns: string,
      now: number,
      limit: number,
      keepFreePercent: number,
      turn: string,
      begun: 0 | 1,
      id: string,
    ): Result<number, Context>;
    learnLimit(
      sent: string,
      known: string,
      now: number,
      resetAt: number | '',
      limit: number | '',
      remaining: number | '',
      blockedUntil: number | '',
    ): Result<null, Context>;
  }
}

/** A second more than the service's minute, for requests that take their time to arrive. */
const windowMs = 61_000;

/** A turn whose owner is this late is over, and costs the others no more than itself. */
const turnKeptMs = 10_000;

/** Answers of one minute of the service name its end with a difference of less than this. */
const resetJitterMs = 2_000;

const keptMs = 3_600_000;

/** So many paces early may a request of watching be, so that a few that meet by chance need not wait. */
const earlyPaces = 2;

/**
 * Answers 0 when one may be sent now, else in how many milliseconds to ask again.
 *
 * Who looks takes turns. Each turn has a slot, one pace after the slot before it, and whoever comes back gets one
 * behind all others. The pace spreads what is left until the first look leaves the window, and never is shorter than an
 * even spread. What a look asks for after its first request (`begun`) keeps an even pace (`paid`) and goes before all
 * slots. The clock of the slots stands still (`shift`) for it, and while nothing may be sent, so that the turns keep
 * their order and their pace.
 */
const takeRequest = `
local now = tonumber(ARGV[1])
local turn, begun, id = ARGV[4], ARGV[5] == '1', ARGV[6]
local known = redis.call('HMGET', KEYS[2], 'blockedUntil', 'limit', 'others', 'othersUntil', 'lastSlot', 'shift', 'stalledUntil', 'paid')
local function fact(n) return tonumber(known[n] or 0) end
local limit = math.min(tonumber(ARGV[2]), tonumber(known[2] or ARGV[2]))
local free = math.max(1, limit - math.ceil(limit * ARGV[3] / 100))
redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now - ${windowMs})
local used = redis.call('ZCARD', KEYS[1])
if fact(4) > now then used = used + fact(3) end
local at = fact(1)
if used >= free and at <= now then
  local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
  local nth = redis.call('ZRANGE', KEYS[1], used - free, used - free, 'WITHSCORES')
  local leaves = nth[2] or first[2]
  at = leaves and tonumber(leaves) + ${windowMs} or now + 1000
  if fact(4) > now then at = math.min(at, fact(4)) end
  at = math.max(now + 50, at)
end
redis.call('PEXPIRE', KEYS[2], ${keptMs})
if turn == '' then
  if at > now then return at - now end
else
  local even = ${windowMs} / free
  local lastSlot, shift, stalledUntil = fact(5), fact(6), fact(7)
  local paid = math.max(fact(8) + even, now - ${earlyPaces} * even)
  redis.call('ZREMRANGEBYSCORE', KEYS[3], 0, now - ${windowMs})
  if begun then
    local waitMs = math.max(at, paid) - now
    if waitMs > 0 then return math.ceil(waitMs) end
    redis.call('HSET', KEYS[2], 'shift', shift + even)
  else
    if at > now and at > stalledUntil then
      shift = shift + at - math.max(now, stalledUntil)
      stalledUntil = at
      redis.call('HSET', KEYS[2], 'shift', shift, 'stalledUntil', stalledUntil)
    end
    local clock = math.max(now, stalledUntil) - shift
    redis.call('ZREMRANGEBYSCORE', KEYS[4], 0, clock - ${turnKeptMs})
    local slot = redis.call('ZSCORE', KEYS[4], turn)
    if not slot then
      local pace = even
      local first = redis.call('ZRANGE', KEYS[3], 0, 0, 'WITHSCORES')
      local left = free - redis.call('ZCARD', KEYS[3]) - redis.call('ZCARD', KEYS[4])
      if first[2] and left > 0 then
        local spanMs = tonumber(first[2]) + ${windowMs} - shift - math.max(clock, lastSlot)
        pace = math.max(even, spanMs / left)
      end
      slot = math.ceil(math.max(clock, lastSlot + pace))
      lastSlot = slot
      redis.call('ZADD', KEYS[4], slot, turn)
      redis.call('HSET', KEYS[2], 'lastSlot', slot)
      redis.call('PEXPIRE', KEYS[4], ${keptMs})
    end
    local waitMs = math.max(at, slot - ${earlyPaces} * even + shift) - now
    if waitMs > 0 then return math.ceil(waitMs) end
    redis.call('ZREM', KEYS[4], turn)
    redis.call('HSET', KEYS[2], 'lastSlot', math.max(lastSlot, clock))
  end
  redis.call('HSET', KEYS[2], 'paid', paid)
  redis.call('PEXPIRE', KEYS[2], ${keptMs})
  redis.call('ZADD', KEYS[3], now, id)
  redis.call('PEXPIRE', KEYS[3], ${windowMs})
end
redis.call('ZADD', KEYS[1], now, id)
redis.call('PEXPIRE', KEYS[1], ${windowMs})
return 0`;

/**
 * Answers come in another order than they were given. Within one minute of the service the limit that is left only
 * falls, so the most that others were seen to have sent counts; what an earlier minute said is over.
 */
const learnLimit = `
local now, resetAt = tonumber(ARGV[1]), tonumber(ARGV[2])
local limit, remaining, blockedUntil = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local known = redis.call('HMGET', KEYS[2], 'blockedUntil', 'limit', 'others', 'othersUntil')
if blockedUntil and blockedUntil > tonumber(known[1] or 0) then
  redis.call('HSET', KEYS[2], 'blockedUntil', blockedUntil)
end
local untilThen = tonumber(known[4] or 0)
local seenUntil = math.min(resetAt or now + ${windowMs}, now + ${windowMs})
local earlier = resetAt and seenUntil < untilThen - ${resetJitterMs}
if limit and limit > 0 and not earlier then
  local others = 0
  if remaining then
    others = math.max(0, limit - remaining - redis.call('ZCOUNT', KEYS[1], now - ${windowMs}, '+inf'))
  end
  if untilThen > now and (not resetAt or seenUntil <= untilThen + ${resetJitterMs}) then
    limit = math.min(limit, tonumber(known[2] or limit))
    others = math.max(others, tonumber(known[3] or 0))
    seenUntil = untilThen
  end
  redis.call('HSET', KEYS[2], 'limit', limit, 'others', others, 'othersUntil', seenUntil)
end
redis.call('PEXPIRE', KEYS[2], ${keptMs})
return nil`;

export interface LimitSeen {
  exceeded: boolean;
  limit: number | undefined;
  remaining: number | undefined;
  resetAt: number | undefined;
  retryAfterMs: number | undefined;
}

/** `key` is only hashed. The window belongs to the key, so workspaces that share one share its requests. */
export function createRequestWindow(redis: Redis, prefix: string, key: string) {
  const tag = `{budget-${createHash('sha256').update(key).digest('hex').slice(0, 16)}}`;
  const keyOf = (part: string): string => `${prefix}:${tag}:${part}`;
  const [sent, known, looks, turns] = [keyOf('sent'), keyOf('known'), keyOf('looks'), keyOf('turns')];
  redis.defineCommand('takeRequest', { numberOfKeys: 4, lua: takeRequest });
  redis.defineCommand('learnLimit', { numberOfKeys: 2, lua: learnLimit });
  return {
    /**
     * Takes one request at `now` (epoch ms) of `limit` or of the lower one that the service told, and leaves
     * `keepFreePercent` of it untouched. Who gives a `turn` waits for it among all others that do, and keeps it
     * until it is used; `begun`: it was used, and this is one more request of it. Answers 0: taken; else in how many
     * milliseconds to ask again.
     */
    take(now: number, limit: number, keepFreePercent: number, turn = '', begun = false): Promise<number> {
      const id = `${now}-${randomUUID()}`;
      const more = begun ? 1 : 0;
      return redis.takeRequest(sent, known, looks, turns, now, limit, keepFreePercent, turn, more, id);
    },

    /** Whoever had the key is gone. */
    async forget(): Promise<void> {
      await redis.unlink(sent, known, looks, turns);
    },

    /** The limit that is in force at `now` (epoch ms): `limit` or the lower one that was told; and what is left of it. */
    async state(now: number, limit: number): Promise<{ limit: number; left: number }> {
      const [used, facts] = await Promise.all([
        redis.zcount(sent, now - windowMs, '+inf'),
        redis.hmget(known, 'blockedUntil', 'limit', 'others', 'othersUntil'),
      ]);
      const [blockedUntil = 0, told = limit, others = 0, othersUntil = 0] = facts.map((fact) =>
        fact === null ? undefined : Number(fact),
      );
      const inForce = Math.min(limit, told);
      if (blockedUntil > now) return { limit: inForce, left: 0 };
      return { limit: inForce, left: Math.max(0, inForce - used - (othersUntil > now ? others : 0)) };
    },

    /**
     * Keeps what an answer said at `now` (epoch ms): the limit, a time to wait for, and requests that others sent
     * with the key. Answers may come in any order.
     */
    async learned(now: number, seen: LimitSeen): Promise<void> {
      const { resetAt, limit, remaining } = seen;
      const waitMs = seen.retryAfterMs ?? Math.max(0, (resetAt ?? now + windowMs) - now);
      const blockedUntil = seen.exceeded ? now + waitMs : '';
      await redis.learnLimit(sent, known, now, resetAt ?? '', limit ?? '', remaining ?? '', blockedUntil);
    },
  };
}
