/**
 * One run of one of our steps in Slack's Workflow Builder: what the workflow requested, and the result. Pure.
 */
import { z } from 'zod';
import { workOf } from '#src/posts/card/attention.ts';
import type { Card } from '#src/posts/card/card.ts';
import { isCreationInTrouble } from '#src/posts/card/making.ts';
import type { DeniedToRequest } from '#src/posts/card/rule.ts';
import { isBeingCreated, isDropped, isInTrouble, wasPublished } from '#src/posts/card/state.ts';

/** The callback ids in the manifest. Workflows refer to them, so they can't change. */
export const stepNames = [
  'create_post',
  'generate_post',
  'request_approval',
  'wait_until_published',
] as const;
export type StepName = (typeof stepNames)[number];

/** What the workflow is told: outputs for its later steps, or plain text for the person who ran it. */
const resultSchema = z.union([
  z.object({ outputs: z.record(z.string(), z.string()) }),
  z.object({ error: z.string() }),
]);
export type StepResult = z.infer<typeof resultSchema>;

/** An execution. The card has what has happened so far. */
export const executionSchema = z.object({
  /** Slack's id of this run of the step. */
  id: z.string().regex(/^[A-Za-z0-9]{1,40}$/),
  step: z.enum(stepNames),
  /** Slack's id of the run of the whole workflow. */
  workflowRun: z.string().max(100),
  inputs: z.record(z.string(), z.unknown()),
  /** The outputs in the installed manifest, which may be an earlier one: Slack refuses others. */
  outputs: z.array(z.string()).optional(),
  /** The card whose events complete the step. */
  card: z.string().optional(),
  /**
   * The card that the step creates was written. If it expires, creating it again would create a second post.
   */
  recorded: z.boolean().optional(),
  /** The approvers were asked. */
  asked: z.boolean().optional(),
  /** When the pause began for which someone was told that the step waits. */
  pauseTold: z.iso.datetime().optional(),
  receivedAt: z.iso.datetime(),
  /** Kept until Slack has accepted it, so that a crash reports it twice rather than never. */
  result: resultSchema.optional(),
  decidedAt: z.iso.datetime().optional(),
});
export type Execution = z.infer<typeof executionSchema>;

/** Whether the step creates a post. The others are about an existing one. */
export const creates = (step: StepName): step is 'create_post' | 'generate_post' =>
  step === 'create_post' || step === 'generate_post';

/** Why the requester that a workflow names can't request posts. */
export type DeniedRequester = DeniedToRequest | { why: 'not_in_workspace' };

/**
 * The id of the card that an execution creates. It's the same however often Slack delivers the execution, so
 * there's never a second post.
 */
export const cardIdOf = ({ id }: Pick<Execution, 'id'>): string => `step-${id}`;

/**
 * How long to wait for the card's message, which is posted a moment after the post exists: its link is an
 * output.
 */
const messageWithinMs = 60_000;

/** `soon`: the result is known, and only the card's message is missing. */
export type Verdict = 'wait' | 'soon' | 'done' | 'failed';

/**
 * What the card's current state means for the step. This is asked after every event, so a missed event loses
 * nothing.
 */
export function verdictOf(step: StepName, card: Card, now: number): Verdict {
  const verdict = verdicts[step](card, now);
  const isPosted = card.message !== undefined || now - Date.parse(card.updatedAt) > messageWithinMs;
  return verdict === 'wait' || isPosted ? verdict : 'soon';
}

/** Whether the post exists, whatever people have decided about it since. */
function created(card: Card): Verdict {
  if (isBeingCreated(card)) return 'wait';
  return isCreationInTrouble(card) ? 'failed' : 'done';
}

function approved(card: Card, now: number): Verdict {
  const { state, publishAfter } = card;
  switch (state) {
    case 'approved':
    case 'publishing':
      // the approver can still undo the approval
      return publishAfter !== undefined && Date.parse(publishAfter) > now ? 'wait' : 'done';
    case 'scheduled':
      // a rule may unschedule a post that was scheduled in the service's web app
      if (workOf(card) !== undefined) return 'wait';
      return wasSignedOff(card) ? 'done' : 'failed';
    case 'published':
      return wasSignedOff(card) || wasApprovedForUndo(card) ? 'done' : 'failed';
    case 'failed':
    case 'outcome_unknown':
      // it may have been approved but not published
      return wasSignedOff(card) ? 'done' : 'failed';
    case 'rejected':
      return 'failed';
    case 'queued':
    case 'creating':
    case 'generating':
    case 'review':
    case 'changes_requested':
      return 'wait';
  }
}

/**
 * Whether people here published the post, or an approval that is still valid scheduled it. Earlier entries
 * say nothing: they may be about the first of two approvals, or about one that was undone or is for other
 * content.
 */
function wasSignedOff({ state, history, approvals, problem }: Card): boolean {
  const wentOut = history.findLast(({ what }) => what === 'published' || what === 'published_on_schedule');
  if (wentOut?.what === 'published' && wentOut.by !== undefined) return true;
  if (state === 'outcome_unknown' && problem?.step === 'publish') return true;
  return history.some(
    ({ what, by, at }) =>
      what === 'scheduled' && approvals.some((approval) => approval.by === by && approval.at === at),
  );
}

/**
 * Whether someone published the post in the service's web app while its last approval could still be undone.
 * Only an approval that completes the others starts that time, and whatever happens to the approved content,
 * or undoes the approval, comes later in the history.
 */
function wasApprovedForUndo({ history, approvals, publishAfter }: Card): boolean {
  const [approved, wentOut] = history.slice(-2);
  if (wentOut?.what !== 'published' || approved?.what !== 'approved' || publishAfter === undefined)
    return false;
  const isLast = approvals.some(({ by, at }) => by === approved.by && at === approved.at);
  return isLast && Date.parse(publishAfter) > Date.parse(approved.at);
}

function published(card: Card): Verdict {
  // waits until the service lists it as published
  if (wasPublished(card)) return card.unverified ? 'wait' : 'done';
  const hasEnded = isDropped(card) || isInTrouble(card) || isWithheld(card);
  return hasEnded ? 'failed' : 'wait';
}

/**
 * Whether an approved post wasn't published. After a pause, people approve it again. If another version goes out
 * instead, the step waits for that version.
 */
const isWithheld = ({ problem }: Card): boolean =>
  problem?.step === 'publish' &&
  !(problem.code === 'publish_withheld' && (problem.why === 'paused' || problem.otherVersion));

const verdicts: Record<StepName, (card: Card, now: number) => Verdict> = {
  create_post: created,
  generate_post: created,
  request_approval: approved,
  wait_until_published: published,
};
