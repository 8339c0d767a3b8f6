/**
 * The rate limiter of a channel, for all processes: a token bucket for Slack's one message a second, stored
 * as the time at which it's full.
 */
import type { Retriable } from '#src/platform/queue/job.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { script } from '#src/platform/redis/script.ts';

/**
 * How many cards can be rendered at once after a quiet time, and how many of these calls progress leaves to
 * others.
 */
const burst = 4;
const keptFree = 2;

/** How late a card can ask again before it loses its place, because its worker may have died. */
const lateMs = 10_000;

/** Keys are kept a little longer than they matter, because the clocks of processes differ. */
const skewMs = 60_000;

/** A card's place in the line is the time of its first request. All progress comes after everything else. */
const progressFrom = 1_000_000_000_000_000;

const keepLine = (waitMs: string): string => `for _, key in ipairs({ KEYS.line, KEYS.due }) do
  local keep = ${waitMs} + ${lateMs + skewMs}
  if redis.call('PTTL', key) < keep then redis.call('PEXPIRE', key, keep) end
end`;

/** Returns 0 if the call can be made, otherwise in how many milliseconds to ask again. */
const consumeCall = script<
  number,
  'full' | 'line' | 'due' | 'paused',
  'now' | 'intervalMs' | 'card' | 'progress' | 'update'
>(`
local now, interval, card = tonumber(ARGV.now), tonumber(ARGV.intervalMs), ARGV.card
local progress, update = ARGV.progress == '1', ARGV.update == '1'
local function leave(one)
  redis.call('ZREM', KEYS.line, one)
  redis.call('ZREM', KEYS.due, one)
end
for _, late in ipairs(redis.call('ZRANGEBYSCORE', KEYS.due, '-inf', now - ${lateMs})) do leave(late) end
local paused = update and tonumber(redis.call('GET', KEYS.paused) or 0) or 0
if paused > now then
  leave(card)
  return paused - now + (progress and interval or 0)
end
local place = tonumber(redis.call('ZSCORE', KEYS.line, card) or -1)
if place < 0 or (place >= ${progressFrom}) ~= progress then
  local behind = progress and '+inf' or '(${progressFrom}'
  local last = redis.call('ZREVRANGEBYSCORE', KEYS.line, behind, '-inf', 'WITHSCORES', 'LIMIT', 0, 1)
  place = math.max(now + (progress and ${progressFrom} or 0), tonumber(last[2] or 0) + 1)
  redis.call('ZADD', KEYS.line, place, card)
end
local needed = redis.call('ZRANK', KEYS.line, card) + 1 + (progress and ${keptFree} or 0)
local full = math.max(now, tonumber(redis.call('GET', KEYS.full) or 0))
local wait = full + (needed - ${burst}) * interval - now
if progress and redis.call('ZCOUNT', KEYS.line, '-inf', '(${progressFrom}') > 0 then
  wait = math.max(wait, interval)
end
if wait <= 0 then
  redis.call('SET', KEYS.full, full + interval, 'PX', full + interval - now + ${skewMs})
  leave(card)
  return 0
end
redis.call('ZADD', KEYS.due, now + wait, card)
${keepLine('wait')}
return wait`);

const consumeNow = script<number, 'full', 'now' | 'intervalMs'>(`
local now, interval = tonumber(ARGV.now), tonumber(ARGV.intervalMs)
local full = math.max(now, tonumber(redis.call('GET', KEYS.full) or 0)) + interval
redis.call('SET', KEYS.full, full, 'PX', full - now + ${skewMs})
return 0`);

