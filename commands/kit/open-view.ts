import type { ViewSubmitAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';

/** A modal as it was submitted, to be shown once more with something else in it: Slack keeps what stands in its inputs. */
export function openViewOf(view: ViewSubmitAction['view']): ModalView {
  const { callback_id, title, submit, close, private_metadata, blocks } = view;
  return {
    type: 'modal',
    ...{ callback_id, title, private_metadata },
    ...(submit && { submit }),
    ...(close && { close }),
    blocks: blocks as ModalView['blocks'],
  };
}
