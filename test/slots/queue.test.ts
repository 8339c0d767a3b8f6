import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { confirmedSlot, inNextSlot, nextSlots, postingTimes } from '#test/support/slots.ts';
import { cardSays, makesDraft, opensPosts, requestsCard, submits } from '#test/support/user-actions.ts';
import { slotText } from '#views/kit/moment.ts';
import { buttonText } from '#views/posts/card-buttons.ts';

const brand = { id: 'brand-1', name: 'Northwind Coffee' };
const [queueField = ''] = Object.keys(inNextSlot);

async function start(t: TestContext, options: Parameters<typeof startBot>[1] = {}): Promise<StartedBot> {
  const started = await startBot(t, options);
  await postingTimes(t, started, brand);
  return started;
}

const scheduled = ({ service }: StartedBot): (number | undefined)[] =>
  service
    .posts()
    .filter(({ state }) => state === 'scheduled')
    .map(({ scheduledAt }) => scheduledAt)
    .sort();

test('posts queued at the same moment each get a different open slot', async (t) => {
  const started = await start(t);
  const { ana, bo, cy } = started;
  const people = [ana, bo, cy];
  const forms = await Promise.all(
    people.map(async (who, i) => {
      const form = await who.opens(`/post Beans number ${i}`, 'New post');
      await eventually(() =>
        form.fill({ 'Social profiles': ['Instagram · northwind.coffee'], ...inNextSlot }),
      );
      return form;
    }),
  );
  const sent = await Promise.all(forms.map((form) => form.submit()));
  assert.deepEqual(sent, Array(3).fill({ closed: true, errors: {} }));
  const told = await Promise.all(people.map(confirmedSlot));
  assert.deepEqual(told.toSorted(), nextSlots(3));
  await eventually(() => assert.deepEqual(scheduled(started), nextSlots(3)));
});

test('when two people add cards to the queue at once, each card gets its own slot', async (t) => {
  const started = await start(t);
  const { ana, bo } = started;
  const [first, second, third] = nextSlots(3);
  const one = await makesDraft(ana, 'Beans from Huila');
  const two = await requestsCard(bo, '/post Doors open at nine', cardSays.readyWith(/Doors open/));
  await Promise.all([ana.clicks(one, buttonText.addToQueue), bo.clicks(two, buttonText.addToQueue)]);
  const told = [await confirmedSlot(ana), await confirmedSlot(bo)];
  assert.deepEqual(told.toSorted(), [first, second]);
  await eventually(() => assert.deepEqual(scheduled(started), [first, second]));

  await ana.clicks(one, 'Reschedule');
  await (await ana.seesModal('Reschedule')).sends(inNextSlot);
  assert.equal(await confirmedSlot(ana), third);
  await eventually(() => assert.deepEqual(scheduled(started), [told[1], third].toSorted()));
});

test('under a rule, queueing a post plans it for a slot, and the approval schedules it', async (t) => {
  const started = await start(t);
  const { ana, bo, service } = started;
  const setRule = await ruleSetter(t, started);
  await setRule(aRule());
  const [first, second] = nextSlots(2);
  const card = await makesDraft(ana, 'Beans from Huila');
  await ana.clicks(card, buttonText.addToQueue);
  assert.equal(await confirmedSlot(ana), first);
  assert.equal(service.requestsTo('PATCH /post/*').length, 0, 'the service gets no time before the approval');
  await submits(bo, '/post Doors open at nine', { fill: inNextSlot });
  assert.equal(
    await confirmedSlot(bo),
    second,
    'the first slot is taken, although the service doesn’t know it',
  );

  await eventually(() => assert.ok(card.buttons.some((text) => text.startsWith('Approve & schedule for '))));
  await bo.clicks(card, card.buttons.find((text) => text.startsWith('Approve & schedule for ')) ?? '');
  await eventually(() => assert.deepEqual(scheduled(started), [first]));
});

test('a post scheduled in the web app takes its slot', async (t) => {
  const started = await start(t);
  const { ana, service } = started;
  const [first = 0, second] = nextSlots(2);
  service.putPost({ brandId: brand.id, caption: 'Of the web app', state: 'scheduled', scheduledAt: first });
  await opensPosts(ana);
  await submits(ana, '/post Beans from Huila', { fill: inNextSlot });
  assert.equal(await confirmedSlot(ana), second);
});

