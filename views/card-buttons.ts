/** The buttons of a card: those that its state allows and nobody has pressed yet. */
import type { Button, ConfirmationDialog, KnownBlock } from '@slack/types';
import { mayAskAgain, publishesAgain, timesAsked } from '#src/cards/again.ts';
import type { Card } from '#src/cards/card.ts';
import { contentHash, goesNowhere, timeOf } from '#src/cards/content.ts';
import type { Act, Review } from '#src/cards/rules.ts';
import { refusedText } from './lengths.ts';
import { clipped, count, mrkdwn, plain, time as said } from './text.ts';

export const actions = {
  approve: 'card.approve',
  /** An approval that may be one of several, and does not publish before the time that is wanted. */
  agree: 'card.agree',
  requestChanges: 'card.request-changes',
  resubmit: 'card.resubmit',
  publishNow: 'card.publish-now',
  undo: 'card.undo',
  schedule: 'card.schedule',
  reschedule: 'card.reschedule',
  unschedule: 'card.unschedule',
  edit: 'card.edit',
  reject: 'card.reject',
  askAgain: 'card.ask-again',
  lookAgain: 'card.look-again',
} as const;

export type CardAction = (typeof actions)[keyof typeof actions];

/** What it takes to press each. */
export const actOf: Record<CardAction, (card: Card) => Act> = {
  [actions.approve]: () => 'approve',
  [actions.agree]: () => 'approve',
  [actions.publishNow]: () => 'approve',
  [actions.requestChanges]: () => 'decide',
  [actions.reject]: () => 'decide',
  [actions.resubmit]: () => 'resubmit',
  [actions.undo]: () => 'undo',
  [actions.schedule]: () => 'touch',
  [actions.reschedule]: () => 'touch',
  [actions.unschedule]: () => 'touch',
  [actions.edit]: () => 'touch',
  [actions.lookAgain]: () => 'touch',
  // what is made anew comes to review; what is published again is approved with it
  [actions.askAgain]: (card) => (publishesAgain(card) ? 'approve' : 'touch'),
};

/** The card's id, the hash of the content that stands above the button (never the content), and how often it was asked for. */
const buttonValue = (card: Card): string => `${card.id} ${contentHash(card)} ${timesAsked(card)}`;

/** What a button is for. */
export interface CardButton {
  /** The card's. */
  id: string;
  /** The hash of the content that stood above it; absent where only the card is named. */
  seen: string | undefined;
  /** How often its effects had been asked for; absent on buttons of older releases. */
  asked: number | undefined;
}

export function readCardButton(value: string | undefined): CardButton {
  const [id = '', seen, asked] = (value ?? '').split(' ');
  return { id, seen, asked: asked === undefined ? undefined : Number(asked) };
}

type Style = Pick<Button, 'style' | 'confirm'>;

/**
 * `review` where a rule asks for approval; `undoForMs`: how long a publish can be taken back; `acts`: what its one reader may
 * do, absent where many read it.
 */
export function cardButtons(
  card: Card,
  review?: Review,
  undoForMs = 0,
  acts?: ReadonlySet<Act>,
): KnownBlock[] {
  const elements = buttonsOf(card, review, undoForMs).filter(
    ({ action_id }) => !acts || acts.has(actOf[action_id as CardAction](card)),
  );
  return elements.length > 0 ? [{ type: 'actions', elements }] : [];
}

const approving = new Set<string>([actions.approve, actions.agree, actions.publishNow]);

/** The button of the card that approves it, or does what all approvals together allow; `undefined`: it has none now. */
export function approvalButton(card: Card, review?: Review, undoForMs = 0): Button | undefined {
  return buttonsOf(card, review, undoForMs).find(({ action_id }) => approving.has(action_id ?? ''));
}

