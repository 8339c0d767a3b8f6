/** What stands in a modal while what it begins with is read. */
import type { ModalView, PlainTextElement } from '@slack/types';
import { mrkdwn, plain } from './text.ts';

/** `waiting` says what is read: `Reading the thread…`. */
export function readingModal(title: PlainTextElement, waiting: string): ModalView {
  return {
    type: 'modal',
    title,
    close: plain('Cancel'),
    blocks: [{ type: 'section', text: mrkdwn(`:hourglass_flowing_sand: ${waiting}`) }],
  };
}
