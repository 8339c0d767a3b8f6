/** Posting slots while the service, Slack or Redis fails halfway. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Driver } from '#sandbox/chat/driver/driver.ts';
import { type BotOptions, type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { startRedis } from '#test/support/redis.ts';
import { nextSlots, postingTimes } from '#test/support/slots.ts';
import { makesDraft, submits } from '#test/support/user-actions.ts';
import { slotText } from '#views/kit/moment.ts';
import { buttonText } from '#views/posts/card-buttons.ts';
import { ours } from '#views/posts/service-reason.ts';
import { editSlots } from '#views/slots/week.ts';

const brand = { id: 'brand-1', name: 'Northwind Coffee' };
const { addToQueue } = buttonText;
const [first = 0, second = 0, third = 0] = nextSlots(3);
/** Bo’s. */
const zone = 'America/New_York';
const slotName = (at: number): string => slotText(at, zone);

const times = ({ service }: Pick<StartedBot, 'service'>): Record<string, number | undefined> =>
  Object.fromEntries(service.posts().map(({ caption, scheduledAt }) => [caption, scheduledAt]));

/** Two drafts of a brand with posting times. */
async function withDrafts(t: TestContext, options: BotOptions = {}) {
  const started = await startBot(t, options);
  await postingTimes(t, started, brand);
  const { ana } = started;
  for (const caption of ['Huila', 'Sidamo']) await makesDraft(ana, caption);
  const [huila, sidamo] = [await ana.sees('social', /Huila/), await ana.sees('social', /Sidamo/)];
  for (const card of [huila, sidamo]) await card.offers(addToQueue);
  return { ...started, huila, sidamo };
}

/** Two posts in the first two slots, and the form that rearranges them. */
async function rearranging(t: TestContext, options: BotOptions = {}) {
  const started = await startBot(t, options);
  const { ana, bo } = started;
  await postingTimes(t, started, brand);
  for (const [caption, at] of [
    ['Huila', first],
    ['Sidamo', second],
  ] as const) {
    await submits(ana, `/post ${caption}`, { fill: { 'Schedule for': new Date(at) } });
    await ana.sees('social', new RegExp(`Scheduled for[\\s\\S]*${caption}`));
  }
  return { ...started, modal: await opens(bo) };
}

async function opens(who: Driver) {
  return who.opensOn(await who.hears('/social slots'), 'Rearrange queue', 'Rearrange queue');
}

test('if the service refuses a slot, it is free again, and the card says why and offers the queue', async (t) => {
  const { ana, bo, huila, sidamo, service } = await withDrafts(t);
  service.faults.add({
    on: 'PATCH /post/*',
    kind: 'status',
    status: 422,
    body: { message: 'Too many posts that day.' },
  });
  await ana.clicks(huila, addToQueue, { shows: /Too many posts that day/ });
  await huila.offers(addToQueue);
  await bo.clicks(sidamo, addToQueue);
  await eventually(() => assert.deepEqual(times({ service }), { Huila: undefined, Sidamo: first }));
  await ana.clicks(huila, addToQueue);
  await eventually(() => assert.deepEqual(times({ service }), { Huila: second, Sidamo: first }));
});

longTest(
  'while the service is down, the post keeps its slot, and is scheduled once the service is back',
  async (t) => {
    const { ana, bo, huila, sidamo, service } = await withDrafts(t);
    const down = service.faults.add({
      on: 'PATCH /post/*',
      kind: 'status',
      status: 503,
      times: Number.POSITIVE_INFINITY,
    });
    await ana.clicks(huila, addToQueue);
    await eventually(() => assert.ok(service.requestsTo('PATCH /post/*').length > 0));
    await bo.clicks(sidamo, addToQueue);
    down.remove();
    await eventually(() => assert.deepEqual(times({ service }), { Huila: first, Sidamo: second }));
  },
);

longTest('if Redis disconnects after a slot was taken, the post is in the queue once', async (t) => {
  let breaks = false;
  const { ana, bo, huila, sidamo, service } = await withDrafts(t, {
    async failpoint(step) {
      if (step !== 'transition recorded' || !breaks) return;
      breaks = false;
      throw new Error('the connection broke');
    },
  });
  breaks = true;
  await ana.hearsOn(huila, addToQueue, new RegExp(ours));
  await bo.clicks(sidamo, addToQueue);
  await eventually(() => assert.deepEqual(times({ service }), { Huila: first, Sidamo: second }));
  assert.equal(service.requestsTo('PATCH /post/*').length, 2);
});

