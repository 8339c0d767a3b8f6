/**
 * The durable note before and after every effect that must not happen twice. An entry without an answer
 * means that the effect may have happened: whoever finds it looks first and never sends again by itself.
 */
import { z } from 'zod';
import { createKeys } from './keys.ts';
import type { Redis } from './redis.ts';

const entrySchema = z.object({
  sentAt: z.iso.datetime(),
  /** The posts of the brand before an effect that makes new ones, to tell which are new. */
  before: z.array(z.string()).optional(),
  /** How often someone looked for what became of it. */
  looks: z.int(),
  answer: z.object({ postId: z.string().optional(), campaignId: z.string().optional() }).optional(),
});
export type LedgerEntry = z.infer<typeof entrySchema>;

/** What was answered is kept as long as somebody may press a button about it. */
const keepForMs = 90 * 24 * 3_600_000;

export type Ledger = ReturnType<typeof createLedger>;

export function createLedger(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  return {
    async read(workspace: string, effect: string): Promise<LedgerEntry | undefined> {
      const json = await redis.get(keys.ledger(workspace, effect));
      return json === null ? undefined : entrySchema.parse(JSON.parse(json));
    },

    /** Notes that the effect is about to be sent. False: it was noted before, so do not send it. */
    async begin(workspace: string, effect: string, sentAt: string, before?: string[]): Promise<boolean> {
      const entry: LedgerEntry = { sentAt, looks: 0, ...(before && { before }) };
      // without an end: were it gone, the next to look would send
      return (await redis.set(keys.ledger(workspace, effect), JSON.stringify(entry), 'NX')) === 'OK';
    },

    async answered(
      workspace: string,
      effect: string,
      entry: LedgerEntry,
      answer: LedgerEntry['answer'],
    ): Promise<void> {
      // once the post is known, nobody asks which ones were there before
      const { before, ...rest } = entry;
      const kept = { ...rest, ...(before && !answer?.postId && { before }), answer: answer ?? {} };
      await redis.set(keys.ledger(workspace, effect), JSON.stringify(kept), 'PX', keepForMs, 'XX');
    },

    async looked(workspace: string, effect: string, entry: LedgerEntry): Promise<void> {
      const looked = JSON.stringify({ ...entry, looks: entry.looks + 1 });
      await redis.set(keys.ledger(workspace, effect), looked, 'XX');
    },

    /** The service said that it did not happen, or it was never sent: the next try may send it. */
    async notTaken(workspace: string, effect: string): Promise<void> {
      await redis.del(keys.ledger(workspace, effect));
    },
  };
}
