/** Keeps the weekly posting times of each brand. */
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { script } from '#src/platform/redis/script.ts';
import { entryText } from '#src/posts/card/audit.ts';
import { scopeOf } from '#src/posts/card/scope.ts';
import { describeSlots, noSlots, type PostingSlotStore, postingSlotsSchema } from './slots.ts';

/**
 * Replaces the posting times. Cards show a button only if there are any, so resting ones are rendered again.
 */
const replaceSlots = script<
  number,
  'slots' | 'redraws' | 'outbox',
  'brand' | 'scope' | 'revision' | 'json' | 'entry'
>(`
local was = redis.call('HGET', KEYS.slots, ARGV.brand)
if (was and cjson.decode(was).revision or 0) ~= tonumber(ARGV.revision) then return 0 end
redis.call('HSET', KEYS.slots, ARGV.brand, ARGV.json)
redis.call('HINCRBY', KEYS.redraws, ARGV.scope, 1)
redis.call('RPUSH', KEYS.outbox, ARGV.entry)
return 1`);

/** Reads go to Redis each time. A record that can't be read throws. */
export function createPostingSlotStore(redis: Redis, prefix: string): PostingSlotStore {
  const keys = createKeys(prefix);
  const parse = (json: string) => postingSlotsSchema.parse(JSON.parse(json));
  return {
    async brands(workspace) {
      const found = Object.entries(await redis.hgetall(keys.postingSlots(workspace)));
      return new Set(found.filter(([, json]) => parse(json).times.length > 0).map(([brand]) => brand));
    },

    async of(workspace, brand) {
      const json = await redis.hget(keys.postingSlots(workspace), brand);
      return json === null ? noSlots : parse(json);
    },

    async set(workspace, brand, slots, entry) {
      const note = describeSlots(slots);
      const places = {
        slots: keys.postingSlots(workspace),
        redraws: keys.redraws(workspace),
        outbox: keys.auditOutbox(workspace),
      };
      const written = await replaceSlots(redis, places, {
        brand: brand.id,
        scope: scopeOf(brand),
        revision: slots.revision,
        json: JSON.stringify({ ...slots, revision: slots.revision + 1 }),
        entry: entryText({ ...entry, what: 'set', brand, note, result: 'saved' }),
      });
      return written === 1;
    },
  };
}
