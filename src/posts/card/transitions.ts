/** The one place that decides which moves a card may make. Pure: a card and a move in, a card or a refusal out. */

import { lastApproval } from './approvals.ts';
import { mayAskAgain, publishesAgain, timesAsked } from './ask-again.ts';
import { isFollowed, workOf } from './attention.ts';
import { bounded, kept } from './bounds.ts';
import { type Card, type Entry, type Pending, type State, states } from './card.ts';
import { isSame } from './change.ts';
import { applied, withoutVoid } from './clear-approvals.ts';
import { contentHash, isOverdue } from './content.ts';
import { endsMaking } from './making.ts';
import { type ApprovalProgress, approvalProgress } from './rule.ts';
import type { Paused } from './scope.ts';
import type { Transition } from './transition.ts';

/**
 * Why a move was not made: `busy` names the change under way, `decided` what the last person did, `given` that
 * they approved it before, `not enough` that approvals are missing,
 * `changed` that it says something else than what they saw, `frozen` by which freeze nothing goes out, `not yours` that
 * only `by` may, `too late` that it was sent, `claimed` that another card has the post, `late` that the time that it is
 * approved for has passed, `slot_taken` that another card has the posting slot.
 */
export type Refused =
  | { why: 'changed' }
  | { why: 'claimed' }
  | { why: 'late' }
  | { why: 'slot_taken' }
  | { why: 'frozen'; freeze: Paused }
  | { why: 'not_yours'; by: string | undefined }
  | { why: 'too_late'; state: State }
  | { why: 'given'; standing: ApprovalProgress }
  | { why: 'not_enough'; standing: ApprovalProgress }
  | { why: 'busy'; pending: Pending }
  | { why: 'decided'; state: State; last: Entry | undefined }
  | { why: 'not_now'; state: State };

/** `notifies`: something was recorded with it of which people are notified. */
export type Moved = { card: Card; notifies?: boolean } | { refused: Refused };

const from: Record<Transition['type'], readonly State[]> = {
  start_creating: ['queued', 'creating'],
  // an answer may come after we stopped looking for it
  accept: ['creating', 'outcome_unknown'],
  create: ['creating', 'outcome_unknown'],
  add_post: ['generating'],
  observe: [
    ...(['generating', 'review', 'changes_requested', 'scheduled', 'approved', 'publishing'] as const),
    ...(['published', 'failed', 'outcome_unknown'] as const),
  ],
  complete_campaign: ['generating'],
  fail: [
    'queued',
    'creating',
    'generating',
    'review',
    'changes_requested',
    'approved',
    'publishing',
    'scheduled',
    'published',
  ],
  lose_track: ['creating', 'generating', 'approved', 'publishing', 'scheduled', 'published'],
  miss: [
    ...(['generating', 'review', 'changes_requested', 'scheduled', 'approved', 'publishing'] as const),
    ...(['published', 'failed', 'outcome_unknown'] as const),
  ],
  warn: ['generating', 'review', 'scheduled'],
  wait: ['review', 'changes_requested', 'scheduled', 'approved', 'publishing', 'failed'],
  start_publishing: ['approved', 'publishing'],
  publish: ['publishing', 'outcome_unknown'],
  // only its job ends a change, so it must always be able to
  update: states,
  doubt_update: states,
  fail_update: states,
  draw: states,
  redraw: states,
  bring: states,
  approve: ['review', 'scheduled', 'failed'],
  undo: ['approved'],
  // the listing may have shown it as a draft already
  unschedule: ['scheduled', 'approved', 'review', 'changes_requested'],
  leave: ['review', 'changes_requested'],
  reject: ['review', 'changes_requested', 'failed'],
  change: ['review', 'changes_requested', 'scheduled', 'failed'],
  request_changes: ['review'],
  resubmit: ['changes_requested'],
  reopen: ['rejected'],
  clear: ['scheduled'],
  hold: ['review', 'changes_requested', 'scheduled', 'failed'],
  retry: ['failed', 'outcome_unknown'],
  check_again: ['outcome_unknown'],
  await_files: ['review', 'changes_requested', 'scheduled', 'approved', 'publishing', 'failed'],
  // what was asked for is recorded whatever became of the post meanwhile
  check_files: states,
  void_files: ['review', 'changes_requested', 'scheduled', 'failed', 'approved', 'publishing'],
};

/** Decisions about a post: in `failed` only where the post exists and it was the publishing that failed. */
const decisions = new Set<Transition['type']>([
  'approve',
  'reject',
  'change',
  'request_changes',
  'resubmit',
  'reopen',
  'leave',
]);
const byPeople = new Set<Transition['type']>([...decisions, 'undo', 'retry', 'check_again', 'bring']);

/** States in which the request to publish was sent, or is being sent. */
const sent = new Set<State>(['publishing', 'published', 'outcome_unknown']);

const keepsWaiting = new Set<Transition['type']>(['draw', 'redraw', 'bring', 'observe', 'miss']);

/** No news of the post. */
const message = new Set<Transition['type']>(['draw', 'redraw', 'check_files']);

/** Makes the move, or says why not. The card that comes back has the next version; the old one is untouched. */
export function applyTransition(card: Card, move: Transition): Moved {
  if ((move.of !== undefined && move.of !== card.moves) || ofAnother(card, move))
    return { refused: { why: 'not_now', state: card.state } };
  const refused =
    refusalOf(card, move) ?? frozen(card, move) ?? notSeen(card, move.seen) ?? notYet(card, move);
  if (refused) return { refused };
  const waitsForGroups = keepsWaiting.has(move.type) ? card.waitsForGroups : undefined;
  const next: Card = {
    ...withoutVoid(card, { ...card, waitsForGroups, redraw: undefined, ...applied(card, move) }, move),
    version: card.version + 1,
    moves: message.has(move.type) ? card.moves : card.moves + 1,
    updatedAt: move.at,
  };
  return { card: bounded(endsMaking(card, next) ? { ...next, repost: true } : next) };
}

