/** What the buttons of a card ask before they do what cannot be taken back. */
import type { ConfirmationDialog } from '@slack/types';
import { publishesAgain } from '#src/cards/again.ts';
import type { Card } from '#src/cards/card.ts';
import { timeOf } from '#src/cards/content.ts';
import type { Review, Standing } from '#src/cards/rules.ts';
import { listed } from './language.ts';
import { slack } from './limits.ts';
import { clipped, count, mrkdwn, plain, time as said } from './text.ts';
import { briefWarning } from './warnings.ts';

/** The words of the button that asks for a card's effect once more. */
export function askAgainText(card: Card): string {
  if (publishesAgain(card)) return 'Publish again';
  if (card.kind !== 'post') return 'Generate again';
  return card.state === 'outcome unknown' ? 'Send again' : 'Try again';
}

/** Behind what is published at once; empty where it cannot be taken back. */
export const undoText = (undoForMs: number, where: string, button = 'Undo'): string =>
  undoForMs > 0 ? `; for ${count(undoForMs / 1_000, 'second')} you can press *${button}* ${where}` : '';

/** The question of a button that gives one approval: what is there once it is given, by the rule as it was drawn. */
export function confirmApproval(card: Card, { standing }: Review, undoForMs: number): ConfirmationDialog {
  const time = timeOf(card);
  const undo = undoText(undoForMs, 'on its card');
  const then = time ? `scheduled for ${said(time)}` : `published at once${undo}`;
  const stays = card.state === 'scheduled' && time ? `It stays scheduled for ${said(time)}.` : '';
  const comes = {
    all: `With your approval it is ${then}.`,
    more: 'More approvals are needed after yours.',
    never: 'Your approval is not enough: the rule asks for more than people may give.',
  };
  return {
    title: plain('Approve this post?'),
    text: mrkdwn([comes[withOneMore(standing)], stays, briefWarning(card)].filter(Boolean).join(' ')),
    confirm: plain('Approve'),
    deny: plain('Not yet'),
  };
}

/** How far the approvals are once somebody gave one more; `never`: no number of them is enough. */
function withOneMore({ given, needed }: Standing): 'all' | 'more' | 'never' {
  if (needed === undefined) return 'never';
  return given.length + 1 >= needed ? 'all' : 'more';
}

/** `review`: where a rule asks for approval; what this press alone does not publish is asked for as an approval. */
export function confirmPublish(
  card: Card,
  review: Review | undefined,
  undoForMs: number,
): ConfirmationDialog {
  if (review && withOneMore(review.standing) !== 'all') return confirmApproval(card, review, undoForMs);
  const names = card.content.profiles.map(({ name }) => clipped(name, 35));
  const warning = briefWarning(card);
  const comes = `It is published at once, for everyone to see${undoText(undoForMs, 'on its card')}.`;
  const asks = (named: number): string =>
    [warning, whereText(card, names, named), comes].filter(Boolean).join(' ');
  // as many as the dialog takes
  const fits = names.findLastIndex((_, i) => asks(i + 1).length <= slack.confirmText);
  return {
    title: plain('Publish this post?'),
    text: mrkdwn(asks(fits + 1)),
    confirm: plain('Publish'),
    deny: plain('Not yet'),
  };
}

function whereText(card: Card, names: readonly string[], named: number): string {
  // without any the warning says so
  if (names.length === 0)
    return card.profilesUnknown ? 'It goes to the profiles that it has in the service.' : '';
  const more = names.length - named;
  if (named === 0) return `It goes to ${count(more, 'social profile')}.`;
  return `It goes to ${listed([...names.slice(0, named), ...(more > 0 ? [`${more} more`] : [])])}.`;
}

export function confirmAgain(card: Card): ConfirmationDialog {
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
