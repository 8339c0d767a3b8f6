import assert from 'node:assert/strict';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { nextSlots, postingTimes } from '#test/support/slots.ts';
import { slotText } from '#views/kit/moment.ts';
import { startBrowserTeam } from './people.ts';
import { keepPicture } from './pictures.ts';

const brand = { id: 'brand-northwind', name: 'Northwind Coffee' };
const minute = 60_000;
const captions = ['Beans from Huila', 'Doors open at nine'];
/** `2026-11-28 09:05` */
const typed = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at);

longTest('Ana fills and rearranges a brand’s queue, and Bo pushes it back after a pause', async (t) => {
  let aheadMs = 0;
  const started = await startBrowserTeam(t, { now: () => Date.now() + aheadMs });
  const { opens, service } = started;
  const { zone = '' } = started.chat.world.user('U0ANA') ?? {};
  const [ana, bo, cy] = await Promise.all([opens('Ana'), opens('Bo'), opens('Cy')]);
  const none = await cy.hears('/social slots Northwind Coffee', /No posting times yet/);
  await keepPicture('slots-none', none);
  await none.getByRole('button', { name: 'Set posting times' }).click();
  const week = await cy.modal('Posting times');
  await week.chooses('Monday', '9:00 AM', '12:30 PM');
  await week.chooses('Thursday', '9:00 AM', '5:45 PM');
  await keepPicture('slots-form', week.dialog);
  await week.submits('Save');
  await cy.seesPrivately(/Posting times for Northwind Coffee[\s\S]*12:30 PM/);

  // times that don't depend on when the test runs
  await postingTimes(t, started, brand);
  const [first = 0, second = 0, third = 0, fourth = 0] = nextSlots(4);
  for (const caption of captions) {
    const post = await ana.opens(`/post ${caption}`, 'New post');
    await post.chooses('Brand', brand.name);
    await post.chooses('Social profiles', 'LinkedIn · Northwind Coffee');
    await post.dialog.getByRole('checkbox', { name: 'Use the brand’s next open posting slot' }).check();
    await keepPicture('slots-post', post.dialog);
    await post.submits('Create post');
    await ana.sees(new RegExp(`Scheduled for[\\s\\S]*${caption}`));
  }
  await keepPicture('slots-added', await ana.seesPrivately(/Added to the queue/));

  // five minutes after the first slot, on the same network
  const close = await ana.opens('/post Cups from Lisbon', 'New post');
  await close.chooses('Brand', brand.name);
  await close.chooses('Social profiles', 'LinkedIn · Northwind Coffee');
  await close.fills({ 'Or type a time': typed(first + 5 * minute, zone) });
  await close.presses('Create post');
  await close.dialog.getByText(/use this time anyway/).waitFor();
  await keepPicture('slots-close', close.dialog);
  await close.presses('Cancel');

  const slots = await ana.hears('/social slots Northwind Coffee', /Next open slots/);
  await keepPicture('slots', slots);
  await slots.getByRole('button', { name: 'Rearrange queue' }).click();
  const rearrange = await ana.modal('Rearrange queue');
  await rearrange.dialog.getByText(/Doors open at nine/).waitFor();
  await keepPicture('slots-rearrange', rearrange.dialog);
  await rearrange.chooses('Beans from Huila · LinkedIn', slotText(second, zone));
  await rearrange.chooses('Doors open at nine · LinkedIn', slotText(first, zone));
  await rearrange.submits('Rearrange');
  await keepPicture('slots-rearranged', await ana.seesPrivately(/Changed the times of 2 posts in the queue/));
  const timeOf = (caption: string) =>
    service.posts(brand.id).find((post) => post.caption === caption)?.scheduledAt;
  await eventually(() => assert.deepEqual(captions.map(timeOf), [second, first]));

  await ana.types('/social calendar Northwind Coffee');
  await keepPicture('slots-calendar', await ana.seesPrivately(/open posting slots/));

  await bo.types('/social pause Northwind Coffee wrong prices');
  await bo.sees(/posts unscheduled/);
  aheadMs = second + minute - Date.now();
  const list = await bo.hears('/social resume Northwind Coffee', /2 posts missed their times/);
  await keepPicture('slots-missed', list);
  await list.getByRole('button', { name: 'Push queue back' }).click();
  const dialog = bo.page.getByRole('alertdialog').or(bo.page.getByRole('dialog')).last();
  await keepPicture('slots-push-back', dialog);
  await dialog.getByRole('button', { name: 'Push queue back', exact: true }).click();
  await keepPicture(
    'slots-pushed-back',
    await bo.seesPrivately(/Changed the times of 2 posts in the queue for Northwind Coffee/),
  );
  // in their order
  await eventually(() => assert.deepEqual(captions.map(timeOf), [fourth, third]));
});
