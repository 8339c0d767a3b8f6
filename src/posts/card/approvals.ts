/**
 * What people's transitions change on a card that has an approval rule or a planned time. Pure. Whether
 * they're allowed is decided in apply-transition.ts.
 */
import type { Card, Entry, Pending } from './card.ts';
import { changesNothing } from './change.ts';
import { contentHash, isOverdue, timeOf } from './content.ts';
import { type ApprovalProgress, approvalProgress, type CurrentApprovers, decidesAlone } from './rule.ts';
import { isScheduled, undecidedState } from './state.ts';
import type { Transition } from './transition.ts';

type TransitionOf<T extends Transition['type']> = Extract<Transition, { type: T }>;

/** The fields of a card that is published now, or once the time to undo has passed. */
export function toPublish(card: Card, publishAfter?: string, batch?: string): Partial<Card> {
  return {
    state: 'approved',
    publishAfter,
    batch,
    problem: undefined,
    before: undefined,
    sentBack: undefined,
    attempts: { ...card.attempts, publish: card.attempts.publish + 1 },
  };
}

/**
 * Adds an approval. The last one schedules the post for its requested time, or publishes it if it has
 * none. If that time has passed, it does neither: the card asks what to do, and an approval that isn't
 * `atPlannedTime` is the answer. If one approval is enough, one that isn't `atPlannedTime` publishes now.
 */
export function approve(
  card: Card,
  transition: TransitionOf<'approve'>,
  approvers: CurrentApprovers,
): Partial<Card> {
  const { by, at, atPlannedTime } = transition;
  const approvals = withApproval(card, { by, at, content: contentHash(card) });
  const before = approvalProgress(card, approvers);
  const answer = !atPlannedTime && (isScheduled(card) || before.complete || decidesAlone(before));
  if (!approvalProgress({ ...card, approvals }, approvers).complete) return { approvals, problem: undefined };
  return { approvals, ...carryOut(card, transition, answer) };
}

/** What the last approval does. `now`: it publishes without waiting for the requested time. */
export function carryOut(
  card: Card,
  { by, at, undoForMs = 0, batch }: TransitionOf<'approve'>,
  now: boolean,
): Partial<Card> {
  const time = timeOf(card);
  const publishAfter = undoForMs > 0 ? new Date(Date.parse(at) + undoForMs).toISOString() : undefined;
  if (now || time === undefined) return toPublish(card, publishAfter, batch);
  const waits = isScheduled(card) || Date.parse(time) <= Date.parse(at);
  return {
    problem: undefined,
    ...(!waits && { pending: { what: 'schedule', by, at, change: { scheduledAt: time } } }),
  };
}

/** Whether one more approval completes them. `never`: the rule needs more approvers than can approve. */
export function withOneMore({ given, needed }: ApprovalProgress): 'all' | 'more' | 'never' {
  if (needed === undefined) return 'never';
  return given.length + 1 >= needed ? 'all' : 'more';
}

/**
 * What the last approval does, as in `carryOut`. `undefined` if the planned time has passed, so that the card
 * asks what to do. `now`: epoch ms.
 */
export function lastApprovalDoes(card: Card, now: number): 'publishes' | 'schedules' | undefined {
  if (timeOf(card) === undefined) return 'publishes';
  return isOverdue(card, now) ? undefined : 'schedules';
}

/**
 * What one more approval does; `undefined` if it's only counted. `progress` is absent if no rule asks for
 * approval.
 */
export function approvalDoes(
  card: Card,
  progress: ApprovalProgress | undefined,
  now: number,
): ReturnType<typeof lastApprovalDoes> {
  return progress && withOneMore(progress) !== 'all' ? undefined : lastApprovalDoes(card, now);
}

/** The click that led to publishing. */
export function lastApproval({ history }: Card): Entry | undefined {
  return history.findLast(({ what }) => what === 'approved');
}

/** Undoes the last approval. */
export function undo(card: Card): Partial<Card> {
  const last = lastApproval(card);
  return {
    state: card.rest,
    publishAfter: undefined,
    approvals: card.approvals.filter(({ by, at }) => by !== last?.by || at !== last.at),
  };
}

function withApproval(card: Card, one: Card['approvals'][number]): Card['approvals'] {
  const there = card.approvals.some(({ by, content }) => by === one.by && content === one.content);
  return there ? card.approvals : [...card.approvals, one];
}

/**
 * Changes the time of a post whose scheduling needs approval. The service gets the new time only once it's
 * approved, and the change unschedules a post that is on the service's schedule. If an approver changes the
 * time of an approved post, that approves the new time, too.
 */
