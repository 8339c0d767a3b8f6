/**
 * The durable note before and after every effect that must not happen twice. An entry without an answer
 * means that the effect may have happened: whoever finds it looks first and never sends again by itself. An effect is
 * named `<kind>.<card>.<which>`: all of a card are one key, which expires with the card.
 */
import type { Result } from 'ioredis';
import { z } from 'zod';
import { type AuditEntry, entryText } from '#src/cards/audit.ts';
import type { Card } from '#src/cards/card.ts';
import { createKeys } from './keys.ts';
import type { Redis } from './redis.ts';

const entrySchema = z.object({
  sentAt: z.iso.datetime(),
  /** The posts of the brand before an effect that makes new ones, to tell which are new. */
  before: z.array(z.string()).optional(),
  /** How often someone looked for what became of it. */
  looks: z.int(),
  answer: z
    .object({
      postId: z.string().optional(),
      campaignId: z.string().optional(),
      /** How the workflow that was switched stands since. */
      workflow: z.object({ name: z.string().optional(), on: z.boolean() }).optional(),
      /** Where the message stands that was said. */
      message: z.object({ channel: z.string(), ts: z.string() }).optional(),
      /** The change of a post that the service took: a rule may have left less of it to do since (`isSame` compares the time). */
      change: z.object({ scheduledAt: z.iso.datetime().nullable().optional() }).optional(),
    })
    .optional(),
});
export type LedgerEntry = z.infer<typeof entrySchema>;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    writeLedger(
      ledger: string,
      card: string,
      auditOutbox: string,
      effect: string,
      json: string,
      only: 'new' | 'again' | 'answered' | 'looked' | '',
      longAgo: string,
      keepMs: number,
      auditEntry: string,
      still: string,
    ): Result<number, Context>;
    forgetEffect(
      ledger: string,
      auditOutbox: string,
      effect: string,
      auditEntry: string,
      only: string,
    ): Result<null, Context>;
  }
}

/**
 * Answers 1 when it was written. The key ends when its card does, and after a while where there is no card. What an
 * effect came to is an audit entry also when nobody knows the effect any more. The first answer that
 * names something stands, and a look that others overtook counts as none.
 */
const writeLedger = `
local known = redis.call('HGET', KEYS[1], ARGV[1])
if ARGV[3] == 'new' then
  if known then return 0 end
  if ARGV[7] ~= '' then
    local json = redis.call('GET', KEYS[2])
    local card = json and cjson.decode(json)
    if not card or card.state .. ' ' .. card.tries.create .. ' ' .. card.tries.publish ~= ARGV[7] then return 0 end
  end
end
if ARGV[3] == 'again' and known ~= ARGV[7] then return 0 end
if ARGV[6] ~= '' then redis.call('RPUSH', KEYS[3], ARGV[6]) end
if ARGV[3] == 'answered' or ARGV[3] == 'looked' then
  local was, now = cjson.decode(known or '{}'), cjson.decode(ARGV[2])
  if not known or (was.answer and (was.answer.postId or was.answer.campaignId)) then return 0 end
  if ARGV[3] == 'looked' and (was.looks + 1 ~= now.looks or not was.answer ~= not now.answer) then return 0 end
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('HDEL', KEYS[1], ARGV[4])
local left = redis.call('PTTL', KEYS[2])
if left == -1 then redis.call('PERSIST', KEYS[1]) else redis.call('PEXPIRE', KEYS[1], left > 0 and left or ARGV[5]) end
return 1`;

const forgetEffect = `
if ARGV[3] == '' or redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[3] then redis.call('HDEL', KEYS[1], ARGV[1]) end
if ARGV[2] ~= '' then redis.call('RPUSH', KEYS[2], ARGV[2]) end
return nil`;

const textOf = (audited: AuditEntry | undefined): string => (audited ? entryText(audited) : '');

/** For what has no card, such as the sharing of an export. */
const keepMs = 24 * 3_600_000;

/** So many tries of one effect are remembered: enough for a worker that slept while people asked again and again. */
const triesKept = 5;

/** A time of Slack at the end, as in the name of a file that is shared, is no number of a try. */
function longAgo(effect: string): string {
  const [, asked = '', n] = /^(\w+\.[^.]+\.)(\d{1,4})$/.exec(effect) ?? [];
  return n === undefined ? '' : `${asked}${Number(n) - triesKept}`;
}

