/** Keeps the weekly posting times of each brand. */
import type { Named } from '#src/platform/publishing-api/request.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import type { AuditEntry } from '#src/posts/card/audit.ts';
import { scopeOf } from '#src/posts/card/scope.ts';
import { changeRecord } from '#src/posts/change-record.ts';
import { describeSlots, noSlots, type PostingSlots, postingSlotsSchema } from './slots.ts';

export type PostingSlotStore = ReturnType<typeof createPostingSlotStore>;

/** Reads go to Redis each time. A record that can't be read throws. */
export function createPostingSlotStore(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  const parse = (json: string) => postingSlotsSchema.parse(JSON.parse(json));
  return {
    /** The brands that have posting times, by their ids. */
    async brands(workspace: string): Promise<ReadonlySet<string>> {
      const found = Object.entries(await redis.hgetall(keys.postingSlots(workspace)));
      return new Set(found.filter(([, json]) => parse(json).times.length > 0).map(([brand]) => brand));
    },

    async of(workspace: string, brand: string): Promise<PostingSlots> {
      const json = await redis.hget(keys.postingSlots(workspace), brand);
      return json === null ? noSlots : parse(json);
    },

    /**
     * False if someone saved others since `slots.revision`, so that nothing was written. The audit entry is
     * written in the same step.
     */
    async set(
      workspace: string,
      brand: Named,
      slots: PostingSlots,
      entry: Omit<AuditEntry, 'what' | 'brand' | 'note' | 'result'>,
    ): Promise<boolean> {
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
