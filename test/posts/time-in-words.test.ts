import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { brandSettingsSchema } from '#src/settings/settings.ts';
import { createTeamSettings } from '#src/settings/settings-store.ts';
import { momentsOf } from '#src/time/moments.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { postingTimes } from '#test/support/slots.ts';
import { redisOf } from '#test/support/stored.ts';
import { cardSays, makesDraft } from '#test/support/user-actions.ts';
import { changesOfClocks, fields, localAt } from '#test/time/clocks.ts';

const zone = 'Europe/Berlin';

/** The label of the question which of two moments is meant. */
const whichOne = ({ labels }: { labels: string[] }): string =>
  labels.find((label) => /Which (date|time) do you mean\?$/.test(label)) ?? '';

/** A bot whose brand has the zone of Berlin; Ana is in Madrid, Bo in New York. */
async function start(t: TestContext) {
  const started = await startBot(t);
  const { redis, prefix } = redisOf(t, started.settings);
  const settings = createTeamSettings(redis, prefix);
  const { id } = started.chat.world.workspace;
  await settings.setBrand(id, 'brand-1', brandSettingsSchema.parse({ zone }));
  return started;
}

test('a typed time is shown in the brand’s zone and the reader’s, and saved only when confirmed', async (t) => {
  const { bo, service } = await start(t);
  const modal = await bo.opens('/post Doors open at nine', 'New post');
  await modal.fill({
    'Social profiles': ['Instagram · northwind.coffee'],
    'Or type a time': 'tomorrow 9:30',
  });
  assert.deepEqual(await modal.submit(), { closed: false, errors: {} });
  assert.match(
    modal.text,
    /^New post\n[^\n]*\w+day, \w+ \d+, \d{4}, 9:30 AM in Berlin · .*[34]:30 AM your time/,
  );
  assert.match(
    modal.text,
    /I used Northwind Coffee’s time zone[\s\S]*Press \*Confirm &amp; create post\* to use/,
  );

  assert.match(
    modal.text,
    /9:30 AM in Berlin[\s\S]*Or type a time[\s\S]*9:30 AM in Berlin/,
    'beside the words too',
  );

  await modal.fill({ 'Or type a time': 'in 3 days at 10:00' });
  assert.deepEqual(await modal.submit(), { closed: false, errors: {} }, 'other words are shown first too');
  assert.match(modal.text, /10:00 AM in Berlin/);
  assert.doesNotMatch(modal.text, /9:30 AM in Berlin/);
  assert.equal(modal.values.Caption, 'Doors open at nine');
  assert.deepEqual(service.posts(), []);

  const day = fields(localAt(zone, Date.now()) + 3 * 86_400_000);
  assert.deepEqual(await modal.submit(), { closed: true, errors: {} });
  await bo.sees('social', cardSays.scheduled);
  const [at = 0] = momentsOf({ ...day, hour: 10, minute: 0 }, zone).moments;
  assert.equal(service.posts()[0]?.scheduledAt, at);
});

longTest(
  'if a typed time names its zone, or means a moment, the form doesn’t explain which zone it used',
  async (t) => {
    const { bo } = await startBot(t);
    const modal = await bo.opens('/post Doors open at nine', 'New post');
    await modal.fill({ 'Social profiles': ['Instagram · northwind.coffee'] });
    const says = /I used your time zone because Northwind Coffee/;
    for (const [words, isSaid] of [
      ['tomorrow 10:00 UTC', false],
      ['tomorrow 10am EST', false],
      ['in three hours', false],
      ['tomorrow 10:00', true],
    ] as const) {
      assert.deepEqual(await modal.submit({ 'Or type a time': words }), { closed: false, errors: {} });
      assert.match(modal.text, /your time|in New York/);
      assert.equal(says.test(modal.text), isSaid, modal.text);
    }
  },
);

longTest('without a zone in the settings, posting times use the brand’s zone', async (t) => {
  const started = await startBot(t);
  const { bo } = started;
  await postingTimes(t, started, { id: 'brand-1', name: 'Northwind Coffee' }, { zone: 'Europe/Madrid' });
  const modal = await bo.opens('/post Doors open at nine', 'New post');
  await modal.fill({
    'Social profiles': ['Instagram · northwind.coffee'],
    'Or type a time': 'tomorrow 9:00',
  });
  assert.deepEqual(await modal.submit(), { closed: false, errors: {} });
  assert.match(modal.text, /, 9:00 AM in Madrid · .*[234]:00 AM your time/);
  assert.match(modal.text, /I used Northwind Coffee’s time zone/);
  await modal.fill({ 'Or type a time': 'tomorrow 12:00 UTC' });
  assert.deepEqual(await modal.submit(), { closed: false, errors: {} });
  assert.match(modal.text, /, [12]:00 PM in Madrid · .*[78]:00 AM your time/);
});

