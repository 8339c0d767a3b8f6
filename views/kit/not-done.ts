/** Says in a modal what came of a click on a home tab, where no message can answer. */
import type { ModalView } from '@slack/types';
import { modal, section } from '#views/kit/blocks.ts';

/** `text`: why nothing changed, as mrkdwn. */
export const notDone = (text: string): ModalView => modal({ title: 'No changes made' }, [section(text)]);

/** `text`: what was done, as mrkdwn. */
export const done = (text: string): ModalView => modal({ title: 'Done' }, [section(text)]);
