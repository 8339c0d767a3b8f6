/**
 * The one place that decides which transitions a card can make. Pure: takes a card and a transition, returns a card or a refusal. The
 * transitions are in transition-table.ts.
 */

import { lastApproval, timed } from './approvals.ts';
import { bounded } from './bounds.ts';
import type { Card, Entry, Pending, State } from './card.ts';
import { isSame } from './change.ts';
import { applied, withoutVoid } from './clear-approvals.ts';
import { contentHash, isOverdue } from './content.ts';
import type { NotAttached } from './file-checks.ts';
import { endsMaking } from './making.ts';
import type { Paused } from './paused.ts';
import { attemptsOf, publishesAgain } from './retry.ts';
import { type ApprovalProgress, approvalProgress } from './rule.ts';
import { isBeingCreated } from './state.ts';
import type { Transition } from './transition.ts';
import { type TransitionOf, transitions } from './transition-table.ts';
import { keptByPublishing } from './versions.ts';

/** Why a transition was refused. Stored in the audit trail. */
export type Refused =
  /** A change is being saved. */
  | { why: 'busy'; pending: Pending }
  /** Another decision came first. */
  | { why: 'decided'; state: State; last: Entry | undefined }
  /** The post isn't what the person saw. */
  | { why: 'changed' }
  /** Another card has the post. */
  | { why: 'claimed' }
  /** The time that it's approved for has passed. */
  | { why: 'time_passed' }
  /** Nothing is published during this pause. */
  | { why: 'paused'; pause: Paused }
  /** Only `by`, who approved it last, can undo that. */
  | { why: 'not_yours'; by: string | undefined }
  /** It was sent already, so there's nothing to undo. */
  | { why: 'too_late'; state: State }
  /** This person has approved it already, and it needs other people. */
  | { why: 'already_approved'; progress: ApprovalProgress }
  /** The button said that others still have to approve, but this would be the final approval. `by`: someone who approved it before. */
  | { why: 'final_approval'; by: string | undefined; does: 'publishes' | 'schedules' }
  /** Publishing it again needs all approvals first. */
  | { why: 'not_enough'; progress: ApprovalProgress }
  /** Someone kept another version of the post in the meantime. */
  | { why: 'other_kept' }
  /** Someone took the posting slot in the meantime. */
  | { why: 'slot_taken' }
  /** The rule allows attached files only. */
  | NotAttached
  | { why: 'not_now'; state: State };

/** `notifies`: the same write recorded events that people may have to be notified of. */
export type TransitionResult = { card: Card; notifies?: boolean } | { refused: Refused };

/** The request to publish was sent, or is being sent. In other states, an undo is refused because someone else was first. */
const tooLateToUndo = new Set<State>(['publishing', 'published', 'outcome_unknown']);

/** The card after the transition, in its next version, or why it's refused. The given card isn't changed. */
export function applyTransition(card: Card, transition: Transition): TransitionResult {
  if (
    (transition.expectedRevision !== undefined && transition.expectedRevision !== card.revision) ||
    ofAnother(card, transition)
  )
    return { refused: { why: 'not_now', state: card.state } };
  const refused =
    refusalOf(card, transition) ??
    pausedBy(card, transition) ??
    contentRefusal(card, transition.contentHash) ??
    tooEarly(card, transition) ??
    unexpectedlyFinal(card, transition);
  if (refused) return { refused };
  const { isOfMessage, keepsWaiting } = transitions[transition.type];
  const waitsForGroups = keepsWaiting ? card.waitsForGroups : undefined;
  const next: Card = {
    ...withoutVoid(
      card,
      { ...card, waitsForGroups, rerender: undefined, ...applied(card, transition) },
      transition,
    ),
    version: card.version + 1,
    revision: isOfMessage ? card.revision : card.revision + 1,
    updatedAt: transition.at,
  };
  const kept = { ...next, ...keptByPublishing(card, next) };
  return { card: bounded(endsMaking(card, next) ? { ...kept, repost: true } : kept) };
}

/** Why the card doesn't allow this transition now; `undefined` if it does. */
export function refusalOf(card: Card, { type }: Pick<Transition, 'type'>): Refused | undefined {
  const { from, by, when } = transitions[type];
  const isDecision = by === 'decision';
  if (isDecision && card.pending) return { why: 'busy', pending: card.pending };
  if (from.includes(card.state) && (!isDecision || canBeDecided(card)) && (when?.(card) ?? true))
    return undefined;
  if (type === 'undo' && tooLateToUndo.has(card.state)) return { why: 'too_late', state: card.state };
  return by === 'job' || isBeingCreated(card)
    ? { why: 'not_now', state: card.state }
    : { why: 'decided', state: card.state, last: lastDecision(card) };
}

