/** The three modals that make a request: one list, so that a change of brand can draw whichever is open. */
import type { Block, KnownBlock, ModalView } from '@slack/types';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { campaignModal } from '#views/campaigns/modal.ts';
import { block } from '#views/kit/fields.ts';
import { isPartOf } from '#views/kit/long-text.ts';
import type { ModalContext } from '#views/kit/parse.ts';
import { aiPostModal } from './ai-post-modal.ts';
import { postModal } from './post-modal.ts';

const modals = [postModal, aiPostModal, campaignModal];

/**
 * The open modal, drawn for another brand, with its default profiles. What was typed stays, since Slack keeps it by the ids; what
 * it began with stays by its blocks, which are taken over: a text may be spread over several inputs. Only their hints are drawn again,
 * since they can be about the brand.
 */
export function redrawFor(
  open: { callback_id: string; blocks: (Block | KnownBlock)[] },
  context: ModalContext,
  profiles: readonly Named[],
): ModalView | undefined {
  const drawn = modals.find((modal) => modal.id === open.callback_id)?.render(context, '', profiles);
  if (!drawn) return undefined;
  const asOpen = (one: Block | KnownBlock): (Block | KnownBlock)[] => {
    const filled = [block.caption, block.prompt, block.brief, block.media].find((id) => id === one.block_id);
    if (!filled) return [one];
    const hint = 'hint' in one && { hint: one.hint };
    return open.blocks
      .filter(({ block_id }) => isPartOf(filled, block_id))
      .map((was) => (was.block_id === one.block_id ? { ...was, ...hint } : was));
  };
  return { ...drawn, blocks: drawn.blocks.flatMap(asOpen) };
}