export type Ledger = ReturnType<typeof createLedger>;

export function createLedger(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  redis.defineCommand('writeLedger', { numberOfKeys: 3, lua: writeLedger });
  redis.defineCommand('forgetEffect', { numberOfKeys: 2, lua: forgetEffect });

  const whose = (effect: string): string => effect.split('.')[1] ?? '';
  /** A note and its audit entry are one write. */
  async function write(
    workspace: string,
    effect: string,
    entry: LedgerEntry,
    only: 'new' | 'again' | 'answered' | 'looked' | '',
    audited?: AuditEntry,
    still = '',
  ): Promise<boolean> {
    const written = await redis.writeLedger(
      keys.ledger(workspace, whose(effect)),
      keys.card(workspace, whose(effect)),
      keys.auditOutbox(workspace),
      effect,
      JSON.stringify(entry),
      only,
      longAgo(effect),
      keepMs,
      textOf(audited),
      still,
    );
    return written === 1;
  }

  async function read(workspace: string, effect: string): Promise<LedgerEntry | undefined> {
    const json = await redis.hget(keys.ledger(workspace, whose(effect)), effect);
    return json === null ? undefined : entrySchema.parse(JSON.parse(json));
  }

  return {
    read,

    /**
     * Notes that the effect is about to be sent. False: it was noted before, or the card is not in the state of
     * `stillAt` and at its tries any more, so do not send it.
     */
    begin(
      workspace: string,
      effect: string,
      sentAt: string,
      before?: string[],
      audited?: AuditEntry,
      stillAt?: Pick<Card, 'state' | 'tries'>,
    ): Promise<boolean> {
      const entry = { sentAt, looks: 0, ...(before && { before }) };
      const still = stillAt ? `${stillAt.state} ${stillAt.tries.create} ${stillAt.tries.publish}` : '';
      return write(workspace, effect, entry, 'new', audited, still);
    },

    /** Keeps the answer of an effect that was begun, and gives the entry with the answer that counts: the first that names a post or a campaign. */
    async answered(
      workspace: string,
      effect: string,
      entry: LedgerEntry,
      answer: LedgerEntry['answer'],
      audited?: AuditEntry,
    ): Promise<LedgerEntry> {
      // once the post is known, nobody asks which ones were there before
      const { before, ...rest } = entry;
      const kept = { ...rest, ...(before && !answer?.postId && { before }), answer: answer ?? {} };
      if (await write(workspace, effect, kept, 'answered', audited)) return kept;
      const standing = await read(workspace, effect);
      return standing?.answer ? standing : kept;
    },

    /** Counts a look that found nothing, unless others looked or answered meanwhile. */
    async looked(workspace: string, effect: string, entry: LedgerEntry): Promise<void> {
      await write(workspace, effect, { ...entry, looks: entry.looks + 1 }, 'looked');
    },

    /** Notes what may be said again when the note is lost; `sentAt` tells it from the one before, whose place it takes. */
    async said(
      workspace: string,
      effect: string,
      sentAt: string,
      message?: NonNullable<LedgerEntry['answer']>['message'],
    ): Promise<void> {
      await write(workspace, effect, { sentAt, looks: 0, answer: { ...(message && { message }) } }, '');
    },

    /**
     * Notes that what sets values is sent once more: a refusal of the one before says nothing any more about both. False: it
     * was answered, sent or forgotten since `known` was read, so do not send it.
     */
    sentAgain(
      workspace: string,
      effect: string,
      known: LedgerEntry,
      sentAt: string,
      audited?: AuditEntry,
    ): Promise<boolean> {
      return write(workspace, effect, { sentAt, looks: 0 }, 'again', audited, JSON.stringify(known));
    },

    /** Nobody asks for it any more, or it was not taken: the next try may send it. `only`: unless it was noted anew since. */
    async forget(workspace: string, effect: string, audited?: AuditEntry, only?: LedgerEntry): Promise<void> {
      const [note, outbox] = [keys.ledger(workspace, whose(effect)), keys.auditOutbox(workspace)];
      await redis.forgetEffect(note, outbox, effect, textOf(audited), only ? JSON.stringify(only) : '');
    },
  };
}