/** Refuses a decision about content that the card no longer has; `shownHash` is the hash of what the person saw, if it's known. */
export function contentRefusal(card: Card, shownHash: string | undefined): Refused | undefined {
  return shownHash === undefined || shownHash === contentHash(card) ? undefined : { why: 'changed' };
}

function pausedBy(card: Card, transition: Transition): Refused | undefined {
  return transition.paused && leadsToPublishing(card, transition)
    ? { why: 'paused', pause: transition.paused }
    : undefined;
}

/** Whether the transition publishes or schedules the post, or approves it for that. */
function leadsToPublishing(card: Card, transition: Transition): boolean {
  if (transition.type === 'approve') return true;
  if (transition.type === 'retry') return publishesAgain(card);
  return transition.type === 'change' && Boolean(transition.pending.change.scheduledAt);
}

/**
 * Whether the transition is about an earlier change, file check or choice of version: a late answer about
 * that says nothing about the current one.
 */
function ofAnother({ pending, fileChecks, keptAt }: Card, transition: Transition): boolean {
  if (transition.type === 'end_discards') return keptAt !== transition.chosenAt;
  if ('since' in transition) return fileChecks?.since !== transition.since;
  if (!('pending' in transition) || transition.type === 'change') return false;
  return !pending || !isSame(pending, transition.pending);
}

/** Refusals that depend on the person, and on the approvals that the card has. */
function tooEarly(card: Card, transition: Transition): Refused | undefined {
  if (transition.type === 'undo') {
    const by = lastApproval(card)?.by;
    return by === transition.by ? undefined : { why: 'not_yours', by };
  }
  if (transition.type === 'keep') return keepsAnother(card, transition) ? { why: 'other_kept' } : undefined;
  if (transition.type === 'approve' && transition.under) {
    const progress = approvalProgress(card, transition.under);
    const gave = progress.given.some(({ by }) => by === transition.by);
    return gave && !progress.complete ? { why: 'already_approved', progress } : undefined;
  }
  // the post was scheduled in the meantime, so there's no time left to plan
  if (
    transition.type === 'change' &&
    transition.plans &&
    transition.pending.change.scheduledAt &&
    card.state === 'scheduled'
  )
    return { why: 'decided', state: card.state, last: lastDecision(card) };
  if (transition.type === 'approve' && transition.planned && card.state !== 'scheduled')
    return isOverdue(
      { ...card, ...(transition.newTime && timed(card, transition.newTime)) },
      Date.parse(transition.at),
    )
      ? { why: 'time_passed' }
      : undefined;
  if (transition.type !== 'retry') return undefined;
  if (transition.attempt !== undefined && transition.attempt !== attemptsOf(card))
    return { why: 'decided', state: card.state, last: lastDecision(card) };
  if (!transition.under || !publishesAgain(card)) return undefined;
  const mine = { by: transition.by, at: transition.at, content: contentHash(card) };
  const progress = approvalProgress({ ...card, approvals: [...card.approvals, mine] }, transition.under);
  return progress.complete ? undefined : { why: 'not_enough', progress };
}

/** A click does no more than its button said. */
function unexpectedlyFinal(card: Card, transition: Transition): Refused | undefined {
  if (transition.type !== 'approve' || !transition.moreNeeded) return undefined;
  const { state, pending } = applied(card, transition);
  if (state !== 'approved' && !pending) return undefined;
  const by = card.approvals.findLast((approval) => approval.by !== transition.by)?.by;
  return { why: 'final_approval', by, does: pending ? 'schedules' : 'publishes' };
}

/** A version that was open when another one was kept is about to be discarded; one that was reopened since can be kept instead. */
function keepsAnother({ keptVersion, keptAt }: Card, { version, opened }: TransitionOf<'keep'>): boolean {
  return keptVersion !== undefined && keptVersion !== version && keptAt !== undefined && opened <= keptAt;
}

/** People decide about a campaign's posts one by one, and a request that failed without a post has nothing to decide about. */
function canBeDecided(card: Card): boolean {
  if (card.kind === 'campaign' || card.postId === undefined) return false;
  return card.state !== 'failed' || publishesAgain(card);
}

/** Entries that aren't decisions about the post. */
const unasked = new Set<Entry['what']>(['requested', 'edited', 'planned', 'voided', 'withheld']);

function lastDecision(card: Card): Entry | undefined {
  return card.history.findLast((entry) => !unasked.has(entry.what));
}
