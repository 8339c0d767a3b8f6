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
  /** It's published again only with all approvals. */
  | { why: 'not_enough'; progress: ApprovalProgress }
  /** Someone kept another version of the post in the meantime. */
  | { why: 'other_kept' }
  /** Someone took the posting slot in the meantime. */
  | { why: 'slot_taken' }
  /** The rule allows attached files only. */
  | NotAttached
  | { why: 'not_now'; state: State };

/** `notifies`: the same write recorded something that people are notified of. */
export type Moved = { card: Card; notifies?: boolean } | { refused: Refused };

/** The request to publish was sent, or is being sent. In other states, an undo is refused because someone else was first. */
const tooLateToUndo = new Set<State>(['publishing', 'published', 'outcome_unknown']);

/** The card after the transition, in its next version, or why it's refused. The given card isn't changed. */
export function applyTransition(card: Card, move: Transition): Moved {
  if (
    (move.expectedRevision !== undefined && move.expectedRevision !== card.revision) ||
    ofAnother(card, move)
  )
    return { refused: { why: 'not_now', state: card.state } };
  const refused =
    refusalOf(card, move) ??
    pausedBy(card, move) ??
    contentRefusal(card, move.contentHash) ??
    notYet(card, move) ??
    unexpectedlyFinal(card, move);
  if (refused) return { refused };
  const { isOfMessage, keepsWaiting } = transitions[move.type];
  const waitsForGroups = keepsWaiting ? card.waitsForGroups : undefined;
  const next: Card = {
    ...withoutVoid(card, { ...card, waitsForGroups, rerender: undefined, ...applied(card, move) }, move),
    version: card.version + 1,
    revision: isOfMessage ? card.revision : card.revision + 1,
    updatedAt: move.at,
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

/** Refuses a decision about content that the card no longer has; `seen` is the hash of what the person saw, if it's known. */
export function contentRefusal(card: Card, seen: string | undefined): Refused | undefined {
  return seen === undefined || seen === contentHash(card) ? undefined : { why: 'changed' };
}

function pausedBy(card: Card, move: Transition): Refused | undefined {
  return move.paused && leadsToPublishing(card, move) ? { why: 'paused', pause: move.paused } : undefined;
}

/** Whether it publishes the post, schedules it, or approves it for that. */
function leadsToPublishing(card: Card, move: Transition): boolean {
  if (move.type === 'approve') return true;
  if (move.type === 'retry') return publishesAgain(card);
  return move.type === 'change' && Boolean(move.pending.change.scheduledAt);
}

/** A late answer about an earlier change, check of files or choice says nothing about the current one. */
function ofAnother({ pending, fileChecks, keptAt }: Card, move: Transition): boolean {
  if (move.type === 'end_discards') return keptAt !== move.chosenAt;
  if ('since' in move) return fileChecks?.since !== move.since;
  if (!('pending' in move) || move.type === 'change') return false;
  return !pending || !isSame(pending, move.pending);
}

/** What depends on the person, and on the approvals that the card has. */
function notYet(card: Card, move: Transition): Refused | undefined {
  if (move.type === 'undo') {
    const by = lastApproval(card)?.by;
    return by === move.by ? undefined : { why: 'not_yours', by };
  }
  if (move.type === 'keep') return keepsAnother(card, move) ? { why: 'other_kept' } : undefined;
  if (move.type === 'approve' && move.under) {
    const progress = approvalProgress(card, move.under);
    const gave = progress.given.some(({ by }) => by === move.by);
    return gave && !progress.complete ? { why: 'already_approved', progress } : undefined;
  }
  // the post was scheduled in the meantime, so there's no time left to plan
  if (move.type === 'change' && move.plans && move.pending.change.scheduledAt && card.state === 'scheduled')
    return { why: 'decided', state: card.state, last: lastDecision(card) };
  if (move.type === 'approve' && move.planned && card.state !== 'scheduled')
    return isOverdue({ ...card, ...(move.newTime && timed(card, move.newTime)) }, Date.parse(move.at))
      ? { why: 'time_passed' }
      : undefined;
  if (move.type !== 'retry') return undefined;
  if (move.attempt !== undefined && move.attempt !== attemptsOf(card))
    return { why: 'decided', state: card.state, last: lastDecision(card) };
  if (!move.under || !publishesAgain(card)) return undefined;
  const mine = { by: move.by, at: move.at, content: contentHash(card) };
  const progress = approvalProgress({ ...card, approvals: [...card.approvals, mine] }, move.under);
  return progress.complete ? undefined : { why: 'not_enough', progress };
}

/** A click does no more than its button said. */
function unexpectedlyFinal(card: Card, move: Transition): Refused | undefined {
  if (move.type !== 'approve' || !move.moreNeeded) return undefined;
  const { state, pending } = applied(card, move);
  if (state !== 'approved' && !pending) return undefined;
  const by = card.approvals.findLast((approval) => approval.by !== move.by)?.by;
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
