/** The buttons of a card: those that its state allows and nobody has pressed yet. */
import type { Button, KnownBlock } from '@slack/types';
import { approvalDoes, withOneMore } from '#src/posts/card/approvals.ts';
import type { Card } from '#src/posts/card/card.ts';
import { contentHash, isOverdue, timeOf } from '#src/posts/card/content.ts';
import { duplicateRefusal } from '#src/posts/card/duplicate.ts';
import { attemptsOf, canRetry, publishesAgain } from '#src/posts/card/retry.ts';
import { decidesAlone, type Permission } from '#src/posts/card/rule.ts';
import { canBeKept, isGenerated } from '#src/posts/card/versions.ts';
import { buttonRow, button as plainButton } from '#views/kit/blocks.ts';
import { compact } from '#views/kit/lists.ts';
import { momentInZone } from '#views/kit/moment.ts';
import {
  type ConfirmOptions,
  confirmAgain,
  confirmApproval,
  confirmKeep,
  confirmPublish,
  confirmUnschedule,
  retryButtons,
  retryText,
} from './card-questions.ts';

export const actions = {
  approve: 'card.approve',
  /** An approval that may be one of several, and that publishes nothing before the requested time. */
  agree: 'card.agree',
  requestChanges: 'card.request-changes',
  resubmit: 'card.resubmit',
  reopen: 'card.reopen',
  publishNow: 'card.publish-now',
  undo: 'card.undo',
  schedule: 'card.schedule',
  reschedule: 'card.reschedule',
  unschedule: 'card.unschedule',
  addToQueue: 'card.add-to-queue',
  edit: 'card.edit',
  reject: 'card.reject',
  rewrite: 'card.rewrite',
  keep: 'card.keep',
  duplicate: 'card.duplicate',
  retry: 'card.ask-again',
  checkAgain: 'card.look-again',
} as const;

/** The labels of buttons that depend on nothing but the state. */
export const buttonText = {
  approve: 'Approve',
  approveAndPublish: 'Approve & publish',
  addToQueue: 'Add to queue',
  edit: 'Edit',
  newTime: 'Change time',
  publishNow: 'Publish now',
  reject: 'Reject',
  rewrite: 'Rewrite',
  keep: 'Keep this version',
  duplicate: 'Duplicate',
} as const;

/** The block of the buttons in a message that asks for approval, which isn't the card's own. */
export const approvalRequestBlock = 'approval-request';

/**
 * The block with the button that's offered to people who approve with a reply or a reaction. It disappears
 * with its message once it's pressed.
 */
export const approvalOfferBlock = 'word-of-approval';

export type CardAction = (typeof actions)[keyof typeof actions];

export const permissionOf: Record<CardAction, (card: Card) => Permission> = {
  [actions.approve]: () => 'approve',
  [actions.agree]: () => 'approve',
  [actions.publishNow]: () => 'approve',
  [actions.requestChanges]: () => 'decide',
  [actions.reject]: () => 'decide',
  [actions.keep]: () => 'decide',
  [actions.rewrite]: () => 'touch',
  [actions.duplicate]: () => 'touch',
  [actions.resubmit]: () => 'resubmit',
  [actions.reopen]: () => 'decide',
  [actions.undo]: () => 'undo',
  [actions.schedule]: () => 'touch',
  [actions.reschedule]: () => 'touch',
  [actions.unschedule]: () => 'touch',
  [actions.addToQueue]: () => 'touch',
  [actions.edit]: () => 'touch',
  [actions.checkAgain]: () => 'touch',
  // creating a post again leads to review; publishing it again is an approval
  [actions.retry]: (card) => (publishesAgain(card) ? 'approve' : 'touch'),
};

/**
 * The card's id, the hash of the content above the button (never the content), and how often it was
 * requested.
 */
const buttonValue = (card: Card): string => `${card.id} ${contentHash(card)} ${attemptsOf(card)}`;

export interface CardButton {
  id: string;
  /** The hash of the content above the button; absent if the button only names the card. */
  contentHash: string | undefined;
  /** How often its operations had been requested; absent on buttons of older releases. */
  attempt: number | undefined;
  /** The button was rendered during a pause, and asks for no confirmation. */
  isPaused: boolean;
  /** The button said that others still have to approve; false on buttons of older releases. */
  moreNeeded: boolean;
}

