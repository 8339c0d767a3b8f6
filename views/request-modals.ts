/** The three modals that make a request: one list, so that a change of brand can draw whichever is open. */
import type { Block, KnownBlock, ModalView } from '@slack/types';
import type { Named } from '#src/cards/request.ts';
import { aiPostModal } from './ai-post-modal.ts';
import { campaignModal } from './campaign-modal.ts';
import { block } from './fields.ts';
import { isPartOf } from './long-text.ts';
import { postModal } from './post-modal.ts';
import type { ModalContext } from './read.ts';

const modals = [postModal, aiPostModal, campaignModal];

/**
 * The open modal, drawn for another brand, with its default profiles. What was typed stays, since Slack keeps it by the ids; a text
 * may be spread over several inputs, so its blocks are taken over as they are.
 */
export function redrawFor(
  open: { callback_id: string; blocks: (Block | KnownBlock)[] },
  context: ModalContext,
  profiles: readonly Named[],
): ModalView | undefined {
  const drawn = modals.find((modal) => modal.id === open.callback_id)?.render(context, '', profiles);
  if (!drawn) return undefined;
  const isText = ({ block_id }: { block_id?: string }): boolean =>
    [block.caption, block.prompt, block.brief].some((id) => isPartOf(id, block_id));
  const parts = open.blocks.filter(isText);
  const [first] = drawn.blocks.filter(isText);
  return { ...drawn, blocks: drawn.blocks.flatMap((one) => (one === first ? parts : [one])) };
}
