import type { ViewSubmitAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { Asked, Deps } from './command.ts';

/**
 * Renders an open modal again, and returns the hash of its new content. Does nothing, and returns nothing, if it was closed or, with a
 * hash, rendered by someone else since. What was entered stays.
 */
export async function renderModalAgain(
  { log }: Pick<Deps, 'log'>,
  client: Asked['client'],
  { id = '', hash }: { id?: string | undefined; hash?: string | undefined },
  view: ModalView,
): Promise<string | undefined> {
  try {
    const { view: shown } = await client.views.update({ view_id: id, ...(hash && { hash }), view });
    return shown?.hash;
  } catch (cause) {
    const { error } = (cause as { data?: { error?: unknown } }).data ?? {};
    if (error !== 'not_found' && error !== 'hash_conflict') throw cause;
    log.debug({ err: cause }, 'a modal was closed before it could be filled');
    return undefined;
  }
}

/** A submitted modal, to be shown again with other blocks: Slack keeps what was entered. */
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
