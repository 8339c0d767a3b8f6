/** The inputs that several modals share. Ids of blocks are what readers and refusals name. */
import type { InputBlock, PlainTextOption } from '@slack/types';
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
  // these depend on the brand: with another brand the block is another, so that Slack drops what was chosen
  profiles: (brand: Named | undefined) => dependent('profiles', brand),
  library: (brand: Named | undefined) => dependent('library', brand),
  designs: (brand: Named | undefined) => dependent('designs', brand),
} as const;

function dependent(name: string, brand: Named | undefined): string {
  return `${name}.${brand?.id ?? ''}`.slice(0, 255);
}

/** The action ids that ask for options while people type. */
export const lists = {
  brand: 'brand',
  profiles: 'profiles',
  library: 'library',
  designs: 'designs',
} as const;

/** An option as Slack takes it; too long a name is cut visibly. */
export function option(text: string, value: string): PlainTextOption {
  return { text: plain(clip(text, slack.optionText)), value };
}

/** Slack takes no empty text: what has no name is called by its id. */
export const optionOf = ({ id, name }: Named): PlainTextOption => option(name.trim() || id, id);

export function brandField(brand: Named | undefined): InputBlock {
  return {
    type: 'input',
    block_id: block.brand,
    label: plain('Brand'),
    dispatch_action: true,
    element: {
      type: 'external_select',
      action_id: lists.brand,
      min_query_length: 0,
      placeholder: plain('Choose a brand'),
      ...(brand && { initial_option: optionOf(brand) }),
    },
  };
}

interface TextOptions {
  /** At most what an input takes; what may be longer is entered with `longTextFields`. */
  text?: string | undefined;
  optional?: boolean;
  lines?: boolean;
  hint?: string;
  placeholder?: string;
}

export function textField(id: string, name: string, options: TextOptions): InputBlock {
  return {
    type: 'input',
    block_id: id,
    label: plain(name),
    optional: options.optional ?? false,
    element: {
      type: 'plain_text_input',
      action_id: id,
      multiline: options.lines ?? false,
      max_length: slack.inputText,
      ...(options.text && { initial_value: options.text }),
      ...(options.placeholder && { placeholder: plain(options.placeholder) }),
    },
    ...(options.hint && { hint: plain(options.hint) }),
  };
}

export function linksField(
  id: string,
  name: string,
  hint: string,
  links: readonly string[] = [],
): InputBlock {
  return textField(id, name, {
    ...{ text: links.join('\n'), lines: true, optional: true, hint },
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
      'Studio designs to follow',
      { max },
    ),
    hint: plain('Used only if there are images.'),
  };
}

export function libraryField(context: ModalContext): InputBlock {
  return {
    type: 'input',
    block_id: block.library(context.brand),
    label: plain('Hashtag library'),
    optional: true,
    element: {
      type: 'external_select',
      action_id: lists.library,
      min_query_length: 0,
      placeholder: plain(context.brand ? 'None' : 'Choose a brand first'),
    },
  };
}

export function manyOf(
  id: string,
  name: string,
  list: string,
  context: ModalContext,
  placeholder: string,
  { max, chosen = [] }: { max?: number | undefined; chosen?: readonly Named[] },
): InputBlock {
  return {
    type: 'input',
    block_id: id,
    label: plain(name),
    optional: true,
    element: {
      type: 'multi_external_select',
      action_id: list,
      min_query_length: 0,
      placeholder: plain(context.brand ? placeholder : 'Choose a brand first'),
      ...(max !== undefined && { max_selected_items: max }),
      ...(chosen.length > 0 && { initial_options: chosen.map(optionOf) }),
    },
  };
}

/** A choice among an enumeration of the contract, which the service may also be left to make. */
export function enumField(
  id: string,
  name: string,
  values: readonly string[],
  placeholder = 'Let the service choose',
): InputBlock {
  return {
    type: 'input',
    block_id: id,
    label: plain(name),
    optional: true,
    element: {
      type: 'static_select',
      action_id: id,
      placeholder: plain(placeholder),
      options: values.map((value) => option(label(value), value)),
    },
  };
}

export function numberField(id: string, name: string, min: number, max: number, initial: number): InputBlock {
  return {
    type: 'input',
    block_id: id,
    label: plain(name),
    hint: plain(`From ${min} to ${max}.`),
    element: {
      type: 'number_input',
      action_id: id,
      is_decimal_allowed: false,
      min_value: String(min),
      max_value: String(max),
      initial_value: String(initial),
    },
  };
}

export function timeField(
  name: string,
  options: { at?: string | undefined; optional?: boolean; hint: string },
): InputBlock {
  return {
    type: 'input',
    block_id: block.time,
    label: plain(name),
    optional: options.optional ?? false,
    hint: plain(options.hint),
    element: {
      type: 'datetimepicker',
      action_id: block.time,
      ...(options.at && { initial_date_time: Math.floor(Date.parse(options.at) / 1_000) }),
    },
  };
}
