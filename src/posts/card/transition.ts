/** What can happen to a card: through people, through the bot's work, or seen in the listing. */

import type { FileFound } from '#src/media/file-found.ts';
import type { Post } from '#src/platform/publishing-api/post.ts';
import type { Request } from '#src/platform/publishing-api/request.ts';
import type { CardMessage, Pending } from './card.ts';
import type { Lists } from './chosen.ts';
import type { Paused } from './paused.ts';
import type { Problem, Seen } from './problem.ts';
import type { CurrentApprovers } from './rule.ts';

/** How many of a campaign's requested posts are ready, how many failed, and how many may exist. */
interface PostCounts {
  ready: number;
  failed: number;
  unknown?: number | undefined;
  reviewed?: number;
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
   * The time that it sets is a posting slot: refused while another card of the brand has it, except for
   * `exceptCards`, which get other times.
   */
  slot?: { exceptCards: readonly string[] } | undefined;
  /** The batch that makes it: the history names it, and its report offers to undo an approval. */
  batch?: string | undefined;
} & (
  | {
      type: 'start_creating';
      /** The post is created without its time, which waits for approval. */
      draft?: boolean | undefined;
      /** With the names that the service has for what was chosen. */
      request?: Request;
      /** Where the files of a written post can be fetched now. */
      mediaUrls?: string[] | undefined;
    }
  | { type: 'accept'; postId: string | undefined; campaignId: string | undefined }
  | { type: 'create'; postId: string }
  | { type: 'add_post'; card: string; campaignId: string | undefined }
  | { type: 'observe'; post: Post }
  | {
      type: 'complete_campaign';
      posts: PostCounts;
      /** More posts follow on another card. */
      goesOn?: boolean;
      /** Cards of other brands whose posts are counted, too. */
      others?: string[];
      /** A person stopped the import. */
      stopped?: boolean;
      problem?: Problem | undefined;
    }
  | { type: 'fail'; problem: Problem }
  | { type: 'lose_track'; problem: Problem }
  | { type: 'note_missing' }
  /** The post of a rejected card was deleted in the service. */
  | { type: 'note_deleted'; problem: Problem }
  /** How the listing shows a followed post: in another way than before, or at the last check. */
  | { type: 'note_seen'; seen: Seen }
  | { type: 'warn'; problem: Problem }
  /** Its job retries by itself: whether it's approved depends on who is in these user groups. */
  | { type: 'await_groups'; groups: string[] }
  | { type: 'start_publishing' }
  | { type: 'publish' }
  | {
      type: 'update';
      /** The change that it's about; refused if the card has another one by now. */
      pending: Pending;
      /** The lists that have what was chosen. */
      lists?: Lists | undefined;
    }
  /**
   * It's given up although the service may have received a request for it: people decide when the listing
   * shows the outcome.
   */
  | {
      type: 'doubt_update';
      /** As in `update`. */
      pending: Pending;
      problem: Problem;
    }
  | {
      type: 'fail_update';
      /** As in `update`. */
      pending: Pending;
      problem: Problem;
    }
  | { type: 'record_message'; message: CardMessage | undefined; renderedVersion: number }
  /** Something that it's rendered with has changed, such as the rule. */
  | {
      type: 'rerender';
      /** The rule has changed, and these people can approve it now. */
      asks?:
        | { by: string | undefined; approvers: { people: string[]; groups: string[] }; root: string }
        | undefined;
    }
  /** A workflow asks the approvers, on behalf of the person `by`. */
  | {
      type: 'request_approval';
      by: string;
      note?: string | undefined;
      /** No rule says who the approvers are. */
      anyone?: boolean;
    }
  | { type: 'show_in_channel'; by: string }
  /** The content may be scheduled. */
  | {
      type: 'allow_schedule';
      /** The problem that the card shows is over. */
      clearsProblem?: boolean;
    }
  /** The content can't be scheduled yet: the card keeps its time. */
  | {
      type: 'withhold';
      problem?: Problem | undefined;
      /** As in `update`. */
      pending?: Pending;
    }
  | {
      type: 'approve';
      by: string;
      /** Not before its requested time. */
      atPlannedTime?: boolean | undefined;
      /** The button, or the confirmation, said that others still have to approve. */
      moreNeeded?: boolean | undefined;
      /** Approved for this time (UTC) instead of the one that it has. */
      newTime?: string | undefined;
      /** The rule at the time of the click. */
      approvers?: CurrentApprovers | undefined;
      /** How long it can be undone before it's published. */
      undoForMs?: number | undefined;
    }
  | { type: 'undo'; by: string }
  /** A pause unscheduled it. */
  | {
      type: 'unschedule';
      /** The person who paused. */
      by: string;
      /** What it was scheduled for (UTC). */
      previousTime: string | undefined;
    }
  /** The post stays a draft, without a time. */
  | { type: 'leave_as_draft'; by: string }
  | { type: 'request_changes'; by: string; note: string }
  | { type: 'resubmit'; by: string }
  /** A rejected post returns to review, without its approvals. */
  | { type: 'reopen'; by: string }
  | { type: 'reject'; by: string; reason: string; replacedBy?: undefined }
  | {
      type: 'reject';
      by?: string | undefined;
      /** People chose the version of the post on this card. */
      replacedBy: string;
      /** That version was published. */
      isPublished: boolean;
    }
  /** A rewrite of the post was requested. */
  | {
      type: 'add_version';
      /** The card of the rewrite. */
      card: string;
      /** It's an earlier one, which was discarded or failed. */
      isOpenAgain?: boolean;
    }
  /** People chose this version, or published it (by nobody: in the service's web app). */
  | {
      type: 'keep';
      by?: string | undefined;
      version: string;
      /** Since when it can be decided about. */
      opened: string;
    }
  /** Another version was published, so this one can't be kept instead, whatever happens to it. */
  | { type: 'close_choice'; version: string }
  /** No other version is left to discard, because of the choice at `chosenAt`. */
  | { type: 'end_discards'; chosenAt: string }
  | {
      type: 'change';
      by: string;
      pending: { what: Exclude<Pending['what'], 'withhold'>; change: Pending['change']; replacedBy?: string };
      /** The rule at the time of the click. */
      approvers?: CurrentApprovers | undefined;
      /** The person may approve the post. */
      approves?: boolean | undefined;
      /**
       * A time that it sets is only noted on the card as the planned one: the service isn't told before the
       * post is approved.
       */
      onlyPlans?: boolean | undefined;
    }
  | {
      type: 'retry';
      by: string;
      /** The rule at the time of the click. */
      approvers?: CurrentApprovers | undefined;
      /** How often it had been requested (`attemptsOf`) when the button was rendered. */
      attempt?: number | undefined;
    }
  | { type: 'check_again'; by: string }
  /** Publishing or scheduling has been waiting for a while for the files to be read. */
  | { type: 'await_files'; since: string }
  /** Files that were read for an approval can't be read again right now. */
  | { type: 'note_unread'; since: string }
  /** The files that an approval was for were read. */
  | {
      type: 'check_files';
      since: string;
      found: FileFound[];
      /** The post as the service showed it while the files were read. */
      post?: Post | undefined;
    }
  /** Other files are at some addresses than those that were approved. */
  | {
      type: 'void_files';
      since: string;
      /** The numbers of the addresses, from 1. */
      files: number[];
    }
);

/** A transition without its time, which the desk adds. */
export type RequestedTransition = Transition extends infer M
  ? M extends Transition
    ? Omit<M, 'at'>
    : never
  : never;
