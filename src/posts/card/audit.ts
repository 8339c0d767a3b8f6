/** What an audit entry is, and the closed list of its words. `audit-entry.ts` builds them. */
import { z } from 'zod';
import { namedSchema } from '#src/platform/publishing-api/request.ts';
import type { Card } from './card.ts';
import { contentHash } from './content.ts';

const auditWords = [
  // requests
  'asked',
  'appeared',
  'adopted',
  // decisions and other requests by people
  'approved',
  'rejected',
  'asked to edit',
  'asked to schedule',
  'planned',
  'asked to unschedule',
  'asked again',
  'looked again',
  'changes requested',
  'asked for approval',
  'resubmitted',
  'reopened',
  'brought',
  'taken back',
  'left as draft',
  'kept on schedule',
  'kept version',
  'refused',
  // operations
  'sending',
  'answered',
  'not taken',
  'no answer',
  // results; by `outside`: seen in the publishing service
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
  // not about cards
  'set',
  'froze',
  'thawed',
  'asked to switch',
  'switched',
  'asked to connect',
  'asked for analytics',
  'exported',
  'imported',
  'trimmed',
] as const;
export type AuditWord = (typeof auditWords)[number];

/** How far apart the clocks of processes, and the times of an entry and of its event, can be. */
export const skewMs = 60_000;

/** How much of a note is kept, in characters. */
export const longestNote = 3_000;

/** Limits each text of an entry, without splitting a character at the end. */
const bounded = (max: number) => z.string().transform((text) => text.slice(0, max).toWellFormed());

/**
 * The order of the fields is the order in which they're written and hashed. Never contains a post's text.
 * `note` can have what a person wrote about a decision, such as the reason for a rejection, as its last part.
 * It's cut at the end, so what comes before that has to be subtracted from its length. A release that doesn't
 * know a field verifies its bytes, but doesn't show it.
 */
export const auditEntrySchema = z.object({
  at: z.iso.datetime(),
  /** The Slack user; `presscheck`: the bot itself; `outside`: seen in the publishing service. */
  by: z.string(),
  what: z.enum(auditWords),
  card: z.string().optional(),
  /** The service's id of the post. */
  post: z.string().optional(),
  brand: namedSchema.extend({ name: bounded(150) }).optional(),
  /** SHA-256 of `contentHash`. In a trimmed entry: the hash of the last entry that was removed. */
  content: z.string().optional(),
  /** The channel, and the kind of interaction. */
  channel: z.string().optional(),
  via: z.enum(['command', 'submission', 'click', 'job']).optional(),
  result: bounded(100).optional(),
  note: bounded(longestNote).optional(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** An entry of the audit trail with its place in the chain. */
export interface AuditLine {
  number: number;
  hash: string;
  entry: AuditEntry;
}

/** The end of a workspace's chain, and its first entry that wasn't trimmed. */
export interface AuditState {
  head: { number: number; hash: string };
  first: number;
}

/**
 * The text that is stored and hashed, with the fields always in the same order. Throws if it isn't an entry.
 */
export function entryText(entry: AuditEntry): string {
  return JSON.stringify(auditEntrySchema.parse(entry));
}

/** The fields of an entry that describe its card. */
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