test('a time together with a slot is refused, and so is a brand without a free slot', async (t) => {
  const started = await start(t);
  const { ana } = started;
  const form = await ana.opens('/post Beans from Huila', 'New post');
  await eventually(() => form.fill({ ...inNextSlot, 'Or type a time': 'tomorrow 9:30' }));
  assert.match((await form.submit()).errors[queueField] ?? '', /You also chose a time above/);
  await form.fill({ 'Or type a time': '' });
  await postingTimes(t, started, brand, { times: [] });
  await postingTimes(t, started, { id: 'other', name: 'Other' });
  assert.match(
    (await form.submit()).errors[queueField] ?? '',
    /Northwind Coffee has no open posting slots: it has no posting times, .* ask a workspace admin/,
  );
  assert.equal(form.values.Caption, 'Beans from Huila');
});

test('a form submitted twice creates one card, which keeps its slot', async (t) => {
  const started = await start(t);
  const { ana, service } = started;
  const form = await ana.opens('/post Beans from Huila', 'New post');
  await eventually(() => form.fill({ 'Social profiles': ['Instagram · northwind.coffee'], ...inNextSlot }));
  const both = await Promise.all([form.submit(), form.submit()]);
  assert.deepEqual(
    both.map(({ errors }) => errors),
    [{}, {}],
  );
  await submits(ana, '/post Doors open at nine', { fill: inNextSlot });
  await eventually(() => assert.deepEqual(scheduled(started), nextSlots(2)));
  assert.equal(service.requestsTo('POST /post').length, 2);
});

test('during a pause, one message says that the post is a draft with a slot', async (t) => {
  const started = await start(t);
  const { ana, bo } = started;
  const [first = 0] = nextSlots(1);
  await bo.types('/social pause Northwind Coffee wrong prices');
  await bo.sees('social', /paused \*Northwind Coffee\*/);
  await submits(ana, '/post Beans from Huila', { fill: inNextSlot });
  const told = await ana.seesPrivately(
    /wrong prices\nYour post was saved as a draft planned for the next open slot/,
  );
  assert.match(told, new RegExp(`slot \\(<!date\\^${first / 1_000}.*isn’t scheduled`));
  const card = await ana.sees('social', /Publishing is paused[\s\S]*Beans from Huila/);
  await card.offers('Edit');
  await bo.clicks(card, 'Publish now', { confirm: false });
  await bo.seesPrivately(/To resume, use `\/social resume Northwind Coffee`/);
});

longTest('on the Home tab, Add to queue says which slot the post got', async (t) => {
  const started = await start(t);
  const { ana } = started;
  const [first = 0] = nextSlots(1);
  await makesDraft(ana, 'Beans from Huila');
  const home = await ana.opensHome(/Beans from Huila/);
  assert.match(
    (await ana.opensOn(home, buttonText.addToQueue, 'Done')).text,
    new RegExp(
      `Added to the queue. “Beans from Huila” goes out <!date\\^${first / 1_000}\\^{date_long_pretty} at`,
    ),
  );
});

longTest('a form names the brand’s next open slot in the brand’s time zone', async (t) => {
  const started = await startBot(t, { service: { seed: 'demo' } });
  const { ana } = started;
  const coffee = { id: 'brand-northwind', name: 'Northwind Coffee' };
  await postingTimes(t, started, coffee, { zone: 'Asia/Kolkata' });
  const [first = 0] = nextSlots(1, [], 'Asia/Kolkata');
  const named = `The next one is ${slotText(first, 'Asia/Kolkata')} in Kolkata.`;
  const form = await ana.opens('/post Beans from Huila', 'New post');
  assert.ok(!form.labels.includes(queueField));
  await form.fill({ Brand: coffee.name });
  await form.shows(named);
  await form.fill({ Brand: 'Atlas Outdoor' });
  await form.noLongerShows(queueField);
  await form.fill({ Brand: coffee.name });
  await form.shows(named);
  await form.sends({ 'Social profiles': ['LinkedIn · Northwind Coffee'] });
  const card = await ana.sees('social', cardSays.ready);
  await ana.clicks(card, 'Schedule');
  await (await ana.seesModal('Schedule post')).shows(named);
  const copy = await ana.opensOn(card, 'Duplicate', 'Duplicate post');
  assert.ok(copy.text.includes(named));
  await copy.fill({ Brands: [coffee.name, 'Atlas Outdoor'] });
  await copy.shows(`Northwind Coffee: ${slotText(first, 'Asia/Kolkata')} in Kolkata; Atlas Outdoor: none.`);
  await copy.fill({ Brands: ['Atlas Outdoor'] });
  await copy.noLongerShows(queueField);
});
