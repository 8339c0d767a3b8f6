import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approveButton } from '#test/support/approving.ts';
import { asks, makesDraft, opensPosts } from '#test/support/asks.ts';
import { startBot } from '#test/support/bot.ts';
import { cardSays } from '#test/support/card-says.ts';
import { eventually } from '#test/support/eventually.ts';
import { inDays } from '#test/support/pausing.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { nextSlots, postingTimes } from '#test/support/slots.ts';
import { buttonText } from '#views/posts/card-buttons.ts';
import { closeInTime } from '#views/posts/warnings.ts';

const brand = { id: 'brand-1', name: 'Northwind Coffee' };
const minutes = (n: number): number => n * 60_000;
const close = new RegExp(closeInTime);

test('a time that is close to another post on the same network is pointed out and kept, from our cards and from the web app', async (t) => {
  const started = await startBot(t);
  const { ana, bo, chat, service } = started;
  const noon = inDays(3);
  const evening = inDays(5);
  service.putPost({
    ...{ brandId: brand.id, state: 'scheduled', socialProfileIds: ['profile-1'] },
    ...{ caption: 'Of the web app', scheduledAt: evening },
  });
  await opensPosts(ana);
  await asks(ana, '/post Beans from Huila', { fill: { 'Schedule for': new Date(noon) } });
  await ana.sees('social', /Beans from Huila/);

  await asks(bo, '/post Doors open at nine', { fill: { 'Schedule for': new Date(noon + minutes(14)) } });
  const told = await bo.seesPrivately(close);
  assert.match(told, /^:warning: “Doors open at nine” is/);
  assert.match(told, new RegExp(`Instagram, <!date\\^${noon / 1_000}\\^.*: Beans from Huila`));
  await eventually(() =>
    assert.equal(
      service.posts().filter(({ state }) => state === 'scheduled').length,
      3,
      'nobody is kept from it',
    ),
  );

  const card = await bo.sees('social', /Doors open at nine/);
  await eventually(() => assert.ok(card.buttons.includes('Reschedule')));
  await bo.clicks(card, 'Reschedule');
  await (await bo.seesModal('Reschedule')).fill({ 'Schedule for': new Date(evening - minutes(5)) });
  assert.deepEqual((await (await bo.seesModal('Reschedule')).submit()).errors, {});
  assert.match(await bo.seesPrivately(close), /: Of the web app/);

  // as far apart as is set, without a time, and on no network
  await asks(ana, '/post Far enough', { fill: { 'Schedule for': new Date(noon + minutes(15)) } });
  await asks(ana, '/post No time');
  await asks(ana, '/post No profile', {
    fill: { 'Schedule for': new Date(noon), 'Social profiles': [] },
  });
  await ana.sees('social', /No profile/);
  await ana.sees('social', /Far enough/);
  const said = chat.calls.filter(({ args }) => close.test(String(args.text)));
  assert.deepEqual(
    said.map(({ args }) => args.user),
    ['U0BO', 'U0BO'],
  );
});

test('the distance is the brand’s, and a slot that is close to another post says so where it is taken', async (t) => {
  const started = await startBot(t);
  const { ana, bo } = started;
  await postingTimes(t, started, brand, { minutesApart: 240 });
  const [slot = 0] = nextSlots(1);
  await asks(bo, '/post Doors open at nine', { fill: { 'Schedule for': new Date(slot + minutes(60)) } });
  await bo.sees('social', /Doors open at nine/);
  const card = await makesDraft(ana, 'Beans from Huila');
  await ana.clicks(card, buttonText.addToQueue);
  assert.match(await ana.seesPrivately(/Added to the queue/), close);
});

test('approving a post warns about other posts close to its time', async (t) => {
  const started = await startBot(t);
  const { ana, bo } = started;
  await (await ruleSetter(t, started))(aRule());
  const noon = inDays(3);
  await asks(ana, '/post Beans from Huila', { fill: { 'Schedule for': new Date(noon) } });
  const card = await ana.sees('social', cardSays.readyWith(/Beans from Huila/));
  await asks(ana, '/post Doors open at nine', { fill: { 'Schedule for': new Date(noon + minutes(5)) } });
  await ana.sees('social', cardSays.readyWith(/Doors open at nine/));
  await bo.clicks(card, await approveButton(card));
  assert.match(await bo.seesPrivately(close), /: Doors open at nine/);
  await eventually(() => assert.match(card.text, cardSays.scheduled));
});

test('a post that is reopened with its planned time is pointed out too', async (t) => {
  const started = await startBot(t);
  const { ana, bo } = started;
  await (await ruleSetter(t, started))(aRule());
  const noon = inDays(3);
  const card = await makesDraft(ana, 'Beans from Huila', { fill: { 'Schedule for': new Date(noon) } });
  await bo.clicks(card, 'Reject');
  const form = await bo.seesModal(/Reject/);
  await form.fill({ Reason: 'Wrong beans' });
  await form.submit();
  await bo.seesOn(card, /Rejected by/);
  await asks(ana, '/post Doors open at nine', { fill: { 'Schedule for': new Date(noon) } });
  await ana.sees('social', cardSays.readyWith(/Doors open/));
  await eventually(() => assert.ok(card.buttons.includes('Reopen')));
  await bo.clicks(card, 'Reopen');
  assert.match(await bo.seesPrivately(close), /: Doors open at nine/);
});
