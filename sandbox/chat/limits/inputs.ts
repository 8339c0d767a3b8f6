import {
  all,
  characters,
  flag,
  list,
  oneOf,
  onlyOn,
  pattern,
  provided,
  type Rule,
  shape,
  whole,
} from './rules.ts';
import { id, plain } from './texts.ts';

/** Limits of the elements that are typed into (docs.slack.dev/reference/block-kit/block-elements). */
const dispatching = shape(
  {},
  {
    trigger_actions_on: list(oneOf('on_enter_pressed', 'on_character_entered'), 2, 1),
  },
);
const typed = {
  action_id: id,
  placeholder: plain(150),
  focus_on_load: flag,
  dispatch_action_config: dispatching,
};
const numeric = pattern(/^-?\d+(\.\d+)?$/, 'a number as a string');

const lengthsFit = all(
  provided(
    (value) =>
      typeof value.max_length !== 'number' || String(value.initial_value ?? '').length <= value.max_length,
    'initial_value must be no longer than max_length',
    'initial_value',
  ),
  provided(
    (value) =>
      typeof value.min_length !== 'number' ||
      typeof value.max_length !== 'number' ||
      value.min_length <= value.max_length,
    'min_length must be no more than max_length',
    'min_length',
  ),
);

export const inputs = {
  plain_text_input: all(
    shape(
      {},
      {
        ...typed,
        initial_value: characters(3000),
        multiline: flag,
        min_length: whole(0, 3000),
        max_length: whole(1, 3000),
      },
    ),
    lengthsFit,
  ),
  number_input: onlyOn(
    ['modal'],
    shape(
      { is_decimal_allowed: flag },
      { ...typed, initial_value: numeric, min_value: numeric, max_value: numeric },
    ),
  ),
  file_input: onlyOn(
    ['modal'],
    shape({}, { action_id: id, filetypes: list(characters(50, 1), 100, 1), max_files: whole(1, 10) }),
  ),
} satisfies Record<string, Rule>;