export function readCardButton(value: string | undefined): CardButton {
  const [id = '', contentHash, attempt, ...marks] = (value ?? '').split(' ');
  return {
    id,
    contentHash,
    attempt: attempt === undefined ? undefined : Number(attempt),
    isPaused: marks.includes(pauseMark),
    moreNeeded: marks.includes(moreNeededMark),
  };
}

const pauseMark = 'in-freeze';
const moreNeededMark = 'more-needed';

type Style = Pick<Button, 'style' | 'confirm'>;

export interface ButtonOptions extends Omit<ConfirmOptions, 'undoForMs'> {
  undoForMs?: number | undefined;
  /** What the only reader can do; absent if several people read the message. */
  permissions?: ReadonlySet<Permission>;
  /** The card's brand is paused. */
  paused?: boolean;
  /** The brand has posting times, so the post can be added to the queue. */
  hasSlots?: boolean | undefined;
  /**
   * The buttons are those of a row in a list. On the card itself, *Duplicate* is next to the buttons that
   * show more.
   */
  isRow?: boolean;
}

export function cardButtons(
  card: Card,
  { permissions, paused = false, isRow, undoForMs = 0, ...confirm }: ButtonOptions,
): KnownBlock[] {
  const permission = ({ action_id }: Button): Permission => permissionOf[action_id as CardAction](card);
  const toApprover = confirm.toApprover || permissions?.has('approve') === true;
  const own = buttonsOf(card, { ...confirm, undoForMs, toApprover });
  // a button that can't be undone stays last
  const last = own.at(-1)?.style === 'danger' ? own.slice(-1) : [];
  const row = isRow ? [...own.slice(0, own.length - last.length), ...duplicateButton(card), ...last] : own;
  const elements = row
    .filter((button) => !permissions || permissions.has(permission(button)))
    .map((button) => (paused && permission(button) === 'approve' ? withPauseMark(button) : button));
  return buttonRow(elements);
}

/** Empty if the post can't be duplicated now. */
export const duplicateButton = (card: Card): Button[] =>
  duplicateRefusal(card) ? [] : [plainButton(actions.duplicate, buttonText.duplicate, { value: card.id })];

/**
 * During a pause, the click is answered with who paused publishing, so there's nothing to confirm. The mark
 * keeps such a button from publishing without a question after publishing resumes.
 */
const withPauseMark = ({ style: _, confirm: __, value, ...button }: Button): Button => ({
  ...button,
  value: `${value} ${pauseMark}`,
});

/** The label of the approval button: the final approval publishes the post, or schedules it. */
function approveText(card: Card, { review, clock }: ConfirmOptions): string {
  const does = approvalDoes(card, review?.progress, clock.now);
  if (does === 'schedules')
    return `Approve & schedule for ${momentInZone(Date.parse(timeOf(card) ?? ''), clock)}`;
  return does === 'publishes' ? buttonText.approveAndPublish : buttonText.approve;
}

const approving = new Set<string>([actions.approve, actions.agree, actions.publishNow]);

/**
 * The card's button that approves the post, or does what all approvals together allow; `undefined` if it has
 * none now.
 */
export function approvalButton(card: Card, options: ConfirmOptions): Button | undefined {
  return buttonsOf(card, options).find(({ action_id }) => approving.has(action_id ?? ''));
}

/** The button that opens the review of a campaign's posts, and the title of the review. */
export const reviewText = ({ request }: Card): string =>
  request?.kind === 'import' ? 'Review posts' : 'Review campaign';

export const reviewAllAction = 'campaign.review.all';

/** The same button in a message about all posts: the posts of an import may be in several threads. */
export const reviewAllButton = (campaign: Card, style?: { style: 'primary' }): Button =>
  plainButton(reviewAllAction, reviewText(campaign), { ...style, value: campaign.id });

type ShownOptions = ConfirmOptions & Pick<ButtonOptions, 'hasSlots'>;

