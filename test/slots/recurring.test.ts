/** Posts that recurring posts will create count as planned before they have cards. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKeys } from '#src/platform/redis/keys.ts';
import { instagram } from '#test/recurring/samples.ts';
import { brand, day, hour, tuesday, workspace } from '#test/support/clock.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { dateOf, startRecurring } from '#test/support/recurring.ts';
import { confirmedSlot, inNextSlot, postingTimes } from '#test/support/slots.ts';
import { makesDraft, opensPosts, submits } from '#test/support/user-actions.ts';
import { slotText } from '#views/kit/moment.ts';
import { notCreated } from '#views/posts/calendar.ts';
import { buttonText } from '#views/posts/card-buttons.ts';
import { closeInTime } from '#views/posts/warnings.ts';

const start = tuesday();
const nine = (days: number): number => start + days * day + hour;
const times = [
  { day: 1, at: '09:00' },
  { day: 3, at: '09:00' },
];

test('a slot where a recurring post will go out isn’t free, before and after its card is created', async (t) => {
  const started = await startRecurring(t, start);
  const { ana, put, moveClockTo: goesTo, cards } = started;
  await postingTimes(t, started, brand, { times });
  await put({ from: dateOf(start) });
  const week = await ana.hears('/social slots', /Next open slots/);
  const open = [1, 8, 15, 22].map((days) => slotText(nine(days), 'UTC'));
  assert.ok(week.text.includes(open.join(' · ')), week.text);
  assert.match(
    week.text,
    new RegExp(`${slotText(nine(6), 'UTC')}\\W+Coffee of the week.*Instagram.*${notCreated}`),
  );
  const { text } = await ana.hears('/social calendar', /four weeks/);
  assert.equal(text.match(/Open: 9:00 AM/g)?.length, 4, text);

  await ana.clicks(await makesDraft(ana, 'Beans from Huila'), buttonText.addToQueue);
  assert.equal(await confirmedSlot(ana), nine(1));
  await goesTo(nine(3));
  await eventually(() => assert.equal(cards().length, 1));
  for (const days of [8, 15]) {
    await submits(ana, '/post Doors open at nine', { fill: inNextSlot });
    assert.equal(await confirmedSlot(ana), nine(days));
  }
});

longTest('a form says that its time is close to a post that a recurring post will create', async (t) => {
  const { ana, put } = await startRecurring(t, start);
  await put({ from: dateOf(start) });
  const form = await ana.opens('/post Beans from Huila', 'New post');
  await eventually(() => form.fill({ 'Social profiles': [instagram.name] }));
  await form.fill({ 'Or type a time': `${dateOf(nine(34))} 9:10` });
  assert.deepEqual(await form.submit(), { closed: false, errors: {} });
  assert.match(
    form.text,
    new RegExp(`${closeInTime}[^]*<!date\\^${nine(34) / 1_000}\\^.*: Coffee of the week`),
  );
});

longTest(
  'the person who set up a recurring post gets a message if it’s created close to another post',
  async (t) => {
    const { ana, put, moveClockTo: goesTo, service, cards } = await startRecurring(t, start);
    await put({ from: dateOf(start) });
    service.putPost({
      brandId: brand.id,
      state: 'scheduled',
      socialProfileIds: [instagram.id],
      caption: 'Of the web app',
      scheduledAt: nine(6),
    });
    await opensPosts(ana);
    await goesTo(nine(3));
    await eventually(() => assert.equal(cards().length, 1));
    await ana.sees(
      'Presscheck',
      new RegExp(`“Coffee of the week” is \\*${closeInTime}[^]*: Of the web app\n.*<#C0SOCIAL>`),
    );
  },
);

longTest('an unreadable recurring post is skipped, and the queue and other posts continue', async (t) => {
  const started = await startRecurring(t, start);
  const { ana, logs, put, redis, settings } = started;
  await postingTimes(t, started, brand, { times });
  await put({ from: dateOf(start) });
  const key = createKeys(settings.REDIS_PREFIX ?? '').recurring(workspace);
  await redis.hset(key, 'unreadable', '{"from a later release":true}');
  const card = await makesDraft(ana, 'Beans from Huila');
  await ana.clicks(card, buttonText.addToQueue);
  assert.equal(await confirmedSlot(ana), nine(1));
  assert.match((await ana.hears('/social slots', /Next open slots/)).text, /Coffee of the week/);
  assert.match((await ana.hears('/social recurring', /Recurring posts/)).text, /Coffee of the week/);
  assert.ok(
    logs.some(
      ({ series, msg }) => series === 'unreadable' && /couldn't read a recurring post/.test(`${msg}`),
    ),
  );
});
