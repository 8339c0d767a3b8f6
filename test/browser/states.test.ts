import assert from 'node:assert/strict';
import { longTest } from '#test/support/long-tests.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { cardSays, makesDraft, submits } from '#test/support/user-actions.ts';
import { retryButtons } from '#views/posts/card-questions.ts';
import { startBrowserTeam } from './people.ts';
import { keepPicture } from './pictures.ts';

const onLinkedIn = { fill: { 'Social profiles': ['LinkedIn · Northwind Coffee'] } };

longTest('rejected posts, unknown outcomes and requested changes show on their cards', async (t) => {
  const team = await startBrowserTeam(t, {
    service: { seed: 'one-brand' },
    settings: { RECONCILE_INTERVAL_MS: '50' },
  });
  const { ana, bo, service } = team;
  const rule = await ruleSetter(t, team);
  const page = await team.opens('Ana');

  const first = await makesDraft(ana, 'Half price on all beans, today only', onLinkedIn);
  const why = await bo.opensOn(first, 'Reject', 'Reject post');
  await why.submit({ Reason: 'We promised the cafés no discounts this month.' });
  const rejected = await page.sees(/Rejected by @Bo: We promised[\s\S]*This post was rejected/);
  await keepPicture('card-rejected', rejected);
  assert.equal(await rejected.getByRole('button', { name: 'Approve & publish' }).count(), 0);

  service.faults.add({ on: 'PATCH /post/*', kind: 'drop-before' });
  const second = await makesDraft(ana, 'Washed, bright, a little orange: Huila is back', onLinkedIn);
  await bo.clicks(second, 'Approve & publish');
  const unknown = await page.sees(/Outcome unknown[\s\S]*didn’t respond/);
  await unknown.getByRole('button', { name: retryButtons.publish }).waitFor();
  await keepPicture('card-unknown', unknown);

  const refused = service.faults.add({ on: 'PATCH /post/*', kind: 'status', status: 401, times: 100 });
  await bo.clicks(second, retryButtons.publish);
  await bo.clicks(await makesDraft(ana, 'Two seats left at the counter', onLinkedIn), 'Approve & publish');
  const alert = await page.sees(/rejected the API key[\s\S]*2 posts affected/);
  await alert.getByRole('link', { name: /Huila is back/ }).waitFor();
  await keepPicture('alert', alert);
  refused.remove();

  await rule(aRule());
  await submits(ana, '/post Beans from a small farm in Antioquia', onLinkedIn);
  const third = await bo.sees('social', cardSays.readyWith(/Antioquia/));
  const waiting = await page.sees(cardSays.readyWith(/Antioquia/));
  await waiting.getByRole('button', { name: 'Request changes' }).waitFor();
  await keepPicture('card-approval', waiting);
  const note = await bo.opensOn(third, 'Request changes', 'Request changes');
  await note.submit({ 'What should change': 'Name the farm: it is El Mirador.' });
  const changes = await page.sees(/Changes requested by @Bo: Name the farm/);
  await changes.getByRole('button', { name: 'Resubmit' }).waitFor();
  await keepPicture('card-changes', changes);

  // Ana sees the note in the edit form, and Bo sees what she changed
  await changes.getByRole('button', { name: 'Edit' }).click();
  const editing = await page.modal('Edit post');
  await editing.dialog.getByText('Name the farm: it is El Mirador.').waitFor();
  await keepPicture('edit-note', editing.dialog);
  await editing.fills({ Caption: 'Beans from El Mirador, a small farm in Antioquia' });
  await editing.submits('Save');
  await (await page.sees(/Edited by @Ana, /)).getByRole('button', { name: 'Resubmit' }).click();
  const resubmitted = await page.sees(cardSays.readyWith(/Resubmitted/));
  await resubmitted
    .getByText(/El Mirador.*←|→.*El Mirador/s)
    .first()
    .waitFor();
  await keepPicture('card-resubmitted', resubmitted);
  assert.equal(service.publishes(), 0);
});
