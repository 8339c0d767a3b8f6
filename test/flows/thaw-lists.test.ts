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

test('looking at the list of one freeze forgets nothing of another', async (t) => {
  const bot = await startFreezing(t);
  const { bo, cy, ana, service } = bot;
  planned(bot, ['Beans from Huila'], inDays(2));
  await bo.types('/social freeze Northwind Coffee wrong prices', { in: 'social' });
  await frozen(bot, /1 post taken off/);
  await bo.types('/social thaw Northwind Coffee', { in: 'social' });
  await givesTime(bo, await bo.privateMessage(/1 post to decide/), inDays(9));
  await ana.sees('social', /Scheduled for[\s\S]*Beans/);
  await bo.types('/social freeze all recall of a batch', { in: 'social' });
  await frozen(bot, /All brands[\s\S]*1 post taken off/);
  await bo.types('/social thaw Northwind Coffee', { in: 'social' });
  await bo.seesPrivately(/Until `[^`]*thaw all` nothing goes out\.\nNothing is left to decide/);
  await cy.types('/social thaw all', { in: 'social' });
  await cy.privateMessage(/Thawed\. 1 post to decide about/);
  assert.equal(service.posts()[0]?.state, 'draft');
});

test('a decision is about what its freeze and earlier ones took off: a later one asks by itself', async (t) => {
  const bot = await startFreezing(t);
  const { bo, cy, service } = bot;
  const posts = planned(bot, ['The first', 'The second'], inDays(2));
  await bo.types('/social freeze Northwind Coffee wrong prices', { in: 'social' });
  await frozen(bot, /2 posts taken off/);
  await bo.types('/social thaw Northwind Coffee', { in: 'social' });
  const earlier = await bo.privateMessage(/2 posts to decide/);
  for (const { id } of posts) service.edit(id, { state: 'scheduled', scheduledAt: inDays(9) });
  await cy.types('/social freeze all recall of a batch', { in: 'social' });
  await frozen(bot, /All brands[\s\S]*2 posts taken off/);
  await cy.types('/social thaw all', { in: 'social' });
  const later = await cy.privateMessage(/Thawed\. 2 posts to decide about/);
  await bo.clicks(earlier, 'Leave as draft', { nth: 1 });
  await eventually(() => assert.match(earlier.text, /1 post to decide[\s\S]*The second/));
  await cy.clicks(later, 'Leave as draft', { nth: 2 });
  await eventually(() => assert.match(later.text, /1 post to decide[\s\S]*The first/));
  await bo.types('/social thaw Northwind Coffee', { in: 'social' });
  await bo.seesPrivately(/not frozen\. Nothing is left/);
});
