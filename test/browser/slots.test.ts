import assert from 'node:assert/strict';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { nextSlots, postingTimes } from '#test/support/slots.ts';
import { slotText } from '#views/kit/moment.ts';
import { startBrowserTeam } from './people.ts';
import { keepPicture } from './pictures.ts';

const brand = { id: 'brand-northwind', name: 'Northwind Coffee' };
const captions = ['Beans from Huila', 'Doors open at nine'];
longTest('Ana fills and rearranges a brand’s queue', async (t) => {
  const started = await startBrowserTeam(t);
  const { zone = '' } = started.chat.world.user('U0ANA') ?? {};
  const ana = await started.opens('Ana');
  // times that don't depend on when the test runs
  await postingTimes(t, started, brand);
  const [first = 0, second = 0] = nextSlots(2);
  for (const caption of captions) {
    const post = await ana.opens(`/post ${caption}`, 'New post');
    await post.chooses('Brand', brand.name);
    await post.chooses('Social profiles', 'LinkedIn · Northwind Coffee');
    await post.dialog.getByRole('checkbox', { name: 'Use the next open posting slot' }).check();
    await post.submits('Create post');
    await ana.sees(new RegExp(`Scheduled for[\\s\\S]*${caption}`));
  }
  const slots = await ana.hears('/social slots Northwind Coffee', /Next open slots/);
  await keepPicture('slots', slots);
  await slots.getByRole('button', { name: 'Rearrange queue' }).click();
  const rearrange = await ana.modal('Rearrange queue');
  await rearrange.dialog.getByText(/Doors open at nine/).waitFor();
  await keepPicture('slots-rearrange', rearrange.dialog);
  await rearrange.chooses('Beans from Huila · LinkedIn', slotText(second, zone));
  await rearrange.chooses('Doors open at nine · LinkedIn', slotText(first, zone));
  await rearrange.submits('Rearrange');
  const timeOf = (caption: string) =>
    started.service.posts(brand.id).find((post) => post.caption === caption)?.scheduledAt;
  await eventually(() => assert.deepEqual(captions.map(timeOf), [second, first]));
});