test('if Slack refuses the private message, the post is still in the queue', async (t) => {
  const { ana, chat, huila, service } = await withDrafts(t);
  chat.faults.next('chat.postEphemeral', { kind: 'server-error' }, 5);
  await ana.clicks(huila, addToQueue);
  await eventually(() => assert.equal(times({ service }).Huila, first));
  await huila.shows(/\*Scheduled for/);
});

longTest('if the service refuses one of two rearranged posts, that post keeps its slot', async (t) => {
  const started = await rearranging(t);
  const { ana, bo, modal, service } = started;
  service.faults.add({
    on: 'PATCH /post/*',
    kind: 'status',
    status: 422,
    body: { message: 'Too many posts that day.' },
  });
  await modal.fill({ 'Huila · Instagram': slotName(third) });
  assert.deepEqual(await modal.submit(), { closed: true, errors: {} });
  const card = await ana.sees('social', /Huila/);
  await card.shows(/Scheduled for[\s\S]*Too many posts that day/);
  assert.deepEqual(times(started), { Huila: first, Sidamo: second });
  const again = await opens(bo);
  assert.equal(again.values['Huila · Instagram'], slotName(first));
  await again.sends({ 'Sidamo · Instagram': slotName(third) });
  await eventually(() => assert.deepEqual(times(started), { Huila: first, Sidamo: third }));
});

longTest('if Slack refuses the report on a rearranged queue, posts still have their new slots', async (t) => {
  const started = await rearranging(t);
  const { chat, modal } = started;
  chat.faults.next('chat.postEphemeral', { kind: 'server-error' }, 5);
  await modal.fill({ 'Huila · Instagram': slotName(second), 'Sidamo · Instagram': slotName(first) });
  assert.deepEqual(await modal.submit(), { closed: true, errors: {} });
  await eventually(() => assert.deepEqual(times(started), { Huila: second, Sidamo: first }));
});

/** A bot on a Redis that the test takes away. */
async function onOwnRedis<T>(t: TestContext, start: (options: BotOptions) => Promise<T>) {
  const redis = await startRedis({ appendOnly: true });
  // closed after the bot, which would otherwise wait for its Redis
  const started = await start({ redis }).finally(() => t.after(() => redis.stop()));
  return { ...started, redis };
}

test('without Redis the form of posting times stays open and no post is queued', async (t) => {
  const started = await onOwnRedis(t, (options) => withDrafts(t, options));
  const { ana, cy, huila, redis, service, logs } = started;
  await cy.types('/social slots');
  const week = await cy.opensOn(await cy.privateMessage(/Posting times for/), editSlots, 'Posting times');
  await week.fill({ 'Minimum time between posts on the same network': '30 minutes' });
  await redis.kill();
  await eventually(() => assert.ok(logs.some(({ msg }) => msg === 'lost the connection to Redis')));
  const { closed, connectionError: trouble, errors } = await week.submit();
  assert.deepEqual([closed, trouble], [false, undefined]);
  assert.match(Object.values(errors).join(), /went wrong on our side|Couldn’t save this/);
  await ana.clicks(huila, addToQueue);
  assert.match(await ana.seesPrivately(), /Something went wrong on our side, so nothing changed/);

  await redis.restart();
  await eventually(async () => assert.deepEqual((await week.submit()).errors, {}));
  assert.match((await ana.hears('/social slots', /Posting times for/)).text, /less than 30 minutes apart/);
  assert.deepEqual(times(started), { Huila: undefined, Sidamo: undefined });
  await ana.clicks(huila, addToQueue, { shows: /\*Scheduled for/ });
  assert.equal(service.requestsTo('PATCH /post/*').length, 1);
});

longTest(
  'without Redis the form that rearranges the queue stays open; later each post moves once',
  async (t) => {
    const started = await onOwnRedis(t, (options) => rearranging(t, options));
    const { modal, redis, service } = started;
    await modal.fill({ 'Huila · Instagram': slotName(second), 'Sidamo · Instagram': slotName(first) });
    await redis.kill();
    const { closed, connectionError: trouble, errors } = await modal.submit();
    assert.deepEqual([closed, trouble], [false, undefined]);
    assert.match(Object.values(errors).join(), /went wrong on our side|Couldn’t save this/);
    assert.equal(service.requestsTo('PATCH /post/*').length, 0);
    await redis.restart();
    await eventually(async () => assert.equal((await modal.submit()).closed, true));
    await eventually(() => assert.deepEqual(times(started), { Huila: second, Sidamo: first }));
    assert.equal(service.requestsTo('PATCH /post/*').length, 2);
  },
);
