/** What can happen to a card: by people, by the work, or seen in the service's listing. */

import type { FileFound } from '#src/media/file-found.ts';
import type { Post } from '#src/platform/publishing-api/post.ts';
import type { Request } from '#src/platform/publishing-api/request.ts';
import type { CardMessage, Pending } from './card.ts';
import type { Lists } from './chosen.ts';
import type { Problem } from './problem.ts';
import type { CurrentApprovers } from './rule.ts';
import type { Paused } from './scope.ts';

/** How many posts of a campaign are ready and how many failed, of those that were requested. */
interface PostCounts {
  ready: number;
  failed: number;
  requested: number;
}

/** Transitions that people ask for carry `by`; the others come from jobs. All carry when they were asked for (ISO, UTC). */
export type Transition = {
  at: string;
  /** The revision of the card that it was concluded from; refused if the card has another one by now. */
  expectedRevision?: number | undefined;
  /** The hash of the content that the person saw; refused if the card says something else by now. */
  contentHash?: string | undefined;
  /** The freeze that stands as it is asked for: then nothing is published or scheduled. */
  paused?: Paused | undefined;
  /**
   * The time that it sets is a posting slot: refused while another card of the brand has it, but for the cards `among`, which are given other
   * times.
   */
  slot?: { among: readonly string[] } | undefined;
  /** The batch that makes it: its history says so, and its report offers to take an approval back. */
  batch?: string | undefined;
} /** `draft`: it is made without its time, which waits for approval. */ /** `request`: with the names that the service has for what was chosen. */ & (
  | { type: 'start_creating'; draft?: boolean | undefined; request?: Request }
  | { type: 'accept'; postId: string | undefined; campaignId: string | undefined }
  | { type: 'create'; postId: string }
  | { type: 'add_post'; card: string; campaignId: string | undefined }
  | { type: 'observe'; post: Post }
  | { type: 'complete_campaign'; posts?: PostCounts | undefined; problem?: Problem | undefined }
  | { type: 'fail'; problem: Problem }
  | { type: 'lose_track'; problem: Problem }
  | { type: 'note_missing' }
  | { type: 'warn'; problem: Problem }
  /** Its job asks again by itself: whether it is approved depends on who is in these user groups. */
  | { type: 'await_groups'; groups: string[] }
  | { type: 'start_publishing' }
  | { type: 'publish' }
  /** `pending`, as in the next two and in `withhold`: the change that it is about; refused when the card has another by now. */
  /** `lists`: where what was chosen was found. */
  | { type: 'update'; pending: Pending; lists?: Lists | undefined }
  /** It is given up, and a request for it may have been taken: people decide when the listing shows what became of it. */
  | { type: 'doubt_update'; pending: Pending; problem: Problem }
  | { type: 'fail_update'; pending: Pending; problem: Problem }
  | { type: 'record_message'; message: CardMessage | undefined; drawn: number }
  /** What it is shown with has changed, such as the rule. */
  /** `asks`: the rule changed, and these people can approve it by now. */
  | {
      type: 'rerender';
      asks?:
        | { by: string | undefined; approvers: { people: string[]; groups: string[] }; root: string }
        | undefined;
    }
  | { type: 'show_in_channel'; by: string }
  /** The content may stand on the schedule. */
  /** `mended`: what is said of it on the card is over. */
  | { type: 'allow_schedule'; mended?: boolean }
  /** The content may not be scheduled yet: its time waits on the card. */
  | { type: 'withhold'; problem?: Problem | undefined; pending?: Pending }
  /** `planned`: not before the time that is wanted. `under`: the rule as it is when the click comes. */
  | {
      type: 'approve';
      by: string;
      planned?: boolean | undefined;
      under?: CurrentApprovers | undefined;
      /** How long it can be taken back before it is published. */
      undoForMs?: number | undefined;
    }
  | { type: 'undo'; by: string }
  /** A freeze took it off the schedule, where it stood for `was` (UTC); on behalf of whoever froze it. */
  | { type: 'unschedule'; by: string; was: string | undefined }
  /** It stays without a time. */
  | { type: 'leave_as_draft'; by: string }
  | { type: 'request_changes'; by: string; note: string }
  | { type: 'resubmit'; by: string }
  /** A rejected post comes back to review, without the approvals that it had. */
  | { type: 'reopen'; by: string }
  | { type: 'reject'; by: string; reason: string }
  /**
   * `approves`: whoever makes it may approve the post. `plans`: a time that it sets is only noted on the card as the planned one, and
   * the service isn't told before the post is approved.
   */
  | {
      type: 'change';
      by: string;
      pending: { what: Exclude<Pending['what'], 'withhold'>; change: Pending['change'] };
      under?: CurrentApprovers | undefined;
      approves?: boolean | undefined;
      plans?: boolean | undefined;
    }
  /** `asked`: how often it had been asked for (`timesAsked`) when the button was drawn. */
  | { type: 'retry'; by: string; under?: CurrentApprovers | undefined; asked?: number | undefined }
  | { type: 'check_again'; by: string }
  /** Publishing or scheduling has waited for a while for the files to be read. */
  | { type: 'await_files'; since: string }
  /** What an approval was given for, read since; `post`: as the service showed it meanwhile. */
  | { type: 'check_files'; since: string; found: FileFound[]; post?: Post | undefined }
  /** Other files than those that were approved are at the addresses of these (their numbers, from 1). */
  | { type: 'void_files'; since: string; files: number[] }
);
