/**
 * Parses what was entered into a modal. Each view parses its own fields with these functions, and returns
 * errors by block id.
 */
import type { Block } from '@slack/types';
import { z } from 'zod';
import { postTime } from '#src/platform/publishing-api/post-time.ts';
import { linkSchema, type Named, namedSchema } from '#src/platform/publishing-api/request.ts';
import { mediaSchema, type SlackFile, slackFileSchema } from '#src/platform/slack/media.ts';
import { linksIn } from './links.ts';

/** The result of parsing a modal: the value, or a message for each wrong field, by block id. */
export type Read<T> = { value: T } | { errors: Record<string, string> };

const optionSchema = z.object({ value: z.string(), text: z.object({ text: z.string() }) });
const elementSchema = z.object({
  value: z.string().nullish(),
  selected_option: optionSchema.nullish(),
  selected_options: z.array(optionSchema).nullish(),
  selected_date_time: z.number().nullish(),
  selected_time: z.string().nullish(),
  selected_date: z.string().nullish(),
  selected_users: z.array(z.string()).nullish(),
  selected_conversation: z.string().nullish(),
  files: z.array(slackFileSchema).nullish(),
});
const stateSchema = z.record(z.string(), z.record(z.string(), elementSchema));

/** The part of a submitted view that is parsed: Slack's `view.state.values` and `private_metadata`. */
export interface Submitted {
  private_metadata: string;
  state: { values: unknown };
  /** The modal's blocks, with the inputs' initial values. */
  blocks?: readonly Block[];
}

export type Fields = ReturnType<typeof fieldsOf>;

/** The fields of a submission, each found by its block id. A missing field counts as empty. */
export function fieldsOf(view: Submitted) {
  const values = stateSchema.parse(view.state.values);
  const element = (block: string) => Object.values(values[block] ?? {})[0];
  return {
    /** The ids of all blocks with an entry, in order. */
    blocks: Object.keys(values),
    /** The errors of fields in which the selected option only says something, by block id. */
    notOptions: notOptionsIn(values),
    /** Empty also if nothing in it is visible. */
    text: (block: string): string => {
      const text = element(block)?.value?.trim() ?? '';
      return unseen.test(text) ? '' : text;
    },
    choice: (block: string): Named | undefined => named(element(block)?.selected_option),
    choices: (block: string): Named[] =>
      (element(block)?.selected_options ?? []).flatMap((o) => named(o) ?? []),
    users: (block: string): string[] => element(block)?.selected_users ?? [],
    conversation: (block: string): string | undefined => element(block)?.selected_conversation ?? undefined,
    files: (block: string): SlackFile[] => element(block)?.files ?? [],
    /** UTC, ISO 8601. */
    time: (block: string): string | undefined => {
      const unix = element(block)?.selected_date_time;
      return unix ? postTime(unix * 1_000) : undefined;
    },
    /** `09:30`. */
    clockTime: (block: string): string => element(block)?.selected_time ?? '',
    /** `2026-11-24`. */
    date: (block: string): string | undefined => element(block)?.selected_date ?? undefined,
    links: (block: string): string[] => linksIn(element(block)?.value ?? ''),
  };
}

/** Only characters that are invisible, such as zero-width spaces. */
const unseen = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether someone has written, or might have written, text into a field with several lines. */
export function wroteText(view: Submitted & { blocks: readonly Block[] }): boolean {
  const fields = fieldsOf(view);
  return view.blocks.some((block) => {
    const { element } = inputSchema.safeParse(block).data ?? {};
    const text = fields.text(block.block_id ?? '');
    return element?.multiline === true && text !== '' && text !== (element.initial_value ?? '').trim();
  });
}

/** The initial texts of a form's inputs, by block id. */
export const initialTexts = (blocks: readonly Block[] = []): ReadonlyMap<string, string> =>
  new Map(
    blocks.map((block) => [
      block.block_id ?? '',
      inputSchema.safeParse(block).data?.element.initial_value?.trim() ?? '',
    ]),
  );

const inputSchema = z.looseObject({
  element: z.looseObject({ multiline: z.boolean().optional(), initial_value: z.string().nullish() }),
});

/** The value of options that only say something ("the service does not answer"), so they aren't choices. */
export const noChoice = '-';

function notOptionsIn(values: z.infer<typeof stateSchema>): Record<string, string> {
  const wrong = Object.entries(values).flatMap(([block, elements]) => {
    const chosen = Object.values(elements).flatMap((it) => [
      it.selected_option,
      ...(it.selected_options ?? []),
    ]);
    const isNoOption = chosen.some((option) => option?.value === noChoice);
    return isNoOption ? [[block, 'That’s a note about the list, not an option. Choose something else.']] : [];
  });
  return Object.fromEntries(wrong);
}

function named(option: z.infer<typeof optionSchema> | null | undefined): Named | undefined {
  if (!option || option.value === noChoice) return undefined;
  return { id: option.value, name: option.text.text };
}

/** A whole number in a range, in digits, or the error that names the range. */
export function wholeNumber(text: string, min: number, max: number): { value: number } | { wrong: string } {
  const value = Number(text);
  const fits = /^[-+]?\d+$/.test(text) && value >= min && value <= max;
  return fits ? { value } : { wrong: `Enter a whole number from ${min} to ${max}.` };
}

/**
 * Where the modal was opened, and for which brand its lists are. Kept in the view, so it has to be small and
 * not secret.
 */
const contextSchema = z.object({
  /** Empty if it isn't known, so that the modal asks for it. */
  channel: z.string(),
  brand: namedSchema.optional(),
  /** The brand is only the one that the channel used last: nobody chose it here. */
  usedLast: z.boolean().optional(),
  /** The address of the message on which the modal's content is based. */
  source: linkSchema.optional(),
  /** The card of the post whose files the form starts with. */
  filesOf: z.string().optional(),
  /** The files of that message. */
  taken: z.array(mediaSchema).optional(),
  uploads: z.boolean().optional(),
  /** The brand's rule allows attached files only. */
  attachedOnly: z.boolean().optional(),
  /** The longest caption that the service accepts, if it isn't the default. */
  captionLimit: z.int().optional(),
  /** This installation’s `/post`, if it has another name. */
  postCommand: z.string().optional(),
  /** The brand's next open posting slot as text. */
  nextSlot: z.string().optional(),
  /** A template fills the text. This many characters after it stay if another template is chosen. */
  ownText: z.int().min(0).optional(),
  /** Without `ownText`: this many characters at the end of the text can have braces. */
  unchecked: z.int().min(0).optional(),
  /** The service accepts an empty caption. */
  emptyCaption: z.boolean().optional(),
  /** One sentence for each thing that was left out, with the reason. */
  remarks: z.array(z.string()).optional(),
});
export type ModalContext = z.infer<typeof contextSchema>;

/** Parses what a modal keeps for its submission. */
export const contextBy =
  <T>(schema: z.ZodType<T>) =>
  (view: { private_metadata: string }): T =>
    schema.parse(JSON.parse(view.private_metadata));

export const contextOf = contextBy(contextSchema);

const withBrand = contextBy(z.looseObject({ brand: namedSchema.optional() }));

/** The brand whose lists a modal shows; every modal with lists keeps it. */
export const brandOf = (view: { private_metadata: string }): Named | undefined => withBrand(view).brand;
