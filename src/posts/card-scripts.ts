/**
 * What Redis does to a card in one step: writes it together with its index entries, and sets when it expires.
 */
import { script } from '#src/platform/redis/script.ts';

/** Keeps a brand's entry in the index of watched brands at the time of its earliest card. */
const firstOf = (watched: string, brands: string, brand: string): string => `
local first = redis.call('ZRANGE', ${watched}, 0, 0, 'WITHSCORES')
if first[2] then redis.call('ZADD', ${brands}, first[2], ${brand}) else redis.call('ZREM', ${brands}, ${brand}) end`;

export const checkLater = script<
  null,
  'card' | 'watched' | 'watchedBrands',
  'id' | 'version' | 'at' | 'brand'
>(`
local storedJson = redis.call('GET', KEYS.card)
if not storedJson or cjson.decode(storedJson).version ~= tonumber(ARGV.version) then return nil end
redis.call('ZADD', KEYS.watched, 'XX', ARGV.at, ARGV.id)
${firstOf('KEYS.watched', 'KEYS.watchedBrands', 'ARGV.brand')}
return nil`);

/**
 * A card in no index has nothing left to do, to render or to watch: it's finished. A claim that outlives its
 * card (or the other way around), or a post without its campaign, would be wrong, so all keys of a family
 * expire at the same time.
 */
const expireTogether = `
redis.call(ARGV.todoAt == '' and ARGV.watchedAt == '' and 'SREM' or 'SADD', KEYS.unfinished, ARGV.id)
local finished = redis.call('EXISTS', KEYS.unfinished) == 0
if finished or redis.call('PTTL', KEYS.family) >= 0 then
  local keys = redis.call('SMEMBERS', KEYS.family)
  keys[#keys + 1] = KEYS.family
  for _, key in ipairs(keys) do
    if finished then redis.call('PEXPIRE', key, ARGV.keepFinishedMs) else redis.call('PERSIST', key) end
  end
end`;

/** In the index for Home tabs, open cards come after all failed ones, whose score is when they leave it. */
export const openFrom = 1_000_000_000_000_000;

const showOnHomes = `
if ARGV.openScore == '' then redis.call('ZREM', KEYS.open, ARGV.id) else redis.call('ZADD', KEYS.open, ARGV.openScore, ARGV.id) end
redis.call('ZREMRANGEBYSCORE', KEYS.open, '-inf', nowMs)
local last = redis.call('ZRANGE', KEYS.open, -1, -1, 'WITHSCORES')[2]
if last and tonumber(last) < ${openFrom} then redis.call('PEXPIREAT', KEYS.open, last)
elseif last then redis.call('PERSIST', KEYS.open) end`;

/**
 * Notes a discarded post. The note outlives the card, because the service lists the draft for longer. An
 * earlier release lets the key expire.
 */
const noteDiscarded = `
if ARGV.isDiscarded == '1' then
  redis.call('ZADD', KEYS.discarded, ARGV.movedAt, ARGV.post)
  redis.call('PERSIST', KEYS.discarded)
elseif ARGV.post ~= '' then redis.call('ZREM', KEYS.discarded, ARGV.post) end`;

/**
 * How long after its planned time a card stays in the index of planned cards. A slot that has passed is free,
 * and a card that expires with an unknown outcome can't leave the index by itself.
 */
const plannedKeptMs = 86_400_000;

/** What a script returns, before the other card's id, if another card has what this one would claim. */
export const claimedBy = 'claimed by ';

/** What a script returns if the brand's rule or settings, or other cards, have changed since they were read. */
export const outdated = 'outdated';

/** What a script returns if another card of the brand is planned for the posting slot. */
export const slotTaken = 'slot taken';

/** A slot is a minute. The service may show a time with seconds. */
const compareSlot = `
if ARGV.slot ~= '' then
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS.planned, ARGV.slot, ARGV.slot + 59999)) do
    if id ~= ARGV.id and not string.find(ARGV.exceptCards, ' ' .. id .. ' ', 1, true) then return '${slotTaken}' end
  end
end`;