test('unparsable and past times are reported together with other invalid fields', async (t) => {
  const { ana, service } = await start(t);
  const modal = await ana.opens('/post Doors open at nine', 'New post');
  await modal.fill({ 'Media links': 'the blue one', 'Or type a time': 'yesterday at noon' });
  const { errors } = await modal.submit();
  assert.deepEqual(Object.keys(errors).toSorted(), ['Media links', 'Or type a time']);
  assert.match(errors['Or type a time'] ?? '', /, 12:00 PM in .+ has passed\. Choose a later time\./);
  await modal.fill({ 'Or type a time': 'tomorrow 9:30' });
  assert.deepEqual(Object.keys((await modal.submit()).errors), ['Media links']);
  await modal.close();

  const card = await makesDraft(ana, 'Doors open at nine');
  const edit = await ana.opensOn(card, 'Edit', 'Edit post');
  const wrong = (await edit.submit({ 'Media links': 'the blue one', 'Or type a time': 'whenever' })).errors;
  assert.match(wrong['Or type a time'] ?? '', /don’t recognize that time/);
  assert.match(wrong['Media links'] ?? '', /isn’t a link/);
  assert.equal(service.posts().length, 1);
});

longTest(
  'a picked time is shown in the brand’s zone, unless the reader’s clocks show the same',
  async (t) => {
    const { ana, bo, service } = await start(t);
    const at = Math.ceil(Date.now() / 86_400_000) * 86_400 + 86_400 + 8.5 * 3_600;
    const modal = await bo.opens('/post Doors open at nine', 'New post');
    const shownAs = (unix: number, timeZone: string): string =>
      new Date(unix * 1_000)
        .toLocaleTimeString('en-US', { timeZone, timeStyle: 'short' })
        .replace(/\s/g, ' ');
    for (const later of [0, 3_600]) {
      await modal.fill({ 'Social profiles': ['Instagram · northwind.coffee'], 'Schedule for': at + later });
      assert.deepEqual(await modal.submit(), { closed: false, errors: {} });
      const [there, here] = [shownAs(at + later, zone), shownAs(at + later, 'America/New_York')];
      const said = new RegExp(`${there} in Berlin · ${here} your time`, 'g');
      assert.equal(modal.text.match(said)?.length, 2, 'on top and beside the picker');
      assert.match(modal.text, /You chose this in your time zone\.\s+Press \*Confirm &amp; create post\*/);
    }
    assert.deepEqual(service.posts(), []);
    assert.deepEqual(await modal.submit(), { closed: true, errors: {} });
    const card = await bo.sees('social', cardSays.scheduled);
    assert.equal(service.posts()[0]?.scheduledAt, (at + 3_600) * 1_000);

    for (const opens of ['Edit', 'Reschedule']) {
      const edit = await bo.opensOn(card, opens, opens === 'Edit' ? 'Edit post' : opens);
      if (opens === 'Edit')
        await edit.fill({ Caption: 'Doors open at ten', Schedule: 'Schedule for the time below' });
      const newTime = at + (opens === 'Edit' ? 7_200 : 10_800);
      assert.deepEqual(await edit.submit({ 'Schedule for': newTime }), { closed: false, errors: {} }, opens);
      assert.match(edit.text, /in Berlin · \d+:\d\d [AP]M your time/);
      assert.deepEqual(await edit.submit(), { closed: true, errors: {} });
      await eventually(() => assert.equal(service.posts()[0]?.scheduledAt, newTime * 1_000));
      await card.shows(/Edited|Rescheduled|changed/i);
    }

    const same = await ana.opensOn(card, 'Reschedule', 'Reschedule');
    await same.fill({ 'Schedule for': at });
    assert.deepEqual(await same.submit(), { closed: true, errors: {} }, 'Madrid has the clocks of Berlin');
  },
);

longTest('a picked time is shown only in the brand’s zone if the reader’s isn’t known', async (t) => {
  const { bo, chat, service } = await start(t);
  chat.faults.next('users.info', { kind: 'refused', error: 'fatal_error' }, 100);
  const at = Math.ceil(Date.now() / 86_400_000) * 86_400 + 86_400 + 8.5 * 3_600;
  const modal = await bo.opens('/post Doors open at nine', 'New post');
  await modal.fill({ 'Social profiles': ['Instagram · northwind.coffee'], 'Schedule for': at });
  assert.deepEqual(await modal.submit(), { closed: false, errors: {} });
  const shown = new Date(at * 1_000)
    .toLocaleTimeString('en-US', { timeZone: zone, timeStyle: 'short' })
    .replace(/\s/g, ' ');
  assert.match(modal.text, new RegExp(`${shown} in Berlin`));
  assert.doesNotMatch(modal.text, /for you/);
  assert.deepEqual(await modal.submit(), { closed: true, errors: {} });
  await eventually(() => assert.equal(service.posts()[0]?.scheduledAt, at * 1_000));
});

