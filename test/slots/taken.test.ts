/** While a post's time is uncertain, no other post gets a slot at which it may still be published. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Driver } from '#sandbox/chat/driver/driver.ts';
import { type BotOptions, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { holdCalls } from '#test/support/hold-calls.ts';
import { longTest } from '#test/support/long-tests.ts';
import { confirmedSlot, inNextSlot, nextSlots, postingTimes } from '#test/support/slots.ts';
import { cardSays, makesDraft, opensPosts, submits } from '#test/support/user-actions.ts';

const brand = { id: 'brand-1', name: 'Northwind Coffee' };

async function start(t: TestContext, options: BotOptions = {}) {
  const started = await startBot(t, options);
  await postingTimes(t, started, brand);
  const [first = 0, second = 0, third = 0] = nextSlots(3);
  return { ...started, first, second, third };
}

/** The slot that a new post gets (epoch ms). */
async function addsToQueue(who: Driver): Promise<number> {
  await submits(who, '/post Doors open at nine', { fill: inNextSlot });
  return confirmedSlot(who);
}

longTest('a post that is being published keeps its slot until that can’t be undone', async (t) => {
  const { ana, bo, service, first, second } = await start(t, { settings: { UNDO_SECONDS: '600' } });
  await submits(ana, '/post Beans from Huila', { fill: { 'Schedule for': new Date(first) } });
  const card = await ana.sees('social', /Scheduled for[\s\S]*Huila/);
  await ana.clicks(card, 'Publish now');
  await card.offersOnly(['Undo']);
  assert.equal(await addsToQueue(bo), second);
  await ana.clicks(card, 'Undo', { shows: cardSays.scheduled });
  assert.equal(service.posts().filter(({ scheduledAt }) => scheduledAt === first).length, 1);
});

longTest('a post whose creation is in doubt keeps its slot', async (t) => {
  const { ana, bo, service, first, second } = await start(t);
  service.faults.add({ on: 'POST /post', kind: 'drop-before' });
  await submits(ana, '/post Beans from Huila', { fill: { 'Schedule for': new Date(first) } });
  await ana.sees('social', cardSays.unknown);
  assert.equal(await addsToQueue(bo), second);
});

longTest(
  'a post that is being rescheduled keeps its slot until the publishing service has the new time',
  async (t) => {
    const { ana, bo, service, first, second, third } = await start(t);
    await submits(ana, '/post Beans from Huila', { fill: { 'Schedule for': new Date(first) } });
    const card = await ana.sees('social', /Scheduled for[\s\S]*Huila/);
    await opensPosts(ana);
    const held = holdCalls(t);
    service.faults.add({ on: 'PATCH /post/*', ...held.fault });
    const form = await ana.opensOn(card, 'Reschedule', 'Reschedule');
    await form.submit({ 'Schedule for': new Date(third) });
    assert.equal(await addsToQueue(bo), second);
    held.release();
    await eventually(() => {
      const [huila] = service.posts().filter(({ caption }) => caption === 'Beans from Huila');
      assert.equal(huila?.scheduledAt, third);
    });
    assert.equal(await addsToQueue(bo), first, 'now it is free');
  },
);

longTest('a rejected post that someone scheduled in the web app takes its slot', async (t) => {
  const { ana, bo, service, first, second } = await start(t);
  const card = await makesDraft(ana, 'Beans from Huila');
  const form = await ana.opensOn(card, 'Reject', /Reject/);
  await form.submit({ Reason: 'Wrong beans' });
  await card.shows(/Rejected by/);
  const [post] = service.posts();
  service.edit(post?.id ?? '', { state: 'scheduled', scheduledAt: first });
  await opensPosts(ana);
  assert.equal(await addsToQueue(bo), second);
});
