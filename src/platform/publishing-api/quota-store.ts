/**
 * Counts the requests that were sent with an API key in the last 60 seconds, in all processes, and keeps the
 * line of callers that wait to send the next one.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { Redis } from '#src/platform/redis/redis.ts';
import { script } from '#src/platform/redis/script.ts';
import type { RateLimitInfo } from './service.ts';

/** A second longer than the service's minute, for requests that take time to arrive. */
const windowMs = 61_000;

/**
 * The longest wait before a caller with a place in the line has to ask again, so that the places of a dead
 * process are soon free.
 */
const longestDelayMs = 10_000;

/** A ticket is void once its owner is this late. */
const ticketGraceMs = 5_000;

/** How much answers may differ about the end of the same minute of the service. */
const resetJitterMs = 2_000;

const keptMs = 3_600_000;

/**
 * Returns 0 if the request can be sent now, otherwise in how many milliseconds to ask again.
 *
 * A request needs room for itself and for everyone before it in the line, which is ordered by rank, then by
 * arrival. So nobody is overtaken, and a ticket whose caller never comes back costs the others one request,
 * until it's void.
 */
const acquireRequest = script<
  number,
  'sent' | 'known' | 'background' | 'line' | 'expiry',
  'now' | 'limit' | 'rank' | 'leavesPercent' | 'mostPercent' | 'ticket' | 'keepsPlace' | 'waitsUntil' | 'id'
>(`
local sent, known, background, line, expiry = KEYS.sent, KEYS.known, KEYS.background, KEYS.line, KEYS.expiry
local now, configured, rank = tonumber(ARGV.now), tonumber(ARGV.limit), tonumber(ARGV.rank)
local leaves, most = tonumber(ARGV.leavesPercent), tonumber(ARGV.mostPercent)
local ticket, keepsPlace, waitsUntil, id = ARGV.ticket, ARGV.keepsPlace == '1', tonumber(ARGV.waitsUntil), ARGV.id
for _, void in ipairs(redis.call('ZRANGEBYSCORE', expiry, 0, now)) do
  redis.call('ZREM', line, void)
  redis.call('ZREM', expiry, void)
end
redis.call('ZREMRANGEBYSCORE', sent, 0, now - ${windowMs})
redis.call('ZREMRANGEBYSCORE', background, 0, now - ${windowMs})
local facts = redis.call('HMGET', known, 'blockedUntil', 'limit', 'others', 'othersUntil')
local told = tonumber(facts[2] or configured)
local limit = math.min(configured, told)
local blockedUntil, othersUntil = tonumber(facts[1] or 0), tonumber(facts[4] or 0)

local place = redis.call('ZSCORE', line, ticket)
local before = '(' .. (place or string.format('%.0f', (rank + 1) * 1e12))
local function roomAt(key, used, allowed, ahead)
  local missing = used + ahead + 1 - math.max(1, allowed)
  if missing <= 0 then return 0 end
  local leaving = redis.call('ZRANGE', key, missing - 1, missing - 1, 'WITHSCORES')[2]
  return leaving and tonumber(leaving) + ${windowMs} or now + ${windowMs}
end
local used, ahead = redis.call('ZCARD', sent), redis.call('ZCOUNT', line, '-inf', before)
-- a limit below the key's leaves room for others, which they use first
local others = othersUntil > now and math.max(0, tonumber(facts[3] or 0) - (told - limit)) or 0
local at = roomAt(sent, used + others, limit - math.ceil(limit * leaves / 100), ahead)
if others > 0 then at = math.min(at, othersUntil) end
if most < 100 then
  local same = redis.call('ZCOUNT', line, string.format('%.0f', rank * 1e12), before)
  local own = redis.call('ZCARD', background)
  at = math.max(at, roomAt(background, own, math.floor(limit * most / 100), same))
end
if keepsPlace then at = math.min(at, now + ${longestDelayMs}) end
at = math.max(at, blockedUntil)

if at <= now then
  redis.call('ZREM', line, ticket)
  redis.call('ZREM', expiry, ticket)
  redis.call('ZADD', sent, now, id)
  redis.call('PEXPIRE', sent, ${windowMs})
  if most < 100 then
    redis.call('ZADD', background, now, id)
    redis.call('PEXPIRE', background, ${windowMs})
  end
  return 0
end
if keepsPlace or at <= waitsUntil then
  if not place then
    local nth = redis.call('HINCRBY', known, 'tickets', 1)
    redis.call('ZADD', line, string.format('%.0f', rank * 1e12 + nth), ticket)
  end
  redis.call('ZADD', expiry, at + ${ticketGraceMs}, ticket)
  for _, key in ipairs({ known, line, expiry }) do redis.call('PEXPIRE', key, ${keptMs}) end
else
  redis.call('ZREM', line, ticket)
  redis.call('ZREM', expiry, ticket)
end
return math.max(50, math.ceil(at - now))`);

