import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { inDays } from '#test/support/pausing.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { nextSlots, postingTimes } from '#test/support/slots.ts';
import {
  approve,
  cardSays,
  makesDraft,
  opensPosts,
  requestsCard,
  submits,
} from '#test/support/user-actions.ts';
import { buttonText } from '#views/posts/card-buttons.ts';
import { closeInTime, closeNote } from '#views/posts/warnings.ts';

const brand = { id: 'brand-1', name: 'Northwind Coffee' };
const minutes = (n: number): number => n * 60_000;
const close = new RegExp(closeInTime);
const onInstagram = { 'Social profiles': ['Instagram · northwind.coffee'] };

test('a time close to another post on the same network is kept, with a warning', async (t) => {
  const started = await startBot(t);
  const { ana, bo, chat, service } = started;
  const noon = inDays(3);
  const evening = inDays(5);
  service.putPost({
    brandId: brand.id,
    state: 'scheduled',
    socialProfileIds: ['profile-1'],
    caption: 'Of the web app',
    scheduledAt: evening,
  });
  await opensPosts(ana);
  await submits(ana, '/post Beans from Huila', { fill: { 'Schedule for': new Date(noon) } });
  await ana.sees('social', /Beans from Huila/);

  const form = await bo.opens('/post Doors open at nine', 'New post');
  await form.fill({ ...onInstagram, 'Schedule for': new Date(noon + minutes(14)) });
  assert.deepEqual(await form.submit(), { closed: false, errors: {} });
  assert.match(form.text, close);
  assert.match(form.text, new RegExp(`Instagram, <!date\\^${noon / 1_000}\\^.*: Beans from Huila`));
  assert.equal(form.text.split(closeNote).length, 2, 'in short on top');
  const fields = JSON.stringify(form.blocks);
  const [picker, named, typed] = ['Schedule for', closeInTime, 'Or type a time'].map((one) =>
    fields.indexOf(one),
  );
  assert.ok(
    Number(picker) < Number(named) && Number(named) < Number(typed),
    'the picker names the close posts',
  );
  assert.equal(service.posts().length, 2, 'before anything is created');
  await form.fill({ 'Schedule for': new Date(noon + minutes(13)) });
  assert.deepEqual(await form.submit(), { closed: false, errors: {} }, 'another time is another question');
  assert.deepEqual(await form.submit(), { closed: true, errors: {} });
  await eventually(() =>
    assert.equal(
      service.posts().filter(({ state }) => state === 'scheduled').length,
      3,
      'it’s only a warning',
    ),
  );

  const card = await bo.sees('social', /Doors open at nine/);
  const again = await bo.opensOn(card, 'Reschedule', 'Reschedule');
  await again.fill({ 'Schedule for': new Date(noon + minutes(12)) });
  assert.deepEqual(await again.submit(), { closed: false, errors: {} });
  assert.match(again.text, /: Beans from Huila/);
  assert.doesNotMatch(again.text, /: Doors open at nine/, 'its own time is no other post');
  await again.fill({ 'Schedule for': new Date(evening - minutes(5)) });
  assert.deepEqual(await again.submit(), { closed: false, errors: {} });
  assert.match(again.text, /: Of the web app/);
  assert.deepEqual(await again.submit(), { closed: true, errors: {} });

  // as far apart as is set, without a time, and on no network
  await submits(ana, '/post Far enough', { fill: { 'Schedule for': new Date(noon + minutes(15)) } });
  await submits(ana, '/post No time');
  await requestsCard(ana, '/post No profile', /No profile/, {
    fill: { 'Schedule for': new Date(noon), 'Social profiles': [] },
  });
  await ana.sees('social', /Far enough/);
  const said = chat.calls.filter(({ args }) => close.test(String(args.text)));
  assert.deepEqual(said, [], 'posts named in the form aren’t named again');
});

