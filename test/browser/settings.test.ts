import assert from 'node:assert/strict';
import { longTest } from '#test/support/long-tests.ts';
import { cardSays } from '#test/support/user-actions.ts';
import { changesOfClocks } from '#test/time/clocks.ts';
import { saveTitle } from '#views/settings/check.ts';
import { startBrowserTeam } from './people.ts';
import { keepPicture } from './pictures.ts';

longTest('Cy sets up a brand and Bo types a time: both see what they entered before saving', async (t) => {
  const { opens, service } = await startBrowserTeam(t);
  const [bo, cy] = await Promise.all([opens('Bo'), opens('Cy')]);
  const own = await cy.opens('/social settings', 'Settings');
  await keepPicture('settings', own.dialog);
  await own.dialog.getByRole('combobox').last().click();
  await cy.page.getByRole('option', { name: 'Northwind Coffee' }).click();

  const brand = await cy.modal('Brand settings');
  await brand.chooses('Default profiles', 'Instagram · northwind.coffee', 'LinkedIn · Northwind Coffee');
  const zone = brand.dialog.getByRole('combobox', { name: 'Time zone' });
  const chevron = zone.locator('~ .combobox-sign');
  for (const open of [true, false]) {
    await chevron.click();
    assert.equal(await zone.getAttribute('aria-expanded'), String(open));
  }
  await zone.fill('berlin');
  await cy.page.getByRole('option', { name: /^Berlin/ }).click();
  await brand.chooses('Channel', '#social');
  await brand.chooses('Digest on weekday mornings', 'At 9:00 AM');
  await keepPicture('brand-settings', brand.dialog);
  await brand.presses('Continue');
  const check = await cy.modal(saveTitle);
  await check.dialog.getByText(/Next: .* 9:00 AM in Berlin · .* your time/).waitFor();
  await keepPicture('settings-check', check.dialog);
  await check.submits('Save');
  await cy.seesPrivately(/settings for Northwind Coffee were saved/);

  const post = await bo.opens('/post Doors open at nine', 'New post');
  await post.chooses('Brand', 'Northwind Coffee');
  await post.dialog.getByText('LinkedIn · Northwind Coffee').waitFor();
  await post.fills({ 'Or type a time': 'next Tuesday at noon' });
  await post.presses('Create post');
  const meant = post.dialog.getByText(/12:00 PM in Berlin/);
  await meant.first().waitFor();
  await keepPicture('time-in-words', post.dialog);
  const year = new Date().getUTCFullYear();
  const changes = changesOfClocks(year, year + 1, ['Europe/Berlin']);
  const next = (isForward: boolean) =>
    changes.find(({ at, before, after }) => before < after === isForward && at > Date.now() + 86_400_000) ??
    assert.fail('clocks no longer change in Berlin');
  const [forward, back] = [next(true), next(false)];
  const halfPast = (at: number, offset: number) =>
    new Date(at + (offset + 30) * 60_000).toISOString().slice(0, 16).replace('T', ' ');
  let submit = 'Confirm & create post';
  for (const [words, why, picture] of [
    ['5/6 9:00', 'That date is ambiguous.', 'time-figures'],
    [
      halfPast(back.at, back.after),
      'Clocks in Berlin go back that day, so this time happens twice.',
      'time-twice',
    ],
    [
      halfPast(forward.at, forward.before),
      'Clocks in Berlin go forward that day and skip this time.',
      'time-skipped',
    ],
  ] as const) {
    await post.fills({ 'Or type a time': words });
    await post.presses(submit);
    submit = 'Create post';
    await post.dialog.getByText(new RegExp(`${why} Which (date|time) do you mean\\?`)).waitFor();
    await keepPicture(picture, post.dialog);
    await post.dialog.getByRole('radio').last().check();
  }
  assert.ok(await post.dialog.getByRole('radio', { name: /3:30 AM in Berlin/ }).isChecked());
  await keepPicture('time-skipped', post.dialog);
  await post.submits(submit);
  await bo.sees(cardSays.scheduled);
  assert.equal(service.posts('brand-northwind').at(-1)?.scheduledAt, forward.at + 30 * 60_000);
});
