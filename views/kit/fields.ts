/** The inputs that several modals share. Parsers and refusals refer to the ids of their blocks. */
import type {
  Checkboxes,
  ConversationsSelect,
  ExternalSelect,
  InputBlock,
  MultiExternalSelect,
  PlainTextOption,
} from '@slack/types';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { clip, slack } from './limits.ts';
import type { ModalContext } from './parse.ts';
import { label, plain } from './text.ts';

export const block = {
  brand: 'brand',
  caption: 'caption',
  prompt: 'prompt',
  brief: 'brief',
  media: 'media',
  time: 'time',
  tone: 'tone',
  objective: 'objective',
  length: 'length',
  images: 'images',
  references: 'references',
  days: 'days',
  posts: 'posts',
  reason: 'reason',
  channel: 'channel',
  // these depend on the brand: another brand has another block id, so that Slack drops what was chosen
  profiles: (brand: Named | undefined) => dependent('profiles', brand),
  library: (brand: Named | undefined) => dependent('library', brand),
  designs: (brand: Named | undefined) => dependent('designs', brand),
  template: (brand: Named | undefined) => dependent('template', brand),
} as const;

function dependent(name: string, brand: Named | undefined): string {
  return `${name}.${brand?.id ?? ''}`.slice(0, 255);
}

/**
 * The id of the brand whose profiles a field lists; `undefined` for any other field, or if the field has no
 * brand.
 */
export function brandOfProfiles(blockId: string): string | undefined {
  const before = block.profiles(undefined);
  return blockId.startsWith(before) ? blockId.slice(before.length) || undefined : undefined;
}

/** The action ids for which Slack requests options while people type. */
export const lists = {
  brand: 'brand',
  profiles: 'profiles',
  library: 'library',
  designs: 'designs',
} as const;

/** An option. A name that's too long for Slack is cut, visibly. */
export function option(text: string, value: string): PlainTextOption {
  return { text: plain(clip(text, slack.optionText)), value };
}

/** A record without a name is shown by its id, because Slack refuses empty text. */
export const optionOf = ({ id, name }: Named): PlainTextOption => option(name.trim() || id, id);

interface FieldOptions {
  optional?: boolean | undefined;
  hint?: string | undefined;
}

/** A field. Its action id is the id of its block, unless the element has one. */
export function input(
  id: string,
  name: string,
  element: InputBlock['element'],
  { optional = false, hint }: FieldOptions = {},
): InputBlock {
  return {
    type: 'input',
    block_id: id,
    label: plain(name),
    optional,
    element: { action_id: id, ...element },
    ...(hint && { hint: plain(hint) }),
  };
}

/** A menu whose options Slack requests while people type. `action_id`: default the id of its block. */
export const externalSelect = (
  placeholder: string | undefined,
  chosen?: PlainTextOption | undefined,
  action_id?: string,
): ExternalSelect => ({
  type: 'external_select',
  ...(action_id && { action_id }),
  min_query_length: 0,
  ...(placeholder && { placeholder: plain(placeholder) }),
  ...(chosen && { initial_option: chosen }),
});

/** The same menu for several choices. */
export const multiExternalSelect = (
  action_id: string,
  placeholder: string | undefined,
  { chosen, max }: { chosen: readonly Named[]; max?: number | undefined },
): MultiExternalSelect => ({
  type: 'multi_external_select',
  action_id,
  min_query_length: 0,
  ...(placeholder && { placeholder: plain(placeholder) }),
  ...(max !== undefined && { max_selected_items: max }),
  ...(chosen.length > 0 && { initial_options: chosen.map(optionOf) }),
});

/** A menu of the channels in which cards can be posted. */
export const channelSelect = (placeholder: string, chosen?: string | undefined): ConversationsSelect => ({
  type: 'conversations_select',
  filter: { include: ['public', 'private'], exclude_bot_users: true },
  placeholder: plain(placeholder),
  ...(chosen && { initial_conversation: chosen }),
});

export const checkboxes = (options: PlainTextOption[], chosen: PlainTextOption[] = []): Checkboxes => ({
  type: 'checkboxes',
  options,
  ...(chosen.length > 0 && { initial_options: chosen }),
});

export const usedLastHint = 'This is the brand last used in this channel. Check that it’s the right one.';

