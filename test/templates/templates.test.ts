import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { templateLimits } from '#src/templates/templates.ts';
import { auditTrail } from '#test/support/audit-trail.ts';
import { type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { startRedis } from '#test/support/redis.ts';
import { aTemplate, deleteTemplate, saveTemplates } from '#test/support/templates.ts';
import { addTemplate } from '#views/templates/list.ts';
import {
  templateDeleted,
  templateGone,
  templateModal,
  templateNotDeleted,
  templateSaved,
} from '#views/templates/template-modal.ts';

const brand = { id: 'brand-1', name: 'Northwind Coffee' };

/** The form behind this button of the list. */
async function opens({ cy }: Pick<StartedBot, 'cy'>, button: string, title: string) {
  return cy.opensOn(await cy.hears('/social templates', /Templates for/), button, title, { nth: 1 });
}

async function listed({ ana }: Pick<StartedBot, 'ana'>): Promise<string> {
  return (await ana.hears('/social templates', /Templates for/)).text;
}

const notes = async (t: TestContext, started: StartedBot) =>
  (await auditTrail(t, started)).map(({ by, what, note }) => [by, what, note]);

test('an administrator saves, changes and deletes templates, and everyone sees them', async (t) => {
  const started = await startBot(t);
  const { ana, cy } = started;
  const none = await ana.hears('/social templates', /No templates yet/);
  assert.deepEqual(none.buttons, []);

  const caption = await opens(started, addTemplate.caption, 'New caption template');
  assert.deepEqual(caption.labels, ['Name', 'Caption']);
  await caption.fill({ Name: '  New on  the menu ', Caption: 'New at {brand}: {product}.' });
  assert.deepEqual(await caption.submit(), { closed: true, errors: {} });
  await cy.seesPrivately(new RegExp(templateSaved('New on the menu')));

  const prompt = await opens(started, addTemplate.prompt, 'New saved prompt');
  await prompt.fill({ Name: 'Weekly tip', Prompt: 'A tip about {topic} for home baristas' });
  assert.deepEqual(await prompt.submit({ 'Hashtag library': 'Coffee' }), { closed: true, errors: {} });
  await cy.seesPrivately(new RegExp(templateSaved('Weekly tip')));

  const text = await listed(started);
  assert.match(text, /New on the menu\W+Caption template\nNew at {brand}: {product}\./);
  assert.match(text, /Weekly tip\W+Saved prompt\W+Coffee\nA tip about {topic}/);

  const again = await opens(started, 'Edit', 'Caption template');
  assert.deepEqual(again.values, { Name: 'New on the menu', Caption: 'New at {brand}: {product}.' });
  await again.fill({ Caption: 'Only in {month}: {product}.' });
  assert.deepEqual(await again.submit(), { closed: true, errors: {} });
  assert.match(await listed(started), /Only in {month}/);

  const last = await opens(started, 'Edit', 'Caption template');
  await last.clicks('Delete template');
  await last.shows(templateDeleted('New on the menu'));
  assert.doesNotMatch(await listed(started), /New on the menu/);
  assert.deepEqual(await notes(t, started), [
    ['U0CY', 'set', 'caption template “New on the menu”: 26 characters, no hashtag library'],
    ['U0CY', 'set', 'prompt template “Weekly tip”: 37 characters, hashtag library library-1'],
    ['U0CY', 'set', 'caption template “New on the menu”: 27 characters, no hashtag library'],
    ['U0CY', 'set', 'caption template “New on the menu” deleted'],
  ]);
});

test('saving or deleting a template that someone else changed meanwhile overwrites nothing', async (t) => {
  const started = await startBot(t);
  await saveTemplates(t, started, brand, [aTemplate()]);
  const form = await opens(started, 'Edit', 'Caption template');
  await saveTemplates(t, started, brand, [aTemplate({ revision: 1, text: 'Of somebody else' })]);
  const { errors } = await form.submit({ Caption: 'Of mine' });
  assert.equal(errors.Name, Object.values(templateModal.refused.outdated)[0]);
  assert.equal(form.values.Caption, 'Of mine');
  await form.clicks('Delete template');
  await form.shows(templateNotDeleted('New on the menu'));
  await form.close();
  assert.match(await listed(started), /Of somebody else/);

  const edited = await opens(started, 'Edit', 'Caption template');
  await deleteTemplate(t, started, brand, { id: 'template-1', revision: 2 });
  await edited.fill({ Caption: 'Of mine' });
  assert.equal((await edited.submit()).errors.Name, Object.values(templateModal.refused.gone)[0]);
  await edited.clicks('Delete template');
  await edited.shows(templateDeleted('New on the menu'));
  assert.match(await listed(started), /No templates yet/);
});

test('templates that two people save at the same moment are both kept', async (t) => {
  const started = await startBot(t);
  await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      saveTemplates(t, started, brand, [aTemplate({ id: `template-${n}`, name: `Template ${n}` })]),
    ),
  );
  await saveTemplates(t, started, brand, [aTemplate({ id: 'template-3', name: 'Template 3' })]);
  const text = await listed(started);
  for (let n = 0; n < 8; n += 1) assert.match(text, new RegExp(`Template ${n}`));
  assert.equal((await auditTrail(t, started)).length, 8);
});

