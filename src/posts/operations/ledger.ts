/**
 * The durable note before and after every operation that must not happen twice. An entry without an answer
 * means that the operation may have happened: the next run checks, and never sends it again by itself. An
 * operation is named `<kind>.<card>.<which>`. All operations of a card share a key, which expires with the
 * card.
 */
import { z } from 'zod';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { script } from '#src/platform/redis/script.ts';
import { type AuditEntry, entryText } from '#src/posts/card/audit.ts';
import type { Card } from '#src/posts/card/card.ts';
import { scopeOf } from '#src/posts/card/scope.ts';
import { cardWords } from '#src/posts/card/stored.ts';
import { commonField } from '#src/posts/rule-store.ts';
import type { Guard } from './guards.ts';

const entrySchema = z.object({
  sentAt: z.iso.datetime(),
  /** All the brand's posts before an operation that creates new ones, to tell which are new. */
  before: z.array(z.string()).optional(),
  /** Instead of `before`, if only some of the brand's posts were known. */
  someBefore: z.object({ ids: z.array(z.string()), lacks: z.enum(['recent', 'any']) }).optional(),
  /** Always 0. It stays, because entries are compared as text with those that 0.4.0 wrote. */
  looks: z.int().default(0),
  answer: z
    .object({
      postId: z.string().optional(),
      campaignId: z.string().optional(),
      /** The workflow's state since it was switched. */
      workflow: z.object({ name: z.string().optional(), on: z.boolean() }).optional(),
      /** The message that was posted. */
      message: z.object({ channel: z.string(), ts: z.string() }).optional(),
      /**
       * The change that the service accepted. A rule may have removed the time from the card's pending change
       * since, so `isSame` compares it.
       */
      change: z.object({ scheduledAt: z.iso.datetime().nullable().optional() }).optional(),
    })
    .optional(),
  /** When the answer came, or was lost; absent: the request may still be under way, or its process died. */
  endedAt: z.iso.datetime().optional(),
});
export type LedgerEntry = z.infer<typeof entrySchema>;

/** The posts of a brand before an operation that creates new ones. */
export interface Baseline {
  /** None of these is new. */
  ids: string[];
  /** Which other posts may have been there: recent ones, or any; `undefined`: none. */
  lacks: 'recent' | 'any' | undefined;
}

type Only = 'new' | 'again' | 'answered' | 'lost' | '';

type Read = Guard['reads'][number];

/**
 * Hash of what guards read of a brand before something is sent, and of its rule. If it changes, they have to
 * read again.
 */
const revisionOf = (reads: readonly Read[]): string => `
local function revisionOf(brand)
  local all = {}
  for _, key in ipairs({ ${reads.map((name) => `KEYS.${name}`).join(', ')} }) do
    for _, one in ipairs(redis.call('HMGET', key, 'brand.' .. brand, '${scopeOf(undefined)}', '${commonField}')) do
      all[#all + 1] = one and #one .. ':' .. one or '-'
    end
  end
  return redis.sha1hex(table.concat(all, ' '))
end`;

const guardRevision = (reads: readonly Read[]) =>
  script<string, Read, 'brand'>(`${revisionOf(reads)}
return revisionOf(ARGV.brand)`);

/**
 * Returns 1 if it was written. The key expires with its card, or after a while if there is no card. The
 * result of an operation is audited even if its note is gone. The first answer that has an id counts, and no
 * answer is lost.
 */
