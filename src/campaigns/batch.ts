/**
 * What one person decides about several posts of a campaign at once. Pure: each post makes the same
 * transition as for a single click.
 */
import { z } from 'zod';
import { postTime, postTimeSchema } from '#src/platform/publishing-api/post-time.ts';
import { applyTransition, refusalOf, type TransitionResult } from '#src/posts/card/apply-transition.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { PlannedPost } from '#src/posts/card/clash.ts';
import { timeOf } from '#src/posts/card/content.ts';
import type { Paused } from '#src/posts/card/paused.ts';
import { failureSchema } from '#src/posts/card/problem.ts';
import type { Refused } from '#src/posts/card/refused.ts';
import {
  approvalProgress,
  type CurrentApprovers,
  decidesAlone,
  type Permission,
} from '#src/posts/card/rule.ts';
import { isBeingPublished, isScheduled } from '#src/posts/card/state.ts';
import type { Transition } from '#src/posts/card/transition.ts';
import { firstVersionOf } from '#src/posts/card/versions.ts';

/** The most posts in a batch, since its report is one message. */
export const batchAtMost = 50;
/**
 * The most posts with a decision each: the confirmation has up to two blocks for each, and Slack accepts 100.
 */
export const decisionsAtMost = 40;

const decisions = [
  /** Publish now, whatever time was requested. */
  z.object({ what: z.literal('publish') }),
  /** Approve each post for its time. One without a time is published by its last approval. */
  z.object({
    what: z.literal('approve'),
    /** No rule asked for approval when this was confirmed, so posts are scheduled. */
    schedules: z.boolean().optional(),
  }),
  z.object({ what: z.literal('reject'), reason: z.string() }),
  z.object({ what: z.literal('request_changes'), note: z.string() }),
  /** Move each post to the time that it has in the batch. */
  z.object({ what: z.literal('move') }),
  /** Add the posts to the queue: each gets the next open posting slot, one after the other. */
  z.object({ what: z.literal('queue') }),
] as const;
const decisionSchema = z.discriminatedUnion('what', [
  ...decisions,
  /** Approve for the time that the post has in the batch, instead of its own. */
  z.object({ what: z.literal('approve_at') }),
]);
export type Decision = z.infer<typeof decisionSchema>;

/** `each`: every post has its own decision. */
const batchDecisionSchema = z.discriminatedUnion('what', [
  ...decisions,
  z.object({ what: z.literal('each') }),
]);
export type BatchDecision = z.infer<typeof batchDecisionSchema>;

const problemSchema = z.discriminatedUnion('code', [
  /** The post's card has expired. */
  z.object({ code: z.literal('card_expired') }),
  /** Publishing was paused after the decision, and has been resumed. */
  z.object({ code: z.literal('paused_since') }),
  z.object({ code: z.literal('job_failed'), failure: failureSchema }),
]);
export type BatchProblem = z.infer<typeof problemSchema>;

const itemSchema = z.object({
  card: z.string(),
  /** Its number in the campaign, from 1. */
  n: z.int(),
  /** The hash of the confirmed content. */
  seen: z.string(),
  /** The post's own decision, if the batch has one for each; absent for posts that were left out. */
  act: decisionSchema.optional(),
  /** Its new time (UTC). */
  to: postTimeSchema.optional(),
  /**
   * The confirmation said that this is only its planned time, which the service isn't told before the post is
   * approved.
   */
  plans: z.boolean().optional(),
  /** The confirmation said that the post needs more approvals after this one. */
  moreNeeded: z.boolean().optional(),
  /**
   * `refused`: why nothing was done with it, as mrkdwn; `left`: the confirmation said so before. `problem`:
   * the reason if its job found out; then `refused` is empty, and only there for earlier releases.
   */
  result: z
    .union([
      z.object({ made: z.literal(true) }),
      z.object({
        refused: z.string(),
        left: z.literal(true).optional(),
        problem: problemSchema.optional(),
      }),
    ])
    .optional(),
});
export type BatchItem = z.infer<typeof itemSchema>;

export const batchSchema = z.object({
  /** The id of the modal that confirmed it, so that submitting twice is one batch. */
  id: z.string(),
  workspace: z.string(),
  campaign: z.string(),
  by: z.string(),
  /** The person's Slack workspace, if Slack's delivery had it. */
  of: z.string().optional(),
  at: z.iso.datetime(),
  act: batchDecisionSchema,
  items: z.array(itemSchema),
  /** Where its report is, and what it shows. */
  message: z.object({ channel: z.string(), ts: z.string(), shows: z.string() }).optional(),
});
export type Batch = z.infer<typeof batchSchema>;

/** `undefined` if every post has its own decision, and this one has none. */
export function decisionOf({ act }: Pick<Batch, 'act'>, item: Pick<BatchItem, 'act'>): Decision | undefined {
  return act.what === 'each' ? item.act : act;
}

/** The permission that a decision needs, as for a single post. */
export const permissionOfDecision: Record<Decision['what'], Permission> = {
  publish: 'approve',
  approve: 'approve',
  approve_at: 'approve',
  reject: 'decide',
  request_changes: 'decide',
  move: 'touch',
  queue: 'touch',
};

/** What the report of a batch shows, besides the batch and its posts. */
export interface BatchReportContext {
  approvers: CurrentApprovers | undefined;
  /** What is close to posts whose new time nobody saw before the confirmation, by the ids of their cards. */
  clashes: ReadonlyMap<string, readonly PlannedPost[]>;
}

/** The person who decides, with their role. */
export interface Decider {
  by: string;
  approvers: CurrentApprovers | undefined;
  approves: boolean;
  /** The pause that covers the post. */
  paused: Paused | undefined;
  undoForMs: number;
  /** Absent: nothing is decided yet. */
  batch?: string;
}

