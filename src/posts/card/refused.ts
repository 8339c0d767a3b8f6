/** Why a transition is refused. */

import type { Card, Entry, Pending, State } from './card.ts';
import type { NotAttached } from './file-checks.ts';
import type { Paused } from './paused.ts';
import type { ApprovalProgress } from './rule.ts';

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
  /** Only `by`, who approved the post last, can undo the approval. */
  | { why: 'not_yours'; by: string | undefined }
  /** It was sent already, so there's nothing to undo. */
  | { why: 'too_late'; state: State }
  /** This person has approved the post already, and others have to approve it, too. */
  | { why: 'already_approved'; progress: ApprovalProgress }
  /**
   * The button said that others still have to approve, but this would be the final approval. `by`: someone
   * who approved the post before.
   */
  | { why: 'final_approval'; by: string | undefined; does: 'publishes' | 'schedules' }
  /** Publishing it again needs all approvals first. */
  | { why: 'not_enough'; progress: ApprovalProgress }
  /** Someone kept another version of the post in the meantime. */
  | { why: 'other_kept' }
  /** Another version of the post is being published, or was published in the meantime. */
  | { why: 'other_published' }
  /** Someone scheduled another version of the post at the same moment. */
  | { why: 'other_scheduled' }
  /** Someone took the posting slot in the meantime. */
  | { why: 'slot_taken' }
  /** The rule allows attached files only. `approving`: it was to be approved. */
  | (NotAttached & { approving?: true })
  | { why: 'not_now'; state: State };

/** Another decision came first: the last one, if it's still in the history. */
export const decidedBefore = (card: Card): Refused => ({
  why: 'decided',
  state: card.state,
  last: card.history.findLast((entry) => !unasked.has(entry.what)),
});

/** Entries that aren't decisions about the post. */
const unasked = new Set<Entry['what']>(['requested', 'edited', 'planned', 'voided', 'withheld']);