/** Blocks calls until the wait ends, and keeps the one call at its end for the first in line. */
const blockCalls = script<number, 'full' | 'line' | 'due', 'now' | 'intervalMs' | 'forMs' | 'first'>(`
local now, interval, forMs, first = tonumber(ARGV.now), tonumber(ARGV.intervalMs), tonumber(ARGV.forMs), ARGV.first
local full = math.max(tonumber(redis.call('GET', KEYS.full) or 0), now + forMs + (${burst} - 1) * interval)
redis.call('SET', KEYS.full, full, 'PX', full - now + ${skewMs})
if first ~= '' then
  redis.call('ZADD', KEYS.line, 0, first)
  redis.call('ZADD', KEYS.due, now + forMs, first)
  ${keepLine('forMs')}
end
return 0`);

/** A shorter pause never ends a longer one. */
const pauseUpdates = script<number, 'paused', 'until' | 'keepMs'>(`
if tonumber(redis.call('GET', KEYS.paused) or 0) < tonumber(ARGV.until) then
  redis.call('SET', KEYS.paused, ARGV.until, 'PX', ARGV.keepMs)
end
return 0`);

/** A Slack method: `post` is `chat.postMessage`, `update` is `chat.update`. */
export interface SlackCall {
  call: 'post' | 'update';
  channel: string;
}

/** A render of a card that needs a call now. */
export interface ChannelCall extends SlackCall {
  workspace: string;
  card: string;
  /** The call waits for every render in its channel that isn't progress. */
  progress: boolean;
}

export type ChannelRateLimiter = ReturnType<typeof createChannelRateLimiter>;

/** On average one call in `intervalMs` for a channel. All times are epoch ms. */
export function createChannelRateLimiter(redis: Redis, prefix: string, intervalMs: number) {
  const keys = createKeys(prefix);
  const placesOf = (workspace: string, channel: string) => ({
    full: keys.turns(workspace, channel),
    line: keys.turnsLine(workspace, channel),
    due: keys.turnsDue(workspace, channel),
    paused: keys.updatesPaused(workspace),
  });
  return {
    /**
     * How many new cards a channel can get in a minute: each is posted, and then edited to add its buttons.
     */
    cardsPerMinute: 60_000 / (2 * intervalMs),

    /**
     * Makes a call for which `consume` returned 0. If Slack answers with 429, nobody makes another before its
     * time, and the error tells the worker to run the job again then, which costs it no attempt.
     */
    async make<T>(call: ChannelCall, now: () => number, send: () => Promise<T>): Promise<T> {
      try {
        return await send();
      } catch (cause) {
        const { retryAfterMs } = cause as Retriable;
        if (retryAfterMs === undefined) throw cause;
        await this.block(call, retryAfterMs, now());
        throw Object.assign(cause as Error, { postponed: true } satisfies Retriable);
      }
    },

    /**
     * Returns 0 if the call can be made, which uses it up. Otherwise, in how many milliseconds to ask again
     * at the latest: until 10 seconds after that, the caller has a place in the channel's line, in the order
     * of asking, behind everything more urgent.
     */
    consume({ workspace, channel, card, progress, call }: ChannelCall, now: number): Promise<number> {
      return consumeCall(redis, placesOf(workspace, channel), {
        now,
        intervalMs,
        card,
        progress: progress ? 1 : 0,
        update: call === 'update' ? 1 : 0,
      });
    },

    /** Uses up a call without waiting; the next one can be made that much later. */
    async consumeNow({ workspace, channel }: ChannelCall, now: number): Promise<void> {
      await consumeNow(redis, placesOf(workspace, channel), { now, intervalMs });
    },

    /**
     * Slack answered with 429: nobody makes such a call for `forMs`. For an update, that's the whole
     * workspace; for a post, the channel.
     */
    async block({ workspace, channel, card, progress, call }: ChannelCall, forMs: number, now: number) {
      const scriptKeys = placesOf(workspace, channel);
      if (call === 'update')
        await pauseUpdates(redis, scriptKeys, { until: now + forMs, keepMs: forMs + skewMs });
      else await blockCalls(redis, scriptKeys, { now, intervalMs, forMs, first: progress ? '' : card });
    },
  };
}
