/** What can happen to a card: through people, through the bot's work, or seen in the listing. */

import type { FileFound } from '#src/media/file-found.ts';
import type { Post } from '#src/platform/publishing-api/post.ts';
import type { Request } from '#src/platform/publishing-api/request.ts';
import type { CardMessage, Pending } from './card.ts';
import type { Lists } from './chosen.ts';
import type { Paused } from './paused.ts';
import type { Problem } from './problem.ts';
import type { CurrentApprovers } from './rule.ts';

/** How many of a campaign's requested posts are ready, how many failed, and how many may exist. */
interface PostCounts {
  ready: number;
  failed: number;
  unknown?: number | undefined;
  requested: number;
}

/**
 * People's transitions carry `by`; the others come from jobs. All carry when they were requested (ISO, UTC).
 */
export type Transition = {
  at: string;
  /** The revision of the card that it was concluded from; refused if the card has another one by now. */
  expectedRevision?: number | undefined;
  /** The hash of the content that the person saw; refused if the card says something else by now. */
  contentHash?: string | undefined;
  /** The pause that applies when it's requested: nothing is published or scheduled then. */
  paused?: Paused | undefined;
  /**
   * The time that it sets is a posting slot: refused while another card of the brand has it, except for the cards `among`, which get other
   * times.
   */
  slot?: { among: readonly string[] } | undefined;
  /** The batch that makes it: the history names it, and its report offers to undo an approval. */
  batch?: string | undefined;
} /** `draft`: it is made without its time, which waits for approval. */ /** `request`: with the names that the service has for what was chosen. */ & (
  | { type: 'start_creating'; draft?: boolean | undefined; request?: Request }
  | { type: 'accept'; postId: string | undefined; campaignId: string | undefined }
  | { type: 'create'; postId: string }
  | { type: 'add_post'; card: string; campaignId: string | undefined }
  | { type: 'observe'; post: Post }
  /** `goesOn`: more posts follow on another card. `others`: cards of other brands whose posts are counted, too. `stopped`: by a person. */
  | {
      type: 'complete_campaign';
      posts: PostCounts;
      goesOn?: boolean;
      others?: string[];
      stopped?: boolean;
      problem?: Problem | undefined;
    }
  | { type: 'fail'; problem: Problem }
  | { type: 'lose_track'; problem: Problem }
  | { type: 'note_missing' }
  | { type: 'warn'; problem: Problem }
  /** Its job retries by itself: whether it's approved depends on who is in these user groups. */
  | { type: 'await_groups'; groups: string[] }
  | { type: 'start_publishing' }
  | { type: 'publish' }
  /** `pending`, as in the next two and in `withhold`: the change that it is about; refused when the card has another by now. */
  /** `lists`: where what was chosen was found. */
  | { type: 'update'; pending: Pending; lists?: Lists | undefined }
  /** It's given up although the service may have received a request for it: people decide when the listing shows the outcome. */
  | { type: 'doubt_update'; pending: Pending; problem: Problem }
  | { type: 'fail_update'; pending: Pending; problem: Problem }
  | { type: 'record_message'; message: CardMessage | undefined; renderedVersion: number }
  /** Something that it's rendered with has changed, such as the rule. */
  /** `asks`: the rule has changed, and these people can approve it now. */
  | {
      type: 'rerender';
      asks?:
        | { by: string | undefined; approvers: { people: string[]; groups: string[] }; root: string }
        | undefined;
    }
  /** A workflow asks the approvers, on behalf of this person. `anyone`: no rule says who they are. */
  | { type: 'request_approval'; by: string; note?: string | undefined; anyone?: boolean }
  | { type: 'show_in_channel'; by: string }
  /** The content may be scheduled. */
  /** `mended`: the problem that the card shows is over. */
  | { type: 'allow_schedule'; mended?: boolean }
  /** The content can't be scheduled yet: the card keeps its time. */
  | { type: 'withhold'; problem?: Problem | undefined; pending?: Pending }
  /**
   * `planned`: not before its requested time. `moreNeeded`: the button said that others still have to approve. `newTime` (UTC): approved for
   * this time instead of the one that it has. `under`: the rule at the time of the click.
   */
  | {
      type: 'approve';
      by: string;
      planned?: boolean | undefined;
      moreNeeded?: boolean | undefined;
      newTime?: string | undefined;
      under?: CurrentApprovers | undefined;
      /** How long it can be undone before it's published. */
      undoForMs?: number | undefined;
    }
  | { type: 'undo'; by: string }
  /** A pause unscheduled it; it was scheduled for `was` (UTC). `by` is the person who paused. */
  | { type: 'unschedule'; by: string; was: string | undefined }
  /** The post stays a draft, without a time. */
  | { type: 'leave_as_draft'; by: string }
  | { type: 'request_changes'; by: string; note: string }
  | { type: 'resubmit'; by: string }
  /** A rejected post returns to review, without its approvals. */
  | { type: 'reopen'; by: string }
  /** `replacedBy`: people chose the version of the post on that card. */
  | { type: 'reject'; by: string; reason: string; replacedBy?: undefined }
  | {
      type: 'reject';
      by?: string | undefined;
      replacedBy: string;
      /** That version was published. */
      isPublished: boolean;
    }
  /** A rewrite of the post was requested, on this card. `isOpenAgain`: it's an earlier one, which was discarded or failed. */
  | { type: 'add_version'; card: string; isOpenAgain?: boolean }
  /** People chose this version, or published it (by nobody: in the service's web app). `opened`: since when it can be decided about. */
  | { type: 'keep'; by?: string | undefined; version: string; opened: string }
  /** Another version was published, so this one can't be kept instead, whatever becomes of it. */
  | { type: 'close_choice'; version: string }
  /** No other version is left to discard, because of the choice at `chosenAt`. */
  | { type: 'end_discards'; chosenAt: string }
  /**
   * `approves`: the person may approve the post. `plans`: a time that it sets is only noted on the card as the planned one, and
   * the service isn't told before the post is approved.
   */
  | {
      type: 'change';
      by: string;
      pending: { what: Exclude<Pending['what'], 'withhold'>; change: Pending['change']; replacedBy?: string };
      under?: CurrentApprovers | undefined;
      approves?: boolean | undefined;
      plans?: boolean | undefined;
    }
  /** `attempt`: how often it had been requested (`attemptsOf`) when the button was rendered. */
  | { type: 'retry'; by: string; under?: CurrentApprovers | undefined; attempt?: number | undefined }
  | { type: 'check_again'; by: string }
  /** Publishing or scheduling has been waiting for a while for the files to be read. */
  | { type: 'await_files'; since: string }
  /** The files that an approval was for, which were read since; `post`: as the service showed it meanwhile. */
  | { type: 'check_files'; since: string; found: FileFound[]; post?: Post | undefined }
  /** These addresses (their numbers, from 1) have other files than those that were approved. */
  | { type: 'void_files'; since: string; files: number[] }
);

/** A transition without its time, which the desk adds. */
export type RequestedTransition = Transition extends infer M
  ? M extends Transition
    ? Omit<M, 'at'>
    : never
  : never;
