/**
 * The modal in which an administrator enters, replaces or removes the API key. The modal never has the key
 * itself.
 */
import type { KnownBlock, ModalView } from '@slack/types';
import { button, buttonRow, dangerDialog, modal, section } from '#views/kit/blocks.ts';
import { input } from '#views/kit/fields.ts';
import { fieldsOf, type Read, type Submitted } from '#views/kit/parse.ts';
import { clipped, person, time } from '#views/kit/text.ts';
import { keyWorks } from './me.ts';

const field = 'key';

export const removeKeyAction = 'key.remove';

/** The current key: who entered it, and when (epoch ms). */
export interface KeyState {
  by: string;
  at: number;
}

const id = 'key';

const said = (text: string): KnownBlock => section(text);

/** A modal without anything to enter. */
function told(blocks: KnownBlock[]): ModalView {
  return modal({ callback_id: id, title: 'API key' }, blocks);
}

export const keyModal = {
  id,
  /** For a person who has closed the modal. */
  works: 'The API key works and was saved.',
  failed: 'Something went wrong on our side. Enter the key again in a minute.',
  gone: 'The API key was removed. Nothing can be created or published from this workspace until someone enters a new one.',

  /** `problem`: what was wrong with the key that was just entered, as plain text. */
  render(current: KeyState | undefined, problem?: string): ModalView {
    const now = current
      ? `${person(current.by)} entered the current API key ${time(new Date(current.at).toISOString())}. A new key will replace it.`
      : 'There’s no API key, so nothing can be created or published from this workspace.';
    return modal({ callback_id: id, title: 'API key', submit: 'Check & save' }, [
      problem && said(`:warning: ${clipped(problem, 1_000)}`),
      said(now),
      input(
        field,
        'Publishing service API key',
        { type: 'plain_text_input', max_length: 1_000 },
        { hint: 'The key is checked before it’s saved. It’s stored encrypted and never shown again.' },
      ),
      ...(current ? removal : []),
    ]);
  },

  /** The key that was entered. Text that can't be a key is refused at the field, and not repeated. */
  read(view: Submitted): Read<string> {
    const key = fieldsOf(view).text(field);
    if (/^[\x21-\x7e]+$/.test(key)) return { value: key };
    return {
      errors: { [field]: 'An API key can contain only plain letters, digits, and symbols, without spaces.' },
    };
  },

  checking: (): ModalView => told([said('Checking API key with the publishing service…')]),

  kept: (owner: Parameters<typeof keyWorks>[0]): ModalView =>
    told([...keyWorks(owner).blocks, said('It’s saved for everyone in this workspace.')]),

  removed: (): ModalView => told([said(keyModal.gone)]),
};

const removal = buttonRow([
  button(removeKeyAction, 'Remove key', {
    style: 'danger',
    confirm: dangerDialog(
      'Remove this key?',
      'Nothing can be created, published, or checked for this workspace until someone enters a new one.',
      'Remove',
    ),
  }),
]);