longTest('a typed time is read in UTC, and the form says so, if neither time zone is known', async (t) => {
  const { bo, chat, service } = await startBot(t);
  const user = { team_id: 'T0PRESS', is_admin: true };
  chat.faults.next('users.info', { kind: 'answers', with: { user } }, 100);
  const modal = await bo.opens('/post Doors open at nine', 'New post');
  await modal.fill({
    'Social profiles': ['Instagram · northwind.coffee'],
    'Or type a time': 'tomorrow 9:30',
  });
  assert.deepEqual(await modal.submit(), { closed: false, errors: {} });
  const [at = 0] = momentsOf({ ...fields(Date.now() + 86_400_000), hour: 9, minute: 30 }, 'UTC').moments;
  assert.match(modal.text, /9:30 AM UTC/);
  assert.match(
    modal.text,
    /used UTC because Northwind Coffee doesn’t have a time zone and I couldn’t get yours/,
  );
  assert.match(modal.text, new RegExp(`In your time zone, that’s <!date\\^${at / 1_000}\\^`));
  assert.doesNotMatch(modal.text, /in your time zone because/);
  assert.deepEqual(await modal.submit(), { closed: true, errors: {} });
  await eventually(() => assert.equal(service.posts()[0]?.scheduledAt, at));

  for (const asked of ['calendar', 'audit since:2026-01-01']) {
    assert.match(
      (await bo.hears(`/social ${asked}`)).text,
      /I couldn’t get your time zone from Slack, so dates( and open slots)? are shown in UTC/,
    );
  }
});

longTest('an invalid, past or repeated time is refused at its field, with examples', async (t) => {
  const { ana } = await start(t);
  const modal = await ana.opens('/post Doors open at nine', 'New post');
  await modal.fill({ 'Social profiles': ['Instagram · northwind.coffee'] });
  for (const [words, says] of [
    ['when it is ready', /don’t recognize that time\. Try “tomorrow 9:30/],
    ['tomorrow 9:30 in Paris', /part I understood is “tomorrow 9:30”/],
    ['tomorrow', /Add the time of day/],
    ['tomorrow 9-10am', /That’s a range\. Enter one time\. Try “tomorrow 9:30/],
    ['yesterday 9:30', /has passed/],
  ] as const) {
    await modal.fill({ 'Or type a time': words });
    assert.match((await modal.submit()).errors['Or type a time'] ?? '', says, words);
  }
  await modal.fill({
    'Or type a time': 'tomorrow 9:30',
    'Schedule for': Math.ceil(Date.now() / 1_000) + 86_400,
  });
  assert.match((await modal.submit()).errors['Or type a time'] ?? '', /also chose a time above/);
});

test('a time that clocks skip or show twice is asked about, even when a post is rescheduled', async (t) => {
  const { ana, bo, service } = await start(t);
  const year = new Date().getUTCFullYear();
  const coming = changesOfClocks(year, year + 1, [zone]).filter(({ at }) => at > Date.now() + 86_400_000);
  const forward = coming.find(({ before, after }) => before < after);
  const back = coming.find(({ before, after }) => before > after);
  assert.ok(forward && back);
  const written = ({ at, before }: typeof back, minutes: number): string =>
    new Date(at + (before + minutes) * 60_000).toISOString().slice(0, 16).replace('T', ' ');

  const card = await makesDraft(ana, 'Doors open at nine');
  const modal = await bo.opensOn(card, 'Schedule', 'Schedule');
  assert.match((await modal.submit()).errors['Schedule for'] ?? '', /or type them below/);
  await modal.submit({ 'Or type a time': written(forward, 30) });
  const skipped = whichOne(modal);
  assert.match(skipped, /Clocks in Berlin go forward that day and skip this time\. Which time do you mean\?/);
  assert.match((await modal.optionsOf(skipped)).join(' | '), /1:30 AM in Berlin \| .*3:30 AM in Berlin/);
  assert.equal((await modal.submit()).errors[skipped], 'Choose one of these times, or type a different one.');
  assert.deepEqual(
    await modal.submit({ 'Or type a time': written(back, -30) }),
    { closed: false, errors: {} },
    'other words are asked about at once',
  );
  assert.match(whichOne(modal), /so this time happens twice/);
  await modal.submit({ 'Or type a time': 'tomorrow 9:30' });
  assert.equal(modal.submitText, 'Confirm & schedule');
  await modal.submit({ 'Or type a time': written(forward, 30) });
  assert.equal(modal.submitText, 'Schedule', 'confirming doesn’t choose one of two times');
  assert.deepEqual(await modal.submit({ [skipped]: '3:30 AM in Berlin' }), { closed: true, errors: {} });
  await eventually(() => assert.equal(service.posts()[0]?.scheduledAt, forward.at + 30 * 60_000));

  const again = await bo.opensOn(card, 'Reschedule', 'Reschedule');
  await again.submit({ 'Or type a time': written(back, -30) });
  const twice = whichOne(again);
  assert.match(twice, /go back that day, so this time happens twice/);
  const [, second = ''] = await again.optionsOf(twice);
  assert.match(second, /2:30 AM in Berlin \(UTC\+1\)/);
  assert.deepEqual(await again.submit({ [twice]: second }), { closed: true, errors: {} });
  await eventually(() => assert.equal(service.posts()[0]?.scheduledAt, back.at + 30 * 60_000));
});
