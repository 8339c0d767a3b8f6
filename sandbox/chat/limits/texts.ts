import { isFields } from '../json.ts';
import { all, anything, byType, characters, flag, list, oneOf, provided, type Rule, shape } from './rules.ts';

/** Limits of the composition objects (docs.slack.dev/reference/block-kit/composition-objects). */
export const id = characters(255, 1);

const plainText = (max: number) => shape({ text: characters(max, 1) }, { emoji: flag });
const mrkdwnText = (max: number) => shape({ text: characters(max, 1) }, { verbatim: flag });

export const plain = (max: number): Rule => byType({ plain_text: plainText(max) });
export const mrkdwn = (max: number): Rule => byType({ mrkdwn: mrkdwnText(max) });
export const anyText = (max: number): Rule => byType({ plain_text: plainText(max), mrkdwn: mrkdwnText(max) });

const optionWith = (text: Rule): Rule =>
  shape({ text, value: characters(150, 1) }, { description: anyText(75) });

/** An option of a select menu: plain text only. */
export const option = optionWith(plain(75));
/** An option of checkboxes or radio buttons, which can use mrkdwn. */
export const richOption = optionWith(anyText(75));
export const optionGroup = shape({ label: plain(75), options: list(option, 100) });

/** Either `options` or `option_groups`, never both. */
export const optionSource = provided(
  (value) => (value.options === undefined) !== (value.option_groups === undefined),
  'must define either `options` or `option_groups`',
);

/**
 * What a select's app answers to `block_suggestion`: at most 100 options or groups (docs.slack.dev/reference/interaction-
 * payloads/block_suggestion-payload).
 */
export const suggestions = all(
  optionSource,
  shape({}, { options: list(option, 100), option_groups: list(optionGroup, 100) }),
);

export const style = oneOf('primary', 'danger');

export const confirm = shape(
  { text: anyText(300) },
  { title: plain(100), confirm: plain(30), deny: plain(30), style },
);

/** An image URL where Slack shows a broken image instead of refusing the message, so only the format is checked. */
export const pictureFields = {
  image_url: characters(3000, 1),
  slack_file: all(
    shape({}, { id: anything, url: anything }),
    provided(
      (value) => (value.id === undefined) !== (value.url === undefined),
      'must define either `id` or `url`',
    ),
  ),
};

export const onePicture = provided(
  (value) => (value.image_url === undefined) !== (value.slack_file === undefined),
  'must define either `slack_file` or `image_url`',
);

/** G18: a picture that Slack has to fetch, and whose address it can't, refuses the whole message. */
export const fetchable: Rule = (value, at, check) => {
  characters(3000, 1)(value, at, check);
  if (typeof value === 'string' && check.unreachable(value)) check.report(at, 'downloading image failed');
};

export const imageElement = all(onePicture, shape({ alt_text: characters(2000, 1) }, pictureFields));

/** All options of a select, including those in groups. */
export function optionsOf(element: unknown): unknown[] {
  if (!isFields(element)) return [];
  const groups = Array.isArray(element.option_groups) ? element.option_groups : [];
  const lists = [element.options, ...groups.map((group) => (isFields(group) ? group.options : []))];
  return lists.flatMap((one) => (Array.isArray(one) ? one : []));
}