const writeLedger = (reads: readonly Read[]) =>
  script<
    number,
    'ledger' | 'card' | 'outbox' | Read,
    | 'operation'
    | 'json'
    | 'only'
    | 'longAgo'
    | 'keepMs'
    | 'entry'
    | 'known'
    | 'cardState'
    | 'guarded'
    | 'brand'
  >(`${revisionOf(reads)}
local known = redis.call('HGET', KEYS.ledger, ARGV.operation)
if ARGV.only == 'new' and known then return 0 end
if ARGV.only == 'again' and known ~= ARGV.known then return 0 end
if ARGV.cardState ~= '' then
  local json = redis.call('GET', KEYS.card)
  local card = json and cjson.decode(json)
  if not card or table.concat({ card.state, card.tries.create, card.tries.publish, card.moves }, ' ') ~= ARGV.cardState then return 0 end
end
if ARGV.guarded ~= '' and revisionOf(ARGV.brand) ~= ARGV.guarded then return 0 end
if ARGV.entry ~= '' then redis.call('RPUSH', KEYS.outbox, ARGV.entry) end
if ARGV.only == 'answered' or ARGV.only == 'lost' then
  local was = cjson.decode(known or '{}')
  if not known or (was.answer and (was.answer.postId or was.answer.campaignId)) then return 0 end
  if ARGV.only == 'lost' and was.answer then return 0 end
end
redis.call('HSET', KEYS.ledger, ARGV.operation, ARGV.json)
redis.call('HDEL', KEYS.ledger, ARGV.longAgo)
local left = redis.call('PTTL', KEYS.card)
if left == -1 then redis.call('PERSIST', KEYS.ledger) else redis.call('PEXPIRE', KEYS.ledger, left > 0 and left or ARGV.keepMs) end
return 1`);

const forgetOperation = script<null, 'ledger' | 'outbox', 'operation' | 'entry' | 'only'>(`
if ARGV.only == '' or redis.call('HGET', KEYS.ledger, ARGV.operation) == ARGV.only then redis.call('HDEL', KEYS.ledger, ARGV.operation) end
if ARGV.entry ~= '' then redis.call('RPUSH', KEYS.outbox, ARGV.entry) end
return nil`);

const textOf = (audited: AuditEntry | undefined): string => (audited ? entryText(audited) : '');

/** How long notes of operations without a card are kept, such as sharing an export. */
const keepMs = 24 * 3_600_000;

/**
 * How many attempts of an operation are remembered: enough for a worker that was suspended while people asked
 * again and again.
 */
export const attemptsKept = 5;

/** A Slack timestamp at the end, as in the name of a shared file, isn't the number of an attempt. */
function longAgo(operation: string): string {
  const [, prefix = '', n] = /^(\w+\.[^.]+\.)(\d{1,4})$/.exec(operation) ?? [];
  return n === undefined ? '' : `${prefix}${Number(n) - attemptsKept}`;
}

export interface Begin {
  /** ISO, UTC. */
  sentAt: string;
  before?: Baseline | undefined;
  audited?: AuditEntry | undefined;
  /** The card as the guards read it. The operation doesn't begin if the card has changed since. */
  card?: Card | undefined;
  /**
   * The `revision` from before the guards were asked. The operation doesn't begin if it has changed since.
   */
  guarded?: string | undefined;
  /** A request that sets values can be sent again, if the ledger still has this note of the previous one. */
  known?: LedgerEntry | undefined;
}

/** An entry is replaced or removed only if its text hasn't changed. */
const entryJson = (entry: LedgerEntry): string => JSON.stringify(entrySchema.parse(entry));

/** What the script compares with the stored card, which has the stored word for its state. */
const cardState = ({ state, attempts, revision }: Card): string =>
  [cardWords.write(state), attempts.create, attempts.publish, revision].join(' ');

export type Ledger = ReturnType<typeof createLedger>;

