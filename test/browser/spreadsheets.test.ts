import assert from 'node:assert/strict';
import { aFile } from '#test/spreadsheets/files.ts';
import { longTest } from '#test/support/long-tests.ts';
import { startBrowserTeam } from './people.ts';
import { keepPicture } from './pictures.ts';

const brand = 'Northwind Coffee';
const nextYear = new Date().getUTCFullYear() + 1;
const deadLink = 'https://images.invalid/cold-brew.png';
const rows = [
  [
    brand,
    'Spring is here: three new roasts, and a terrace in the sun',
    '',
    'Instagram · northwind.coffee',
    `${nextYear}-03-21T09:00+01:00`,
  ],
  [
    brand,
    'Behind the counter: how Mina pulls a shot',
    '',
    'LinkedIn · Northwind Coffee',
    `${nextYear}-03-23T09:00+01:00`,
  ],
  [brand, 'Iced and slow: our cold brew is back', deadLink, '', ''],
  ['Nortwind', 'Beans of the month', '', '', ''],
  [brand, '', 'beans.png', 'northwind.tea', 'next spring'],
  ['Atlas Outdoor', 'Boots that last', '', '', '31 November 10:00'],
];

longTest(
  'Ana finds the import in the help, imports a file, sees the errors, confirms, and exports the posts',
  async (t) => {
    const { opens } = await startBrowserTeam(t);
    const ana = await opens('Ana');
    await ana.hears('/social help', /Import posts/);
    await ana.attaches([{ name: 'spring.csv', mimeType: 'text/csv', buffer: aFile(rows) }]);
    await ana.types('Our posts for spring');
    const said = ana.message(/Our posts for spring/).first();
    await said.waitFor();
    await said.hover();
    await said.getByRole('button', { name: 'More actions' }).click();
    await ana.page.getByRole('menuitem', { name: 'Import posts' }).click();
    const notice = await ana.modal('Import posts');
    await notice.dialog.getByText('I’m checking spring.csv').waitFor();
    await notice.presses('Close');

    await said.hover();
    await said.getByRole('button', { name: 'Reply in thread' }).click();
    const card = ana.thread.getByRole('article').filter({ hasText: 'Ready to create 3 posts' }).first();
    await card.getByRole('button', { name: 'Create 3 posts' }).waitFor();
    await keepPicture('import-review', card);
    await card.getByRole('button', { name: 'See all rows' }).click();
    const all = await ana.modal('All rows');
    await all.dialog.getByText('There’s no brand named “Nortwind”').waitFor();
    await keepPicture('import-rows', all.dialog);
    const order = [...(await all.dialog.innerText()).matchAll(/^Row (\d):/gm)].map(([, row]) => Number(row));
    assert.deepEqual(order, [2, 3, 4, 5, 6, 7]);
    const link = all.dialog.getByRole('link', { name: deadLink });
    assert.equal(await link.getAttribute('href'), deadLink);
    await all.presses('Close');
    await card.getByRole('button', { name: 'Create 3 posts' }).click();
    await ana.thread.getByText('Created 3 posts').first().waitFor();
    await ana.thread.getByRole('button', { name: 'Close thread' }).click();
    const parent = await ana.sees(/Requested by @Ana, rows 2 to 4/);
    await keepPicture('import-posts', parent);
    await parent.hover();
    await parent.getByRole('button', { name: 'Reply in thread' }).click();
    const inThread = (text: string) => ana.thread.getByRole('article').filter({ hasText: text }).first();
    await inThread('didn’t open when I checked').waitFor();
    await keepPicture('import-post', inThread('didn’t open when I checked'));
    await inThread('This import is ready').getByRole('button', { name: 'Review posts' }).click();
    const review = await ana.modal('Review posts');
    await review.dialog.getByText('Iced and slow').waitFor();
    await review.presses('Close');
    await ana.thread.getByRole('button', { name: 'Close thread' }).click();

    const form = await ana.opens('/social export northwind coffee', 'Export posts');
    await form.field('From').waitFor();
    await form.submits('Export');
    await ana.seesPrivately(/I’m exporting posts for Northwind Coffee/);
    await ana.page
      .getByRole('navigation')
      .getByRole('button', { name: /^Presscheck(?! home)/ })
      .click();
    const direct = ana.page.getByRole('main', { name: 'Presscheck' });
    const file = direct.getByRole('link', { name: /northwind-coffee-posts.*csv/ });
    const exported = (await ana.bytesOf(file, 'href')).toString();
    for (const [name, caption, , profile] of rows.slice(0, 3)) {
      const row = exported.split('\n').find((line) => line.includes(caption ?? '')) ?? '';
      assert.ok(row.includes(name ?? '') && row.includes(profile ?? ''), row);
    }
  },
);
