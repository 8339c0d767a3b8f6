/**
 * The durable note before and after every effect that must not happen twice. An entry without an answer
 * means that the effect may have happened: whoever finds it looks first and never sends again by itself. An effect is
 * named `<kind>.<card>.<which>`: all of a card are one key, which expires with the card.
 */
import { z } from 'zod';
import { commonField } from '#src/approval/rule-store.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { script } from '#src/platform/redis/script.ts';
import { type AuditEntry, entryText } from '#src/posts/card/audit.ts';
import type { Card } from '#src/posts/card/card.ts';
import { cardWords } from '#src/posts/card/stored.ts';

const entrySchema = z.object({
  sentAt: z.iso.datetime(),
  /** The posts of the brand before an effect that makes new ones, to tell which are new: all of them. */
  before: z.array(z.string()).optional(),
  /** Instead, those that were known. */
  someBefore: z.object({ ids: z.array(z.string()), lacks: z.enum(['recent', 'any']) }).optional(),
  /** Always 0: earlier releases counted here how often they looked for what became of it, and read it. */
  looks: z.int().default(0),
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
  /** When the answer came, or was lost; absent: the request may still be on its way, or its process died. */
  endedAt: z.iso.datetime().optional(),
});
export type LedgerEntry = z.infer<typeof entrySchema>;

/** The posts of a brand before an effect that makes new ones. */
export interface Baseline {
  /** None of these is new. */
  ids: string[];
  /** Which others can have been there too: some that were made in the last while, or any; `undefined`: none. */
  lacks: 'recent' | 'any' | undefined;
}

type Only = 'new' | 'again' | 'answered' | 'lost' | '';

/** What guards read of a brand: its rule, its pause, and when the last one ended. Another hash: they have to read again. */
const revisionOf = `
local function revisionOf(rules, freezes, thaws, brand)
  local all = {}
  for _, found in ipairs({
    redis.call('HMGET', rules, 'brand.' .. brand, '${commonField}'),
    redis.call('HMGET', freezes, 'brand.' .. brand, 'all'),
    redis.call('HMGET', thaws, 'brand.' .. brand, 'all')
  }) do
    for _, one in ipairs(found) do all[#all + 1] = one and #one .. ':' .. one or '-' end
  end
  return redis.sha1hex(table.concat(all, ' '))
end`;

const guardRevision = script<string, 'rules' | 'freezes' | 'thaws', 'brand'>(`${revisionOf}
return revisionOf(KEYS.rules, KEYS.freezes, KEYS.thaws, ARGV.brand)`);

/**
 * Answers 1 when it was written. The key ends when its card does, and after a while where there is no card. What an
 * effect came to is an audit entry also when nobody knows the effect any more. The first answer that
 * names something stands, and an answer that came isn't lost.
 */
const writeLedger = script<
  number,
  'ledger' | 'card' | 'outbox' | 'rules' | 'freezes' | 'thaws',
  'operation' | 'json' | 'only' | 'longAgo' | 'keepMs' | 'entry' | 'known' | 'standing' | 'guarded' | 'brand'
