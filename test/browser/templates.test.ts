import assert from 'node:assert/strict';
import { longTest } from '#test/support/long-tests.ts';
import { cardSays } from '#test/support/user-actions.ts';
import { addTemplate } from '#views/templates/list.ts';
import { startBrowserTeam } from './people.ts';
import { keepPicture } from './pictures.ts';

longTest('Cy saves templates, and Bo fills forms with them', async (t) => {
  const { opens, service } = await startBrowserTeam(t);
  const [bo, cy] = await Promise.all([opens('Bo'), opens('Cy')]);
  const none = await cy.hears('/social templates Northwind Coffee', /No templates yet/);
  await keepPicture('templates-none', none);
  await none.getByRole('button', { name: addTemplate.caption }).click();
  const caption = await cy.modal('New caption template');
  await caption.fills({ Name: 'New on the menu', Caption: 'New at {brand}: {product}.\nOnly in {month}.' });
  await keepPicture('template-caption', caption.dialog);
  await caption.submits('Save');
  await cy.seesPrivately(/“New on the menu” was saved/);

  const list = await cy.seesPrivately(/Caption template/);
  await list.getByRole('button', { name: addTemplate.prompt }).click();
  const prompt = await cy.modal('New saved prompt');
  await prompt.fills({ Name: 'Weekly tip', Prompt: 'A tip about {topic} for home baristas, by {brand}' });
  await prompt.chooses('Hashtag library', 'Everyday coffee');
  await prompt.submits('Save');
  await cy.seesPrivately(/“Weekly tip” was saved/);
  const both = await cy.seesPrivately(/Caption template[\s\S]*Saved prompt/);
  await keepPicture('templates', both);
  await both.getByRole('button', { name: 'Edit' }).first().click();
  const edited = await cy.modal('Caption template');
  await keepPicture('template-edit', edited.dialog);
  await edited.presses('Delete template');
  await cy.page.getByRole('dialog').getByRole('button', { name: 'Keep', exact: true }).click();
  await edited.submits('Cancel');

  const post = await bo.opens('/post Come by tonight', 'New post');
  await post.chooses('Brand', 'Northwind Coffee');
  await post.chooses('Template', 'New on the menu');
  const text = post.field('Caption');
  await post.dialog.getByText(/Replace {product} below\./).waitFor();
  assert.match(
    await text.inputValue(),
    /^New at Northwind Coffee: {product}\.\nOnly in {month}\.\n\nCome by tonight$/,
  );
  await post.presses('Create post');
  await post.error(/Replace or remove {product}\./).waitFor();
  await keepPicture('template-chosen', post.dialog);
  await text.fill((await text.inputValue()).replace('{product}', 'chestnut latte'));
  await post.chooses('Social profiles', 'Instagram · northwind.coffee');
  await post.submits('Create post');
  await bo.sees(cardSays.readyWith(/chestnut latte/));

  const ai = await bo.opens('/ai-post', 'New AI post');
  await ai.chooses('Brand', 'Northwind Coffee');
  await ai.chooses('Template', 'Weekly tip');
  await ai.dialog.getByText('Replace {topic} below.').waitFor();
  await keepPicture('template-prompt', ai.dialog);
  await ai.field('Prompt').fill('A tip about grinding for home baristas');
  await ai.submits('Generate');
  await bo.sees(cardSays.readyWith(/grinding|grinding[\s\S]*Ready for review/));
  assert.match(JSON.stringify(service.requestsTo('POST /post/ai')), /northwind-hashtags-coffee/);
});