test('a duplicate name, a long text, and one template too many are refused at their fields', async (t) => {
  const started = await startBot(t);
  const { cy } = started;
  await saveTemplates(t, started, brand, [aTemplate()]);
  const form = await opens(started, addTemplate.caption, 'New caption template');
  await form.fill({ Name: 'new ON the menu', Caption: 'x' });
  assert.equal((await form.submit()).errors.Name, Object.values(templateModal.refused.name_taken)[0]);
  const others = Array.from({ length: templateLimits.templates - 1 }, (_, n) =>
    aTemplate({ id: `other-${n}`, name: `Template ${n}`, text: 'é'.repeat(templateLimits.text) }),
  );
  await saveTemplates(t, started, brand, others);
  await form.fill({ Name: 'One more' });
  assert.equal((await form.submit()).errors.Name, Object.values(templateModal.refused.full)[0]);
  assert.equal(form.values.Caption, 'x');
  await form.close();

  await cy.types('/social templates');
  await cy.hearsOn(await cy.privateMessage(/1 to 10 of 50/), 'Next', /11 to 20 of 50/);
  const post = await cy.opens('/post', 'New post');
  await eventually(async () =>
    assert.equal((await post.optionsOf('Template')).length, templateLimits.templates),
  );
});

longTest('a template whose brand or library was deleted is refused at its field', async (t) => {
  const started = await startBot(t);
  const { chat, cy } = started;
  const gone = { id: 'brand-gone', name: 'Gone' };
  const who = { team: { id: chat.world.workspace.id, domain: 'x' }, user: { id: 'U0CY', name: 'Cy' } };
  const option = { value: 'library-gone', text: { type: 'plain_text', text: 'Gone' } };
  const sends = async (of: { id: string; name: string }) => {
    const about = { channel: 'C0SOCIAL', brand: of, list: `${chat.url}list`, kind: 'prompt' as const };
    const { private_metadata } = templateModal.render(about);
    const values = {
      'template-name': { x: { value: 'Mine' } },
      'template-text': { x: { value: 'Mine' } },
      [`library.${of.id}`]: { library: { selected_option: option } },
    };
    const view = { id: 'V1', type: 'modal', callback_id: templateModal.id, private_metadata, blocks: [] };
    const { body } = await chat.deliver.interaction({
      type: 'view_submission',
      ...who,
      view: { ...view, state: { values } },
    });
    return JSON.stringify(body);
  };
  // what no list was read for passes here, and is checked before anything is sent
  const open = await opens(started, addTemplate.prompt, 'New saved prompt');
  assert.deepEqual(await open.optionsOf('Hashtag library'), ['Coffee']);
  await open.close();
  assert.match(await sends(brand), /This hashtag library no longer exists/);
  assert.match(await sends(gone), /This brand no longer exists/);

  await saveTemplates(t, started, brand, [aTemplate()]);
  const list = await cy.hears('/social templates', /New on the menu/);
  await deleteTemplate(t, started, brand, { id: 'template-1', revision: 1 });
  await cy.clicks(list, 'Edit');
  await (await cy.seesModal('Templates')).shows(templateGone);
});

test('without Redis the template form stays open, and later saves one template', async (t) => {
  const redis = await startRedis({ appendOnly: true });
  const stop = () => redis.stop();
  const started = await startBot(t, { redis }).finally(() => t.after(stop));
  const form = await opens(started, addTemplate.caption, 'New caption template');
  await form.fill({ Name: 'New on the menu', Caption: 'New at {brand}' });
  await redis.kill();
  const { closed, errors } = await form.submit();
  assert.equal(closed, false);
  assert.match(errors.Name ?? '', /went wrong on our side/);
  assert.equal(form.values.Caption, 'New at {brand}');
  await redis.restart();
  await eventually(async () => assert.deepEqual((await form.submit()).errors, {}));
  assert.equal((await listed(started)).match(/New on the menu/g)?.length, 1);
});
