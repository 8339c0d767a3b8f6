/** The blocks that most views are built from. `text` is mrkdwn, except in a heading. */

import type {
  Button,
  ConfirmationDialog,
  ContextBlock,
  DividerBlock,
  HeaderBlock,
  KnownBlock,
  ModalView,
  PlainTextElement,
  RichTextBlock,
  SectionBlock,
} from '@slack/types';
import { clip, slack } from './limits.ts';
import { compact, type Part } from './lists.ts';
import { mrkdwn, plain } from './text.ts';

export const section = (
  text: string,
  more: Pick<SectionBlock, 'accessory' | 'block_id'> = {},
): SectionBlock => ({ type: 'section', text: mrkdwn(text), ...more });

/** Puts lines into as few sections as Slack accepts. Each line has to fit into one. */
export function sections(lines: readonly string[]): SectionBlock[] {
  const texts: string[] = [];
  for (const line of lines) {
    const last = texts.at(-1);
    if (last !== undefined && last.length + 1 + line.length <= slack.sectionText)
      texts[texts.length - 1] = `${last}\n${line}`;
    else texts.push(line);
  }
  return texts.map((text) => section(text));
}

const richText = (type: 'rich_text_quote' | 'rich_text_section', text: string): RichTextBlock => ({
  type: 'rich_text',
  elements: [{ type, elements: [{ type: 'text', text }] }],
});

/** A quote in which nothing is markup. */
export const quote = (text: string): RichTextBlock => richText('rich_text_quote', text);

/** A text in which nothing is markup. */
export const verbatim = (text: string): RichTextBlock => richText('rich_text_section', text);

/** Small, gray text. */
export const contextLine = (text: string): ContextBlock => ({ type: 'context', elements: [mrkdwn(text)] });

export const heading = (text: string): HeaderBlock => ({
  type: 'header',
  text: plain(clip(text, slack.headerText)),
});

export const divider: DividerBlock = { type: 'divider' };

export const button = (
  action_id: string,
  text: string,
  more: Pick<Button, 'value' | 'style' | 'confirm' | 'url'> = {},
): Button => ({ type: 'button', action_id, text: plain(text), ...more });

/** No block if there are no buttons. */
export function buttonRow(buttons: readonly Part<Button>[], block_id?: string): KnownBlock[] {
  const elements = compact(buttons);
  return elements.length > 0 ? [{ type: 'actions', ...(block_id && { block_id }), elements }] : [];
}

/** The question that a button asks. */
export const dialog = (
  title: string,
  text: ConfirmationDialog['text'],
  confirm: string,
  deny = 'Not now',
): ConfirmationDialog => ({ title: plain(title), text, confirm: plain(confirm), deny: plain(deny) });

/** The question of a button that deletes or stops something. */
export const dangerDialog = (title: string, text: string, confirm: string): ConfirmationDialog => ({
  ...dialog(title, plain(text), confirm, 'Keep'),
  style: 'danger',
});

interface ModalOptions {
  callback_id?: string;
  title: string;
  /** Absent if there's nothing to submit. */
  submit?: string | undefined;
  close?: string;
  /** The metadata that its submission needs. */
  context?: object;
}

export function modal(options: ModalOptions, blocks: readonly Part<KnownBlock>[]): ModalView {
  const { callback_id, title, submit, close = submit ? 'Cancel' : 'Close', context } = options;
  return {
    type: 'modal',
    ...(callback_id && { callback_id }),
    title: plain(title),
    ...(submit && { submit: plain(submit) }),
    close: plain(close),
    ...(context && { private_metadata: JSON.stringify(context) }),
    blocks: compact(blocks),
  };
}

/** The title of a modal whose own title isn't known before its content was read. */
export const loading = plain('One moment…');

/** The modal while its content is being read. `waiting` says what is being read: `Loading thread…`. */
export const readingModal = (title: PlainTextElement, waiting: string): ModalView =>
  modal({ title: title.text, close: 'Cancel' }, [section(`:hourglass_flowing_sand: ${waiting}`)]);

/**
 * The result of a click on a Home tab, where no message can answer. `text`: why nothing changed, as mrkdwn.
 */
export const notDone = (text: string): ModalView => modal({ title: 'No changes made' }, [section(text)]);

/** `text`: what was done, as mrkdwn. */
export const done = (text: string): ModalView => modal({ title: 'Done' }, [section(text)]);
