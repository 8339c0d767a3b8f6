/**
 * Sends a request to the service once, even if the process dies: it's noted before, and its answer or loss
 * after. A note without an answer means that it may have happened, so the next run reconciles and never sends
 * it again.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { isoNow } from '#src/platform/iso-now.ts';
import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import { type AuditEntry, aboutCard } from '#src/posts/card/audit.ts';
import { entryOfOperation } from '#src/posts/card/audit-entry.ts';
import type { Card } from '#src/posts/card/card.ts';
import { type Verification, verificationAfter } from '#src/posts/post-index/lag.ts';
import type { Deps } from './deps.ts';
import type { Baseline, LedgerEntry } from './ledger.ts';

export interface Operation {
  /**
   * Its name in the ledger: the kind, the card and the number of the person's request, e.g.
   * `publish.<card>.1`.
   */
  id: string;
  /** The card as the guards read it. */
  card: Card;
}

/** The ledger's name for a card's creation. */
export const creationKinds: Record<Card['kind'], string> = {
  post: 'create',
  'ai-post': 'generate',
  campaign: 'campaign',
  'campaign-post': 'create',
  'found-post': 'create',
};

/** The ledger's name for this card's creation, a new one each time a person requests it. */
export const creationId = (card: Card): string =>
  `${creationKinds[card.kind]}.${card.id}.${card.attempts.create}`;

/** If the note takes longer, others may have given it up, so nothing is sent. */
const noteWithinMs = 2_000;

/** How much longer than a call an operation can take: the note, and the rest of the call. */
const noteAllowanceMs = 2_500;

/** Delay before the next run if the card, the rule or a pause changed right before something was sent. */
export const changedDelayMs = 200;

const kindOf = ({ id }: Operation): string => id.split('.')[0] ?? '';

const entryOf = (
  deps: Pick<Deps, 'now'>,
  { id, card }: Operation,
  what: Parameters<typeof entryOfOperation>[1],
  result?: string,
): AuditEntry => entryOfOperation(isoNow(deps), what, id, aboutCard(card), result);

/** The note of an earlier run; `undefined` if it wasn't sent. */
export async function earlierOperation(deps: Deps, operation: Operation): Promise<LedgerEntry | undefined> {
  const { workspace } = operation.card;
  const entry = await deps.ledger.read(workspace, operation.id);
  // A process may have died between this answer and what follows from it.
  if (entry?.answer) await deps.serviceWorked(workspace, kindOf(operation));
  return entry;
}

/**
 * Notes that the operation is about to be sent, and returns the note. `undefined`: don't send it, since it
 * was noted before, the card has changed, or what the guards read has changed since the revision `guarded`.
 * `known`: the note of a request that is sent again.
 */
export async function beginOperation(
  deps: Deps,
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
  // If the service may have received an earlier request, the note stays.
  if (!known) await deps.ledger.forget(card.workspace, id, entryOf(deps, operation, 'not taken'));
  return undefined;
}

/**
 * Waits for the answer and notes it. The returned entry has the answer, or says when the answer was lost.
 * Throws the `ServiceError` if it certainly didn't happen; then the next run can send it. `repeats`: a lost
 * answer throws, too, since the request can be sent again; `known`: the service may have received an earlier
 * one, whose note stays.
 */
export async function endOperation(
  deps: Deps,
  operation: Operation,
  noted: LedgerEntry,
  sent: Promise<LedgerEntry['answer']>,
  { repeats = false, known }: { repeats?: boolean; known?: LedgerEntry | undefined } = {},
): Promise<LedgerEntry> {
  const { id, card } = operation;
  const { workspace } = card;
  try {
    const answer = await sent;
    await deps.failpoint(`${kindOf(operation)} answered`);
    const about = { ...aboutCard(card), ...(answer?.postId && { post: answer.postId }) };
    const endedAt = isoNow(deps);
    const audited = entryOfOperation(endedAt, 'answered', id, about);
    const entry = await onceStored(deps, operation, noted, () =>
      deps.ledger.answered(workspace, id, { ...noted, endedAt }, answer, audited),
    );
    await deps.failpoint(`${kindOf(operation)} recorded`);
    await deps.serviceWorked(workspace, kindOf(operation));
    return entry;
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    if (cause.taken === 'no') {
      if (!known)
        await deps.ledger.forget(workspace, id, entryOf(deps, operation, 'not taken', cause.kind), noted);
      throw cause;
    }
    deps.log.warn({ err: cause, operation: id }, 'an operation was sent, but not answered');
    const audited = entryOf(deps, operation, 'no answer', cause.kind);
    const lost = await deps.ledger.lost(workspace, id, { ...noted, endedAt: audited.at }, audited);
    if (repeats) throw cause;
    return lost;
  }
}

const storedAgainMs = 250;

/**
 * Notes an answer as soon as Redis is back, since only this process knows it. Until then, nobody else
 * concludes from the note that the outcome is unknown. The first answer with an id counts, so a repeated
 * write changes nothing.
 */
async function onceStored<Result>(
  deps: Deps,
  { id }: Operation,
  noted: LedgerEntry,
  write: () => Promise<Result>,
): Promise<Result> {
  const until = verificationOf(deps, noted).settledAt;
  for (let attempts = 0; ; attempts += 1)
    try {
      return await write();
    } catch (cause) {
      if (deps.storeTrouble.failureOf(cause) === undefined || deps.now() >= until) throw cause;
      if (attempts === 0) deps.log.warn({ err: cause, operation: id }, answerNotStored);
      await sleep(storedAgainMs, undefined, { ref: false });
    }
}

export const answerNotStored = "couldn't record an answer while Redis is away; trying again";

/** Notes what the listing showed after the answer was lost. Returns the entry with the answer that counts. */
export function foundOperation(
  deps: Deps,
  operation: Operation,
  entry: LedgerEntry,
  answer: NonNullable<LedgerEntry['answer']>,
): Promise<LedgerEntry> {
  const { id, card } = operation;
  return deps.ledger.answered(card.workspace, id, entry, answer, foundEntry(deps, operation));
}

/** The audit entry of an operation whose answer was lost, but which the listing shows to have happened. */
export const foundEntry = (deps: Pick<Deps, 'now'>, operation: Operation): AuditEntry =>
  entryOf(deps, operation, 'answered', 'found in the listing');

/** Entries of earlier releases have all posts that were there, or none. */
export const baselineOf = ({ before, someBefore }: LedgerEntry): Baseline =>
  before ? { ids: before, lacks: undefined } : (someBefore ?? { ids: [], lacks: 'any' });

/**
 * When reads show the outcome: an operation without an end may still be under way for as long as a call can
 * take.
 */
export function verificationOf(deps: Deps, { sentAt, endedAt }: LedgerEntry): Verification {
  const from = Date.parse(endedAt ?? sentAt);
  return verificationAfter(deps, from, endedAt ? from : from + deps.requestTimeoutMs + noteAllowanceMs);
}