function buttonsOf(card: Card, review: Review | undefined, undoForMs: number): Button[] {
  if (card.pending) return [];
  const button = (action_id: string, text: string, style: Style = {}): Button => ({
    type: 'button',
    action_id,
    text: plain(text),
    value: buttonValue(card),
    ...style,
  });
  // without a profile nothing is to confirm: the click is answered with what to do
  const nowhere = goesNowhere(card);
  const publish = (action_id: string, text: string): Button =>
    button(action_id, text, {
      style: 'primary',
      ...(!nowhere && { confirm: confirmPublish(card, undoForMs) }),
    });
  const decide = (): Button[] => {
    if (!review)
      return [
        publish(actions.approve, 'Approve & publish'),
        button(actions.schedule, 'Schedule'),
        button(actions.edit, 'Edit'),
        button(actions.reject, 'Reject', { style: 'danger' }),
      ];
    const waits = review.panel.rule.scheduled;
    const timeText = waits ? (timeOf(card) ? 'Change the time' : 'Set a time') : 'Schedule';
    const reject = button(actions.reject, 'Reject', { style: 'danger' });
    const edit = button(actions.edit, 'Edit');
    const changes = card.state === 'review' ? [button(actions.requestChanges, 'Request changes')] : [];
    if (review.late)
      return [
        publish(actions.publishNow, 'Publish now'),
        button(actions.schedule, 'New time'),
        edit,
        ...changes,
        reject,
      ];
    if (review.standing.complete)
      return timeOf(card)
        ? [button(actions.agree, 'Schedule as planned', { style: 'primary' }), edit, ...changes, reject]
        : [publish(actions.publishNow, 'Publish now'), edit, ...changes, reject];
    return [
      button(actions.agree, 'Approve', {
        style: 'primary',
        ...(!nowhere && { confirm: confirmApproval(card, review, undoForMs) }),
      }),
      ...changes,
      edit,
      button(actions.schedule, timeText),
      reject,
    ];
  };
  switch (card.state) {
    case 'changes requested':
      return [
        button(actions.edit, 'Edit'),
        button(actions.resubmit, 'Resubmit', { style: 'primary' }),
        button(actions.reject, 'Reject', { style: 'danger' }),
      ];
    case 'review':
      // the posts of a campaign are decided one by one
      return card.kind === 'campaign' ? [] : decide();
    case 'approved':
      return card.goesOutAt ? [button(actions.undo, 'Undo')] : [];
    case 'scheduled':
      return [
        publish(actions.publishNow, 'Publish now'),
        button(actions.reschedule, 'Reschedule'),
        button(actions.unschedule, 'Unschedule'),
        button(actions.edit, 'Edit'),
      ];
    case 'failed':
      if (mayAskAgain(card))
        return [button(actions.askAgain, askAgainText(card), { confirm: confirmAgain(card) })];
      return card.postId && publishesAgain(card) ? decide() : [];
    case 'outcome unknown':
      return [
        button(actions.lookAgain, 'Look again', { style: 'primary' }),
        ...(mayAskAgain(card)
          ? [button(actions.askAgain, askAgainText(card), { style: 'danger', confirm: confirmAgain(card) })]
          : []),
      ];
    default:
      return [];
  }
}

function askAgainText(card: Card): string {
  if (publishesAgain(card)) return 'Publish again';
  if (card.kind !== 'post') return 'Generate again';
  return card.state === 'outcome unknown' ? 'Send again' : 'Try again';
}

/** Behind what is published at once; empty where it cannot be taken back. */
export const undoText = (undoForMs: number, where: string, button = 'Undo'): string =>
  undoForMs > 0 ? `; for ${count(undoForMs / 1_000, 'second')} you can press *${button}* ${where}` : '';

function confirmApproval(card: Card, { standing }: Review, undoForMs: number): ConfirmationDialog {
  const last = standing.given.length + 1 >= (standing.needed ?? 0);
  const time = timeOf(card);
  const undo = undoText(undoForMs, 'on its card');
  const then = time ? `scheduled for ${said(time)}` : `published at once${undo}`;
  return {
    title: plain('Approve this post?'),
    text: mrkdwn(
      [
        last ? `With your approval it is ${then}.` : 'More approvals are needed after yours.',
        refusedText(card),
      ]
        .filter(Boolean)
        .join(' '),
    ),
    confirm: plain('Approve'),
    deny: plain('Not yet'),
  };
}

/** In the confirmation, which takes 300 characters. */
const profilesNamed = 2;

function confirmPublish(card: Card, undoForMs: number): ConfirmationDialog {
  const names = card.content.profiles.map(({ name }) => clipped(name, 35));
  const more = names.length - profilesNamed;
  const shown = more > 0 ? `${names.slice(0, profilesNamed).join(', ')} and ${more} more` : names.join(', ');
  const where =
    names.length === 0 ? 'It goes to the profiles that it has in the service.' : `It goes to ${shown}.`;
  return {
    title: plain('Publish this post?'),
    text: mrkdwn(
      [
        refusedText(card),
        where,
        `It is published at once, for everyone to see${undoText(undoForMs, 'on its card')}.`,
      ]
        .filter(Boolean)
        .join(' '),
    ),
    confirm: plain('Publish'),
    deny: plain('Not yet'),
  };
}

function confirmAgain(card: Card): ConfirmationDialog {
  const lost = card.state === 'outcome unknown';
  return {
    title: plain(lost ? 'Send it once more?' : 'Start once more?'),
    text: mrkdwn([...(lost ? ['It may have gone through already.'] : []), againText(card, lost)].join(' ')),
    confirm: plain(askAgainText(card)),
    deny: plain('Cancel'),
    ...(lost && { style: 'danger' as const }),
  };
}

function againText(card: Card, lost: boolean): string {
  if (publishesAgain(card)) return 'Publishing it again can make it appear twice.';
  if (card.kind !== 'post') return 'This asks for a new generation, which is counted and paid for again.';
  if (lost) return 'Sending it again can make a second post.';
  return card.postId
    ? 'The post was made and is no longer listed. This makes another.'
    : 'Nothing was made so far. The same post is sent once more.';
}
