/** The buttons of a message: which one it offers first, and what they ask before they do something. */

interface ConfirmableButton {
  text?: { text: string };
  style?: string;
  confirm?: { text: { text: string } };
}

const elementsOf = ({ blocks }: { blocks: readonly unknown[] }): ConfirmableButton[] =>
  blocks.flatMap((block) => (block as { elements?: ConfirmableButton[] }).elements ?? []);

/** What the primary button says; empty where there is none. */
export const primaryOf = (message: { blocks: readonly unknown[] }): string =>
  elementsOf(message).find(({ style }) => style === 'primary')?.text?.text ?? '';

/** What the dialog of this button says, as mrkdwn; `undefined` where the message has no such button, or it asks nothing. */
export const questionOf = (message: { blocks: readonly unknown[] }, button: string): string | undefined =>
  elementsOf(message).find(({ text }) => text?.text === button)?.confirm?.text.text;