/**
 * Returns 0 if the caller can begin a check, otherwise in how many milliseconds to ask again. Checks are as
 * far apart as requests are if they spread evenly over the minute, and callers are served in the order in
 * which they first asked. Once the limit rises, the order starts over, so that nobody waits for a time from
 * under the lower limit.
 */
const consumeCheck = script<number, 'known' | 'checks', 'now' | 'limit' | 'percent' | 'who'>(`
local now = tonumber(ARGV.now)
redis.call('ZREMRANGEBYSCORE', KEYS.checks, 0, now - ${windowMs})
local facts = redis.call('HMGET', KEYS.known, 'limit', 'lastCheckAt', 'checksApart')
local limit = math.min(tonumber(ARGV.limit), tonumber(facts[1] or ARGV.limit))
local apart = math.ceil(${windowMs} / math.max(1, math.floor(limit * ARGV.percent / 100)))
local lastAt = tonumber(facts[2] or 0)
-- the limit rose: the times that were given under the lower one are too far apart
if tonumber(facts[3] or apart) > apart then
  redis.call('DEL', KEYS.checks)
  lastAt = math.min(lastAt, now)
end
redis.call('HSET', KEYS.known, 'checksApart', apart)
local at = redis.call('ZSCORE', KEYS.checks, ARGV.who)
if not at then
  at = math.max(now, lastAt + apart)
  redis.call('HSET', KEYS.known, 'lastCheckAt', string.format('%.0f', at))
  redis.call('PEXPIRE', KEYS.known, ${keptMs})
end
at = tonumber(at)
if at <= now then
  redis.call('ZREM', KEYS.checks, ARGV.who)
  return 0
end
redis.call('ZADD', KEYS.checks, at, ARGV.who)
redis.call('PEXPIRE', KEYS.checks, ${keptMs})
return math.ceil(at - now)`);

/**
 * Answers arrive out of order: within one minute of the service, the highest number of requests from others
 * counts.
 */
const learnLimit = script<
  null,
  'sent' | 'known',
  'now' | 'resetAt' | 'limit' | 'remaining' | 'blockedUntil'
>(`
local now, resetAt = tonumber(ARGV.now), tonumber(ARGV.resetAt)
local limit, remaining, blockedUntil = tonumber(ARGV.limit), tonumber(ARGV.remaining), tonumber(ARGV.blockedUntil)
local known = redis.call('HMGET', KEYS.known, 'blockedUntil', 'limit', 'others', 'othersUntil')
if blockedUntil and blockedUntil > tonumber(known[1] or 0) then
  redis.call('HSET', KEYS.known, 'blockedUntil', blockedUntil)
end
local untilThen = tonumber(known[4] or 0)
local seenUntil = math.min(resetAt or now + ${windowMs}, now + ${windowMs})
local earlier = resetAt and seenUntil < untilThen - ${resetJitterMs}
if limit and limit > 0 and not earlier then
  local others = 0
  if remaining then
    others = math.max(0, limit - remaining - redis.call('ZCOUNT', KEYS.sent, now - ${windowMs}, '+inf'))
  end
  if untilThen > now and (not resetAt or seenUntil <= untilThen + ${resetJitterMs}) then
    limit = math.min(limit, tonumber(known[2] or limit))
    others = math.max(others, tonumber(known[3] or 0))
    seenUntil = untilThen
  end
  redis.call('HSET', KEYS.known, 'limit', limit, 'others', others, 'othersUntil', seenUntil)
end
redis.call('PEXPIRE', KEYS.known, ${keptMs})
return nil`);