/** `usedLast`: explains why a brand is preselected that nobody chose. */
export function brandField({ brand, usedLast }: Pick<ModalContext, 'brand' | 'usedLast'>): InputBlock {
  const field = input(
    block.brand,
    'Brand',
    externalSelect('Choose a brand', brand && optionOf(brand), lists.brand),
    brand && usedLast ? { hint: usedLastHint } : {},
  );
  return { ...field, dispatch_action: true };
}

interface TextOptions extends FieldOptions {
  /** Up to 3,000 characters, the most that an input accepts. For longer texts, use `longTextFields`. */
  text?: string | undefined;
  lines?: boolean;
  placeholder?: string;
  /** The most characters; absent: as many as an input accepts. */
  most?: number;
}

export function textField(id: string, name: string, options: TextOptions): InputBlock {
  const element: InputBlock['element'] = {
    type: 'plain_text_input',
    multiline: options.lines ?? false,
    max_length: options.most ?? slack.inputText,
    ...(options.text && { initial_value: options.text }),
    ...(options.placeholder && { placeholder: plain(options.placeholder) }),
  };
  return input(id, name, element, options);
}

export function linksField(
  id: string,
  name: string,
  hint: string,
  links: readonly string[] = [],
): InputBlock {
  return textField(id, name, {
    text: links.join('\n'),
    lines: true,
    optional: true,
    hint,
    placeholder: 'https://…',
  });
}

export function designsField(context: ModalContext, max?: number): InputBlock {
  return {
    ...manyOf(
      block.designs(context.brand),
      'Reference designs',
      lists.designs,
      context,
      'Choose designs to match',
      { max },
    ),
    hint: plain('Used only for posts with images.'),
  };
}

/**
 * Matches the action ids of preselected libraries. Slack keeps the value of a field with the same id, so each
 * selection has its own.
 */
export const preselectedLibrary = /^library\./;

/** `list`: its action id. */
export function libraryField(
  { brand }: Pick<ModalContext, 'brand'>,
  { chosen, list = lists.library }: { chosen?: Named | undefined; list?: string } = {},
): InputBlock {
  const placeholder = brand ? 'None' : 'Choose a brand first';
  const element = externalSelect(placeholder, chosen && optionOf(chosen), list);
  return input(block.library(brand), 'Hashtag library', element, { optional: true });
}

export function manyOf(
  id: string,
  name: string,
  list: string,
  context: ModalContext,
  placeholder: string,
  { max, chosen = [] }: { max?: number | undefined; chosen?: readonly Named[] },
): InputBlock {
  const says = context.brand ? placeholder : 'Choose a brand first';
  const element = multiExternalSelect(list, says, { chosen, max });
  return input(id, name, element, { optional: true });
}

interface SelectOptions extends FieldOptions {
  /** The value of the option that is selected at first; none if it isn't one of them. */
  chosen?: string | undefined;
  placeholder?: string;
}

/** A menu with fixed options. */
export function selectField(
  id: string,
  name: string,
  options: PlainTextOption[],
  { chosen, placeholder, ...others }: SelectOptions = {},
): InputBlock {
  const initial = options.find(({ value }) => value === chosen);
  const element: InputBlock['element'] = {
    type: 'static_select',
    options,
    ...(initial && { initial_option: initial }),
    ...(placeholder && { placeholder: plain(placeholder) }),
  };
  return input(id, name, element, others);
}

/** A choice from one of the contract's enumerations, which people can also leave to the service. */
export function enumField(
  id: string,
  name: string,
  values: readonly string[],
  placeholder = 'Auto',
): InputBlock {
  const options = values.map((value) => option(label(value), value));
  return selectField(id, name, options, { placeholder, optional: true });
}

/** `about`: what the number means, without a period. */
export function numberField(
  id: string,
  name: string,
  { about, min, max, initial }: { about: string; min: number; max: number; initial: number },
): InputBlock {
  const element: InputBlock['element'] = {
    type: 'number_input',
    is_decimal_allowed: false,
    min_value: String(min),
    max_value: String(max),
    initial_value: String(initial),
  };
  return input(id, name, element, { hint: `${about}, from ${min} to ${max}.` });
}

export function timeField(
  name: string,
  { at, ...options }: FieldOptions & { at?: string | undefined },
): InputBlock {
  return input(block.time, name, timePicker(at), options);
}

/** `at`: the time that it shows at first (ISO). */
export const timePicker = (at: string | undefined): InputBlock['element'] => ({
  type: 'datetimepicker',
  ...(at && { initial_date_time: Math.floor(Date.parse(at) / 1_000) }),
});
