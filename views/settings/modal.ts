/** `/social settings`: what a person sets for themselves, and for administrators also the menu of brands. */
import type { KnownBlock, ModalView } from '@slack/types';
import type { PersonSettings } from '#src/settings/settings.ts';
import { heading, modal, section } from '#views/kit/blocks.ts';
import { present } from '#views/kit/checks.ts';
import { checkboxes, externalSelect, input, lists, option, optionOf } from '#views/kit/fields.ts';
import { fieldsOf, type Read, type Submitted } from '#views/kit/parse.ts';
import { directBlocks, directIn, wrongDirect } from './direct-fields.ts';

export const privateUpdates = 'Private updates';

/** The menu of brands, which opens the settings of the chosen one. */
export const settingsBrand = 'settings.brand';

const field = { brand: 'own-brand', notices: 'notices' } as const;
const informs = option('Send me private updates about my posts', 'on');

export const settingsModal = {
  id: 'settings',

  /**
   * `menu`: a new id each time, because a menu with the same id wouldn't let people choose the same brand
   * twice.
   */
  render(
    { channel, menu }: { channel: string; menu: string },
    { brand, notices, direct }: PersonSettings,
    isAdministrator: boolean,
  ): ModalView {
    return modal({ callback_id: 'settings', title: 'Settings', submit: 'Continue', context: { channel } }, [
      heading('For you'),
      input(
        field.brand,
        'Default brand',
        externalSelect('The brand last used in the channel', brand && optionOf(brand), lists.brand),
        {
          optional: true,
          hint: 'Preselected for you in new posts. If you leave this empty, the brand last used in the channel is preselected.',
        },
      ),
      input(field.notices, privateUpdates, checkboxes([informs], notices ? [informs] : []), {
        optional: true,
        hint: 'For example, which channel your post is being reviewed in. Errors and confirmations of your own actions are always shown.',
      }),
      ...directBlocks(direct),
      ...(isAdministrator ? brandMenu(menu) : []),
    ]);
  },

  read(view: Submitted): Read<PersonSettings> {
    const fields = fieldsOf(view);
    // the menu of brands isn't an input, so Slack can't show an error at it
    const wrong = { [field.brand]: fields.notOptions[field.brand], ...wrongDirect(fields) };
    const errors = present({ ...fields, notOptions: {} }, wrong);
    if (errors) return { errors };
    const brand = fields.choice(field.brand);
    return {
      value: {
        ...(brand && { brand }),
        notices: fields.choices(field.notices).length > 0,
        direct: directIn(fields),
      },
    };
  },

  /** The error if the default brand doesn't exist anymore. */
  brandGone: { [field.brand]: 'This brand no longer exists. Choose another one.' },
};

function brandMenu(menu: string): KnownBlock[] {
  return [
    heading('For a brand'),
    section(
      'Set its channel, profiles, time zone, reminders, digest, and notifications for everyone in this workspace.',
      { block_id: menu, accessory: externalSelect('Choose a brand', undefined, settingsBrand) },
    ),
  ];
}
