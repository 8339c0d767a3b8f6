/** The questions that buttons ask before they do something. */
import type { ShownMessage } from '#sandbox/chat/people/handles.ts';

interface Asking {
  text?: { text: string };
  confirm?: { text: { text: string } };
}

/** What the dialog of this button says, as mrkdwn; `undefined` where the message has no such button, or it asks nothing. */
export function questionOf({ blocks }: Pick<ShownMessage, 'blocks'>, button: string): string | undefined {
  const elements = blocks.flatMap((block) => ('elements' in block ? (block.elements as Asking[]) : []));
  return elements.find(({ text }) => text?.text === button)?.confirm?.text.text;
}
