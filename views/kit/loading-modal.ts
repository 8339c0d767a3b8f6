/** The text of a modal while its content is read. */
import type { ModalView, PlainTextElement } from '@slack/types';
import { section } from '#views/kit/blocks.ts';
import { plain } from './text.ts';

/** The title of a modal that has its own only once it was read. */
export const loading = plain('One moment…');

/** `waiting` says what is being read: `Loading thread…`. */
export function readingModal(title: PlainTextElement, waiting: string): ModalView {
  return {
    type: 'modal',
    title,
    close: plain('Cancel'),
    blocks: [section(`:hourglass_flowing_sand: ${waiting}`)],
  };
}
