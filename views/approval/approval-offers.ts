/** What a person who approved a card with a reply in its thread or a reaction is told privately. */
import type { KnownBlock } from '@slack/types';
import type { Card } from '#src/posts/card/card.ts';
import { wordsOf } from '#src/posts/card/content.ts';
import { buttonRow, section } from '#views/kit/blocks.ts';
import { clipped, oneLine } from '#views/kit/text.ts';
import { approvalButton, approvalOfferBlock } from '#views/posts/card-buttons.ts';
import type { ConfirmOptions } from '#views/posts/card-questions.ts';

const noApproval = {
  reply: 'Replies don’t count as approval.',
  reaction: 'Reactions don’t count as approval.',
};
type SignalKind = keyof typeof noApproval;

/** The card's button that approves it now; `undefined` if it has none. */
export function approvalOffer(
  card: Card,
  signal: SignalKind,
  options: ConfirmOptions,
): { text: string; blocks: KnownBlock[] } | undefined {
  const button = approvalButton(card, { ...options, toApprover: true });
  if (!button) return undefined;
  const text = `${noApproval[signal]} To approve ${named(card, signal)} as shown on its card, press the button.`;
  return {
    text,
    blocks: [section(text), ...buttonRow([button], approvalOfferBlock)],
  };
}

/** Names the post after a reaction, because that message isn't next to the card, as it is in a thread. */
function named(card: Card, signal: SignalKind): string {
  const words = signal === 'reaction' ? clipped(oneLine(wordsOf(card)), 80) : '';
  return words ? `“${words}”` : 'this post';
}

/** For a reply below a campaign, or a reaction to it. */
export const noOfferOnCampaign = (signal: SignalKind): string =>
  `${noApproval[signal]} Approve a campaign’s posts with the buttons on their cards.`;
