/** Keeps the weekly posting times of each brand. */
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { scopeOf } from '#src/posts/card/scope.ts';
import { changeRecord } from '#src/posts/change-record.ts';
import { describeSlots, noSlots, type PostingSlotStore, postingSlotsSchema } from './slots.ts';

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
      const place = {
        workspace,
        records: keys.postingSlots(workspace),
        field: brand.id,
        // cards show a button only if there are any posting times
        scope: scopeOf(brand),
      };
      const saved = await changeRecord(redis, keys, place, (stored) => {
        if (parse(stored).revision !== slots.revision) return 'outdated';
        const note = describeSlots(slots);
        return {
          json: JSON.stringify({ ...slots, revision: slots.revision + 1 }),
          entry: { ...entry, what: 'set', brand, note, result: 'saved' },
        };
      });
      return saved === 'done';
    },
  };
}
