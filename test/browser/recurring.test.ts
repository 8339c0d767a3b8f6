import assert from 'node:assert/strict';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { buttonText } from '#views/posts/card-buttons.ts';
import { addRecurring } from '#views/recurring/list.ts';
import { startBrowserTeam } from './people.ts';
import { keepPicture } from './pictures.ts';

const today = (): string =>
  new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' }).format(Date.now() + 36 * 3_600_000);

longTest(
  'Ana finds recurring posts in the help, sets one up, sees its card, edits the series, and stops it',
  async (t) => {
    const { opens } = await startBrowserTeam(t);
    const ana = await opens('Ana');
    await ana.hears('/social help', /\/social recurring/);

    const none = await ana.hears('/social recurring Northwind Coffee', /No recurring posts yet/);
    await none.getByRole('button', { name: addRecurring }).click();
    const modal = await ana.modal('Recurring post');
    await modal.fills({ Caption: 'Coffee of the week: Huila, with notes of plum and cocoa' });
    await modal.chooses('Social profiles', 'LinkedIn · Northwind Coffee');
    await modal.dialog.getByRole('checkbox', { name: today(), exact: true }).check();
    await modal.fills({ Time: '09:00' });
    await keepPicture('recurring-modal', modal.dialog);
    await modal.submits('Save');

    const card = await ana.sees(new RegExp(`From a recurring post \\(every ${today()} at 9:00 AM`));
    await card
      .getByText(/Scheduled/)
      .first()
      .waitFor();
    await keepPicture('recurring-card', card);
    const list = await ana.seesPrivately(new RegExp(`Every ${today()} at 9:00 AM`));
    await keepPicture('recurring-list', list);

    await list.getByRole('button', { name: buttonText.edit }).click();
    const change = await ana.modal('Recurring post');
    assert.match(await change.field('Caption').inputValue(), /^Coffee of the week/);
    await change.fills({ Caption: 'Beans of the week' });
    await change.submits('Save');
    const changed = await ana.seesPrivately(/Beans of the week/);
    await ana.confirms(changed, 'Stop', 'Stop');
    await eventually(() => ana.seesPrivately(/No recurring posts yet/));
  },
);
