import { topics } from '#src/settings/notification-preferences.ts';
import { createApprovalRequester } from '#test/support/approval-requests.ts';
import { longTest } from '#test/support/long-tests.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { approveButton, cardSays, opensWithBrand } from '#test/support/user-actions.ts';
import { buttonText } from '#views/posts/card-buttons.ts';
import { saveTitle } from '#views/settings/check.ts';
import { startBrowserTeam } from './people.ts';
import { keepPicture } from './pictures.ts';

longTest('Bo chooses direct messages and approves a post from them', async (t) => {
  const started = await startBrowserTeam(t);
  const { opens, ana } = started;
  await (await ruleSetter(t, started))(aRule());
  const [bo, cy] = await Promise.all([opens('Bo'), opens('Cy')]);

  const own = await bo.opens('/social settings', 'Settings');
  for (const one of ['Posts need my approval', 'My posts are ready'])
    await own.dialog.getByRole('checkbox', { name: one }).check();
  await own.chooses('Quiet hours start', '8:00 PM');
  await keepPicture('own-settings', own.dialog);
  await own.presses('Continue');
  const check = await bo.modal(saveTitle);
  await check.dialog.getByText('They all arrive at 8:00 AM').waitFor();
  await keepPicture('own-settings-check', check.dialog);
  await check.submits('Save');

  const settings = await cy.opens('/social settings', 'Settings');
  await settings.dialog.getByRole('combobox').last().click();
  await cy.page.getByRole('option', { name: 'Northwind Coffee' }).click();
  const brand = await cy.modal('Brand settings');
  await keepPicture('brand-settings-notifications', brand.dialog);
  await brand.presses('Edit');
  const places = await cy.modal('Notifications');
  await places.dialog.getByRole('combobox').nth(topics.indexOf('published')).click();
  await cy.page.getByRole('option', { name: 'In the channel' }).click();
  await places.dialog
    .getByText('mentions the author and lists the networks. It’s also sent to the channel.')
    .waitFor();
  await keepPicture('notification-settings', places.dialog);
  await places.submits('Save');
  const saved = await cy.modal('Notifications saved');
  await saved.dialog.getByText('Notifications for Northwind Coffee were saved.').waitFor();
  await keepPicture('notification-settings-saved', saved.dialog);
  await cy.page.keyboard.press('Escape');

  const form = await opensWithBrand(ana, '/post Doors open at nine', 'Northwind Coffee', [
    'Instagram · northwind.coffee',
  ]);
  await form.submit();
  const card = await ana.sees('social', cardSays.ready);
  await approveButton(card);
  await createApprovalRequester(t, started).request(card, 'U0BO');
  await bo.page
    .getByRole('navigation')
    .getByRole('button', { name: /Presscheck(?! home)/ })
    .click();
  // outside of quiet hours, he was notified earlier
  const question = bo.page.getByRole('article').filter({ hasText: 'needs your approval' }).last();
  await question.getByRole('button', { name: buttonText.approveAndPublish }).waitFor();
  await keepPicture('approval-request', question);
  await bo.confirms(question, buttonText.approveAndPublish, 'Publish');
  const done = bo.page.getByRole('article').filter({ hasText: 'Published by' });
  await done.waitFor();
  await keepPicture('approval-request-done', done);
});