/** The share of the current limit that a request can use. */
export interface Share {
  /** Rank 0 is served first. */
  rank: number;
  /** The share of the limit that's reserved for requests of lower rank. */
  leavesPercent: number;
  /** The share of the limit that all requests with less than 100 percent can use together. */
  mostPercent: number;
}

interface Line {
  /** Names the place in the line: a caller that asks again with the same ticket keeps it. */
  ticket: string;
  /** The place is kept however long it takes; otherwise only until `waitsUntil` (epoch ms). */
  keepsPlace: boolean;
  waitsUntil: number;
}

export type RequestCount = ReturnType<typeof createRequestCount>;

/** `key` is only hashed. The count belongs to the key, so workspaces with the same key share one count. */
export function createRequestCount(redis: Redis, prefix: string, key: string) {
  // During an upgrade, processes of two releases have to count together, so the key keeps its old name.
  const tag = `{budget-${createHash('sha256').update(key).digest('hex').slice(0, 16)}}`;
  const keyOf = (part: string): string => `${prefix}:${tag}:${part}`;
  const [sent, known, background] = [keyOf('sent'), keyOf('known'), keyOf('background')];
  const waiting = { line: keyOf('line'), expiry: keyOf('expiry'), checks: keyOf('checks') };
  const keys = { sent, known, background, ...waiting };
  return {
    /**
     * Returns 0 if a request can be sent at `now` (epoch ms), and counts it. Otherwise, in how many
     * milliseconds to ask again.
     */
    acquire(now: number, limit: number, share: Share, line: Line): Promise<number> {
      const id = `${now}-${randomUUID()}`;
      return acquireRequest(redis, keys, {
        now,
        limit,
        ...share,
        id,
        ...line,
        keepsPlace: line.keepsPlace ? 1 : 0,
      });
    },

    /**
     * Checks get `percent` percent of the limit. Returns 0 if `who` can begin one now, or else in how many
     * milliseconds to ask again.
     */
    consumeCheck(now: number, limit: number, percent: number, who: string): Promise<number> {
      return consumeCheck(redis, keys, { now, limit, percent, who });
    },

    /** Deletes the count of a key that's no longer used. */
    async forget(): Promise<void> {
      await redis.unlink(...Object.values(keys));
    },

    /** The limit at `now` (epoch ms), how much of it is left, and how much the background has used. */
    async state(now: number, limit: number): Promise<{ limit: number; left: number; background: number }> {
      const [used, own, facts] = await Promise.all([
        redis.zcount(sent, now - windowMs, '+inf'),
        redis.zcount(background, now - windowMs, '+inf'),
        redis.hmget(known, 'blockedUntil', 'limit', 'others', 'othersUntil'),
      ]);
      const [blockedUntil = 0, told = limit, others = 0, othersUntil = 0] = facts.map((fact) =>
        fact === null ? undefined : Number(fact),
      );
      const inForce = Math.min(limit, told);
      const left = inForce - used - (othersUntil > now ? Math.max(0, others - (told - inForce)) : 0);
      return { limit: inForce, left: blockedUntil > now ? 0 : Math.max(0, left), background: own };
    },

    /**
     * Stores what an answer said at `now` (epoch ms) about the limit, a wait, and requests of others. Answers
     * can arrive in any order.
     */
    async learned(now: number, info: RateLimitInfo): Promise<void> {
      const { resetAt, limit, remaining } = info;
      const waitMs = info.retryAfterMs ?? Math.max(0, (resetAt ?? now + windowMs) - now);
      const blockedUntil = info.exceeded ? now + waitMs : '';
      await learnLimit(redis, keys, {
        now,
        resetAt: resetAt ?? '',
        limit: limit ?? '',
        remaining: remaining ?? '',
        blockedUntil,
      });
    },
  };
}
