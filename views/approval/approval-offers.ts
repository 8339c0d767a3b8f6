/** What a person who approved a card with a reply in its thread or a reaction is told privately. */
import type { KnownBlock } from '@slack/types';
import type { Card } from '#src/posts/card/card.ts';
import { wordsOf } from '#src/posts/card/content.ts';
import { buttonRow, section } from '#views/kit/blocks.ts';
import { clipped } from '#views/kit/text.ts';
import { approvalButton, wordBlock } from '#views/posts/card-buttons.ts';
import type { ConfirmOptions } from '#views/posts/card-questions.ts';

const noApproval = {
  reply: 'Replies don’t count as approval.',
  reaction: 'Reactions don’t count as approval.',
};
type Word = keyof typeof noApproval;

/** The card's button that approves it now; `undefined` if it has none. */
export function confirmWord(
  card: Card,
  word: Word,
  options: ConfirmOptions,
): { text: string; blocks: KnownBlock[] } | undefined {
  const button = approvalButton(card, { ...options, toApprover: true });
  if (!button) return undefined;
  const text = `${noApproval[word]} To approve ${named(card, word)} as shown on its card, press the button.`;
  return {
    text,
    blocks: [section(text), ...buttonRow([button], wordBlock)],
  };
}

/** Names the post after a reaction, because that message isn't next to the card, as it is in a thread. */
function named(card: Card, word: Word): string {
  const words = word === 'reaction' ? clipped(wordsOf(card).replaceAll(/\s+/g, ' ').trim(), 80) : '';
  return words ? `“${words}”` : 'this post';
}

/** For a reply below a campaign, or a reaction to it. */
export const wordOnCampaign = (word: Word): string =>
  `${noApproval[word]} Approve a campaign’s posts with the buttons on their cards.`;
