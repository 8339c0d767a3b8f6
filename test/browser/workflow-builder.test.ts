import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { fromWorkflow } from '#views/posts/card.ts';
import { buttonText } from '#views/posts/card-buttons.ts';
import { type openPage, startBrowserTeam } from './people.ts';
import { keepPicture } from './pictures.ts';

type Visitor = Awaited<ReturnType<typeof openPage>>;

async function opensWorkflows(person: Visitor) {
  await person.page.getByRole('button', { name: 'Run a workflow' }).click();
  const panel = await person.modal('Run a workflow');
  return {
    panel,
    runs: panel.dialog.getByRole('article'),
    step: panel.dialog.getByRole('combobox', { name: /^Step/ }),
    field: (name: RegExp) => panel.dialog.getByRole('textbox', { name }),
  };
}

test('Ana runs a workflow that creates a post and asks for approval, and Bo approves it', async (t) => {
  const started = await startBrowserTeam(t, { settings: { WORKFLOW_STEPS: 'true' } });
  const { opens } = started;
  await (await ruleSetter(t, started))(aRule());
  const [ana, bo] = await Promise.all([opens('Ana'), opens('Bo')]);
  const { panel, runs, step, field } = await opensWorkflows(ana);
  await step.selectOption('Create a post');
  await field(/^Brand/).fill('Northwind Coffee');
  await field(/^Caption/).fill('Open until ten tonight');
  await field(/^Social profiles/).fill('LinkedIn');
  await panel.presses('Run');
  await runs.filter({ hasText: 'Create a post: Completed' }).waitFor();
  assert.equal(await field(/^Caption/).inputValue(), '', 'the form is empty again');
  assert.ok(
    ((await runs.first().boundingBox())?.y ?? 0) < ((await step.boundingBox())?.y ?? 0),
    'the run is above the form',
  );
  await keepPicture('workflow-run', panel.dialog);
  const card = await bo.sees(new RegExp(fromWorkflow));
  await keepPicture('workflow-card', card);

  await step.selectOption('Request approval');
  await field(/^Message/).fill('Needed for Friday’s launch');
  await panel.presses('Run');
  await runs.filter({ hasText: 'Request approval: RunningOpen until ten tonight' }).waitFor();
  // a finished run is folded below a newer one
  const post = runs.filter({ hasText: 'Create a post' });
  await post.getByText('Ready for review').waitFor({ state: 'hidden' });
  await post.locator('summary').click();
  await post.getByText('Ready for review').waitFor();
  await step.selectOption('Wait until published');
  await panel.presses('Run');
  await runs.filter({ hasText: 'Wait until published: Running' }).waitFor();
  const asked = await bo.sees(/1 reply/);
  await asked.getByRole('button', { name: /1 reply/ }).click();
  await bo.thread.getByText(/requested approval/).waitFor();
  await keepPicture('workflow-asked', bo.thread);
  // at this width, the thread covers the card
  await bo.thread.getByRole('button', { name: 'Close thread' }).click();
  await card.getByRole('button', { name: buttonText.approveAndPublish }).click();
  await bo.page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await runs.filter({ hasText: 'Request approval: Completed' }).waitFor();
  await runs.filter({ hasText: 'Wait until published: Completed' }).waitFor();
});
