/**
 * What came of a transition, as typed events. The audit entry, the notifications to send and the jobs to queue follow from them.
 * Pure: the card before and after, and what was asked of it.
 */
import type { Card } from '#src/cards/card.ts';
import type { Move } from '#src/cards/move.ts';
import type { Problem } from '#src/cards/problem.ts';

/** `by`: the Slack user who did it; absent: the work did, or somebody in the service's own web app. */
export type PostEvent =
  /** The post exists: it waits for review, or for its time. Not of a post that has a card since somebody found it in a list. */
  | { type: 'post_ready' }
  /** All posts of a campaign are ready, or those that came in time. */
  | { type: 'campaign_ready' }
  /** It was asked for once more, after a failure or an unknown outcome. */
  | { type: 'retried'; by: string }
  | { type: 'approved'; by: string }
  /** An approval was taken back before it was published. */
  | { type: 'approval_undone'; by: string }
  /** `note`: what has to change. */
  | { type: 'changes_requested'; by: string; note: string }
  | { type: 'resubmitted'; by: string }
  | { type: 'rejected'; by: string; reason: string }
  | { type: 'reopened'; by: string }
  /** A change voided approvals; `approvers`: whose. */
  | { type: 'approvals_cleared'; by?: string; approvers: string[] }
  /** `time` (UTC, ISO); `was`: the time before, where it had one. */
  | { type: 'scheduled'; by?: string; time: string; was?: string }
  | { type: 'unscheduled'; by?: string; was?: string }
  | { type: 'published'; by?: string; onSchedule: boolean }
  | { type: 'failed'; by?: string; problem: Problem }
  | { type: 'outcome_unknown'; by?: string; problem: Problem };

export type EventType = PostEvent['type'];

/** What happened to a card by this transition, in the order in which people would tell it; empty: nothing to tell. */
export function eventsOf(_before: Card | undefined, _transition: Move, _after: Card): PostEvent[] {
  return [];
}
