/** What someone reads, privately, who wrote an approval in words below a card. */
import type { KnownBlock } from '@slack/types';
import type { Card } from '#src/posts/card/card.ts';
import { buttonRow, section } from '#views/kit/blocks.ts';
import { approvalButton } from '#views/posts/card-buttons.ts';
import type { AskOptions } from '#views/posts/card-questions.ts';

/** The block of the button, which goes with its message once it was pressed. */
export const wordBlock = 'word-of-approval';

/** The button of the card that approves it now; `undefined`: it has none. */
export function confirmWord(
  card: Card,
  options: AskOptions,
): { text: string; blocks: KnownBlock[] } | undefined {
  const button = approvalButton(card, options);
  if (!button) return undefined;
  const text =
    'A reply doesn’t count as approval. To approve this post as its card shows it, press the button.';
  return {
    text,
    blocks: [section(text), ...buttonRow([button], wordBlock)],
  };
}

/** For a reply below a campaign. */
export const wordBelowCampaign =
  'A reply doesn’t count as approval. Approve a campaign’s posts with the buttons on their cards.';
