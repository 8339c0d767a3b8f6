/**
 * The durable note before and after every effect that must not happen twice. An entry without an answer
 * means that the effect may have happened: whoever finds it looks first and never sends again by itself.
 */
import type { Result } from 'ioredis';
import { z } from 'zod';
import { type AuditEntry, entryText } from '#src/cards/audit.ts';
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

declare module 'ioredis' {
  interface RedisCommander<Context> {
    beginEffect(ledger: string, outbox: string, json: string, audited: string): Result<number, Context>;
    endEffect(
      ledger: string,
      outbox: string,
      json: string,
      keepForMs: number,
      audited: string,
    ): Result<null, Context>;
  }
}

/** A note and its audit entry are one write. */
const beginEffect = `
if not redis.call('SET', KEYS[1], ARGV[1], 'NX') then return 0 end
if ARGV[2] ~= '' then redis.call('RPUSH', KEYS[2], ARGV[2]) end
return 1`;

const endEffect = `
if ARGV[1] == '' then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2], 'XX') end
if ARGV[3] ~= '' then redis.call('RPUSH', KEYS[2], ARGV[3]) end
return nil`;

const textOf = (audited: AuditEntry | undefined): string => (audited ? entryText(audited) : '');

/** What was answered is kept as long as somebody may press a button about it. */
const keepForMs = 90 * 24 * 3_600_000;

export type Ledger = ReturnType<typeof createLedger>;

export function createLedger(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  redis.defineCommand('beginEffect', { numberOfKeys: 2, lua: beginEffect });
  redis.defineCommand('endEffect', { numberOfKeys: 2, lua: endEffect });
  return {
    async read(workspace: string, effect: string): Promise<LedgerEntry | undefined> {
      const json = await redis.get(keys.ledger(workspace, effect));
      return json === null ? undefined : entrySchema.parse(JSON.parse(json));
    },

    /** Notes that the effect is about to be sent. False: it was noted before, so do not send it. */
    async begin(
      workspace: string,
      effect: string,
      sentAt: string,
      before?: string[],
      audited?: AuditEntry,
    ): Promise<boolean> {
      const entry: LedgerEntry = { sentAt, looks: 0, ...(before && { before }) };
      // without an end: were it gone, the next to look would send
      const [note, outbox] = [keys.ledger(workspace, effect), keys.auditOutbox(workspace)];
      return (await redis.beginEffect(note, outbox, JSON.stringify(entry), textOf(audited))) === 1;
    },

    async answered(
      workspace: string,
      effect: string,
      entry: LedgerEntry,
      answer: LedgerEntry['answer'],
      audited?: AuditEntry,
    ): Promise<void> {
      // once the post is known, nobody asks which ones were there before
      const { before, ...rest } = entry;
      const kept = { ...rest, ...(before && !answer?.postId && { before }), answer: answer ?? {} };
      const [note, outbox] = [keys.ledger(workspace, effect), keys.auditOutbox(workspace)];
      await redis.endEffect(note, outbox, JSON.stringify(kept), keepForMs, textOf(audited));
    },

    async looked(workspace: string, effect: string, entry: LedgerEntry): Promise<void> {
      const looked = JSON.stringify({ ...entry, looks: entry.looks + 1 });
      await redis.set(keys.ledger(workspace, effect), looked, 'XX');
    },

    /** The service said that it did not happen, or it was never sent: the next try may send it. */
    async notTaken(workspace: string, effect: string, audited?: AuditEntry): Promise<void> {
      const [note, outbox] = [keys.ledger(workspace, effect), keys.auditOutbox(workspace)];
      await redis.endEffect(note, outbox, '', keepForMs, textOf(audited));
    },
  };
}
