/**
 * The creations that are under way in each brand, and the queue of those that wait. Requests whose answers
 * have ids run side by side; one whose answer has none runs alone, since its post is the one that wasn't
 * there before (docs/decisions/0002-one-creation-at-a-time-per-brand.md).
 */
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { script } from '#src/platform/redis/script.ts';

/** A card whose job is gone holds up the queue for this long. */
const inLineForMs = 10 * 60_000;

/**
 * Returns since when the creation is under way, whether it's alone, and which card is next; nil if it waits.
 */
const beginCreation = script<string | null, 'underWay' | 'line', 'card' | 'now' | 'forMs' | 'alone'>(`
local card, now, forMs, alone = ARGV.card, tonumber(ARGV.now), tonumber(ARGV.forMs), ARGV.alone
local mine, others, others_alone = nil, false, false
local all = redis.call('HGETALL', KEYS.underWay)
for i = 1, #all, 2 do
  local since, ends, is_alone = string.match(all[i + 1], '^(%d+) (%d+) (%d)$')
  if all[i] == card then mine = { since, is_alone }
  elseif tonumber(ends) <= now then redis.call('HDEL', KEYS.underWay, all[i])
  else
    others = true
    if is_alone == '1' then others_alone = true end
  end
end
if mine and (mine[2] == '1' and others or others_alone) then mine = nil end
if not mine then
  redis.call('ZREMRANGEBYSCORE', KEYS.line, '-inf', now - ${inLineForMs})
  local first = redis.call('ZRANGE', KEYS.line, 0, 0)[1]
  if others_alone or (alone == '1' and others) or (first and first ~= card) then
    redis.call('ZADD', KEYS.line, 'NX', now, card)
    redis.call('PEXPIRE', KEYS.line, ${inLineForMs})
    return nil
  end
  mine = { string.format('%.0f', now), alone }
end
redis.call('ZREM', KEYS.line, card)
redis.call('HSET', KEYS.underWay, card, mine[1] .. ' ' .. string.format('%.0f', now + forMs) .. ' ' .. mine[2])
redis.call('PEXPIRE', KEYS.underWay, forMs)
return mine[1] .. ' ' .. mine[2] .. ' ' .. (redis.call('ZRANGE', KEYS.line, 0, 0)[1] or '')`);

const endCreation = script<string | null, 'underWay' | 'line', 'card'>(`
redis.call('HDEL', KEYS.underWay, ARGV.card)
redis.call('ZREM', KEYS.line, ARGV.card)
return redis.call('ZRANGE', KEYS.line, 0, 0)[1]`);

/** A field next to those of the kinds of requests; no kind has this name. */
const campaignLink = 'campaign-link';

interface UnderWay {
  /** Epoch ms. */
  since: number;
  /** No other creation of the brand is under way. */
  alone: boolean;
  /** The next card, which may begin, too. */
  next: string | undefined;
}

export type Creations = ReturnType<typeof createCreations>;

export function createCreations(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  const placesOf = (workspace: string, brand: string) => ({
    underWay: keys.creations(workspace, brand),
    line: keys.creationsLine(workspace, brand),
  });
  return {
    /**
     * Begins the creation, or extends it by the same time. `undefined`: it waits, and the end of another
     * creation queues the next. A creation expires after `forMs`, so that a dead process doesn't block others
     * for long.
     */
    async begin(
      workspace: string,
      {
        brand,
        card,
        alone,
        now,
        forMs,
      }: Record<'brand' | 'card', string> & {
        alone: boolean;
        now: number;
        forMs: number;
      },
    ): Promise<UnderWay | undefined> {
      const args = { card, now, forMs, alone: alone ? '1' : '0' };
      const begun = await beginCreation(redis, placesOf(workspace, brand), args);
      if (begun === null) return undefined;
      const [since, isAlone, ...next] = begun.split(' ');
      return { since: Number(since), alone: isAlone === '1', next: next.join(' ') || undefined };
    },

    /** Ends the creation, or removes it from those that wait. Returns the next card. */
    async end(workspace: string, brand: string, card: string): Promise<string | undefined> {
      return (await endCreation(redis, placesOf(workspace, brand), { card })) ?? undefined;
    },

    /** The card that is queued when a creation ends. */
    async firstInLine(workspace: string, brand: string): Promise<string | undefined> {
      return (await redis.zrange(keys.creationsLine(workspace, brand), '0', '0'))[0];
    },

    async underWay(workspace: string, brand: string, now: number): Promise<string[]> {
      const all = Object.entries(await redis.hgetall(keys.creations(workspace, brand)));
      return all.flatMap(([card, one]) => (Number(one.split(' ')[1]) > now ? [card] : []));
    },

    /**
     * Whether the service's answers to this kind of request have an id; `undefined` if none was answered yet.
     */
    async answersCarryIds(workspace: string, kind: string): Promise<boolean | undefined> {
      const known = await redis.hget(keys.answersCarryIds(workspace), kind);
      return known === null ? undefined : known === '1';
    },

    async answered(workspace: string, kind: string, carriesId: boolean): Promise<void> {
      await redis.hset(keys.answersCarryIds(workspace), kind, carriesId ? '1' : '0');
    },

    /** Whether posts have the id of their campaign; `undefined` if no post of a campaign was seen yet. */
    async postsNameCampaign(workspace: string): Promise<boolean | undefined> {
      return this.answersCarryIds(workspace, campaignLink);
    },

    async campaignPostSeen(workspace: string, namesCampaign: boolean): Promise<void> {
      await this.answered(workspace, campaignLink, namesCampaign);
    },
  };
}
