/** Reads the primary button and the confirmation dialogs of a message. */

interface ConfirmableButton {
  text?: { text: string };
  style?: string;
  confirm?: { text: { text: string } };
}

const elementsOf = ({ blocks }: { blocks: readonly unknown[] }): ConfirmableButton[] =>
  blocks.flatMap((block) => (block as { elements?: ConfirmableButton[] }).elements ?? []);

/** The text of the primary button; empty if there's none. */
export const primaryOf = (message: { blocks: readonly unknown[] }): string =>
  elementsOf(message).find(({ style }) => style === 'primary')?.text?.text ?? '';

/** The mrkdwn of this button's confirmation dialog; `undefined` without such a button or dialog. */
export const questionOf = (message: { blocks: readonly unknown[] }, button: string): string | undefined =>
  elementsOf(message).find(({ text }) => text?.text === button)?.confirm?.text.text;
