/** The modal in which an administrator enters, replaces or removes the API key. The key is never put into it. */
import type { KnownBlock, ModalView } from '@slack/types';
import { keyWorks } from '#views/catalog/me.ts';
import { fieldsOf, type Read, type Submitted } from '#views/kit/parse.ts';
import { clipped, mrkdwn, person, plain, time } from '#views/kit/text.ts';

const field = 'key';

export const removeKeyAction = 'key.remove';

/** The key that stands: who entered it, and when (epoch ms). */
export interface Standing {
  by: string;
  at: number;
}

const id = 'key';

const said = (text: string): KnownBlock => ({ type: 'section', text: mrkdwn(text) });

/** Without anything to enter. */
function told(blocks: KnownBlock[]): ModalView {
  return { type: 'modal', callback_id: id, title: plain('API key'), close: plain('Close'), blocks };
}

export const keyModal = {
  id,
  /** For whoever closed the modal meanwhile. */
  works: 'The API key works and is saved.',
  failed: 'Something went wrong on our side. Enter the key again in a minute.',
  gone: 'The API key is removed. Nothing can be created or published from this workspace until there’s a new one.',

  /** `problem`: what was wrong with the key that was entered just now, as plain text. */
  render(current: Standing | undefined, problem?: string): ModalView {
    const now = current
      ? `There’s an API key. ${person(current.by)} entered it, ${time(new Date(current.at).toISOString())}. A new one replaces it.`
      : 'There’s no API key yet, so nothing can be created or published from this workspace.';
    return {
      type: 'modal',
      callback_id: id,
      title: plain('API key'),
      submit: plain('Check and save'),
      close: plain('Cancel'),
      blocks: [
        ...(problem ? [said(`:warning: ${clipped(problem, 1_000)}`)] : []),
        said(now),
        {
          type: 'input',
          block_id: field,
          label: plain('API key of the publishing service'),
          hint: plain('It’s checked before it’s saved, stored encrypted, and never shown again.'),
          element: { type: 'plain_text_input', action_id: field, max_length: 1_000 },
        },
        ...(current ? [removal] : []),
      ],
    };
  },

  /** The word that was entered; what cannot be a key is refused at the field, and not repeated. */
  read(view: Submitted): Read<string> {
    const key = fieldsOf(view).text(field);
    if (/^[\x21-\x7e]+$/.test(key)) return { value: key };
    return { errors: { [field]: 'An API key has only plain letters, digits and symbols, and no spaces.' } };
  },

  checking: (): ModalView => told([said('Checking the key with the publishing service…')]),

  kept: (owner: Parameters<typeof keyWorks>[0]): ModalView =>
    told([...keyWorks(owner).blocks, said('It’s saved for everyone in this workspace.')]),

  removed: (): ModalView => told([said(keyModal.gone)]),
};

const removal: KnownBlock = {
  type: 'actions',
  elements: [
    {
      type: 'button',
      action_id: removeKeyAction,
      style: 'danger',
      text: plain('Remove the key'),
      confirm: {
        title: plain('Remove the key?'),
        text: plain(
          'Nothing can be created, published or checked for this workspace until there’s a new one.',
        ),
        confirm: plain('Remove'),
        deny: plain('Keep'),
        style: 'danger',
      },
    },
  ],
};