type ItemDecision = Pick<BatchItem, 'seen' | 'to' | 'plans' | 'moreNeeded'>;

/** Whether the decision gives the post another time, and approves nothing. */
const setsTime = ({ what }: Decision): boolean => what === 'move' || what === 'queue';

/** Whether the person chooses the post's new time. */
export const choosesTime = ({ what }: Pick<Decision, 'what'>): boolean =>
  what === 'move' || what === 'approve_at';

/** The transition of a single click. Throws if a post that gets a new time has none. */
export function transitionOf(
  decision: Decision,
  item: ItemDecision,
  { by, approvers, approves, paused, undoForMs, batch }: Decider,
  at: string,
): Transition {
  const { seen: contentHash } = item;
  if (decision.what === 'reject')
    return { type: 'reject', at, by, contentHash, batch, reason: decision.reason };
  if (decision.what === 'request_changes')
    return { type: 'request_changes', at, by, contentHash, batch, note: decision.note };
  if (setsTime(decision)) {
    if (item.to === undefined) throw new Error('a post to be moved has no new time');
    const pending = { what: 'schedule' as const, change: { scheduledAt: item.to } };
    return {
      type: 'change',
      at,
      by,
      contentHash,
      batch,
      pending,
      approvers,
      approves,
      paused,
      onlyPlans: item.plans,
      ...(decision.what === 'queue' && { slot: { exceptCards: [] } }),
    };
  }
  if (decision.what === 'approve_at' && item.to === undefined)
    throw new Error('a post has no time to approve');
  const newTime = decision.what === 'approve_at' ? item.to : undefined;
  const atPlannedTime = decision.what !== 'publish';
  return {
    type: 'approve',
    at,
    by,
    contentHash,
    moreNeeded: item.moreNeeded,
    approvers,
    paused,
    undoForMs,
    batch,
    atPlannedTime,
    newTime,
  };
}

/**
 * What happens to a post, as shown before the confirmation. `never_approved`: it's one more approval, but the
 * rule needs more than its approvers can give.
 */
export type DecisionOutcome =
  | 'published'
  | 'scheduled'
  | 'approval'
  | 'rejected'
  | 'changes_requested'
  | 'planned'
  | 'never_approved';

/** `not_alone`: the rule needs other approvals, too, which are for the planned time. */
export type BatchRefused =
  | Refused
  | { why: 'already_scheduled' }
  | { why: 'no_free_slot' }
  | { why: 'not_alone' }
  | { why: 'new_time_passed' };

/** A later time, for posts whose new time isn't known yet: what happens to them doesn't depend on it. */
const anyTime = (at: string): string => postTime(Date.parse(at) + 3_600_000);

/** What the decision would do, without writing anything. */
export function previewDecision(
  card: Card,
  decision: Decision,
  item: ItemDecision,
  who: Decider,
  at: string,
): { outcome: DecisionOutcome } | { refused: BatchRefused } {
  const timed = setsTime(decision) || choosesTime(decision) ? { ...item, to: item.to ?? anyTime(at) } : item;
  const result: TransitionResult = applyTransition(card, transitionOf(decision, timed, who, at));
  if ('refused' in result) return result;
  const choosesWhen = decision.what === 'publish' || decision.what === 'approve_at';
  if (choosesWhen && who.approvers && !decidesAlone(approvalProgress(card, who.approvers)))
    return { refused: { why: 'not_alone' } };
  const { state, pending, approvals } = result.card;
  if (state === 'rejected' || state === 'changes_requested') return { outcome: state };
  if (state === 'approved') return { outcome: 'published' };
  if (pending?.what === 'schedule' && pending.change.scheduledAt) return { outcome: 'scheduled' };
  if (setsTime(decision)) return { outcome: 'planned' };
  if (isScheduled(card)) return { refused: { why: 'already_scheduled' } };
  if (!who.approvers || approvals.length === card.approvals.length)
    return { refused: { why: 'time_passed' } };
  const { complete, needed } = approvalProgress(result.card, who.approvers);
  // it would be fully approved, but published neither now nor at its time
  if (complete) return { refused: { why: 'time_passed' } };
  return { outcome: needed === undefined ? 'never_approved' : 'approval' };
}

/** Whether the post's transition was made already, by a worker that died before it could note that. */
export function isMade({ pending, history }: Card, { id }: Pick<Batch, 'id'>): boolean {
  return pending?.batch === id || history.some(({ batch }) => batch === id);
}

/**
 * Whether the batch's report offers to undo this: the post was approved with the batch, and nothing was sent.
 */
export function canBeUndone({ id }: Pick<Batch, 'id'>, card: Card): boolean {
  return card.state === 'approved' && card.publishAfter !== undefined && card.batch === id;
}

/** Whether the decision about this post has settled. */
export function isDecisionSettled({ result }: BatchItem, card: Card | undefined): boolean {
  if (!result) return false;
  return 'refused' in result || !card || (!card.pending && !isBeingPublished(card));
}

/** Whether anything can be decided about a post now. */
export function isDecidable(card: Card): boolean {
  return (['approve', 'reject', 'change'] as const).some((type) => !refusalOf(card, { type }));
}

/**
 * The posts of a campaign by their requested time; those without one come last, in the order of the campaign.
 */
export function byTime(campaign: Pick<Card, 'posts'>, posts: readonly Card[]): { card: Card; n: number }[] {
  const time = (card: Card): number => Date.parse(timeOf(card) ?? '') || Number.MAX_SAFE_INTEGER;
  return posts
    .map((card) => ({ card, n: campaign.posts.indexOf(firstVersionOf(card)) + 1 }))
    .sort((a, b) => time(a.card) - time(b.card) || a.n - b.n);
}
