/** A brand with 1,000 posts, of which a page of the listing has 50: everything opens at once, says how old it is, and completes by itself. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makesDraft } from '#test/support/asks.ts';
import { startOffice } from './people.ts';
import { keepPicture } from './pictures.ts';

const brandId = 'brand-1';
const count = 1_000;

/** Lets so many pages of the listing into the index, and holds the reader there until it's opened. */
function startGate() {
  let left = 0;
  let opened = Promise.withResolvers<void>();
  return {
    async reached(step: string): Promise<void> {
      if (step !== 'page indexed') return;
      left -= 1;
      if (left <= 0) await opened.promise;
    },
    holdsAfter(pages: number): void {
      left = pages;
      opened = Promise.withResolvers();
    },
    open(): void {
      left = Number.POSITIVE_INFINITY;
      opened.resolve();
    },
  };
}

test('in a brand of many posts, lists, the calendar, the home tab and a pause open at once and complete by themselves', async (t) => {
  const gate = startGate();
  gate.open();
  const office = await startOffice(t, { service: { seed: 'one-brand' }, reached: gate.reached });
  t.after(() => gate.open());
  const { service, opens } = office;
  await makesDraft(office.ana, 'Beans from Huila');
  service.putHistory({ brandId, count, older: true, profiles: ['profile-1'] });
  const ana = await opens('Ana');

  // Some pages are read: the list and the calendar show these.
  gate.holdsAfter(8);
  await ana.types('/social posts');
  const part = await ana.seesPrivately(
    /Still loading older posts… I’ll send the complete list in a new message/,
  );
  await keepPicture('long-part', part);
  await ana.types('/social calendar');
  await keepPicture(
    'long-calendar',
    await ana.seesPrivately(/The next four weeks.*Still loading older posts…/s),
  );
  const home = await ana.opensHome();
  await home.getByText('Beans from Huila').first().waitFor();
  await keepPicture('long-home', home.locator('.blocks').first());
  await ana.page.getByRole('button', { name: 'social', exact: true }).first().click();

  // The rest is read.
  gate.open();
  const list = await ana.seesPrivately(/This is the complete list.*1 to 8 of 1,001/s);
  await keepPicture('long-complete', list);
  await keepPicture(
    'long-calendar-complete',
    await ana.seesPrivately(/The next four weeks.*This is the complete calendar/s),
  );

  // A button's list is completed in place.
  service.putPost({ brandId, caption: 'Doors open at eight', state: 'draft' });
  gate.holdsAfter(1);
  const before = await ana.message(/Posts for Northwind Coffee/).count();
  await list.getByRole('button', { name: 'Refresh' }).click();
  const refreshed = await ana.seesPrivately(/Checking for changes…/);
  await keepPicture('long-refresh', refreshed);
  gate.open();
  await ana.seesPrivately(/Doors open at eight/);
  assert.equal(await ana.message(/Posts for Northwind Coffee/).count(), before);
  assert.equal(await ana.message(/Checking for changes…/).count(), 0);

  // A pause unschedules what is known at once, while the reader is still at the first page.
  const scheduled = service.posts().filter(({ state }) => state === 'scheduled').length;
  gate.holdsAfter(1);
  const cy = await opens('Cy');
  await cy.types('/social pause Northwind Coffee wrong prices');
  await keepPicture('long-pause-answer', await cy.seesPrivately(/@Cy paused Northwind Coffee/));
  const report = await cy.sees(new RegExp(`${scheduled} posts unscheduled so far. Checking for more…`));
  await keepPicture('long-pause', report);
  gate.open();
  await keepPicture('long-pause-done', await cy.sees(new RegExp(`${scheduled} posts unscheduled\\.`)));
  assert.equal(service.requestsTo('PATCH /post/*').length, scheduled);
});
