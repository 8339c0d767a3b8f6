/** The blocks that most views are made of. `text` is mrkdwn, except in a heading. */
import type {
  Button,
  ContextBlock,
  DividerBlock,
  HeaderBlock,
  KnownBlock,
  ModalView,
  SectionBlock,
} from '@slack/types';
import { clip, slack } from './limits.ts';
import { mrkdwn, plain } from './text.ts';

export const section = (text: string): SectionBlock => ({ type: 'section', text: mrkdwn(text) });

/** Small and gray. */
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
export const buttonRow = (elements: Button[], block_id?: string): KnownBlock[] =>
  elements.length > 0 ? [{ type: 'actions', ...(block_id && { block_id }), elements }] : [];

interface ModalOptions {
  callback_id?: string;
  title: string;
  /** Absent: there's nothing to submit. */
  submit?: string | undefined;
  close?: string;
  /** What its submission needs to know. */
  context?: object;
  /** The same, already as text. */
  metadata?: string;
}

export function modal(options: ModalOptions, blocks: KnownBlock[]): ModalView {
  const { callback_id, title, submit, close = submit ? 'Cancel' : 'Close', context, metadata } = options;
  const private_metadata = metadata ?? (context && JSON.stringify(context));
  return {
    type: 'modal',
    ...(callback_id && { callback_id }),
    title: plain(title),
    ...(submit && { submit: plain(submit) }),
    close: plain(close),
    ...(private_metadata && { private_metadata }),
    blocks,
  };
}
