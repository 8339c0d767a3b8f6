/** What one person decides about several posts of a campaign at once. Pure: each post makes the move of a single click. */
import { z } from 'zod';
import { postTimeSchema } from '#src/platform/publishing-api/post-time.ts';
import { onlyPlans } from '#src/posts/card/approvals.ts';
import type { Card } from '#src/posts/card/card.ts';
import { timeOf } from '#src/posts/card/content.ts';
import { failureSchema } from '#src/posts/card/problem.ts';
import { approvalProgress, type CurrentApprovers, type Permission } from '#src/posts/card/rule.ts';
import type { Paused } from '#src/posts/card/scope.ts';
import type { Transition } from '#src/posts/card/transition.ts';
import { applyTransition, type Moved, type Refused, refusalOf } from '#src/posts/card/transitions.ts';

/** So many posts at most: their report is one message. */
export const batchAtMost = 50;

const actSchema = z.discriminatedUnion('what', [
  /** At once, whatever time is wanted. */
  z.object({ what: z.literal('publish') }),
  /** Each for its time; what has none is published with its last approval. */
  z.object({
    what: z.literal('approve'),
    /** No rule asked for approval when it was confirmed: posts go onto the schedule. */
    schedules: z.boolean().optional(),
  }),
  z.object({ what: z.literal('reject'), reason: z.string() }),
  /** To the time that each post of the batch carries. */
  z.object({ what: z.literal('move') }),
]);
export type BatchAct = z.infer<typeof actSchema>;

const problemSchema = z.discriminatedUnion('code', [
  /** Its card expired. */
  z.object({ code: z.literal('card_expired') }),
  /** It was paused after the decision, and resumed. */
  z.object({ code: z.literal('paused_since') }),
  z.object({ code: z.literal('job_failed'), failure: failureSchema }),
]);
export type BatchProblem = z.infer<typeof problemSchema>;

const itemSchema = z.object({
  card: z.string(),
  /** Its number in the campaign, from 1. */
  n: z.int(),
  /** The hash of the content that was confirmed. */
  seen: z.string(),
  /** Its new time (UTC). */
  to: postTimeSchema.optional(),
  /** That was confirmed as its planned time, which the service isn't told before the post is approved. */
  plans: z.boolean().optional(),
  /**
   * `refused`: why nothing was done with it, as mrkdwn; `left`: it was said so before it was confirmed. `problem`: the same
   * where its job found out; `refused` is empty then, and there for earlier releases.
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
  /** The id of the modal that confirmed it, so that the same submission twice is one batch. */
  id: z.string(),
  workspace: z.string(),
  campaign: z.string(),
  by: z.string(),
  /** The Slack workspace that they are of, where Slack's delivery said it. */
  of: z.string().optional(),
  at: z.iso.datetime(),
  act: actSchema,
  items: z.array(itemSchema),
  /** Where its report is, and what it shows. */
  message: z.object({ channel: z.string(), ts: z.string(), shows: z.string() }).optional(),
});
export type Batch = z.infer<typeof batchSchema>;

/** Batches under way, and for a week after. */
export interface Batches {
  /** It is open then. False: there is one with this id. */
  add(batch: Batch): Promise<boolean>;
  /** The ids of those that have not come to an end: the sweep brings each to its job. */
  open(workspace: string): Promise<string[]>;
  /** It came to its end, and its report says so. */
  close(workspace: string, id: string): Promise<void>;
  get(workspace: string, id: string): Promise<Batch | undefined>;
  /** Only the job of the batch writes, and never twice at once. */
  save(batch: Batch): Promise<void>;
}

/** What it takes to do it, as for a single post. */
export const actOfBatch: Record<BatchAct['what'], Permission> = {
  publish: 'approve',
  approve: 'approve',
  reject: 'decide',
  move: 'touch',
};

/** Whoever decides, as the gate found them. */
export interface Decider {
  by: string;
  approvers: CurrentApprovers | undefined;
  approves: boolean;
  /** The freeze that the post is under. */
  paused: Paused | undefined;
  undoForMs: number;
  /** Absent: nothing is decided yet. */
  batch?: string;
}

type Wish = Pick<BatchItem, 'seen' | 'to' | 'plans'>;

