import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { cardSays, makesDraft, opensWithBrand, requestsCard, submits } from '#test/support/user-actions.ts';
import { welcomeButtons } from '#views/onboarding/welcome.ts';
import { startBrowserTeam } from './people.ts';
import { keepBytes, keepPicture } from './pictures.ts';

const brand = 'Northwind Coffee';
const instagram = 'Instagram · northwind.coffee';
const linkedin = 'LinkedIn · Northwind Coffee';

longTest('Ana requests a post with /ai-post, Bo approves it, and it is published once', async (t) => {
  const { opens, service } = await startBrowserTeam(t);
  const [ana, bo] = await Promise.all([opens('Ana'), opens('Bo')]);
  service.holdGeneration();

  const modal = await ana.opens('/ai-post', 'New AI post');
  await modal.chooses('Brand', brand);
  await modal.fills({ Prompt: 'Our autumn menu starts on Monday: pumpkin, chestnut, warm light' });
  await modal.chooses('Tone', 'Friendly');
  await modal.chooses('Social profiles', instagram, linkedin);
  await modal.chooses('Images', '1 image');
  await keepPicture('ai-post-modal', modal.dialog);
  await modal.submits('Generate');

  await keepPicture('card-generating', await ana.sees(/Generating an AI post/));
  service.releaseGeneration();

  const card = await bo.sees(cardSays.ready);
  assert.equal(await card.getByRole('img', { name: `Image for ${brand}` }).count(), 1);
  await keepPicture('card-review', card);

  await bo.confirms(card, 'Approve & publish', 'Publish');
  const published = await ana.sees(/Published by @Bo/);
  await bo.sees(/Published by @Bo/);

  assert.equal(await published.getByRole('button').filter({ hasText: 'publish' }).count(), 0);
  assert.equal(service.generations(), 1);
  assert.equal(service.publishes(), 1);
  await keepPicture('card-published', published);
});

test('Ana writes a post, corrects errors at their fields, and Bo publishes it', async (t) => {
  const { opens, service } = await startBrowserTeam(t);
  const [ana, bo] = await Promise.all([opens('Ana'), opens('Bo')]);

  const modal = await ana.opens('/post Open until ten tonight', 'New post');
  await modal.chooses('Brand', brand);
  await modal.chooses('Social profiles', instagram);
  await modal.fills({ 'Media links': 'our window', 'Schedule for': '2020-01-01T10:30' });
  await modal.presses('Create post');
  await modal.error(/our window/).waitFor();
  await modal.error(/That time has passed/).waitFor();
  await keepPicture('modal-errors', modal.dialog);
  assert.equal(await modal.field('Caption').inputValue(), 'Open until ten tonight');
  await modal.dialog.getByText(/ask your Presscheck admin to turn on file uploads/).waitFor();

  const photo = new URL('/media/photo-9x16-window.png', service.url).href;
  await modal.chooses('Social profiles', linkedin, 'TikTok · northwindcoffee');
  await modal.fills({ 'Media links': photo, 'Schedule for': '' });
  await modal.submits('Create post');
  const card = await bo.sees(cardSays.ready);
  await bo.confirms(card, 'Approve & publish', 'Publish');
  await ana.sees(/Published by @Bo/);
  assert.equal(service.creations(), 1);
  assert.equal(service.publishes(), 1);
});

longTest('Bo sees in the thread how a post will look', async (t) => {
  const { opens, ana, service } = await startBrowserTeam(t);
  const photo = new URL('/media/photo-9x16-window.png', service.url).href;
  const profiles = [instagram, linkedin, 'TikTok · northwindcoffee'];
  const form = await opensWithBrand(ana, '/post Open until ten tonight', brand, profiles);
  await form.submit({ 'Media links': photo });
  const bo = await opens('Bo');
  const card = await bo.sees(cardSays.ready);
  await card.getByRole('button', { name: 'Preview', exact: true }).click();
  await card.getByRole('button', { name: /1 reply/ }).click();
  const preview = bo.thread.getByRole('img', { name: /preview\.png/ });
  await preview.waitFor();
  await keepBytes('preview', await bo.bytesOf(preview, 'src'));
});

longTest('Ana schedules a post, and reads its time in her own time zone', async (t) => {
  const { opens, service } = await startBrowserTeam(t);
  const ana = await opens('Ana');
  const day = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  const modal = await ana.opens('/post Doors open at eight', 'New post');
  await modal.chooses('Brand', brand);
  await modal.chooses('Social profiles', instagram, linkedin);
  await modal.fills({ 'Schedule for': `${day}T10:30` });
  await modal.submits('Create post');
  const card = await ana.sees(/Scheduled for .*10:30 AM/);
  assert.equal(service.posts().find(({ caption }) => caption === 'Doors open at eight')?.state, 'scheduled');
  await keepPicture('card-scheduled', card);
});

longTest('Ana clicks a button after Bo, and only she sees that he was first', async (t) => {
  const { opens, chat, service } = await startBrowserTeam(t);
  const [ana, bo] = await Promise.all([opens('Ana'), opens('Bo')]);
  const modal = await ana.opens('/post Beans from Huila', 'New post');
  await modal.chooses('Brand', brand);
  await modal.chooses('Social profiles', instagram);
  await modal.submits('Create post');

  const hers = await ana.sees(cardSays.ready);
  await hers.getByRole('button', { name: 'Approve & publish' }).click();
  const question = ana.page.getByRole('dialog', { name: 'Publish this post?' });
  await question.waitFor();
  const rerenders = () => chat.calls.filter(({ method }) => method === 'chat.update').length;
  const before = rerenders();
  const pressed = Promise.withResolvers<void>();
  t.after(() => pressed.resolve());
  chat.faults.next('chat.update', { kind: 'held', until: pressed.promise });
  await bo.confirms(await bo.sees(cardSays.ready), 'Approve & publish', 'Publish');
  await eventually(() => assert.ok(rerenders() > before));
  await question.getByRole('button', { name: 'Publish', exact: true }).click();

  const told = await ana.seesPrivately(/@Bo (approved|published) this first/);
  pressed.resolve();
  await keepPicture('late-click', told);
  await ana.sees(/Published by @Bo/);
  assert.equal(await bo.message(/this first/).count(), 0);
  assert.equal(service.publishes(), 1);
});

