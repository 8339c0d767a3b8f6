/** Lists of several thaws, and lists that are behind, over signed HTTP. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Driver } from '#sandbox/chat/people/driver.ts';
import type { ShownMessage } from '#sandbox/chat/people/handles.ts';
import { eventually } from '#test/support/eventually.ts';
import { frozen, inDays, planned, startFreezing } from '#test/support/freezing.ts';

/** From the list of a thaw. */
async function givesTime(who: Driver, list: ShownMessage, time: number): Promise<void> {
  await who.clicks(list, 'New time');
  const modal = await who.seesModal('Schedule');
  await modal.fill({ 'Publish at': new Date(time) });
  await modal.submit();
}

test('what two freezes took off one after the other is scheduled again for the time that the list shows', async (t) => {
  const bot = await startFreezing(t);
  const { bo, ana, service } = bot;
  const [post] = planned(bot, ['Beans from Huila'], inDays(2));
  await bo.types('/social freeze Northwind Coffee wrong prices', { in: 'social' });
  await frozen(bot, /1 post taken off/);
  await bo.types('/social thaw Northwind Coffee', { in: 'social' });
  const time = inDays(9);
  await givesTime(bo, await bo.privateMessage(/1 post to decide/), time);
  await ana.sees('social', /Scheduled for[\s\S]*Beans/);
  await bo.types('/social freeze all recall of a batch', { in: 'social' });
  await frozen(bot, /All brands[\s\S]*1 post taken off/);
  await bo.types('/social thaw all', { in: 'social' });
  await bo.clicks(await bo.privateMessage(/Taken off the schedule: all brands/), 'Schedule again');
  await eventually(() => assert.equal(service.post(post?.id ?? '')?.scheduledAt, time));
});
