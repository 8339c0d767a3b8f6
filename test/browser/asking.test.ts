import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '#sandbox/redis.ts';
import { renderPicture } from '#sandbox/service/content/pictures.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { connectTitle } from '#views/catalog/connect.ts';
import { uploadLabel } from '#views/posts/media-fields.ts';
import { startBrowserTeam } from './people.ts';
import { keepPicture } from './pictures.ts';

const brandId = 'brand-northwind';

longTest('Ana sees a brand’s posts with their images', async (t) => {
  const { opens } = await startBrowserTeam(t);
  const ana = await opens('Ana');
  const list = await ana.hears('/social posts northwind', /Posts for Northwind Coffee/);
  await list.getByText('Cold brew is back on tap').waitFor();
  await keepPicture('posts', list);
});

longTest('Ana sees what is planned for the next four weeks', async (t) => {
  const { opens, service } = await startBrowserTeam(t);
  const ana = await opens('Ana');
  for (const [inDays, caption] of [
    [1, 'Oat milk at no extra charge, all week'],
    [1, 'Latte art for beginners: two places left'],
    [5, 'Meet Inés, who roasts what you drink'],
    [12, 'The winter blend is here'],
  ] as const) {
    const scheduledAt = Math.ceil((Date.now() + inDays * 86_400_000) / 3_600_000) * 3_600_000;
    service.putPost({
      brandId,
      caption,
      state: 'scheduled',
      scheduledAt,
      socialProfileIds: ['northwind-instagram'],
    });
  }
  await ana.types('/social calendar northwind');
  const calendar = await ana.seesPrivately(/Next four weeks for Northwind Coffee/);
  await calendar.getByText('Meet Inés, who roasts what you drink').waitFor();
  await keepPicture('calendar', calendar);
});

longTest('Ana connects a network with a link, and gets the new profile', async (t) => {
  const { opens, service } = await startBrowserTeam(t);
  const ana = await opens('Ana');
  const modal = await ana.opens('/social connect', connectTitle);
  await modal.chooses('Brand', 'Northwind Coffee');
  await modal.chooses('Network', 'Pinterest');
  await modal.submits('Get link');

  const link = await ana.seesPrivately(/Connect Pinterest to Northwind Coffee/);
  await keepPicture('connect', link);
  const opened = ana.page.waitForEvent('popup');
  await link.getByRole('button', { name: 'Open Pinterest' }).or(link.getByRole('link')).first().click();
  const outside = await opened;
  await outside.getByRole('button', { name: 'Allow' }).click();
  await outside.getByText('The profile is connected').waitFor();

  await ana.hears('/social profiles northwind', /Social profiles for Northwind Coffee.*Pinterest/s);
  assert.ok(service.requestsTo('GET /social-profiles/connection-url').length > 0);
});

longTest('Ana turns a workflow on, and sees who did it', async (t) => {
  const { opens, service } = await startBrowserTeam(t);
  const ana = await opens('Ana');
  await ana.types('/social workflow northwind-reviews');
  const shown = await ana.seesPrivately(/Thank people for reviews is off/);
  await shown.getByRole('button', { name: 'Turn on' }).click();
  const switched = await ana.seesPrivately(/Thank people for reviews is on.*Turned on by @Ana/s);
  await switched.getByRole('button', { name: 'Turn off' }).waitFor();
  await keepPicture('workflow', switched);
  assert.deepEqual(
    service.requestsTo('POST /workflow/{workflowId}').map(({ body }) => body),
    [{ on: true }],
  );
});

longTest('a brand’s analytics are posted in the channel as charts and a table, with a file', async (t) => {
  const { opens } = await startBrowserTeam(t);
  const [ana, bo] = await Promise.all([opens('Ana'), opens('Bo')]);
  await ana.types('/social analytics northwind 7');
  const message = await bo.sees(/Northwind Coffee.*Requested by @Ana.*rows is below/s);
  const table = message.getByRole('table', { name: /, 2026$/ });
  await table.getByRole('rowheader', { name: 'All' }).waitFor();
  // screen readers get the chart as a table
  const followers = message.getByRole('figure', { name: 'Followers' }).getByRole('table');
  await followers.getByRole('columnheader', { name: /\s–\s/ }).last().waitFor();
  await keepPicture('analytics', message);
  const file = bo.conversation.getByRole('link', { name: /northwind-coffee-analytics.*csv/ });
  assert.match((await bo.bytesOf(file, 'href')).toString(), /^.?"date",/);
});

longTest('/social help shows what Ana can do, and a typo gets a suggestion', async (t) => {
  const { opens } = await startBrowserTeam(t);
  const ana = await opens('Ana');
  const help = await ana.hears('/social help', /What you can do here/);
  for (const command of [
    '/post Open until ten tonight',
    '/campaign Two weeks until the summer sale',
    '/social posts Northwind Coffee',
    '/social me',
  ])
    await help.getByText(command, { exact: true }).waitFor();
  await keepPicture('help', help);
  await ana.hears('/social calender', /Did you mean \/social calendar\?/);
});

