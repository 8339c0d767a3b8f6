/** The buttons of a message: which one it offers first, and what they ask before they do something. */
import type { ShownMessage } from '#sandbox/chat/people/handles.ts';

interface Asking {
  text?: { text: string };
  style?: string;
  confirm?: { text: { text: string } };
}

const elementsOf = ({ blocks }: Pick<ShownMessage, 'blocks'>): Asking[] =>
  blocks.flatMap((block) => ('elements' in block ? (block.elements as Asking[]) : []));

/** What the primary button says; empty where there is none. */
export const primaryOf = (message: Pick<ShownMessage, 'blocks'>): string =>
  elementsOf(message).find(({ style }) => style === 'primary')?.text?.text ?? '';

/** What the dialog of this button says, as mrkdwn; `undefined` where the message has no such button, or it asks nothing. */
export const questionOf = (message: Pick<ShownMessage, 'blocks'>, button: string): string | undefined =>
  elementsOf(message).find(({ text }) => text?.text === button)?.confirm?.text.text;
