/**
 * Who may call Slack next in a channel, for all processes together. A token bucket, kept as the one time at which it
 * is full again: Slack takes one message a second in a channel, and short bursts (docs.slack.dev, Rate limits).
 */
import type { Result } from 'ioredis';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import type { SlackCall } from '#src/posts/card/rendering.ts';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    takeTurn(
      full: string,
      line: string,
      due: string,
      updatesPausedUntil: string,
      now: number,
      intervalMs: number,
      card: string,
      progress: 0 | 1,
      update: 0 | 1,
    ): Result<number, Context>;
    spendTurn(full: string, now: number, intervalMs: number): Result<number, Context>;
    pauseUpdates(paused: string, until: number, keepMs: number): Result<number, Context>;
    pauseTurns(
      full: string,
      line: string,
      due: string,
      now: number,
      intervalMs: number,
      forMs: number,
      first: string,
    ): Result<number, Context>;
  }
}

/** How many may be drawn at once after a pause, and how many of these progress leaves to what is more urgent. */
const burst = 4;
const keptFree = 2;

/** Whoever does not come back so long after its time, because its worker died, loses its place. */
const lateMs = 10_000;

/** Keys stay a little longer than they say something: the clocks of the processes differ. */
const skewMs = 60_000;

/** In the line a card stands by the time of its first asking; all progress stands behind all else. */
const progressFrom = 1_000_000_000_000_000;

const keepLine = (waitMs: string): string => `for _, key in ipairs({ KEYS[2], KEYS[3] }) do
  local keep = ${waitMs} + ${lateMs + skewMs}
  if redis.call('PTTL', key) < keep then redis.call('PEXPIRE', key, keep) end
end`;

/** Answers 0 when the turn is taken, else in how many milliseconds to ask again. */
const takeTurn = `
local now, interval, card = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
local progress, update = ARGV[4] == '1', ARGV[5] == '1'
local function leave(one)
  redis.call('ZREM', KEYS[2], one)
  redis.call('ZREM', KEYS[3], one)
end
for _, late in ipairs(redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', now - ${lateMs})) do leave(late) end
local paused = update and tonumber(redis.call('GET', KEYS[4]) or 0) or 0
if paused > now then
  leave(card)
  return paused - now + (progress and interval or 0)
end
local place = tonumber(redis.call('ZSCORE', KEYS[2], card) or -1)
if place < 0 or (place >= ${progressFrom}) ~= progress then
  local behind = progress and '+inf' or '(${progressFrom}'
  local last = redis.call('ZREVRANGEBYSCORE', KEYS[2], behind, '-inf', 'WITHSCORES', 'LIMIT', 0, 1)
  place = math.max(now + (progress and ${progressFrom} or 0), tonumber(last[2] or 0) + 1)
  redis.call('ZADD', KEYS[2], place, card)
end
local needed = redis.call('ZRANK', KEYS[2], card) + 1 + (progress and ${keptFree} or 0)
local full = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0))
local wait = full + (needed - ${burst}) * interval - now
if progress and redis.call('ZCOUNT', KEYS[2], '-inf', '(${progressFrom}') > 0 then
  wait = math.max(wait, interval)
end
if wait <= 0 then
  redis.call('SET', KEYS[1], full + interval, 'PX', full + interval - now + ${skewMs})
  leave(card)
  return 0
end
redis.call('ZADD', KEYS[3], now + wait, card)
${keepLine('wait')}
return wait`;

const spendTurn = `
local now, interval = tonumber(ARGV[1]), tonumber(ARGV[2])
local full = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0)) + interval
redis.call('SET', KEYS[1], full, 'PX', full - now + ${skewMs})
return 0`;

/** Leaves one turn for the end of the pause, to the first in the line. */
const pauseTurns = `
local now, interval, forMs, first = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now + forMs + (${burst} - 1) * interval)
redis.call('SET', KEYS[1], full, 'PX', full - now + ${skewMs})
if first ~= '' then
  redis.call('ZADD', KEYS[2], 0, first)
  redis.call('ZADD', KEYS[3], now + forMs, first)
  ${keepLine('forMs')}
end
return 0`;

/** A shorter pause never ends a longer one. */
const pauseUpdates = `
if tonumber(redis.call('GET', KEYS[1]) or 0) < tonumber(ARGV[1]) then
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
end
return 0`;

/** A drawing of a card that is to be made now. */
export interface ChannelCall extends SlackCall {
  workspace: string;
  card: string;
  /** It waits behind every drawing of its channel that is none. */
  progress: boolean;
}

export type ChannelRateLimiter = ReturnType<typeof createChannelRateLimiter>;

/** On average one turn in `intervalMs` for a channel. All times are epoch ms. */
export function createChannelRateLimiter(redis: Redis, prefix: string, intervalMs: number) {
  const keys = createKeys(prefix);
  redis.defineCommand('takeTurn', { numberOfKeys: 4, lua: takeTurn });
  redis.defineCommand('spendTurn', { numberOfKeys: 1, lua: spendTurn });
  redis.defineCommand('pauseUpdates', { numberOfKeys: 1, lua: pauseUpdates });
  redis.defineCommand('pauseTurns', { numberOfKeys: 3, lua: pauseTurns });
  return {
    /**
     * 0: it is its turn, and the turn is used. Else in how many milliseconds to ask again at the latest: it has then
     * a place in the channel's line, by the order of asking and behind all that is more urgent, until 10 seconds
     * after that time.
     */
    take({ workspace, channel, card, progress, call }: ChannelCall, now: number): Promise<number> {
      return redis.takeTurn(
        keys.turns(workspace, channel),
        keys.turnsLine(workspace, channel),
        keys.turnsDue(workspace, channel),
        keys.updatesPaused(workspace),
        now,
        intervalMs,
        card,
        progress ? 1 : 0,
        call === 'update' ? 1 : 0,
      );
    },

    /** Uses a turn without waiting for it; the next one comes so much later. */
    async spend({ workspace, channel }: ChannelCall, now: number): Promise<void> {
      await redis.spendTurn(keys.turns(workspace, channel), now, intervalMs);
    },

    /**
     * Slack answered this turn with 429: nobody's comes before `forMs` have passed. Slack limits `chat.update` for
     * the workspace and `chat.postMessage` for the channel.
     */
    async limited({ workspace, channel, card, progress, call }: ChannelCall, forMs: number, now: number) {
      if (call === 'update')
        await redis.pauseUpdates(keys.updatesPaused(workspace), now + forMs, forMs + skewMs);
      else
        await redis.pauseTurns(
          keys.turns(workspace, channel),
          keys.turnsLine(workspace, channel),
          keys.turnsDue(workspace, channel),
          now,
          intervalMs,
          forMs,
          progress ? '' : card,
        );
    },
  };
}
