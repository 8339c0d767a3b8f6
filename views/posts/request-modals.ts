/**
 * What the modals that create a request share: rendering one again while it's open, and the Home tab's
 * buttons for them.
 */
import type { Block, KnownBlock, ModalView } from '@slack/types';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { button, buttonRow } from '#views/kit/blocks.ts';
import { block, libraryField } from '#views/kit/fields.ts';
import { clip } from '#views/kit/limits.ts';
import { isPartOf, oneField } from '#views/kit/long-text.ts';
import { contextOf, type Submitted } from '#views/kit/parse.ts';
import { plain } from '#views/kit/text.ts';
import { promptFields } from './ai-post-modal.ts';
import { captionFields } from './post-modal.ts';
import { templateHint, templateKind, whatToReplace, withTemplate } from './template-field.ts';

/** The Home tab's button that opens this modal. */
export const createAction = (modal: string): string => `home.create.${modal}`;

/** The labels of these buttons, by the ids of the modals. */
export const createText = { post: 'Write post', 'ai-post': 'Generate post', campaign: 'Create campaign' };

export const createButtons = buttonRow(
  Object.entries(createText).map(([id, text]) =>
    button(createAction(id), text, id === 'post' ? { style: 'primary' } : {}),
  ),
);

/**
 * The open modal, rendered for another brand. Slack keeps what was typed by block id, but not what a field
 * opened with, so the fields named here keep their blocks. A long text has several. Only their hints are new,
 * since they can be about the brand.
 */
export function rerenderFor(open: { blocks: (Block | KnownBlock)[] }, rendered: ModalView): ModalView {
  const asOpen = (one: Block | KnownBlock): (Block | KnownBlock)[] => {
    const filled = [block.caption, block.prompt, block.brief, block.media].find((id) => id === one.block_id);
    if (!filled) return [one];
    const hint = 'hint' in one && { hint: one.hint };
    return open.blocks
      .filter(({ block_id }) => isPartOf(filled, block_id))
      .map((was) => (was.block_id === one.block_id ? { ...was, ...hint } : was));
  };
  return { ...rendered, blocks: rendered.blocks.flatMap(asOpen) };
}

interface Chosen {
  text: string;
  /** Add the template at the end of the text. */
  isAdded: boolean;
  /** The hashtag library to select, if the form has libraries. */
  library?: Named | undefined;
  /** The template's hashtag library, if it doesn't exist anymore. */
  gone?: Named | undefined;
}

/**
 * The open form with a chosen template. Slack keeps what a field holds under the same id, so the text and
 * library get new ones.
 */
export function fillTemplate(
  open: ModalView,
  view: Submitted & { hash: string },
  { library, gone, ...template }: Chosen,
): ModalView | undefined {
  const field = templateKind(open.callback_id);
  if (!field) return undefined;
  const { text, ownText, unchecked } = withTemplate(view, field, template);
  const context = contextOf(view);
  const texts = (field === 'caption' ? captionFields(context, text, oneField()) : promptFields(text)).map(
    (one) =>
      'element' in one && 'action_id' in one.element
        ? { ...one, element: { ...one.element, action_id: `${field}.${view.hash}` } }
        : one,
  );
  const filled = open.blocks.flatMap((one): (Block | KnownBlock)[] => {
    if (one.block_id === field) return texts;
    if (isPartOf(field, one.block_id)) return [];
    return library && one.block_id === block.library(context.brand)
      ? [libraryField(context, { chosen: library, list: `library.${view.hash}` })]
      : [one];
  });
  const form = {
    ...open,
    private_metadata: JSON.stringify({ ...JSON.parse(view.private_metadata), ownText, unchecked }),
    blocks: filled as ModalView['blocks'],
  };
  // templates that were chosen earlier and are still in the text count, too
  const says = whatToReplace(text.slice(0, text.length - (unchecked ?? ownText ?? 0)), gone);
  return sayAtTemplate(form, context.brand, says ?? templateHint[field]);
}

/** The open form with another hint at its menu of templates. */
export function sayAtTemplate(open: ModalView, brand: Named | undefined, says: string): ModalView {
  const blocks = open.blocks.map((one) =>
    one.block_id === block.template(brand) ? { ...one, hint: plain(clip(says, 2_000)) } : one,
  );
  return { ...open, blocks };
}
