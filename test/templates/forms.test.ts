import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShownView } from '#sandbox/chat/driver/shown-view.ts';
import type { Template } from '#src/templates/templates.ts';
import { type BotOptions, type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { startRedis } from '#test/support/redis.ts';
import { inNextSlot, postingTimes } from '#test/support/slots.ts';
import { aTemplate, saveTemplates } from '#test/support/templates.ts';
import { cardSays } from '#test/support/user-actions.ts';
import { templateHint, templateTrouble } from '#views/posts/template-field.ts';

const brand = { id: 'brand-1', name: 'Northwind Coffee' };
const profiles = { 'Social profiles': ['Instagram · northwind.coffee'] };
/** A Monday in Madrid, where Ana is, and still Sunday in UTC. */
const now = Date.parse('2026-11-29T23:30:00Z');
const wednesday = Date.parse('2026-12-02T08:00:00Z');

const menu = aTemplate();
const weekday = aTemplate({
  id: 'template-2',
  name: 'Weekday',
  text: '{Weekday}, {DATE} & {x}. {not a place.',
});
const tip = aTemplate({
  id: 'template-3',
  kind: 'prompt',
  name: 'Weekly tip',
  text: 'A tip about {topic} by {brand}',
  library: { id: 'library-1', name: 'Called otherwise by now' },
});

async function start(
  t: Parameters<typeof startBot>[0],
  templates: readonly Template[] = [menu, weekday, tip],
  options: BotOptions = {},
): Promise<StartedBot> {
  const started = await startBot(t, options);
  await saveTemplates(t, started, brand, templates);
  return started;
}

/** Chooses a template once the form is rendered for its brand, and waits until it's filled in. */
async function chooses(form: ShownView, name: string, field: string, filled: RegExp): Promise<void> {
  await form.fill({ Template: name });
  await eventually(() => assert.match(String(form.values[field]), filled));
}

test('a caption template is sent only once its placeholders are replaced', async (t) => {
  const started = await start(t);
  const { ana, service } = started;
  const form = await ana.opens('/post Come by tonight', 'New post');
  assert.deepEqual(await form.optionsOf('Template'), ['New on the menu', 'Weekday']);
  assert.ok(form.text.includes(templateHint.caption));
  const first = 'New at Northwind Coffee: {product}\\. Only in {month}\\.';
  await chooses(form, 'New on the menu', 'Caption', new RegExp(`^${first}\n\nCome by tonight$`));
  const filled = String(form.values.Caption);
  await form.shows(/Replace {product} below\. I’ll fill in {month} from the date the post is planned for/);
  assert.equal(form.values.Template, 'New on the menu');
  assert.equal((await form.submit(profiles)).errors.Caption, 'Replace or remove {product}.');
  assert.equal(form.values.Caption, filled);
  const caption = filled.replace('{product}', 'chestnut latte');
  await form.sends({ Caption: caption });
  await ana.sees('social', cardSays.ready);
  const month = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'Europe/Madrid' });
  assert.equal(service.posts()[0]?.caption, caption.replace('{month}', month.format(Date.now())));
});

