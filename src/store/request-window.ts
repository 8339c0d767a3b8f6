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
      now: number,
      limit: number,
      keepFree: number,
      paceMs: number,
      id: string,
    ): Result<number, Context>;
  }
}

/** A second more than the service's minute, for requests that take their time to arrive. */
const windowMs = 61_000;

/** Answers 0 when one may be sent now, else in how many milliseconds to ask again. */
const takeRequest = `
local now = tonumber(ARGV[1])
local known = redis.call('HMGET', KEYS[2], 'blockedUntil', 'limit', 'others', 'othersUntil', 'pacedAt')
if known[1] and tonumber(known[1]) > now then return tonumber(known[1]) - now end
local limit = math.min(tonumber(ARGV[2]), tonumber(known[2] or ARGV[2]))
redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now - ${windowMs})
local used = redis.call('ZCARD', KEYS[1])
if known[4] and tonumber(known[4]) > now then used = used + tonumber(known[3]) end
local free = math.max(1, limit - tonumber(ARGV[3]))
if used >= free then
  local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
  local nth = redis.call('ZRANGE', KEYS[1], used - free, used - free, 'WITHSCORES')
  local at = nth[2] or first[2]
  return at and math.max(50, tonumber(at) + ${windowMs} - now) or 1000
end
local pace = tonumber(ARGV[4])
if pace > 0 and used * 2 > limit then
  local since = now - tonumber(known[5] or 0)
  if since < pace then return pace - since end
end
if pace > 0 then redis.call('HSET', KEYS[2], 'pacedAt', now) end
redis.call('ZADD', KEYS[1], now, ARGV[5])
redis.call('PEXPIRE', KEYS[1], ${windowMs})
redis.call('PEXPIRE', KEYS[2], 3600000)
return 0`;

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
  const sent = `${prefix}:${tag}:sent`;
  const known = `${prefix}:${tag}:known`;
  redis.defineCommand('takeRequest', { numberOfKeys: 2, lua: takeRequest });
  return {
    /**
     * Takes one request at `now` (epoch ms), leaving `keepFree` of `limit` untouched, and with `paceMs` not
     * sooner than that after the last paced one once half is used. 0: taken; else in how many milliseconds.
     */
    take(now: number, limit: number, keepFree: number, paceMs: number): Promise<number> {
      return redis.takeRequest(sent, known, now, limit, keepFree, paceMs, `${now}-${randomUUID()}`);
    },

    /** Whoever had the key is gone. */
    async forget(): Promise<void> {
      await redis.unlink(sent, known);
    },

    /** How many of `limit`, or of the lower one that the service told, are left at `now`. */
    async left(now: number, limit: number): Promise<number> {
      const [used, facts] = await Promise.all([
        redis.zcount(sent, now - windowMs, '+inf'),
        redis.hmget(known, 'blockedUntil', 'limit', 'others', 'othersUntil'),
      ]);
      const [blockedUntil = 0, told = limit, others = 0, othersUntil = 0] = facts.map((fact) =>
        fact === null ? undefined : Number(fact),
      );
      if (blockedUntil > now) return 0;
      return Math.max(0, Math.min(limit, told) - used - (othersUntil > now ? others : 0));
    },

    /** Keeps what an answer said: a lower limit, a time to wait for, and requests that others sent with the key. */
    async learned(now: number, seen: LimitSeen): Promise<void> {
      const until = seen.resetAt ?? now + windowMs;
      const facts: Record<string, number> = {};
      if (seen.limit !== undefined && seen.limit > 0) facts.limit = seen.limit;
      if (seen.exceeded) facts.blockedUntil = now + (seen.retryAfterMs ?? Math.max(0, until - now));
      if (seen.limit !== undefined && seen.remaining !== undefined) {
        const ours = await redis.zcard(sent);
        facts.others = Math.max(0, seen.limit - seen.remaining - ours);
        facts.othersUntil = until;
      }
      if (Object.keys(facts).length > 0) await redis.hset(known, facts);
    },
  };
}
