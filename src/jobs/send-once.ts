/** Sends an effect at most once, whatever dies in between. */
import { type AuditEntry, aboutCard, entryOfEffect } from '#src/cards/audit.ts';
import type { Card } from '#src/cards/card.ts';
import { ServiceError } from '#src/service/errors.ts';
import type { LedgerEntry } from '#src/store/ledger.ts';
import type { JobDeps } from './deps.ts';

export interface Effect {
  workspace: string;
  /** Names the effect and the try that a person asked for, e.g. `publish.<card>.1`. */
  id: string;
  /** The card that it is for, for the audit trail. */
  card: Card;
  /** The ids of the posts that are there before, for effects that make new ones. */
  before?(): Promise<string[]>;
  send(): Promise<LedgerEntry['answer']>;
}

/**
 * Sends the effect unless the ledger knows it, and answers its entry. An entry without an answer means that
 * it may have happened: `fresh` says that the call has ended, otherwise it may still be on its way.
 * Throws the `ServiceError` when it certainly did not happen; the next run may then send it.
 */
export async function sendOnce(
  deps: JobDeps,
  effect: Effect,
): Promise<{ entry: LedgerEntry; fresh: boolean }> {
  const { ledger } = deps;
  const { workspace, id } = effect;
  const about = aboutCard(effect.card);
  const now = (): string => new Date(deps.now()).toISOString();
  const known = await ledger.read(workspace, id);
  if (known) return { entry: known, fresh: false };

  const before = await effect.before?.();
  const sentAt = now();
  const sending = entryOfEffect(sentAt, 'sending', id, about);
  if (!(await ledger.begin(workspace, id, sentAt, before, sending))) return sendOnce(deps, effect);
  const entry: LedgerEntry = { sentAt, looks: 0, ...(before && { before }) };
  const [kind] = id.split('.');
  await deps.reached(`${kind} noted`);
  try {
    const answer = await effect.send();
    await deps.reached(`${kind} answered`);
    const post = answer?.postId;
    const audited = entryOfEffect(now(), 'answered', id, { ...about, ...(post && { post }) });
    await ledger.answered(workspace, id, entry, answer, audited);
    await deps.reached(`${kind} recorded`);
    return { entry: { ...entry, answer: answer ?? {} }, fresh: true };
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    if (cause.taken === 'no') {
      await ledger.forget(workspace, id, entryOfEffect(now(), 'not taken', id, about, cause.kind));
      throw cause;
    }
    deps.log.warn({ err: cause, effect: id }, 'an effect was sent and not answered');
    await deps.audit.add(workspace, entryOfEffect(now(), 'no answer', id, about, cause.kind));
    return { entry, fresh: true };
  }
}

/** The audit entry of an effect whose answer was lost, and which the listing showed to have happened. */
export function foundAnswered(deps: JobDeps, card: Card, effect: string): AuditEntry {
  const at = new Date(deps.now()).toISOString();
  return entryOfEffect(at, 'answered', effect, aboutCard(card), 'found in the listing');
}

/** How long to wait before an unanswered effect of an earlier run may be looked for; 0: now. */
export function stillOnItsWayMs(deps: JobDeps, entry: LedgerEntry): number {
  return Math.max(0, Date.parse(entry.sentAt) + deps.requestTimeoutMs + 1_000 - deps.now());
}

/** The pause before the next look for an unanswered effect; `undefined`: enough looks. */
export function nextLookMs(deps: JobDeps, entry: LedgerEntry): number | undefined {
  return entry.looks < looks ? deps.lookEveryMs * 2 ** entry.looks : undefined;
}

/** With a pause that doubles, this is some fifteen times the first pause. */
const looks = 4;