/** Why the card does not allow this move now; `undefined` when it does. */
export function refusalOf(card: Card, move: Pick<Transition, 'type'>): Refused | undefined {
  if (decisions.has(move.type) && card.pending) return { why: 'busy', pending: card.pending };
  const allowed =
    from[move.type].includes(card.state) &&
    (!decisions.has(move.type) || mayDecide(card)) &&
    (move.type !== 'add_post' || card.posts.length < kept.posts) &&
    (move.type !== 'retry' || mayAskAgain(card)) &&
    (move.type !== 'unschedule' || mayTakeOff(card)) &&
    (move.type !== 'undo' || card.goesOutAt !== undefined) &&
    (move.type !== 'hold' || mayHold(card)) &&
    (move.type !== 'wait' || workOf(card) !== undefined) &&
    (!ends.has(move.type) || card.pending !== undefined) &&
    (!checking.has(move.type) || card.fileChecks !== undefined) &&
    (!watching.has(move.type) || mayWatch(card));
  if (allowed) return undefined;
  if (move.type === 'undo' && sent.has(card.state)) return { why: 'too_late', state: card.state };
  const settled = card.state !== 'queued' && card.state !== 'creating' && card.state !== 'generating';
  return byPeople.has(move.type) && settled
    ? { why: 'decided', state: card.state, last: lastDecision(card) }
    : { why: 'not_now', state: card.state };
}

/** Refuses what somebody decided about other content; `seen` is the hash of what they saw, absent where nobody says. */
export function notSeen(card: Card, seen: string | undefined): Refused | undefined {
  return seen === undefined || seen === contentHash(card) ? undefined : { why: 'changed' };
}

/** Whoever wants to publish or schedule something while it is frozen is told by whom. */
function frozen(card: Card, move: Transition): Refused | undefined {
  return move.paused && leadsOut(card, move) ? { why: 'frozen', freeze: move.paused } : undefined;
}

/** True for moves that publish the post, schedule it, or bring it nearer to that. */
function leadsOut(card: Card, move: Transition): boolean {
  if (move.type === 'approve') return true;
  if (move.type === 'retry') return publishesAgain(card);
  return move.type === 'change' && Boolean(move.pending.change.scheduledAt);
}

/** Of a change that is not under way any more a late answer or failure says nothing about the one that is. */
function ofAnother({ pending, fileChecks }: Card, move: Transition): boolean {
  if ('since' in move) return fileChecks?.since !== move.since;
  if (!('pending' in move) || move.type === 'change') return false;
  return !pending || !isSame(pending, move.pending);
}

/** One person's approval counts once, and what was lost on its way is sent again only with all approvals. */
function notYet(card: Card, move: Transition): Refused | undefined {
  if (move.type === 'undo') {
    const by = lastApproval(card)?.by;
    return by === move.by ? undefined : { why: 'not_yours', by };
  }
  if (move.type === 'approve' && move.under) {
    const standing = approvalProgress(card, move.under);
    const gave = standing.given.some(({ by }) => by === move.by);
    return gave && !standing.complete ? { why: 'given', standing } : undefined;
  }
  // a planned time is of no use to a post that was scheduled since
  if (move.type === 'change' && move.plans && move.pending.change.scheduledAt && card.state === 'scheduled')
    return { why: 'decided', state: card.state, last: lastDecision(card) };
  if (move.type === 'approve' && move.planned && card.state !== 'scheduled')
    return isOverdue(card, Date.parse(move.at)) ? { why: 'late' } : undefined;
  if (move.type !== 'retry') return undefined;
  if (move.asked !== undefined && move.asked !== timesAsked(card))
    return { why: 'decided', state: card.state, last: lastDecision(card) };
  if (!move.under || !publishesAgain(card)) return undefined;
  const mine = { by: move.by, at: move.at, content: contentHash(card) };
  const standing = approvalProgress({ ...card, approvals: [...card.approvals, mine] }, move.under);
  return standing.complete ? undefined : { why: 'not_enough', standing };
}

/** What a change came to. */
const ends = new Set<Transition['type']>(['update', 'doubt_update', 'fail_update']);

/** What was found out about the files that were approved. */
const checking = new Set<Transition['type']>(['await_files', 'check_files', 'void_files']);

/** Moves that come from looking at the listing. */
const watching = new Set<Transition['type']>(['observe', 'lose_track', 'miss', 'fail']);

/** What is published and proven is not looked at any more, nor what ended without a doubt. */
function mayWatch(card: Card): boolean {
  if (card.state === 'published') return card.unproven === true;
  return (card.state !== 'failed' && card.state !== 'outcome_unknown') || isFollowed(card);
}

function mayDecide(card: Card): boolean {
  if (card.kind === 'campaign' || card.postId === undefined) return false;
  return card.state !== 'failed' || publishesAgain(card);
}

/** What happened that was no decision about the post. */
const unasked = new Set<Entry['what']>(['asked', 'edited', 'planned', 'voided', 'held']);

/** Once: the listing may have shown it as a draft before this did. */
function mayTakeOff({ state, postId, wantedAt }: Card): boolean {
  return postId !== undefined && (state === 'scheduled' || wantedAt === undefined);
}

/** What is on its way to the schedule, or stands there. */
function mayHold({ state, pending }: Card): boolean {
  return pending ? Boolean(pending.change.scheduledAt) : state === 'scheduled';
}

function lastDecision(card: Card): Entry | undefined {
  return card.history.findLast((entry) => !unasked.has(entry.what));
}