/** `guards`: whose verdicts operations depend on. */
export function createLedger(redis: Redis, prefix: string, guards: readonly Pick<Guard, 'reads'>[]) {
  const keys = createKeys(prefix);
  const reads: Read[] = ['rules', ...guards.flatMap((guard) => guard.reads)];
  const [readRevision, writeNote] = [guardRevision(reads), writeLedger(reads)];

  const whose = (operation: string): string => operation.split('.')[1] ?? '';
  const readsOf = (workspace: string) =>
    Object.fromEntries(reads.map((name) => [name, keys[name](workspace)])) as Record<Read, string>;
  const placesOf = (workspace: string, operation: string) => ({
    ledger: keys.ledger(workspace, whose(operation)),
    card: keys.card(workspace, whose(operation)),
    outbox: keys.auditOutbox(workspace),
    ...readsOf(workspace),
  });
  /** A note and its audit entry are one write. */
  async function write(
    workspace: string,
    operation: string,
    entry: LedgerEntry,
    only: Only,
    { audited, card, guarded, known }: Omit<Begin, 'sentAt'> = {},
  ): Promise<boolean> {
    const written = await writeNote(redis, placesOf(workspace, operation), {
      operation,
      json: entryJson(entry),
      only,
      longAgo: longAgo(operation),
      keepMs,
      entry: textOf(audited),
      known: known ? entryJson(known) : '',
      cardState: card ? cardState(card) : '',
      guarded: guarded ?? '',
      brand: card?.brand.id ?? '',
    });
    return written === 1;
  }

  async function read(workspace: string, operation: string): Promise<LedgerEntry | undefined> {
    const json = await redis.hget(keys.ledger(workspace, whose(operation)), operation);
    return json === null ? undefined : entrySchema.parse(JSON.parse(json));
  }

  return {
    read,

    /**
     * A value that changes whenever the brand's rule or what guards read changes. `begin` refuses an
     * operation that was decided under another one.
     */
    revision(workspace: string, brand: string): Promise<string> {
      return readRevision(redis, readsOf(workspace), { brand });
    },

    /**
     * Notes that the operation is about to be sent, and returns the note. `undefined`: don't send it, because
     * it was noted before, or what it was decided by has changed.
     */
    async begin(workspace: string, operation: string, begin: Begin): Promise<LedgerEntry | undefined> {
      const { sentAt, before, known } = begin;
      const { ids, lacks } = before ?? {};
      const baseline = ids && (lacks ? { someBefore: { ids, lacks } } : { before: ids });
      const entry = { sentAt, looks: 0, ...baseline };
      return (await write(workspace, operation, entry, known ? 'again' : 'new', begin)) ? entry : undefined;
    },

    /**
     * Notes the answer of an operation, and returns the entry with the answer that counts: the first that has
     * the id of a post or a campaign.
     */
    async answered(
      workspace: string,
      operation: string,
      entry: LedgerEntry,
      answer: LedgerEntry['answer'],
      audited?: AuditEntry,
    ): Promise<LedgerEntry> {
      // once the post is known, the posts from before don't matter
      const { before, someBefore, ...rest } = entry;
      const baseline = { ...(before && { before }), ...(someBefore && { someBefore }) };
      const kept = { ...rest, ...(!answer?.postId && baseline), answer: answer ?? {} };
      if (await write(workspace, operation, kept, 'answered', { audited })) return kept;
      const noted = await read(workspace, operation);
      return noted?.answer ? noted : kept;
    },

    /**
     * Notes that the operation's answer was lost at `endedAt` (ISO), so that it isn't under way anymore.
     * Returns the entry, unless it was answered meanwhile.
     */
    async lost(
      workspace: string,
      operation: string,
      entry: LedgerEntry & { endedAt: string },
      audited: AuditEntry,
    ): Promise<LedgerEntry> {
      if (await write(workspace, operation, entry, 'lost', { audited })) return entry;
      return (await read(workspace, operation)) ?? entry;
    },

    /**
     * Notes a message that may be posted again if the note is lost; `sentAt` distinguishes it from the
     * previous one, which it replaces.
     */
    async said(
      workspace: string,
      operation: string,
      sentAt: string,
      message?: NonNullable<LedgerEntry['answer']>['message'],
    ): Promise<void> {
      await write(workspace, operation, { sentAt, looks: 0, answer: { ...(message && { message }) } }, '');
    },

    /**
     * Removes the note of an operation that isn't requested anymore, or wasn't accepted, so that the next
     * attempt may send it. `only`: unless it was noted again since.
     */
    async forget(
      workspace: string,
      operation: string,
      audited?: AuditEntry,
      only?: LedgerEntry,
    ): Promise<void> {
      const args = { operation, entry: textOf(audited), only: only ? entryJson(only) : '' };
      await forgetOperation(redis, placesOf(workspace, operation), args);
    },
  };
}
