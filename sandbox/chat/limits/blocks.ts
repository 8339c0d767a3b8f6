import { elements, multiSelects, singleSelects } from './elements.ts';
import { inputs } from './inputs.ts';
import { richBlocks } from './rich-blocks.ts';
import { all, byType, characters, flag, list, provided, type Rule, shape, whole } from './rules.ts';
import { anyText, fetchable, id, imageElement, onePicture, pictureFields, plain } from './texts.ts';

/** Limits of the blocks (docs.slack.dev/reference/block-kit/blocks). What a block can contain is on the page of each element. */
const block = { block_id: id };
const { datetimepicker, button, ...choices } = elements;

const image = all(
  onePicture,
  shape(
    { alt_text: characters(2000, 1) },
    { ...block, ...pictureFields, image_url: fetchable, title: plain(2000) },
  ),
);

const section = all(
  shape(
    {},
    {
      ...block,
      text: anyText(3000),
      fields: list(anyText(2000), 10, 1),
      accessory: byType({ button, ...choices, ...singleSelects, ...multiSelects, image: imageElement }),
      expand: flag,
    },
  ),
  provided(
    (value) => value.text !== undefined || value.fields !== undefined,
    'missing required field: text or fields',
  ),
);

const input = all(
  shape(
    {
      label: plain(2000),
      element: byType({ ...choices, datetimepicker, ...singleSelects, ...multiSelects, ...inputs }),
    },
    { ...block, hint: plain(2000), optional: flag, dispatch_action: flag },
  ),
  provided(
    (value) => !(value.dispatch_action === true && Object(value.element).type === 'file_input'),
    'dispatch_action is not available for file_input',
    'dispatch_action',
  ),
);

const simple = {
  section,
  image,
  input,
  divider: shape({}, block),
  header: shape({ text: plain(150) }, { ...block, level: whole(1, 4) }),
  context: shape(
    {
      elements: list(
        byType({ image: imageElement, plain_text: anyText(3000), mrkdwn: anyText(3000) }),
        10,
        1,
      ),
    },
    block,
  ),
  actions: shape(
    {
      elements: list(
        byType({
          button,
          ...choices,
          datetimepicker,
          ...singleSelects,
          ...multiSelects,
        }),
        25,
        1,
      ),
    },
    block,
  ),
} satisfies Record<string, Rule>;

/** Any block that Presscheck uses. The page can't render Slack's other blocks. */
export const anyBlock: Rule = byType({ ...simple, ...richBlocks });
