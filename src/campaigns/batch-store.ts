/** What people decided about several posts at once, each kept as long as its report is useful. */

import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { type Batches, batchSchema } from './batch.ts';

/** After its last write. */
const keepForMs = 7 * 86_400_000;

export function createBatches(redis: Redis, prefix: string): Batches {
  const keys = createKeys(prefix);
  return {
    async add(batch) {
      const { workspace, id } = batch;
      const json = JSON.stringify(batchSchema.parse(batch));
      // in one step, so that no process can die between the two; a batch that was there already is closed again
      const [[, added] = []] =
        (await redis
          .multi()
          .set(keys.batch(workspace, id), json, 'PX', keepForMs, 'NX')
          .sadd(keys.openBatches(workspace), id)
          .exec()) ?? [];
      return added === 'OK';
    },

    open: (workspace) => redis.smembers(keys.openBatches(workspace)),

    async close(workspace, id) {
      await redis.srem(keys.openBatches(workspace), id);
    },

    async get(workspace, id) {
      const json = await redis.get(keys.batch(workspace, id));
      return json === null ? undefined : batchSchema.parse(JSON.parse(json));
    },

    async save(batch) {
      await redis.set(keys.batch(batch.workspace, batch.id), JSON.stringify(batch), 'PX', keepForMs);
    },
  };
}
