/** What Redis does with a card in one step: write it with its places in the indexes, and say when it ends. */
import type { Result } from 'ioredis';
import type { Redis } from '#src/platform/redis/redis.ts';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    saveCard(
      card: string,
      todo: string,
      watched: string,
      watchedBrands: string,
      claim: string,
      ledger: string,
      family: string,
      unfinished: string,
      auditOutbox: string,
      open: string,
      message: string,
      rules: string,
      brandSettings: string,
      notifications: string,
      awaiting: string,
      id: string,
      expectedVersion: number,
      json: string,
      brand: string,
      todoAt: string,
      watchedAt: string,
      claims: string,
      keepFinishedMs: number,
      auditEntry: string,
      onHomes: string,
      movedAt: number,
      showFailedMs: number,
      hasMessage: string,
      /** JSON: the names and records of the notifications that the write causes. */
      notified: string,
      /** Its entry among the cards without a message, and whether it belongs there. */
      awaitingEntry: string,
      isAwaiting: string,
      /** The fields of the rule of its brand and of the common one, and both as they are to be still; or nothing. */
      ...terms: string[]
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

/**
 * What is in no index has nothing to do, to draw or to watch: it is finished. A claim that outlived or died before
 * its card, or a post before its campaign, would be a lie, so all keys of a family get the same end in one step.
 */
const expireTogether = `
redis.call(ARGV[5] == '' and ARGV[6] == '' and 'SREM' or 'SADD', KEYS[8], ARGV[1])
local finished = redis.call('EXISTS', KEYS[8]) == 0
if finished or redis.call('PTTL', KEYS[7]) >= 0 then
  local keys = redis.call('SMEMBERS', KEYS[7])
  keys[#keys + 1] = KEYS[7]
  for _, key in ipairs(keys) do
    if finished then redis.call('PEXPIRE', key, ARGV[8]) else redis.call('PERSIST', key) end
  end
end`;

/** In the index of what home tabs show, open cards stand behind all failed ones, which leave it at their score. */
export const openFrom = 1_000_000_000_000_000;

const showOnHomes = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if ARGV[10] == '' then redis.call('ZREM', KEYS[10], ARGV[1])
elseif ARGV[10] == 'open' then redis.call('ZADD', KEYS[10], ${openFrom} + ARGV[11], ARGV[1])
else redis.call('ZADD', KEYS[10], now + ARGV[12], ARGV[1]) end
redis.call('ZREMRANGEBYSCORE', KEYS[10], '-inf', now)
local last = redis.call('ZRANGE', KEYS[10], -1, -1, 'WITHSCORES')[2]
if last and tonumber(last) < ${openFrom} then redis.call('PEXPIREAT', KEYS[10], last)
elseif last then redis.call('PERSIST', KEYS[10]) end`;

/** What a script answers where another card has what this one would claim, before the id of that card. */
export const claimedBy = 'claimed by ';

/** What it answers where the rule or the settings of the brand are not those that were relied on. */
export const outdated = 'outdated';

const compareTerms = `
if ARGV[17] then
  local rule = redis.call('HGET', KEYS[12], ARGV[17]) or redis.call('HGET', KEYS[12], ARGV[18]) or ''
  local settings = redis.call('HGET', KEYS[13], ARGV[4]) or ''
  if rule ~= ARGV[19] or settings ~= ARGV[20] then return '${outdated}' end
end`;

/**
 * Answers nothing when it was written, else the card that stands there ('' when there is none), or whose the claim is.
 * A claim that the card had before is not asked for: what an older release wrote must still be able to move.
 */
const saveCard = `
${compareTerms}
local now = redis.call('GET', KEYS[1])
local was = now and cjson.decode(now) or { version = 0 }
if was.version ~= tonumber(ARGV[2]) then return now or '' end
local owner = ARGV[7] == '1' and redis.call('GET', KEYS[5]) or ARGV[1]
if owner ~= ARGV[1] then
  local card = cjson.decode(ARGV[3])
  local claim = card.kind == 'campaign' and 'campaignId' or 'postId'
  if was[claim] ~= card[claim] then return '${claimedBy}' .. owner end
end
redis.call('SET', KEYS[1], ARGV[3])
if ARGV[5] == '' then redis.call('ZREM', KEYS[2], ARGV[1]) else redis.call('ZADD', KEYS[2], ARGV[5], ARGV[1]) end
if ARGV[6] == '' then redis.call('ZREM', KEYS[3], ARGV[1]) else redis.call('ZADD', KEYS[3], ARGV[6], ARGV[1]) end
${firstOf('KEYS[3]', 'KEYS[4]', 'ARGV[4]')}
redis.call('SADD', KEYS[7], KEYS[1], KEYS[6])
if ARGV[7] == '1' then
  redis.call('SET', KEYS[5], ARGV[1], 'NX')
  if owner == ARGV[1] then redis.call('SADD', KEYS[7], KEYS[5]) end
end
if ARGV[13] == '1' then
  redis.call('SET', KEYS[11], ARGV[1])
  redis.call('SADD', KEYS[7], KEYS[11])
end
if ARGV[16] == '1' then redis.call('ZADD', KEYS[15], 0, ARGV[15]) else redis.call('ZREM', KEYS[15], ARGV[15]) end
${expireTogether}
${showOnHomes}
if ARGV[9] ~= '' then redis.call('RPUSH', KEYS[9], ARGV[9]) end
for _, one in ipairs(cjson.decode(ARGV[14])) do redis.call('HSET', KEYS[14], one[1], one[2]) end
return nil`;

/** Gives this connection the commands `saveCard` and `lookLater`. */
export function defineCardScripts(redis: Redis): void {
  redis.defineCommand('lookLater', { numberOfKeys: 3, lua: lookLater });
  redis.defineCommand('saveCard', { numberOfKeys: 15, lua: saveCard });
}
