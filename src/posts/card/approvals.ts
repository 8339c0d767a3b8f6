/** What people's moves make of a card that is under a rule, or planned for a time. Pure; whether they are allowed is decided before. */
import type { Card, Entry, Pending } from './card.ts';
import { isEmpty } from './change.ts';
import { contentHash, timeOf } from './content.ts';
import { approvalProgress, type CurrentApprovers, decidesAlone } from './rule.ts';
import type { Transition } from './transition.ts';

type MoveOf<T extends Transition['type']> = Extract<Transition, { type: T }>;

/** The card once it is to be published: at once, or when the time to take it back is over. */
export function toPublish(card: Card, goesOutAt?: string, batch?: string): Partial<Card> {
  return {
    state: 'approved',
    goesOutAt,
    batch,
    problem: undefined,
    before: undefined,
    tries: { ...card.tries, publish: card.tries.publish + 1 },
  };
}

/**
 * One more approval. The last one schedules the post for the time that is wanted, or publishes it where there is
 * none. One that comes after that time does neither: the card then asks what now, and an approval that is not
 * `planned` is the answer. Where one approval is enough, one that is not `planned` publishes at once.
 */
export function approve(card: Card, move: MoveOf<'approve'>, approvers: CurrentApprovers): Partial<Card> {
  const { by, at, planned } = move;
  const approvals = withApproval(card, { by, at, content: contentHash(card) });
  const before = approvalProgress(card, approvers);
  const answer = !planned && (card.state === 'scheduled' || before.complete || decidesAlone(before));
  if (!approvalProgress({ ...card, approvals }, approvers).complete) return { approvals, problem: undefined };
  return { approvals, ...carryOut(card, move, answer) };
}

/** What the last approval does; `now`: whatever time is wanted. */
export function carryOut(
  card: Card,
  { by, at, undoForMs = 0, batch }: MoveOf<'approve'>,
  now: boolean,
): Partial<Card> {
  const time = timeOf(card);
  const goesOutAt = undoForMs > 0 ? new Date(Date.parse(at) + undoForMs).toISOString() : undefined;
  if (now || time === undefined) return toPublish(card, goesOutAt, batch);
  const waits = card.state === 'scheduled' || Date.parse(time) <= Date.parse(at);
  return {
    problem: undefined,
    ...(!waits && { pending: { what: 'schedule', by, at, change: { scheduledAt: time } } }),
  };
}

/** The press that led to publishing. */
export function lastApproval({ history }: Card): Entry | undefined {
  return history.findLast(({ what }) => what === 'approved');
}

/** The card as it was before its last approval. */
export function undo(card: Card): Partial<Card> {
  const last = lastApproval(card);
  return {
    state: card.rest,
    goesOutAt: undefined,
    approvals: card.approvals.filter(({ by, at }) => by !== last?.by || at !== last.at),
  };
}

function withApproval(card: Card, one: Card['approvals'][number]): Card['approvals'] {
  const there = card.approvals.some(({ by, content }) => by === one.by && content === one.content);
  return there ? card.approvals : [...card.approvals, one];
}

/**
 * A change where scheduling needs approval: the service hears nothing of the new time until it is approved, and
 * what stands on its schedule is taken off with the change. Whoever may approve and moves the time of an
 * approved post gives their approval with it.
 */
export function change(card: Card, move: MoveOf<'change'>, approvers: CurrentApprovers): Partial<Card> {
  const { by, at, batch } = move;
  const pending = { ...move.pending, by, at, batch };
  const { scheduledAt, ...rest } = pending.change;
  const off = card.state === 'scheduled';
  const unasked = scheduledAt === undefined && !off;
  if (!approvers.rule.scheduled || unasked || pending.what === 'unschedule') return { pending };
  const wanted = scheduledAt === undefined ? (card.content.scheduledAt ?? null) : scheduledAt;
  const approvals = isEmpty(rest) && wanted ? retimed(card, move, wanted, approvers) : card.approvals;
  if (wanted && approvalProgress({ ...timed(card, wanted), approvals }, approvers).complete)
    return {
      approvals,
      problem: undefined,
      pending: { ...pending, what: 'schedule', change: { scheduledAt: wanted } },
    };
  if (off) return { approvals, pending: { ...pending, change: { ...rest, scheduledAt: null }, wanted } };
  if (!isEmpty(rest)) return { approvals, pending: { ...pending, change: rest, wanted } };
  return { approvals, ...planned(card, wanted, pending) };
}