longTest('a failed generation says why', async (t) => {
  const { opens, service } = await startBrowserTeam(t);
  const ana = await opens('Ana');
  service.failGeneration(1);
  const modal = await ana.opens('/ai-post Latte art for beginners on Saturday', 'New AI post');
  await modal.chooses('Brand', brand);
  await modal.chooses('Social profiles', instagram);
  await modal.submits('Generate');
  const failed = await ana.sees(/Couldn’t generate this post/);
  await keepPicture('card-failed', failed);
});

test('Bo decides in the Home tab, which shows changes made elsewhere', async (t) => {
  const { opens, service, ana } = await startBrowserTeam(t);
  const bo = await opens('Bo');
  const modal = await bo.opens('/post We are hiring: a barista who reads', 'New post');
  await modal.chooses('Brand', brand);
  await modal.chooses('Social profiles', instagram);
  await modal.submits('Create post');
  await bo.sees(cardSays.ready);
  const when = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 86_400_000);
  await submits(ana, '/post Latte art for beginners, Saturday at ten', { fill: { 'Schedule for': when } });
  await ana.sees('social', cardSays.scheduled);
  service.faults.add({ on: 'POST /post', kind: 'status', status: 400 });
  await requestsCard(ana, '/post Two sacks of Sidamo, roasted this morning', /Couldn’t create the post/);
  await makesDraft(ana, 'Open until ten tonight. Come by after the concert, the kettle is on.');
  service.holdGeneration();
  await requestsCard(ana, '/ai-post Our autumn menu starts on Monday', /Generating an AI post/);

  const home = await bo.opensHome();
  await home
    .getByText(/2 posts waiting for you.*1 needs attention.*1 being generated.*1 scheduled/)
    .waitFor();
  await keepPicture('home', home.locator('.blocks').first());
  await bo.confirms(home, 'Approve & publish', 'Publish');
  await home.getByText(/1 post waiting for you/).waitFor();
  await eventually(() => assert.equal(service.publishes(), 1));
  service.releaseGeneration();
  await home.getByText(/2 posts waiting for you.*1 needs attention {2}· {2}1 scheduled/).waitFor();
});

test('an administrator who opens the app gets a welcome message, and starts from there', async (t) => {
  const { opens } = await startBrowserTeam(t);
  const cy = await opens('Cy');
  await cy.opensHome();
  await cy.page.getByRole('button', { name: /^Presscheck, 1 unread/ }).click();
  const greeting = cy.page.getByRole('article').filter({ hasText: 'Presscheck is ready' });
  await greeting.waitFor();
  await keepPicture('welcome', greeting);
  await greeting.getByRole('button', { name: welcomeButtons.post }).click();
  const post = await cy.modal('New post');
  // cards can't be posted in a direct message, so no channel is preselected
  await post.dialog.getByRole('combobox', { name: 'Channel' }).click();
  await cy.page.getByRole('option', { name: 'social' }).click();
});

longTest('Ana has an AI post rewritten, and compares both versions in the thread', async (t) => {
  const { opens } = await startBrowserTeam(t);
  const ana = await opens('Ana');
  await ana.types('/ai-post Our autumn menu is here: pumpkin, chestnut, warm light');
  const form = await ana.modal('New AI post');
  await form.chooses('Brand', 'Northwind Coffee');
  await form.chooses('Images', '1 image');
  await form.submits('Generate');
  const card = await ana.sees(cardSays.readyWith(/Rewrite/));
  await card.getByRole('button', { name: 'Rewrite' }).click();
  const rewrite = await ana.modal('Rewrite post');
  await rewrite.chooses('What should change', 'Shorter');
  await rewrite.fills({ 'In your own words': 'Begin with a question' });
  await rewrite.submits('Rewrite');
  await card.getByRole('button', { name: /1 reply/ }).click();
  const version = ana.thread
    .getByRole('article')
    .filter({ hasText: /Rewrite: Shorter, Begin with a question/ });
  await version.getByRole('button', { name: 'Keep this version' }).waitFor();
  await keepPicture('rewrite-version', version);
});

longTest('Ana duplicates a published post for two brands, with profiles for each', async (t) => {
  const { opens, service } = await startBrowserTeam(t);
  const ana = await opens('Ana');
  const photo = new URL('/media/photo-9x16-window.png', service.url).href;
  const post = await ana.opens('/post Open until ten tonight: the last espresso is on the house', 'New post');
  await post.chooses('Brand', brand);
  await post.chooses('Social profiles', instagram);
  await post.fills({ 'Media links': photo });
  await post.submits('Create post');
  await ana.confirms(await ana.sees(cardSays.ready), 'Approve & publish', 'Publish');
  const card = await ana.sees(/Published by @Ana/);

  await card.getByRole('button', { name: 'Duplicate' }).click();
  const form = await ana.modal('Duplicate post');
  await form.chooses('Brands', 'Harbor Yoga');
  await form.field('Social profiles for Harbor Yoga').waitFor();
  await keepPicture('duplicate-form', form.dialog);
});