function buttonsOf(card: Card, options: ShownOptions): Button[] {
  if (card.pending) return [];
  const { clock } = options;
  const common = commonButtons(card, options);
  const { button, publishNow, keep, rewrite } = common;
  switch (card.state) {
    case 'changes_requested':
      return [
        button(actions.edit, buttonText.edit),
        button(actions.resubmit, 'Resubmit', { style: 'primary' }),
        ...rewrite,
        ...keep,
        button(actions.reject, buttonText.reject, { style: 'danger' }),
      ];
    case 'review':
      // the posts of a campaign are decided one by one
      return card.kind === 'campaign' ? [] : decisionButtons(card, options, common);
    case 'rejected':
      return card.postId && card.problem?.step !== 'gone' ? [button(actions.reopen, 'Reopen')] : [];
    case 'approved':
      return card.publishAfter ? [button(actions.undo, 'Undo')] : [];
    case 'scheduled':
      return [
        button(actions.reschedule, 'Reschedule'),
        button(actions.edit, buttonText.edit),
        button(actions.unschedule, 'Unschedule', { confirm: confirmUnschedule(card, clock) }),
        ...keep,
        publishNow(),
      ];
    case 'failed':
      if (canRetry(card))
        return [button(actions.retry, retryText(card), { confirm: confirmAgain(card, clock) })];
      return card.postId && publishesAgain(card) ? decisionButtons(card, options, common) : [];
    case 'outcome_unknown':
      return compact([
        button(actions.checkAgain, retryButtons.check, { style: 'primary' }),
        canRetry(card) &&
          button(actions.retry, retryText(card), {
            style: 'danger',
            confirm: confirmAgain(card, clock),
          }),
      ]);
    case 'queued':
    case 'creating':
    case 'generating':
    case 'publishing':
    case 'published':
      return [];
  }
}

/** What several states have. A card may lack `keep` and `rewrite`, so they're lists. */
function commonButtons(card: Card, options: ConfirmOptions) {
  const { review, clock } = options;
  const moreNeeded = review && withOneMore(review.progress) !== 'all';
  const button = (action_id: string, text: string, style: Style = {}): Button => {
    const value = buttonValue(card);
    return plainButton(action_id, text, {
      value: moreNeeded && approving.has(action_id) ? `${value} ${moreNeededMark}` : value,
      ...style,
    });
  };
  return {
    button,
    publishNow: (style?: 'primary'): Button =>
      button(actions.publishNow, buttonText.publishNow, {
        ...(style && { style }),
        confirm: confirmPublish(card, options),
      }),
    keep: canBeKept(card)
      ? [button(actions.keep, buttonText.keep, { confirm: confirmKeep(card, clock) })]
      : [],
    rewrite: isGenerated(card) ? [button(actions.rewrite, buttonText.rewrite)] : [],
  };
}

/**
 * For a post that waits for a decision: its time has passed, no rule asks for approval, it has all approvals, or
 * it needs more.
 */
function decisionButtons(
  card: Card,
  options: ShownOptions,
  { button, publishNow, keep, rewrite }: ReturnType<typeof commonButtons>,
): Button[] {
  const { review, clock, hasSlots } = options;
  const time = timeOf(card);
  const overdue = isOverdue(card, clock.now);
  const at = time === undefined || overdue ? undefined : momentInZone(Date.parse(time), clock);
  const approve = (action_id: string, text = approveText(card, options)): Button =>
    button(action_id, text, { style: 'primary', confirm: confirmApproval(card, options) });
  const schedule = button(actions.schedule, 'Schedule');
  const newTime = button(actions.schedule, time ? buttonText.newTime : 'Set time');
  const queue = hasSlots && !at ? [button(actions.addToQueue, buttonText.addToQueue)] : [];
  const edit = button(actions.edit, buttonText.edit);
  const changes = [
    ...rewrite,
    ...(card.state === 'review' ? [button(actions.requestChanges, 'Request changes')] : []),
    ...keep,
  ];
  const reject = button(actions.reject, buttonText.reject, { style: 'danger' });
  const rest = [edit, ...changes, reject];
  if (review ? review.late : overdue) return [publishNow('primary'), newTime, ...queue, ...rest];
  if (!review && at) return [approve(actions.agree), publishNow(), newTime, ...rest];
  if (!review) return [approve(actions.approve), schedule, ...queue, ...rest];
  if (review.progress.complete && at)
    return [approve(actions.agree, `Schedule for ${at}`), publishNow(), ...rest];
  if (review.progress.complete) return [publishNow('primary'), ...rest];
  return [
    approve(actions.agree),
    ...(at && decidesAlone(review.progress) ? [publishNow()] : []),
    ...changes,
    edit,
    // a rule that leaves scheduled posts alone lets anyone schedule one
    review.approvers.rule.scheduled ? newTime : schedule,
    ...queue,
    reject,
  ];
}
