/** What is about to be said by itself, and of which nobody has noted yet whether it was. */
import { z } from 'zod';
import { createKeys } from './keys.ts';
import type { Redis } from './redis.ts';

const nudgedSchema = z.object({ at: z.number(), times: z.number() });

const sayingSchema = z.object({
  /** Marks its message. */
  id: z.string(),
  /** When it was begun, or sent (epoch ms). */
  at: z.number(),
  /** Where it is sent; absent: nothing was sent yet. */
  where: z.object({ channel: z.string(), thread: z.string().optional() }).optional(),
  /** What is taken back when it was not said. */
  of: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('digest'), brand: z.string(), day: z.string() }),
    z.object({
      kind: z.literal('reminder'),
      notes: z.array(
        z.object({
          card: z.object({ id: z.string(), campaign: z.string().optional() }),
          ...{ user: z.string(), before: nudgedSchema.optional(), after: nudgedSchema },
        }),
      ),
    }),
  ]),
});
export type Saying = z.infer<typeof sayingSchema>;

/** Whoever looks after that finds a day that is over. */
const keptMs = 3 * 24 * 3_600_000;

export type SayingStore = ReturnType<typeof createSayingStore>;

export function createSayingStore(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  return {
    /** Notes it, or where it is sent to now. */
    async note(workspace: string, saying: Saying): Promise<void> {
      const key = keys.sayings(workspace);
      await redis.multi().hset(key, saying.id, JSON.stringify(saying)).pexpire(key, keptMs).exec();
    },

    /** It is known what became of it. */
    async end(workspace: string, id: string): Promise<void> {
      await redis.hdel(keys.sayings(workspace), id);
    },

    /** Those that were begun and not ended, of one kind. */
    async open(workspace: string, kind: Saying['of']['kind']): Promise<Saying[]> {
      const found = await redis.hvals(keys.sayings(workspace));
      return found.map((json) => sayingSchema.parse(JSON.parse(json))).filter(({ of }) => of.kind === kind);
    },
  };
}
