/**
 * What is sent to the service once, whatever dies in between: noted before, answered or lost after. A note without an answer means that
 * it can have happened, so the next run reconciles and never sends again.
 */

import type { JobDeps } from '#src/job-deps.ts';
import { worksAgain } from '#src/notifications/incident.ts';
import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import { type AuditEntry, aboutCard, entryOfEffect } from '#src/posts/card/audit.ts';
import type { Card } from '#src/posts/card/card.ts';
import { type Proof, proofAfter } from '#src/posts/post-index/lag.ts';
import type { Baseline, LedgerEntry } from './ledger.ts';

export interface Operation {
  /** In the ledger: its kind, the card and the try that a person asked for, e.g. `publish.<card>.1`. */
  id: string;
  /** As the guards read it. */
  card: Card;
}

/** What the creation of a card is called in the ledger. */
export const creationKinds: Record<Card['kind'], string> = {
  post: 'create',
  'ai-post': 'generate',
  campaign: 'campaign',
  'campaign-post': 'create',
  'found-post': 'create',
};

/** The ledger's name for this card's creation, a new one for each time a person asked for it. */
export const creationId = (card: Card): string =>
  `${creationKinds[card.kind]}.${card.id}.${card.tries.create}`;

/** A note that takes longer can be one that others have given up: then nothing is sent. */
const noteWithinMs = 2_000;

/** How much longer than a call an operation can be on its way: the note, and the rest of the call. */
const noteAllowanceMs = 2_500;

/** Runs again after this long when the card, the rule or a pause changed right before something was sent. */
export const changedPauseMs = 200;

const kindOf = ({ id }: Operation): string => id.split('.')[0] ?? '';

export const isoNow = ({ now }: Pick<JobDeps, 'now'>): string => new Date(now()).toISOString();

/** An audit entry about the operation. */
export const entryOf = (
  deps: Pick<JobDeps, 'now'>,
  { id, card }: Operation,
  what: Parameters<typeof entryOfEffect>[1],
  result?: string,
): AuditEntry => entryOfEffect(isoNow(deps), what, id, aboutCard(card), result);

/** What is noted of the operation from an earlier run; `undefined`: it wasn't sent. */
export async function earlierOperation(
  deps: JobDeps,
  operation: Operation,
): Promise<LedgerEntry | undefined> {
  const { workspace } = operation.card;
  const entry = await deps.ledger.read(workspace, operation.id);
  // A process can have died between this answer and what follows from it.
  if (entry?.answer) await worksAgain(deps, workspace, kindOf(operation));
  return entry;
}

/**
 * Notes that the operation is about to be sent, and gives the note. `undefined`: don't send it, since it was noted before, the card
 * moved on, or the brand's rule or pause is another than at the revision `guarded`. `known`: the note of a request that is sent again.
 */
export async function beginOperation(
  deps: JobDeps,
  operation: Operation,
  {
    guarded,
    before,
    known,
  }: { guarded: string; before?: Baseline | undefined; known?: LedgerEntry | undefined },
): Promise<LedgerEntry | undefined> {
  const { id, card } = operation;
  const since = performance.now();
  const audited = entryOf(deps, operation, 'sending');
  const sentAt = audited.at;
  const entry = await deps.ledger.begin(card.workspace, id, {
    sentAt,
    before,
    audited,
    card,
    guarded,
    known,
  });
  if (!entry) return undefined;
  await deps.failpoint(`${kindOf(operation)} noted`);
  if (performance.now() - since <= noteWithinMs) return entry;
  // Where an earlier request can have been taken, the note stays.
  if (!known) await deps.ledger.forget(card.workspace, id, entryOf(deps, operation, 'not taken'));
  return undefined;
}

/**
 * Waits for the answer and notes it. The entry that comes back has an answer, or says when the answer was lost. Throws the
 * `ServiceError` when it certainly didn't happen; the next run can send it then.
 */
export async function endOperation(
  deps: JobDeps,
  operation: Operation,
  noted: LedgerEntry,
  sent: Promise<LedgerEntry['answer']>,
): Promise<LedgerEntry> {
  const { id, card } = operation;
  const { workspace } = card;
  try {
    const answer = await sent;
    await deps.failpoint(`${kindOf(operation)} answered`);
    const about = { ...aboutCard(card), ...(answer?.postId && { post: answer.postId }) };
    const endedAt = isoNow(deps);
    const audited = entryOfEffect(endedAt, 'answered', id, about);
    const entry = await deps.ledger.answered(workspace, id, { ...noted, endedAt }, answer, audited);
    await deps.failpoint(`${kindOf(operation)} recorded`);
    await worksAgain(deps, workspace, kindOf(operation));
    return entry;
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    if (cause.taken === 'no') {
      await deps.ledger.forget(workspace, id, entryOf(deps, operation, 'not taken', cause.kind));
      throw cause;
    }
    deps.log.warn({ err: cause, operation: id }, 'an operation was sent and not answered');
    const audited = entryOf(deps, operation, 'no answer', cause.kind);
    return deps.ledger.lost(workspace, id, { ...noted, endedAt: audited.at }, audited);
  }
}

/** What the listing showed to have happened, after its answer was lost. Gives the entry with the answer that counts. */
export function foundOperation(
  deps: JobDeps,
  operation: Operation,
  entry: LedgerEntry,
  answer: NonNullable<LedgerEntry['answer']>,
): Promise<LedgerEntry> {
  const { id, card } = operation;
  return deps.ledger.answered(card.workspace, id, entry, answer, foundEntry(deps, operation));
}

/** The audit entry of an operation whose answer was lost, and which the listing showed to have happened. */
export const foundEntry = (deps: Pick<JobDeps, 'now'>, operation: Operation): AuditEntry =>
  entryOf(deps, operation, 'answered', 'found in the listing');

/** Entries of earlier releases have all posts that were there, or none. */
export const baselineOf = ({ before, someBefore }: LedgerEntry): Baseline =>
  before ? { ids: before, lacks: undefined } : (someBefore ?? { ids: [], lacks: 'any' });

/** When reads say what became of it: one without an end may still be on its way for as long as a call can take. */
export function proofOf(deps: JobDeps, { sentAt, endedAt }: LedgerEntry): Proof {
  const from = Date.parse(endedAt ?? sentAt);
  return proofAfter(deps, from, endedAt ? from : from + deps.requestTimeoutMs + noteAllowanceMs);
}