export function change(
  card: Card,
  transition: TransitionOf<'change'>,
  approvers: CurrentApprovers,
): Partial<Card> {
  const { by, at, batch } = transition;
  const pending = { ...transition.pending, by, at, batch };
  const { scheduledAt, ...rest } = pending.change;
  const off = isScheduled(card);
  const unasked = scheduledAt === undefined && !off;
  if (!approvers.rule.scheduled || unasked || pending.what === 'unschedule') return { pending };
  const time = scheduledAt === undefined ? (card.content.scheduledAt ?? null) : scheduledAt;
  const isRetimed = changesNothing(rest) && time !== null;
  const approvals = isRetimed ? retimed(card, transition, time, approvers) : card.approvals;
  // approvals of other content don't count for the edited post
  if (isRetimed && approvalProgress({ ...card, ...timed(card, time), approvals }, approvers).complete)
    return {
      approvals,
      problem: undefined,
      pending: { ...pending, what: 'schedule', change: { scheduledAt: time } },
    };
  if (off)
    return { approvals, pending: { ...pending, change: { ...rest, scheduledAt: null }, wanted: time } };
  if (!changesNothing(rest)) return { approvals, pending: { ...pending, change: rest, wanted: time } };
  return { approvals, ...planned(card, time, pending) };
}

/**
 * Whether a new time is only noted on the card as its planned one. False if the service gets it now.
 * `approves`: the person may approve the post.
 */
export function onlyPlans(
  card: Card,
  { approvers, approves }: { approvers: CurrentApprovers | undefined; approves: boolean },
): boolean {
  if (isScheduled(card)) return false;
  if (approvers?.rule.scheduled) return !(approves && approvalProgress(card, approvers).complete);
  return approvers === undefined && timeOf(card) !== undefined;
}

/**
 * Whether a new time takes a scheduled post off the schedule until it's approved. `approves`: the person may
 * approve the post.
 */
export function asksAgain(
  card: Card,
  { approvers, approves }: { approvers: CurrentApprovers | undefined; approves: boolean },
): boolean {
  if (!isScheduled(card) || !approvers?.rule.scheduled) return false;
  const progress = approvalProgress(card, approvers);
  return !(approves && progress.complete && decidesAlone(progress));
}

/**
 * Whether rescheduling this post together with others only changes its planned time: if the post waits for
 * approval, the approval schedules it.
 */
export function changesPlan(card: Card, who: Parameters<typeof onlyPlans>[1]): boolean {
  if (isScheduled(card)) return false;
  return who.approvers?.rule.scheduled ? onlyPlans(card, who) : true;
}

/** Notes the new time on the card, and leaves the rest of the change for the service. */
export function plan(card: Card, transition: TransitionOf<'change'>, time: string): Partial<Card> {
  const { by, at, batch } = transition;
  const { scheduledAt: _, ...rest } = transition.pending.change;
  const pending = { ...transition.pending, by, at, batch };
  return changesNothing(rest)
    ? planned(card, time, pending)
    : { pending: { ...pending, change: rest, wanted: time } };
}

/** The card with a planned time that the service isn't told. */
function planned(
  card: Card,
  time: string | null,
  { by, at, batch }: Pick<Pending, 'by' | 'at' | 'batch'>,
): Partial<Card> {
  const { content, requestedTime } = timed(card, time);
  const entry: Entry = { what: 'planned', by, at, batch };
  return {
    content,
    requestedTime,
    problem: undefined,
    history: [...card.history, entry],
    ...(card.state === 'failed' && { state: 'review', rest: 'review' }),
  };
}

/** The fields that hold a planned time on the card, while the service isn't told. */
export function timed(card: Card, time: string | null): Pick<Card, 'content' | 'requestedTime'> {
  const { scheduledAt: _, ...content } = card.content;
  return { content, requestedTime: time ?? undefined };
}

function retimed(
  card: Card,
  { by, at, approves }: TransitionOf<'change'>,
  time: string,
  approvers: CurrentApprovers,
): Card['approvals'] {
  const approved = approves && approvalProgress(card, approvers).complete;
  const content = contentHash({ ...card, ...timed(card, time) });
  return approved ? withApproval(card, { by, at, content }) : card.approvals;
}

/** The card of a post that a pause unscheduled. Its time is still requested, so its approvals stay. */
export function unschedule(card: Card, was: string | undefined): Partial<Card> {
  const { content, requestedTime } = timed(card, card.content.scheduledAt ?? was ?? null);
  const state = undecidedState(card);
  const nowhere = { publishAfter: undefined, onSchedule: undefined, problem: undefined };
  return { ...nowhere, state, rest: 'review', content, requestedTime };
}

/** The card whose time has to be approved after all. Nothing that would schedule it is sent. */
export function withhold(card: Card, { at, problem }: TransitionOf<'withhold'>): Partial<Card> {
  const { pending } = card;
  const { scheduledAt, ...rest } = pending?.change ?? {};
  if (!pending || !scheduledAt) {
    const time = card.content.scheduledAt ?? null;
    return { problem, pending: { what: 'withhold', at, change: { scheduledAt: null }, wanted: time } };
  }
  if (isScheduled(card))
    return { problem, pending: { ...pending, change: { ...rest, scheduledAt: null }, wanted: scheduledAt } };
  if (!changesNothing(rest)) return { problem, pending: { ...pending, change: rest, wanted: scheduledAt } };
  return { ...planned(card, scheduledAt, { ...pending, at }), pending: undefined, problem };
}
