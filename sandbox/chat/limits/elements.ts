import { fieldsOf, isFields, listOf } from '../json.ts';
import { all, anything, characters, flag, list, onlyOn, pattern, type Rule, shape, whole } from './rules.ts';
import {
  confirm,
  id,
  option,
  optionGroup,
  optionSource,
  optionsOf,
  plain,
  richOption,
  style,
} from './texts.ts';

/** Limits of the elements that are clicked or chosen from (docs.slack.dev/reference/block-kit/block-elements). */
const action = { action_id: id };
const confirmed = { ...action, confirm };
const focused = { ...confirmed, focus_on_load: flag };
const select = { ...focused, placeholder: plain(150) };
const many = { max_selected_items: whole(1, 100) };
const staticOptions = { options: list(option, 100, 1), option_groups: list(optionGroup, 100, 1) };
const conversations = {
  default_to_current_conversation: flag,
  filter: shape({}, { include: anything, exclude_external_shared_channels: flag, exclude_bot_users: flag }),
};
const responds = { response_url_enabled: flag };
const slackId = characters(255, 1);
const slackIds = list(slackId, 100);
const filters = { min_query_length: whole(0, 100) };

const sameOption = (one: unknown, other: unknown): boolean => {
  const [a, b] = [fieldsOf(one), fieldsOf(other)];
  return a.value === b.value && fieldsOf(a.text).text === fieldsOf(b.text).text;
};

/** The initial option has to be one of the options. */
const initialAmongOptions: Rule = (value, at, check) => {
  if (!isFields(value)) return;
  const first = value.initial_option ? [value.initial_option] : listOf(value.initial_options);
  const field = value.initial_option ? 'initial_option' : 'initial_options';
  if (first.every((one) => optionsOf(value).some((other) => sameOption(one, other)))) return;
  check.report(`${at}/${field}`, `${field} must be among the options`);
};

const chosenFrom = (rule: Rule): Rule => all(rule, initialAmongOptions);

export const button = shape(
  { text: plain(75) },
  {
    ...confirmed,
    value: characters(2000),
    url: characters(3000, 1),
    style,
    accessibility_label: characters(75, 1),
  },
);

export const elements = {
  button,
  checkboxes: chosenFrom(
    shape({ options: list(richOption, 10, 1) }, { ...focused, initial_options: list(richOption, 10, 1) }),
  ),
  radio_buttons: chosenFrom(
    shape({ options: list(richOption, 10, 1) }, { ...focused, initial_option: richOption }),
  ),
  datepicker: shape({}, { ...select, initial_date: pattern(/^\d{4}-\d\d-\d\d$/, 'a date as YYYY-MM-DD') }),
  timepicker: shape(
    {},
    {
      ...select,
      initial_time: pattern(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time as HH:mm'),
      timezone: characters(100, 1),
    },
  ),
  datetimepicker: onlyOn(
    ['message', 'modal'],
    shape({}, { ...focused, initial_date_time: whole(1_000_000_000, 9_999_999_999) }),
  ),
} satisfies Record<string, Rule>;

export const singleSelects = {
  static_select: all(
    optionSource,
    chosenFrom(shape({}, { ...select, ...staticOptions, initial_option: option })),
  ),
  external_select: shape({}, { ...select, ...filters, initial_option: option }),
  conversations_select: shape(
    {},
    { ...select, ...conversations, ...responds, initial_conversation: slackId },
  ),
} satisfies Record<string, Rule>;

export const multiSelects = {
  multi_static_select: all(
    optionSource,
    chosenFrom(shape({}, { ...select, ...many, ...staticOptions, initial_options: list(option, 100, 1) })),
  ),
  multi_external_select: shape({}, { ...select, ...many, ...filters, initial_options: list(option, 100, 1) }),
  multi_users_select: shape({}, { ...select, ...many, initial_users: slackIds }),
} satisfies Record<string, Rule>;
