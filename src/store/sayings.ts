/** What is about to be said by itself, and of which nobody has noted yet whether it was. */
import type { Result } from 'ioredis';
import type { Logger } from 'pino';
import { z } from 'zod';
import { namedSchema } from '#src/cards/request.ts';
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
    z.object({ kind: z.literal('freeze report'), brand: namedSchema.optional(), at: z.string() }),
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

declare module 'ioredis' {
  interface RedisCommander<Context> {
    noteSending(key: string, id: string, saying: string, keptMs: number): Result<number, Context>;
  }
}

/** Answers 1 when it was written: nobody ended it meanwhile. */
const noteSending = `
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1`;

/** Whoever looks after that finds a day that is over. */
const keptMs = 3 * 24 * 3_600_000;

export type SayingStore = ReturnType<typeof createSayingStore>;

export function createSayingStore(redis: Redis, prefix: string, log: Logger) {
  const keys = createKeys(prefix);
  redis.defineCommand('noteSending', { numberOfKeys: 1, lua: noteSending });
  return {
    async begin(workspace: string, saying: Saying): Promise<void> {
      const key = keys.sayings(workspace);
      await redis.multi().hset(key, saying.id, JSON.stringify(saying)).pexpire(key, keptMs).exec();
    },

    /** Notes where it is sent to now. False: somebody ended it, so that it must not be sent. */
    async sending(workspace: string, saying: Saying): Promise<boolean> {
      const { id } = saying;
      return (await redis.noteSending(keys.sayings(workspace), id, JSON.stringify(saying), keptMs)) === 1;
    },

    /** It is known what became of it. */
    async end(workspace: string, id: string): Promise<void> {
      await redis.hdel(keys.sayings(workspace), id);
    },

    /** Those that were begun and not ended, of one kind; without what cannot be read. */
    async open(workspace: string, kind: Saying['of']['kind']): Promise<Saying[]> {
      const found = await redis.hvals(keys.sayings(workspace));
      return found.flatMap((json) => read(json) ?? []).filter(({ of }) => of.kind === kind);
    },
  };

  function read(json: string): Saying | undefined {
    try {
      return sayingSchema.parse(JSON.parse(json));
    } catch (cause) {
      // damaged, or of a kind that a later release has
      log.warn({ err: cause }, 'a note of what is being said cannot be read');
      return undefined;
    }
  }
}