for (const [what, fill] of oneOf([
  ['a time', { 'Schedule for': wednesday / 1_000 }],
  ['the next open slot', inNextSlot],
] as const))
  longTest(`a template’s days are those of ${what}, not of today`, async (t) => {
    const started = await start(t, [weekday], { now: () => now });
    const { ana, service } = started;
    await postingTimes(t, started, brand, { times: [{ day: 3, at: '09:00' }], zone: 'Europe/Madrid' });
    const form = await ana.opens('/post', 'New post');
    await chooses(form, 'Weekday', 'Caption', /^{Weekday}, {DATE} & {x}. {not a place.$/);
    const caption = String(form.values.Caption).replace('{x}', 'tea');
    await eventually(() => form.fill({ ...profiles, ...fill, Caption: caption }));
    await form.sends();
    await eventually(() =>
      assert.equal(service.posts()[0]?.caption, 'Wednesday, December 2, 2026 & tea. {not a place.'),
    );
  });

longTest('another template replaces the previous one, and nothing that a person wrote is lost', async (t) => {
  const { ana } = await start(t, [menu, weekday], { now: () => now });
  const form = await ana.opens('/post', 'New post');
  await chooses(form, 'New on the menu', 'Caption', /^New at/);
  await chooses(form, 'Weekday', 'Caption', /^{Weekday}, {DATE} & {x}. {not a place.$/);
  await form.shows(/Replace {x} below\. I’ll fill in {Weekday} and {DATE}/);
  await form.fill({ Caption: 'Monday & tea' });
  await chooses(form, 'New on the menu', 'Caption', /^New at [^\n]+\n\nMonday & tea$/);
  await chooses(form, 'Weekday', 'Caption', /^{Weekday}, [^\n]+\n\nMonday & tea$/);
  await form.fill({ Caption: 'Only tea, for {someone}' });
  assert.deepEqual((await form.submit()).errors, {}, 'braces that are in no template are only braces');
});

test('a hashtag template is added to the caption, and its placeholders still have to be replaced', async (t) => {
  const tags = aTemplate({ id: 'template-4', name: 'Tags', text: '#coffee #{brand}\n·\n#autumn' });
  const cities = aTemplate({ id: 'template-5', name: 'Cities', text: '#{your city}' });
  const { ana, service } = await start(t, [menu, weekday, tags, cities], { now: () => now });
  const form = await ana.opens('/post Come by', 'New post');
  await chooses(form, 'New on the menu', 'Caption', /^New at [^\n]+\n\nCome by$/);
  await chooses(
    form,
    'Tags',
    'Caption',
    /^New at [^\n]+\n\nCome by\n\n#coffee #Northwind Coffee\n·\n#autumn$/,
  );
  await form.shows(/Replace {product} below\./);
  assert.equal((await form.submit(profiles)).errors.Caption, 'Replace or remove {product}.');
  // another one still takes the place of the first, and leaves the hashtags
  await chooses(form, 'Weekday', 'Caption', /^{Weekday}, [^\n]+\n\nCome by\n\n#coffee [^\n]+\n·\n#autumn$/);
  const edited = `${form.values.Caption} #edited`;
  await form.fill({ Caption: edited });
  await form.fill({ Template: 'Cities' });
  await eventually(() => assert.equal(form.values.Caption, `${edited}\n\n#{your city}`));
  await form.shows(/Replace {x} and {your city} below\./);
  assert.equal((await form.submit()).errors.Caption, 'Replace or remove {x} and {your city}.');
  const caption = `${edited.replace('{x}', 'tea')}\n\n#Huila`;
  await form.sends({ Caption: caption });
  await ana.sees('social', cardSays.ready);
  const dated = caption.replace('{Weekday}', 'Monday').replace('{DATE}', 'November 30, 2026');
  assert.equal(service.posts()[0]?.caption, dated);
});

test('braces with spaces, punctuation or many words are placeholders, too', async (t) => {
  const long = `{what is new on the menu, and why it’s worth a visit in this season}`;
  const { ana } = await start(t, [aTemplate({ text: `{ Brand }: { product } & ${long} { } {}` })]);
  const form = await ana.opens('/post', 'New post');
  await chooses(form, 'New on the menu', 'Caption', /^Northwind Coffee: { product } & {what/);
  await form.shows(`Replace { product } and ${long} below.`);
  assert.equal((await form.submit()).errors.Caption, `Replace or remove { product } and ${long}.`);
});

test('a saved prompt fills the prompt and selects its hashtag library, by its current name', async (t) => {
  const { ana, service } = await start(t);
  const form = await ana.opens('/ai-post', 'New AI post');
  assert.deepEqual(await form.optionsOf('Template'), ['Weekly tip']);
  await form.optionsOf('Hashtag library');
  await chooses(form, 'Weekly tip', 'Prompt', /^A tip about {topic} by Northwind Coffee$/);
  assert.equal(form.values['Hashtag library'], 'Coffee');
  assert.deepEqual(await form.optionsOf('Hashtag library'), ['Coffee']);
  assert.equal((await form.submit()).errors.Prompt, 'Replace or remove {topic}.');
  await form.sends({ Prompt: 'A tip about grinding by Northwind Coffee', ...profiles });
  await ana.sees('social', cardSays.ready);
  const [request] = service.requestsTo('POST /post/ai');
  assert.match(JSON.stringify(request), /library-1/);
});

longTest('a library that no longer exists is not selected, and the form says so', async (t) => {
  const library = { id: 'library-gone', name: 'Summer' };
  const { ana } = await start(t, [{ ...tip, library }]);
  const form = await ana.opens('/ai-post', 'New AI post');
  await form.optionsOf('Template');
  await form.optionsOf('Hashtag library');
  await chooses(form, 'Weekly tip', 'Prompt', /^A tip/);
  assert.equal(form.values['Hashtag library'], undefined);
  assert.match(form.text, /Replace {topic} below\. .*“Summer” no longer exists\./);
});

test('the menu follows the brand, and text from a template stays', async (t) => {
  const northwind = { id: 'brand-northwind', name: 'Northwind Coffee' };
  const started = await startBot(t, { service: { seed: 'demo' } });
  await saveTemplates(t, started, northwind, [menu]);
  const { ana } = started;
  const form = await ana.opens('/post', 'New post');
  assert.ok(!form.labels.includes('Template'));
  await form.fill({ Brand: 'Northwind Coffee' });
  await chooses(form, 'New on the menu', 'Caption', /^New at Northwind/);
  await form.fill({ Brand: 'Atlas Outdoor' });
  await form.noLongerShows('Template');
  assert.match(String(form.values.Caption), /^New at Northwind/);
  assert.equal((await form.submit()).errors.Caption, 'Replace or remove {product}.');
  await form.close();

  const campaign = await ana.opens('/campaign', 'New campaign');
  await campaign.fill({ Brand: 'Northwind Coffee' });
  await eventually(() => assert.ok(campaign.privateMetadata.includes('Northwind')));
  assert.ok(!campaign.labels.includes('Template'));
});

longTest('the longest template goes above the longest text that was typed', async (t) => {
  const text = `{product} ${'é'.repeat(2_989)}z`;
  const { ana, service } = await start(t, [aTemplate({ text })]);
  const own = `${'word '.repeat(1_000)}end`;
  const form = await ana.opens(`/post ${own}`, 'New post');
  await chooses(form, 'New on the menu', 'Caption', /^{product} é+z$/);
  assert.equal((await form.submit()).errors.Caption, 'Replace or remove {product}.');
  await form.sends({ Caption: text.replace('{product}', 'tea'), ...profiles });
  await ana.sees('social', cardSays.ready);
  assert.equal(service.posts()[0]?.caption, `${text.replace('{product}', 'tea')}\n\n${own}`);
});

longTest(
  'a template that was deleted meanwhile, or can’t be read, leaves the form unchanged and says so',
  async (t) => {
    const redis = await startRedis({ appendOnly: true });
    const stop = () => redis.stop();
    const started = await startBot(t, { redis }).finally(() => t.after(stop));
    const { ana, bot, cy } = started;
    await saveTemplates(t, started, brand, [menu]);
    const form = await ana.opens('/post Typed before', 'New post');
    await form.optionsOf('Template');
    await cy.types('/social templates');
    const edited = await cy.opensOn(await cy.privateMessage(/New on the menu/), 'Edit', 'Caption template');
    await edited.clicks('Delete template');
    await edited.shows(/deleted/);
    await form.fill({ Template: 'New on the menu' });
    await form.shows(templateTrouble.gone);
    await redis.kill();
    await form.fill({ Template: 'New on the menu' });
    await form.shows(templateTrouble.unread);
    assert.equal(form.values.Caption, 'Typed before');
    await redis.restart();
    await eventually(async () => assert.ok((await fetch(`http://127.0.0.1:${bot.port}/readyz`)).ok));
  },
);

test('if Slack rejects the filled form, the typed text stays, and choosing the template again fills it in', async (t) => {
  const { ana, chat } = await start(t);
  const form = await ana.opens('/post Typed before', 'New post');
  await form.optionsOf('Template');
  chat.faults.next('views.update', { kind: 'refused', error: 'internal_error' });
  await form.fill({ Template: 'New on the menu' });
  await eventually(() => assert.equal(chat.faults.applied.length, 1));
  assert.equal(form.values.Caption, 'Typed before');
  await chooses(form, 'New on the menu', 'Caption', /^New at [^\n]+\n\nTyped before$/);
});