longTest('a typed time shows its meaning and the posts that are close to it', async (t) => {
  const { ana, bo } = await startBot(t);
  const noon = inDays(3);
  const words = `${new Date(noon).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const opened = async (who: typeof ana, caption: string) => {
    const form = await who.opens(`/post ${caption}`, 'New post');
    await form.fill({ ...onInstagram, 'Or type a time': words });
    assert.deepEqual(await form.submit(), { closed: false, errors: {} });
    return form;
  };
  const first = await opened(ana, 'Beans from Huila');
  assert.doesNotMatch(first.text, close);
  const second = await opened(bo, 'Doors open at nine');
  assert.deepEqual(await first.submit(), { closed: true, errors: {} });
  await ana.sees('social', /Beans from Huila/);
  assert.deepEqual(await second.submit(), { closed: false, errors: {} });
  assert.match(second.text, /: Beans from Huila\nPress \*Confirm/);
  assert.deepEqual(await second.submit(), { closed: true, errors: {} });
  const third = await opened(ana, 'Open until ten');
  assert.match(third.text, /: Beans from Huila/, 'together with what the words mean');
  assert.deepEqual(await third.submit(), { closed: true, errors: {} });
});

longTest(
  'the brand sets the distance, and choosing a slot close to another post shows a warning',
  async (t) => {
    const started = await startBot(t);
    const { ana, bo } = started;
    await postingTimes(t, started, brand, { minutesApart: 240 });
    const [slot = 0] = nextSlots(1);
    await submits(bo, '/post Doors open at nine', { fill: { 'Schedule for': new Date(slot + minutes(60)) } });
    await bo.sees('social', /Doors open at nine/);
    const card = await makesDraft(ana, 'Beans from Huila');
    assert.match((await ana.hearsOn(card, buttonText.addToQueue, /Added to the queue/)).text, close);
  },
);

test('approving a post warns about other posts close to its time', async (t) => {
  const started = await startBot(t);
  const { ana, bo } = started;
  await (await ruleSetter(t, started))(aRule());
  const noon = inDays(3);
  await submits(ana, '/post Beans from Huila', { fill: { 'Schedule for': new Date(noon) } });
  const card = await ana.sees('social', cardSays.readyWith(/Beans from Huila/));
  await submits(ana, '/post Doors open at nine', { fill: { 'Schedule for': new Date(noon + minutes(5)) } });
  await ana.sees('social', cardSays.readyWith(/Doors open at nine/));
  await approve(bo, card);
  assert.match(await bo.seesPrivately(close), /: Doors open at nine/);
  await card.shows(cardSays.scheduled);
});

longTest('reopening a post with its planned time also warns about close posts', async (t) => {
  const started = await startBot(t);
  const { ana, bo } = started;
  await (await ruleSetter(t, started))(aRule());
  const noon = inDays(3);
  const card = await makesDraft(ana, 'Beans from Huila', { fill: { 'Schedule for': new Date(noon) } });
  const form = await bo.opensOn(card, 'Reject', /Reject/);
  await form.submit({ Reason: 'Wrong beans' });
  await card.shows(/Rejected by/);
  await submits(ana, '/post Doors open at nine', { fill: { 'Schedule for': new Date(noon) } });
  await ana.sees('social', cardSays.readyWith(/Doors open/));
  assert.match((await bo.hearsOn(card, 'Reopen', close)).text, /: Doors open at nine/);
});

test('the list of planned posts and the calendar mark only close posts', async (t) => {
  const { ana, service } = await startBot(t);
  const noon = inDays(3);
  for (const [caption, at, profile] of [
    ['Huila', noon, 'profile-1'],
    ['Sidamo', noon + minutes(5), 'profile-1'],
    ['Antigua', noon + minutes(30), 'profile-1'],
    ['Yirga', noon, 'profile-2'],
  ] as const)
    service.putPost({
      brandId: brand.id,
      state: 'scheduled',
      socialProfileIds: [profile],
      caption,
      scheduledAt: at,
    });
  const marked = (text: string): string[] =>
    ['Huila', 'Sidamo', 'Antigua', 'Yirga'].filter((one) =>
      new RegExp(`${one}.*warning:? close to another post`).test(text),
    );
  assert.deepEqual(marked((await ana.hears('/social calendar', /four weeks/)).text), ['Huila', 'Sidamo']);
  assert.deepEqual(marked((await ana.hears('/social slots', /4 planned posts/)).text), ['Huila', 'Sidamo']);
});
