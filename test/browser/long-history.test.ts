/**
 * A brand with 250 posts, in a listing with 50 posts per page: everything opens at once, shows how old its data is, and loads the rest by
 * itself. `npm run history` does the same with 10,000 posts (`HISTORY`).
 */
import assert from 'node:assert/strict';
import { longTest } from '#test/support/long-tests.ts';
import { makesDraft } from '#test/support/user-actions.ts';
import { asOf, type ListedAs } from '#views/kit/paged.ts';
import { startBrowserTeam } from './people.ts';
import { keepPicture } from './pictures.ts';

const brandId = 'brand-1';
const count = Number(process.env.HISTORY ?? 250);

/** How a list shows its age, at any time of day. */
function aged(
  listed: Pick<ListedAs, 'complete' | 'isReading' | 'follows' | 'completes'>,
  thing?: string,
): RegExp {
  const text = asOf({ readAt: 0, trouble: undefined, ...listed }, thing ?? 'list');
  return new RegExp(text.split(/<!date[^>]*>/).join('(today|yesterday) at \\d{1,2}:\\d{2}( [AP]M)?'), 's');
}

const isLoading = { complete: false, isReading: true };
const isComplete = { complete: true, isReading: false, follows: true, completes: true };

/** Lets the reader read this many pages of the listing, and then holds it until it's released. */
function startGate() {
  let left = 0;
  let opened = Promise.withResolvers<void>();
  return {
    async failpoint(step: string): Promise<void> {
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

longTest(
  'for a brand with many posts, lists, the Home tab, and the pause report open at once and load the rest',
  async (t) => {
    const gate = startGate();
    gate.open();
    const team = await startBrowserTeam(t, { service: { seed: 'one-brand' }, failpoint: gate.failpoint });
    t.after(() => gate.open());
    const { service, opens } = team;
    await makesDraft(team.ana, 'Beans from Huila');
    service.putHistory({ brandId, count, older: true, profiles: ['profile-1'] });
    const ana = await opens('Ana');

    // The list and the calendar show the pages read so far.
    gate.holdsAfter(4);
    const part = await ana.hears('/social posts', aged({ ...isLoading, follows: true }));
    await keepPicture('long-part', part);
    await ana.types('/social calendar');
    await keepPicture(
      'long-calendar',
      await ana.seesPrivately(aged({ ...isLoading, follows: true }, 'calendar')),
    );
    const home = await ana.opensHome();
    await home.getByText('Beans from Huila').first().waitFor();
    await keepPicture('long-home', home.locator('.blocks').first());
    await ana.page.getByRole('button', { name: 'social', exact: true }).first().click();

    // Now the reader reads the rest.
    gate.open();
    const list = await ana.seesPrivately(aged(isComplete));
    assert.ok((await list.innerText()).includes(`1 to 8 of ${(count + 1).toLocaleString('en-US')}`));
    await keepPicture('long-complete', list);
    await keepPicture('long-calendar-complete', await ana.seesPrivately(aged(isComplete, 'calendar')));

    // A list opened with a button is updated in place.
    service.putPost({ brandId, caption: 'Doors open at eight', state: 'draft' });
    gate.holdsAfter(1);
    const before = await ana.message(/Posts for Northwind Coffee/).count();
    await list.getByRole('button', { name: 'Refresh' }).click();
    const refreshed = await ana.seesPrivately(aged({ complete: true, isReading: true }));
    await keepPicture('long-refresh', refreshed);
    gate.open();
    await ana.seesPrivately(/Doors open at eight/);
    assert.equal(await ana.message(/Posts for Northwind Coffee/).count(), before);
    assert.equal(await ana.message(aged({ complete: true, isReading: true })).count(), 0);

    // A pause unschedules known posts at once, while the reader is still at the first page.
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
  },
);
