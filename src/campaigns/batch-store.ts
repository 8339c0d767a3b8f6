/** What people decided about several posts at once. Each batch is kept as long as its report is useful. */

import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { type Batch, batchSchema } from './batch.ts';

/** How long after its last write a batch is kept. */
const keepForMs = 7 * 86_400_000;

export type Batches = ReturnType<typeof createBatches>;

export function createBatches(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  return {
    /** Opens a batch. False if there is one with this id. */
    async add(batch: Batch): Promise<boolean> {
      const { workspace, id } = batch;
      const json = JSON.stringify(batchSchema.parse(batch));
      // in one step, so that no process can die between the two; a batch that existed already is closed again
      const [[, added] = []] =
        (await redis
          .multi()
          .set(keys.batch(workspace, id), json, 'PX', keepForMs, 'NX')
          .sadd(keys.openBatches(workspace), id)
          .exec()) ?? [];
      return added === 'OK';
    },

    /** The ids of the batches that haven't settled. The sweeper queues a job for each. */
    open: (workspace: string): Promise<string[]> => redis.smembers(keys.openBatches(workspace)),

    /** Closes a batch that has settled, once its report says so. */
    async close(workspace: string, id: string): Promise<void> {
      await redis.srem(keys.openBatches(workspace), id);
    },

    async get(workspace: string, id: string): Promise<Batch | undefined> {
      const json = await redis.get(keys.batch(workspace, id));
      return json === null ? undefined : batchSchema.parse(JSON.parse(json));
    },

    /** Only the batch's job writes, and never twice at once. */
    async save(batch: Batch): Promise<void> {
      await redis.set(keys.batch(batch.workspace, batch.id), JSON.stringify(batch), 'PX', keepForMs);
    },
  };
}
