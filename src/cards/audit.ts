/** What the audit trail records: an entry, the closed list of its words, and the entry of each thing that happens. */
import { z } from 'zod';
import type { Card } from './card.ts';
import { contentHash } from './content.ts';
import type { Move } from './move.ts';
import { namedSchema } from './request.ts';

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
    return { at, by: author, what: 'adopted', ...about, via: 'click', result: card.state };
  return { at, by: author, what: 'asked', ...about, via: 'submission', note: kind };
}

type Said = Pick<AuditEntry, 'what'> & Partial<Pick<AuditEntry, 'by' | 'via' | 'result' | 'note'>>;

/** The entry of a move that was made; `undefined` for those that say nothing new, such as drawing. */
export function entryOfMove(before: Card, move: Move, after: Card): AuditEntry | undefined {
  const said = wordsOf(before, move, after);
  if (!said) return undefined;
  const { what, result } = said;
  const isVoid = before.approvals.length > 0 && after.history.at(-1)?.what === 'voided';
  const note = [said.note, isVoid ? 'approval void' : undefined].filter(Boolean).join(', ');
  const by = said.by ?? ('by' in move ? move.by : 'presscheck');
  const via = said.via ?? ('by' in move ? 'click' : 'job');
  return {
    ...{ at: move.at, by, what, ...aboutCard(after), via, result: result ?? after.state },
    ...(note && { note }),
  };
}

function wordsOf(before: Card, move: Move, after: Card): Said | undefined {
  switch (move.type) {
    // the entries of the effect, and of the post's own card, say the same
    case 'start creating':
    case 'start publishing':
    case 'add post':
    case 'draw':
    case 'redraw':
    case 'offer undo':
    case 'clear':
    case 'await files':
    case 'check files':
    case 'miss':
      return undefined;
    case 'accept':
    case 'create':
      return { what: 'made' };
    case 'observe':
      return observed(before, after);
    case 'complete campaign':
      return { what: 'completed' };
    case 'fail':
      return move.problem.step === 'gone'
        ? { what: 'deleted', by: 'outside' }
        : { what: 'failed', note: move.problem.step };
    case 'lose track':
      return { what: 'outcome unknown', note: move.problem.step };
    case 'void files':
      return { what: 'warned', note: move.files.map((n) => `file ${n}`).join(', ') };
    case 'warn':
      return { what: 'warned', note: move.problem.step };
    case 'publish':
      return { what: 'published' };
    case 'update':
      return { what: 'changed', ...(before.pending && { note: before.pending.what }) };
    case 'doubt update':
      return { what: 'outcome unknown', note: move.pending.what };
    case 'fail update':
      return { what: 'change failed', ...(before.pending && { note: before.pending.what }) };
    case 'bring':
      return { what: 'brought' };
    case 'approve':
      return { what: 'approved' };
    // the entry of the freeze names the post, also where there is no card
    case 'take off':
      return undefined;
    case 'leave':
      return { what: 'left as draft' };
    case 'undo':
      return { what: 'taken back' };
    case 'reject':
      return { what: 'rejected', via: 'submission', note: move.reason };
    case 'request changes':
      return { what: 'changes requested', via: 'submission', note: move.note };
    case 'resubmit':
      return { what: 'resubmitted' };
    case 'reopen':
      return { what: 'reopened' };
    case 'hold':
      return { what: 'held' };
    case 'change':
      return {
        what: isPlanned(before, after) ? 'planned' : `asked to ${move.pending.what}`,
        via: move.pending.what === 'unschedule' ? 'click' : 'submission',
      };
    case 'ask again':
      return { what: 'asked again' };
    case 'look again':
      return { what: 'looked again' };
  }
}

/** Only its planned time was changed. */
const isPlanned = (before: Card, { history, pending }: Card): boolean =>
  !pending &&
  history.length !== before.history.length &&
  history.some(({ what }, i) => what === 'planned' && i >= before.history.length);

/** What the service's listing showed: our own work come true, or something that was done elsewhere. */
function observed(before: Card, after: Card): Said | undefined {
  const { problem } = before;
  const generating = before.state === 'generating' || problem?.step === 'generate';
  if (generating && after.state !== 'generating' && after.state !== before.state)
    return { what: after.state === 'failed' ? 'failed' : 'generated' };
  if (after.state === 'failed' && after.problem?.step === 'due') return { what: 'failed', note: 'due' };
  // the outcome of what was sent from here is known at last
  if (before.state === 'outcome unknown' && after.state === 'published' && problem?.step !== 'due')
    return { what: 'published' };
  if (before.state === after.state && contentHash(before) === contentHash(after)) return undefined;
  const decided = before.state !== after.state && (after.state === 'published' || after.state === 'failed');
  return { what: decided ? (after.state as 'published' | 'failed') : 'changed', by: 'outside' };
}

/** The entry of a step of an effect; `effect` is its name in the ledger, which begins with its kind. */
export function entryOfEffect(
  at: string,
  what: 'sending' | 'answered' | 'not taken' | 'no answer',
  effect: string,
  about: Partial<AuditEntry>,
  result?: string,
): AuditEntry {
  const [kind = effect] = effect.split('.');
  return { at, by: 'presscheck', what, ...about, via: 'job', ...(result && { result }), note: kind };
}