const compareConfig = `
if ARGV.ruleField ~= '' then
  local rule = redis.call('HGET', KEYS.rules, ARGV.ruleField) or redis.call('HGET', KEYS.rules, ARGV.commonField) or ''
  local settings = redis.call('HGET', KEYS.brandSettings, ARGV.brand) or ''
  if rule ~= ARGV.rule or settings ~= ARGV.settings then return '${outdated}' end
end`;

/** `others`: names of other keys, each with the digest of its text. */
const compareOthers = `
for _, other in ipairs(cjson.decode(ARGV.others)) do
  if redis.sha1hex(redis.call('GET', other[1]) or '') ~= other[2] then return '${outdated}' end
end`;

/**
 * Returns nothing if the card was written, or else the stored card ('' if there is none) or the owner of the
 * claim. A claim that the card had already isn't checked: cards of older releases have to be writable.
 */
export const saveCard = script<
  string | null,
  | 'card'
  | 'todo'
  | 'watched'
  | 'watchedBrands'
  | 'claim'
  | 'ledger'
  | 'family'
  | 'unfinished'
  | 'outbox'
  | 'open'
  | 'message'
  | 'rules'
  | 'brandSettings'
  | 'notifications'
  | 'awaiting'
  | 'planned'
  | 'discarded',
  | 'id'
  | 'version'
  | 'json'
  | 'brand'
  | 'todoAt'
  | 'watchedAt'
  | 'claims'
  | 'keepFinishedMs'
  | 'entry'
  | 'openScore'
  | 'movedAt'
  | 'hasMessage'
  | 'notified'
  | 'awaitingEntry'
  | 'isAwaiting'
  | 'ruleField'
  | 'commonField'
  | 'rule'
  | 'settings'
  | 'plannedAt'
  | 'slot'
  | 'exceptCards'
  | 'post'
  | 'isDiscarded'
  | 'others'
>(`
${compareConfig}
local storedJson = redis.call('GET', KEYS.card)
local stored = storedJson and cjson.decode(storedJson) or { version = 0 }
if stored.version ~= tonumber(ARGV.version) then return storedJson or '' end
${compareOthers}
${compareSlot}
local owner = ARGV.claims == '1' and redis.call('GET', KEYS.claim) or ARGV.id
if owner ~= ARGV.id then
  local card = cjson.decode(ARGV.json)
  local claim = card.kind == 'campaign' and 'campaignId' or 'postId'
  if stored[claim] ~= card[claim] then return '${claimedBy}' .. owner end
end
redis.call('SET', KEYS.card, ARGV.json)
if ARGV.todoAt == '' then redis.call('ZREM', KEYS.todo, ARGV.id) else redis.call('ZADD', KEYS.todo, ARGV.todoAt, ARGV.id) end
if ARGV.watchedAt == '' then redis.call('ZREM', KEYS.watched, ARGV.id) else redis.call('ZADD', KEYS.watched, ARGV.watchedAt, ARGV.id) end
${firstOf('KEYS.watched', 'KEYS.watchedBrands', 'ARGV.brand')}
if ARGV.plannedAt == '' then redis.call('ZREM', KEYS.planned, ARGV.id) else redis.call('ZADD', KEYS.planned, ARGV.plannedAt, ARGV.id) end
${noteDiscarded}
redis.call('SADD', KEYS.family, KEYS.card, KEYS.ledger)
if ARGV.claims == '1' then
  redis.call('SET', KEYS.claim, ARGV.id, 'NX')
  if owner == ARGV.id then redis.call('SADD', KEYS.family, KEYS.claim) end
end
if ARGV.hasMessage == '1' then
  redis.call('SET', KEYS.message, ARGV.id)
  redis.call('SADD', KEYS.family, KEYS.message)
end
if ARGV.isAwaiting == '1' then redis.call('ZADD', KEYS.awaiting, 0, ARGV.awaitingEntry) else redis.call('ZREM', KEYS.awaiting, ARGV.awaitingEntry) end
${expireTogether}
local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
${showOnHomes}
redis.call('ZREMRANGEBYSCORE', KEYS.planned, '-inf', nowMs - ${plannedKeptMs})
if ARGV.entry ~= '' then redis.call('RPUSH', KEYS.outbox, ARGV.entry) end
for _, one in ipairs(cjson.decode(ARGV.notified)) do redis.call('HSET', KEYS.notifications, one[1], one[2]) end
return nil`);
