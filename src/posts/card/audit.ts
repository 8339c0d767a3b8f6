/** What the audit trail records: an entry, the closed list of its words, and the entry of each thing that happens. */
import { z } from 'zod';
import { namedSchema } from '#src/platform/publishing-api/request.ts';
import { type Card, storedWord } from './card.ts';
import { contentHash } from './content.ts';

const auditWords = [
  // requests
  'asked',
  'appeared',
  'adopted',
  // decisions and wishes of people
  'approved',
  'rejected',
  'asked to edit',
  'asked to schedule',
  'planned',
  'asked to unschedule',
  'asked again',
  'looked again',
  'changes requested',
  'resubmitted',
  'reopened',
  'brought',
  'taken back',
  'left as draft',
  'kept on schedule',
  'refused',
  // effects
  'sending',
  'answered',
  'not taken',
  'no answer',
  // what became of a card; by `outside`: seen in the publishing service
  'made',
  'generated',
  'completed',
  'changed',
  'change failed',
  'held',
  'taken off',
  'published',
  'deleted',
  'failed',
  'outcome unknown',
  'warned',
  // beside cards
  'set',
  'froze',
  'thawed',
  'asked to switch',
  'switched',
  'asked to connect',
  'asked for analytics',
  'exported',
  'trimmed',
] as const;
export type AuditWord = (typeof auditWords)[number];

/** Nothing in an entry grows without end, and no half of a character is left at its end. */
const bounded = (max: number) => z.string().transform((text) => text.slice(0, max).toWellFormed());

/** The order of the fields is the order in which they are written and hashed. Never the words of a post. */
export const auditEntrySchema = z.object({
  at: z.iso.datetime(),
  /** The Slack user; `presscheck`: the work; `outside`: seen in the publishing service. */
  by: z.string(),
  what: z.enum(auditWords),
  card: z.string().optional(),
  /** The post of the service. */
  post: z.string().optional(),
  brand: namedSchema.extend({ name: bounded(150) }).optional(),
  /** SHA-256 of `contentHash`; of a trimmed entry: the hash of the last entry that went. */
  content: z.string().optional(),
  /** Where it happened: the channel, and the kind of interaction. */
  channel: z.string().optional(),
  via: z.enum(['command', 'submission', 'click', 'job']).optional(),
  result: bounded(100).optional(),
  note: bounded(3_000).optional(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** An entry of the audit trail, with its place in the chain. */
export interface AuditLine {
  number: number;
  hash: string;
  entry: AuditEntry;
}

/** Where a workspace's chain ends now, and its first entry that was not trimmed. */
export interface AuditState {
  head: { number: number; hash: string };
  first: number;
}

/** The text that is kept and hashed: its fields always in the same order. Throws when it is no entry. */
export function entryText(entry: AuditEntry): string {
  return JSON.stringify(auditEntrySchema.parse(entry));
}

/** What an entry says of its card. */
export function aboutCard(card: Card): Pick<AuditEntry, 'card' | 'post' | 'brand' | 'content' | 'channel'> {
  const { id, brand, postId, channel, message } = card;
  return {
    card: id,
    ...(postId && { post: postId }),
    brand,
    content: contentHash(card),
    channel: message?.channel ?? channel,
  };
}

/** The entry of a card's beginning. */
export function entryOfNew(card: Card): AuditEntry {
  const about = aboutCard(card);
  const { author, createdAt: at, kind } = card;
  if (kind === 'campaign-post') return { at, by: 'presscheck', what: 'appeared', ...about, via: 'job' };
  if (kind === 'found-post')
    return { at, by: author, what: 'adopted', ...about, via: 'click', result: storedWord(card.state) };
  return { at, by: author, what: 'asked', ...about, via: 'submission', note: kind };
}

/** The entry of a step of an effect; `effect` is its name in the ledger, which begins with its kind. */
export function entryOfEffect(
  at: string,
  what: 'sending' | 'answered' | 'not taken' | 'no answer',
  operation: string,
  about: Partial<AuditEntry>,
  result?: string,
): AuditEntry {
  const [kind = operation] = operation.split('.');
  return { at, by: 'presscheck', what, ...about, via: 'job', ...(result && { result }), note: kind };
}