/**
 * Whether a new time that somebody gives this card only changes when it is planned for. False: the service is told at once. `approves`:
 * that person may approve the post.
 */
export function onlyPlans(
  card: Card,
  { approvers, approves }: { approvers: CurrentApprovers | undefined; approves: boolean },
): boolean {
  if (card.state === 'scheduled') return false;
  if (approvers?.rule.scheduled) return !(approves && approvalProgress(card, approvers).complete);
  return approvers === undefined && timeOf(card) !== undefined;
}

/** A change whose time the service isn't told; what else it changes, it is. */
export function plan(card: Card, move: MoveOf<'change'>, wanted: string): Partial<Card> {
  const { by, at, batch } = move;
  const { scheduledAt: _, ...rest } = move.pending.change;
  const pending = { ...move.pending, by, at, batch };
  return isEmpty(rest) ? planned(card, wanted, pending) : { pending: { ...pending, change: rest, wanted } };
}

/** The card with a time that only it knows of. */
function planned(
  card: Card,
  wanted: string | null,
  { by, at, batch }: Pick<Pending, 'by' | 'at' | 'batch'>,
): Partial<Card> {
  const { content, wantedAt } = timed(card, wanted);
  const entry: Entry = { what: 'planned', by, at, batch };
  return {
    content,
    wantedAt,
    problem: undefined,
    history: [...card.history, entry],
    ...(card.state === 'failed' && { state: 'review', rest: 'review' }),
  };
}

function timed(card: Card, wanted: string | null): Card {
  const { scheduledAt: _, ...content } = card.content;
  return { ...card, content, wantedAt: wanted ?? undefined };
}

function retimed(
  card: Card,
  { by, at, approves }: MoveOf<'change'>,
  wanted: string,
  approvers: CurrentApprovers,
): Card['approvals'] {
  const approved = approves && approvalProgress(card, approvers).complete;
  const content = contentHash(timed(card, wanted));
  return approved ? withApproval(card, { by, at, content }) : card.approvals;
}

/** The card of a post that a freeze took off the schedule: its time is wanted still, so that its approvals stand. */
export function takeOff(card: Card, was: string | undefined): Partial<Card> {
  const { content, wantedAt } = timed(card, card.content.scheduledAt ?? was ?? null);
  const state = card.state === 'changes_requested' ? card.state : 'review';
  const nowhere = { goesOutAt: undefined, onSchedule: undefined, problem: undefined };
  return { ...nowhere, state, rest: 'review', content, wantedAt };
}

/** The card whose time waits for approval after all: nothing is sent that schedules it. */
export function hold(card: Card, { at, problem }: MoveOf<'hold'>): Partial<Card> {
  const { pending } = card;
  const { scheduledAt, ...rest } = pending?.change ?? {};
  if (!pending || !scheduledAt) {
    const wanted = card.content.scheduledAt ?? null;
    return { problem, pending: { what: 'hold', at, change: { scheduledAt: null }, wanted } };
  }
  if (card.state === 'scheduled')
    return { problem, pending: { ...pending, change: { ...rest, scheduledAt: null }, wanted: scheduledAt } };
  if (!isEmpty(rest)) return { problem, pending: { ...pending, change: rest, wanted: scheduledAt } };
  return { ...planned(card, scheduledAt, { ...pending, at }), pending: undefined, problem };
}
