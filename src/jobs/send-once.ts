/** Sends an effect at most once, whatever dies in between. */
import { type AuditEntry, aboutCard, entryOfEffect } from '#src/cards/audit.ts';
import type { Card } from '#src/cards/card.ts';
import { ServiceError } from '#src/service/errors.ts';
import type { LedgerEntry } from '#src/store/ledger.ts';
import type { JobDeps } from './deps.ts';
import { worksAgain } from './incident.ts';

/** What the creation of a card is called in the ledger. */
export const effectKinds: Record<Card['kind'], string> = {
  post: 'create',
  'ai-post': 'generate',
  campaign: 'campaign',
  'campaign-post': 'create',
  'found-post': 'create',
};

export interface Effect {
  workspace: string;
  /** Names the effect and the try that a person asked for, e.g. `publish.<card>.1`. */
  id: string;
  /** The card that it is for, for the audit trail. */
  card: Card;
  /** The ids of the posts that are there before, for effects that make new ones. */
  before?(): Promise<string[]>;
  /** What else speaks against it when the quota has room. */
  unless?(): Promise<boolean>;
  /** `unless`: for the call of the service, which sends nothing unless that notes it first. */
  send(unless: () => Promise<boolean>): Promise<LedgerEntry['answer']>;
}

/** A note that takes longer may be one that others have given up: what it is for is not sent any more. */
const noteWithinMs = 2_000;

/** How much longer than a call an effect may be on its way: the note, and what is left of it. */
const noteAllowanceMs = 2_500;

/**
 * Sends the effect unless the ledger knows it, and answers its entry. An entry without an answer means that
 * it may have happened: `fresh` says that the call has ended, otherwise it may still be on its way.
 * Throws the `ServiceError` when it certainly did not happen; the next run may then send it. The note is made when the
 * quota has room, and only while the card still waits for this: a worker that was overtaken sends nothing.
 */
export async function sendOnce(
  deps: JobDeps,
  effect: Effect,
): Promise<{ entry: LedgerEntry; fresh: boolean }> {
  const { ledger } = deps;
  const { workspace, id, card } = effect;
  const about = aboutCard(card);
  const now = (): string => new Date(deps.now()).toISOString();
  const [kind = ''] = id.split('.');
  const known = await ledger.read(workspace, id);
  if (known) {
    // a process may have died between this answer and what follows from it
    if (known.answer) await worksAgain(deps, workspace, kind);
    return { entry: known, fresh: false };
  }

  const before = await effect.before?.();
  let noted: LedgerEntry | undefined;
  const unless = async (): Promise<boolean> => {
    if (await effect.unless?.()) return true;
    const sentAt = now();
    const since = performance.now();
    const sending = entryOfEffect(sentAt, 'sending', id, about);
    if (!(await ledger.begin(workspace, id, sentAt, before, sending, card))) return true;
    noted = { sentAt, looks: 0, ...(before && { before }) };
    await deps.reached(`${kind} noted`);
    return performance.now() - since > noteWithinMs;
  };
  try {
    const answer = await effect.send(unless);
    if (!noted) throw new Error(`${id} was sent without a note`);
    await deps.reached(`${kind} answered`);
    const post = answer?.postId;
    const audited = entryOfEffect(now(), 'answered', id, { ...about, ...(post && { post }) });
    const entry = await ledger.answered(workspace, id, noted, answer, audited);
    await deps.reached(`${kind} recorded`);
    await worksAgain(deps, workspace, kind);
    return { entry, fresh: true };
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    if (!noted) {
      const others = await ledger.read(workspace, id);
      if (others) return { entry: others, fresh: false };
      throw cause;
    }
    if (cause.taken === 'no') {
      await ledger.forget(workspace, id, entryOfEffect(now(), 'not taken', id, about, cause.kind));
      throw cause;
    }
    deps.log.warn({ err: cause, effect: id }, 'an effect was sent and not answered');
    await deps.audit.add(workspace, entryOfEffect(now(), 'no answer', id, about, cause.kind));
    return { entry: noted, fresh: true };
  }
}

/** The audit entry of an effect whose answer was lost, and which the listing showed to have happened. */
export function foundAnswered(deps: JobDeps, card: Card, effect: string): AuditEntry {
  const at = new Date(deps.now()).toISOString();
  return entryOfEffect(at, 'answered', effect, aboutCard(card), 'found in the listing');
}

/** How long to wait before an unanswered effect of an earlier run may be looked for; 0: now. */
export function stillOnItsWayMs(deps: JobDeps, entry: LedgerEntry): number {
  return Math.max(0, Date.parse(entry.sentAt) + deps.requestTimeoutMs + noteAllowanceMs - deps.now());
}

/** The pause before the next look for an unanswered effect; `undefined`: enough looks. */
export function nextLookMs(deps: JobDeps, entry: LedgerEntry): number | undefined {
  return entry.looks < looks ? deps.lookEveryMs * 2 ** entry.looks : undefined;
}

/** With a pause that doubles, this is some fifteen times the first pause. */
const looks = 4;