test('a command with a typo stays in the composer, and the user can be switched while a form is open', async (t) => {
  const { opens } = await startBrowserTeam(t);
  const ana = await opens('Ana');
  await ana.types('/ai-pst Our autumn menu');
  const notice = ana.conversation.getByRole('alert').filter({ hasText: 'not a valid command' });
  await notice.waitFor();
  const composer = ana.conversation.getByRole('textbox');
  // the response restores the text, which can happen after the notice
  await eventually(async () => assert.equal(await composer.inputValue(), '/ai-pst Our autumn menu'));

  const modal = await ana.opens('/ai-post Our autumn menu', 'New AI post');
  await notice.waitFor({ state: 'hidden' });
  await modal.presses('Act as Bo');
  await modal.dialog.waitFor({ state: 'hidden' });
  await ana.page.getByText('Acting as Bo').waitFor();
});

longTest(
  'Ana attaches an image and a video, turns a message with an image into a post, and replies in its thread',
  async (t) => {
    const port = await freePort();
    const settings = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
    const { opens, service } = await startBrowserTeam(t, { settings });
    const [ana, bo] = await Promise.all([opens('Ana'), opens('Bo')]);
    const file = (name: string) => ({ name, mimeType: 'image/png', buffer: renderPicture(name) });
    const made = (words: string) => service.posts(brandId).find(({ caption }) => caption.includes(words));

    const attaching = await ana.opens('/post Harvest day', 'New post');
    await attaching.chooses('Brand', 'Northwind Coffee');
    const film = {
      name: 'harvest.mp4',
      mimeType: 'video/mp4',
      buffer: Buffer.from('0123456789'.repeat(2_000)),
    };
    await attaching.field(uploadLabel).setInputFiles([file('harvest.png'), film]);
    await attaching.dialog.getByText('harvest.png').waitFor();
    await attaching.dialog.getByText('harvest.mp4').waitFor();
    await attaching.submits('Create post');
    const first = await ana.sees(/Ready for review.*Harvest day/s);
    await first.getByRole('img', { name: 'Image for Northwind Coffee' }).waitFor();
    const [shot, clip = ''] = made('Harvest day')?.mediaUrls ?? [];
    assert.deepEqual(await served(shot), renderPicture('harvest.png'));
    assert.equal(await first.getByRole('link', { name: 'Video', exact: true }).getAttribute('href'), clip);
    const part = await ana.page.request.get(clip, { headers: { range: 'bytes=5-9' } });
    assert.deepEqual([part.status(), await part.text()], [206, '56789']);

    await bo.attaches([file('first-cup.png'), { ...file('prices.pdf'), mimeType: 'application/pdf' }]);
    await eventually(async () =>
      assert.equal(await bo.page.locator('textarea:focus').getAttribute('aria-label'), 'Message #social'),
    );
    await bo.types('The *first cup* of the new harvest, for @Ana');
    const said = ana.message(/first cup of the new harvest/).first();
    await said.waitFor();
    await said.hover();
    await said.getByRole('button', { name: 'More actions' }).click();
    await keepPicture('message-menu', ana.page.getByRole('menu'));
    await ana.page.getByRole('menuitem', { name: 'Turn into a post' }).click();
    const form = await ana.modal('New post');
    await form.field('Caption').waitFor();
    assert.equal(await form.field('Caption').inputValue(), 'The first cup of the new harvest, for @Ana');
    await form.chooses('Brand', 'Northwind Coffee');
    await form.chooses('Social profiles', 'Instagram · northwind.coffee');
    await form.dialog.getByText('prices.pdf was left out').waitFor();
    await keepPicture('from-message', form.dialog);
    await form.submits('Create post');
    const card = await ana.sees(/Ready for review.*first cup/s);
    await card.getByRole('img', { name: 'Image for Northwind Coffee' }).waitFor();
    await card.getByRole('link', { name: 'this message' }).waitFor();
    assert.deepEqual(await served(made('first cup')?.mediaUrls[0]), renderPicture('first-cup.png'));

    await said.hover();
    await said.getByRole('button', { name: 'More actions' }).click();
    await ana.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await ana.page.getByRole('menuitem', { name: 'Copy link' }).click();
    const copied = await ana.page.evaluate('navigator.clipboard.readText()');
    assert.match(String(copied), /\/archives\/C0SOCIAL\/p\d{16}$/);

    await said.hover();
    await said.getByRole('button', { name: 'Reply in thread' }).click();
    const reply = ana.thread.getByRole('textbox', { name: 'Reply in thread' });
    await eventually(async () =>
      assert.ok(await reply.evaluate((field) => field === field.ownerDocument.activeElement)),
    );
    await ana.page.keyboard.type('Free for the first fifty');
    await ana.thread.getByRole('button', { name: 'Send' }).click();
    await ana.thread.getByText('Free for the first fifty').waitFor();
    await ana.thread.getByRole('button', { name: 'Close thread' }).click();
    await ana.conversation.getByRole('button', { name: 'Shortcuts' }).click();
    await keepPicture('shortcuts', ana.page.getByRole('menu'));
    await ana.page.getByRole('menuitem', { name: 'New post' }).click();
    await (await ana.modal('New post')).dialog.getByText('Where to post the card').waitFor();
  },
);

async function served(address = ''): Promise<Buffer> {
  return Buffer.from(await (await fetch(address)).arrayBuffer());
}