/** The move of the single click. Throws when a post is to be moved and has no new time. */
export function moveOf(
  act: BatchAct,
  item: Wish,
  { by, approvers, approves, paused, undoForMs, batch }: Decider,
  at: string,
): Transition {
  const { seen } = item;
  if (act.what === 'reject') return { type: 'reject', at, by, contentHash: seen, batch, reason: act.reason };
  if (act.what === 'move') {
    if (item.to === undefined) throw new Error('a post is to be moved and has no new time');
    const pending = { what: 'schedule' as const, change: { scheduledAt: item.to } };
    return {
      type: 'change',
      at,
      by,
      contentHash: seen,
      batch,
      pending,
      under: approvers,
      approves,
      paused,
      plans: item.plans,
    };
  }
  const planned = act.what === 'approve' || approvers !== undefined;
  return { type: 'approve', at, by, contentHash: seen, under: approvers, paused, undoForMs, batch, planned };
}

/**
 * Whether moving this post with others only changes when it is planned for: what waits for approval is scheduled by its approval, not by
 * being moved.
 */
export function movesPlan(card: Card, who: Pick<Decider, 'approvers' | 'approves'>): boolean {
  if (card.state === 'scheduled') return false;
  return who.approvers?.rule.scheduled ? onlyPlans(card, who) : true;
}

/** What becomes of a post: shown before it is confirmed. `in vain`: an approval more, and no number of them is enough. */
export type Comes = 'published' | 'scheduled' | 'approval' | 'rejected' | 'planned' | 'in vain';

export type BatchRefused = Refused | { why: 'already_scheduled' };

/** Makes the move on paper. `late`: it is approved and its time has passed; `on schedule`: it is there already. */
export function whatComes(
  card: Card,
  act: BatchAct,
  item: Wish,
  who: Decider,
  at: string,
): { comes: Comes } | { refused: BatchRefused } {
  const moved: Moved = applyTransition(card, moveOf(act, item, who, at));
  if ('refused' in moved) return moved;
  const { state, pending, approvals } = moved.card;
  if (state === 'rejected') return { comes: 'rejected' };
  if (state === 'approved') return { comes: 'published' };
  if (pending?.what === 'schedule' && pending.change.scheduledAt) return { comes: 'scheduled' };
  if (act.what === 'move') return { comes: 'planned' };
  if (card.state === 'scheduled') return { refused: { why: 'already_scheduled' } };
  if (!who.approvers || approvals.length === card.approvals.length)
    return { refused: { why: 'time_passed' } };
  return { comes: approvalProgress(moved.card, who.approvers).needed === undefined ? 'in vain' : 'approval' };
}

/** Whether the post's move was made already, by a worker that died before it could note it. */
export function isMade({ pending, history }: Card, { id }: Pick<Batch, 'id'>): boolean {
  return pending?.batch === id || history.some(({ batch }) => batch === id);
}

const underWay: ReadonlySet<Card['state']> = new Set(['approved', 'publishing']);

/** Whether the report of the batch offers to take it back: it was approved with it, and nothing was sent. */
export function canBeTakenBack({ id }: Pick<Batch, 'id'>, card: Card): boolean {
  return card.state === 'approved' && card.publishAfter !== undefined && card.batch === id;
}

/** Whether what was decided has come to an end with this post. */
export function isSettled({ result }: BatchItem, card: Card | undefined): boolean {
  if (!result) return false;
  return 'refused' in result || !card || (!card.pending && !underWay.has(card.state));
}

/** Whether there is anything that can be decided about a post now. */
export function isDecidable(card: Card): boolean {
  return (['approve', 'reject', 'change'] as const).some((type) => !refusalOf(card, { type }));
}

/** The posts of a campaign by the time that is wanted; those without one come last, as the campaign made them. */
export function byTime(campaign: Pick<Card, 'posts'>, posts: readonly Card[]): { card: Card; n: number }[] {
  const time = (card: Card): number => Date.parse(timeOf(card) ?? '') || Number.MAX_SAFE_INTEGER;
  return posts
    .map((card) => ({ card, n: campaign.posts.indexOf(card.id) + 1 }))
    .sort((a, b) => time(a.card) - time(b.card) || a.n - b.n);
}