>(`${revisionOf}
local known = redis.call('HGET', KEYS.ledger, ARGV.operation)
if ARGV.only == 'new' and known then return 0 end
if ARGV.only == 'again' and known ~= ARGV.known then return 0 end
if ARGV.standing ~= '' then
  local json = redis.call('GET', KEYS.card)
  local card = json and cjson.decode(json)
  if not card or table.concat({ card.state, card.tries.create, card.tries.publish, card.moves }, ' ') ~= ARGV.standing then return 0 end
end
if ARGV.guarded ~= '' and revisionOf(KEYS.rules, KEYS.freezes, KEYS.thaws, ARGV.brand) ~= ARGV.guarded then return 0 end
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

const forgetEffect = script<null, 'ledger' | 'outbox', 'operation' | 'entry' | 'only'>(`
if ARGV.only == '' or redis.call('HGET', KEYS.ledger, ARGV.operation) == ARGV.only then redis.call('HDEL', KEYS.ledger, ARGV.operation) end
if ARGV.entry ~= '' then redis.call('RPUSH', KEYS.outbox, ARGV.entry) end
return nil`);

const textOf = (audited: AuditEntry | undefined): string => (audited ? entryText(audited) : '');

/** For what has no card, such as the sharing of an export. */
const keepMs = 24 * 3_600_000;

/** So many tries of one effect are remembered: enough for a worker that slept while people asked again and again. */
const triesKept = 5;

/** A time of Slack at the end, as in the name of a file that is shared, is no number of a try. */
function longAgo(operation: string): string {
  const [, asked = '', n] = /^(\w+\.[^.]+\.)(\d{1,4})$/.exec(operation) ?? [];
  return n === undefined ? '' : `${asked}${Number(n) - triesKept}`;
}

/** What an operation is begun with. */
export interface Begin {
  /** ISO, UTC. */
  sentAt: string;
  before?: Baseline | undefined;
  audited?: AuditEntry | undefined;
  /** The card as the guards read it: nothing is begun once it moved on. */
  card?: Card | undefined;
  /** The `revision` that was read before the guards read the brand's rule and pause: nothing is begun under another one. */
  guarded?: string | undefined;
  /** What sets values can be sent once more, if the ledger still has this note of the request before. */
  known?: LedgerEntry | undefined;
}

/** An entry is replaced or removed only where its text is the same. */
const entryJson = (entry: LedgerEntry): string => JSON.stringify(entrySchema.parse(entry));

/** What the script compares with the stored card, which has the stored word for its state. */
const standing = ({ state, tries: attempts, revision: moves }: Card): string =>
  [cardWords.write(state), attempts.create, attempts.publish, moves].join(' ');

export type Ledger = ReturnType<typeof createLedger>;

export function createLedger(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);

  const whose = (operation: string): string => operation.split('.')[1] ?? '';
  const placesOf = (workspace: string, operation: string) => ({
    ledger: keys.ledger(workspace, whose(operation)),
    card: keys.card(workspace, whose(operation)),
    outbox: keys.auditOutbox(workspace),
    rules: keys.rules(workspace),
    freezes: keys.freezes(workspace),
    thaws: keys.thaws(workspace),
  });
  /** A note and its audit entry are one write. */
  async function write(
    workspace: string,
    operation: string,
    entry: LedgerEntry,
    only: Only,
    { audited, card, guarded, known }: Omit<Begin, 'sentAt'> = {},
  ): Promise<boolean> {
    const written = await writeLedger(redis, placesOf(workspace, operation), {
      ...{ operation, json: entryJson(entry), only, longAgo: longAgo(operation), keepMs },
      ...{ entry: textOf(audited), known: known ? entryJson(known) : '' },
      ...{ standing: card ? standing(card) : '', guarded: guarded ?? '', brand: card?.brand.id ?? '' },
    });
    return written === 1;
  }

  async function read(workspace: string, operation: string): Promise<LedgerEntry | undefined> {
    const json = await redis.hget(keys.ledger(workspace, whose(operation)), operation);
    return json === null ? undefined : entrySchema.parse(JSON.parse(json));
  }

  return {
    read,

    /** Changes with the brand's rule and pause; for `begin`, which refuses what was decided under another one. */
    revision(workspace: string, brand: string): Promise<string> {
      return guardRevision(redis, placesOf(workspace, ''), { brand });
    },

    /**
     * Notes that the effect is about to be sent, and gives the note. `undefined`: it was noted before, or what it was decided by is no
     * longer so; don't send it.
     */
    async begin(workspace: string, operation: string, begin: Begin): Promise<LedgerEntry | undefined> {
      const { sentAt, before, known } = begin;
      const { ids, lacks } = before ?? {};
      const baseline = ids && (lacks ? { someBefore: { ids, lacks } } : { before: ids });
      const entry = { sentAt, looks: 0, ...baseline };
      return (await write(workspace, operation, entry, known ? 'again' : 'new', begin)) ? entry : undefined;
    },

    /** Keeps the answer of an effect that was begun, and gives the entry with the answer that counts: the first that names a post or a campaign. */
    async answered(
      workspace: string,
      operation: string,
      entry: LedgerEntry,
      answer: LedgerEntry['answer'],
      audited?: AuditEntry,
    ): Promise<LedgerEntry> {
      // once the post is known, nobody asks which ones were there before
      const { before, someBefore, ...rest } = entry;
      const baseline = { ...(before && { before }), ...(someBefore && { someBefore }) };
      const kept = { ...rest, ...(!answer?.postId && baseline), answer: answer ?? {} };
      if (await write(workspace, operation, kept, 'answered', { audited })) return kept;
      const standing = await read(workspace, operation);
      return standing?.answer ? standing : kept;
    },

    /** Its answer was lost at `endedAt` (ISO): from then on it isn't on its way any more. Gives the entry, unless it was answered meanwhile. */
    async lost(
      workspace: string,
      operation: string,
      entry: LedgerEntry & { endedAt: string },
      audited: AuditEntry,
    ): Promise<LedgerEntry> {
      if (await write(workspace, operation, entry, 'lost', { audited })) return entry;
      return (await read(workspace, operation)) ?? entry;
    },

    /** Notes what may be said again when the note is lost; `sentAt` tells it from the one before, whose place it takes. */
    async said(
      workspace: string,
      operation: string,
      sentAt: string,
      message?: NonNullable<LedgerEntry['answer']>['message'],
    ): Promise<void> {
      await write(workspace, operation, { sentAt, looks: 0, answer: { ...(message && { message }) } }, '');
    },

    /** Nobody asks for it any more, or it was not taken: the next try may send it. `only`: unless it was noted anew since. */
    async forget(
      workspace: string,
      operation: string,
      audited?: AuditEntry,
      only?: LedgerEntry,
    ): Promise<void> {
      const args = { operation, entry: textOf(audited), only: only ? entryJson(only) : '' };
      await forgetEffect(redis, placesOf(workspace, operation), args);
    },
  };
}
