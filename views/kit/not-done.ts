/** Says in a modal why a click on a home tab did nothing. */
import type { ModalView } from '@slack/types';
import { mrkdwn, plain } from './text.ts';

/** `text`: mrkdwn. */
export function notDone(text: string): ModalView {
  return {
    type: 'modal',
    title: plain('Nothing was done'),
    close: plain('Close'),
    blocks: [{ type: 'section', text: mrkdwn(text) }],
  };
}
