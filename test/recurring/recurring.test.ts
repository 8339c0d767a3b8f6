import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '#sandbox/redis.ts';
import { seriesAtMost } from '#src/recurring/series.ts';
import { auditTrail } from '#test/support/audit-trail.ts';
import { startBot } from '#test/support/bot.ts';
import { day, hour, tuesday } from '#test/support/clock.ts';
import { eventually } from '#test/support/eventually.ts';
import { picture } from '#test/support/files.ts';
import { longTest } from '#test/support/long-tests.ts';
import { dateOf, startRecurring } from '#test/support/recurring.ts';
import { startRedis } from '#test/support/redis.ts';
import { startWorker } from '#test/support/roles.ts';
import { aRule } from '#test/support/rules.ts';
import { aTemplate, saveTemplates } from '#test/support/templates.ts';
import { approveButton } from '#test/support/user-actions.ts';
import { buttonText } from '#views/posts/card-buttons.ts';
import { uploadLabel } from '#views/posts/media-fields.ts';
import { closeInTime } from '#views/posts/warnings.ts';
import { addRecurring, full, savedNowhere } from '#views/recurring/list.ts';
import { endDate, seriesModal } from '#views/recurring/series-modal.ts';

type Started = Awaited<ReturnType<typeof startRecurring>>;

/** Opens the form for a new series. */
async function opensForm(who: Started['ana']) {
  await who.types('/social recurring');
  await who.clicks(await who.privateMessage(/Recurring posts for Northwind Coffee/), addRecurring);
  const form = await who.seesModal('Recurring post');
  await eventually(() => form.fill({ 'Social profiles': ['Instagram · northwind.coffee'] }));
  return form;
}

const weekly = { Caption: 'Coffee of the week', 'Repeats every': ['Monday'], Time: '09:00' };

/** Creates a series for every Monday at 9:00 UTC. */
async function setsUp(
  who: Started['ana'],
  fill: Parameters<Awaited<ReturnType<typeof opensForm>>['fill']>[0] = {},
) {
  const form = await opensForm(who);
  assert.deepEqual(await form.submit({ ...weekly, ...fill }), { closed: true, errors: {} });
}

test('Ana’s weekly post gets its card three days before, once, and is approved like any other', async (t) => {
  const start = tuesday();
  const started = await startRecurring(t, start);
  const { ana, bo, cards, moveClockTo: goesTo, service, setRule } = started;
  const monday = start + 6 * day + hour;
  await ana.hears('/social recurring', /No recurring posts yet/);
  await setsUp(ana);
  const saved = await ana.seesPrivately(/^Saved\. The next post is planned for/);
  assert.match(
    saved,
    new RegExp(`date\\^${monday / 1_000}\\^.*<#C0SOCIAL> \\(<!date\\^${(monday - 3 * day) / 1_000}\\^`),
  );
  const next = [0, 7, 14].map((days) => `.*date\\^${(monday + days * day) / 1_000}\\^`).join('');
  await ana.privateMessage(
    new RegExp(`Every Monday at 9:00 AM\\W+Coffee of the week\nNext: ${next}.*UTC.*requested by <@U0ANA>`),
  );

  const calendar = await ana.hears('/social calendar', /four weeks/);
  // including posts whose cards are posted later
  for (const week of [0, 1, 2])
    assert.ok(JSON.stringify(calendar.blocks).includes(`"timestamp":${(monday + week * 7 * day) / 1_000}`));
  assert.match(calendar.text, /^:repeat: recurring post, not created yet$/m);
  assert.match(calendar.text, /^repeat .*Coffee of the week/m);

  await goesTo(monday - 3 * day - hour);
  assert.equal(cards().length, 0, 'not before its time');
  await goesTo(monday - 3 * day);
  const first = await bo.sees(
    'social',
    /Coffee of the week[\s\S]*From a recurring post \(every Monday at 9:00 AM, UTC\)/,
  );
  await first.shows(/Scheduled/);
  assert.match(first.text, /Requested by <@U0ANA>/);
  assert.match(first.text, /To manage recurring posts, use `\/social recurring Northwind Coffee`/);
  const scheduled = () =>
    service
      .posts()
      .map(({ scheduledAt }) => scheduledAt)
      .sort();
  assert.deepEqual(scheduled(), [monday]);

  // after two days without a process, the next post is late but still in time; then a rule requires approval
  await setRule(aRule());
  const asked = () =>
    ['GET /brands', 'GET /social-profiles', 'POST /post'].map((one) => service.requestsTo(one).length);
  const before = asked();
  await goesTo(monday + 5 * day);
  await eventually(() => assert.equal(cards().length, 2));
  await eventually(() =>
    assert.deepEqual(
      asked().map((count, i) => count - (before[i] ?? 0)),
      [1, 1, 1],
      'as docs/performance.md says',
    ),
  );
  const second = cards()[1] ?? first;
  const approve = await approveButton(second);
  assert.match(approve, /^Approve & schedule for /);
  assert.equal(service.posts().filter(({ state }) => state === 'draft').length, 1);
  await bo.clicks(second, approve);
  await eventually(() => assert.deepEqual(scheduled(), [monday, monday + 7 * day]));
  await goesTo(monday + 6 * day);
  assert.equal(cards().length, 2);

  const entries = await auditTrail(t, started);
  const [set] = entries.filter(({ what }) => what === 'set');
  assert.deepEqual([set?.by, set?.via, set?.brand?.id], ['U0ANA', 'submission', 'brand-1']);
  assert.match(
    set?.note ?? '',
    /^recurring post set up: .*: Mon 09:00, UTC, 3 days ahead, no last date, 18 characters/,
  );
  const requested = entries.filter(({ what }) => what === 'asked');
  assert.deepEqual(
    requested.map(({ by, via }) => [by, via]),
    [
      ['U0ANA', 'job'],
      ['U0ANA', 'job'],
    ],
  );
});

test('Bo edits Ana’s recurring post, and the next posts are requested by Bo', async (t) => {
  const start = tuesday();
  const started = await startRecurring(t, start);
  const { ana, bo, cards, moveClockTo: goesTo, series } = started;
  const monday = start + 6 * day + hour;
  await setsUp(ana);
  const opens = async (who: typeof ana) => {
    await who.types('/social recurring');
    await who.clicks(await who.privateMessage(/Every Monday at 9:00 AM/), buttonText.edit);
    return who.seesModal('Recurring post');
  };
  const late = await opens(ana);
  const form = await opens(bo);
  assert.equal(form.values.Caption, 'Coffee of the week');
  assert.deepEqual(form.values['Repeats every'], ['Monday']);
  await form.fill({ Caption: 'Beans of the week', 'Create each post': '1 day before' });
  assert.deepEqual(await form.submit(), { closed: true, errors: {} });
  await ana.sees('Presscheck', /<@U0BO> edited your recurring post “Beans of the week” for Northwind Coffee/);
  assert.equal((await late.submit({ Caption: 'Tea of the week' })).errors.Caption, seriesModal.outdated);
  await late.close();

  await goesTo(monday - day);
  await eventually(() => assert.match(cards()[0]?.text ?? '', /Requested by <@U0BO>/));
  assert.match(cards()[0]?.text ?? '', /Beans of the week/);

  // a new time on a day that already has its post creates no second post
  const again = await opens(bo);
  assert.deepEqual(await again.submit({ Time: '11:30' }), { closed: true, errors: {} });
  await goesTo(monday - hour / 2);
  assert.equal(cards().length, 1);

  const list = await ana.hears('/social recurring', /Every Monday at 11:30 AM/);
  const { text: stopped } = await ana.hearsOn(list, 'Stop', /^Stopped\./);
  const { ts } = cards()[0] ?? {};
  assert.match(
    stopped,
    new RegExp(
      `<!date\\^${monday / 1_000}\\^.*Scheduled.*/archives/C0SOCIAL/p${ts?.replace('.', '')}\\|Open card`,
    ),
  );
  assert.match(stopped, /unschedule or reject it on its card/);
  await bo.sees(
    'Presscheck',
    /“Beans of the week” for Northwind Coffee no longer repeats .*<@U0ANA> stopped it/,
  );
  await eventually(async () => assert.deepEqual(await series(), []));
  await goesTo(monday + 6 * day);
  assert.equal(cards().length, 1);
  const notes = (await auditTrail(t, started)).flatMap(({ what, by, note }) =>
    what === 'set' ? [`${by} ${note?.split(':')[0]}`] : [],
  );
  assert.deepEqual(notes, [
    'U0ANA recurring post set up',
    'U0BO recurring post changed',
    'U0BO recurring post changed',
    'U0ANA recurring post stopped',
  ]);
});

test('a day added to a recurring post gets its next date, even if a later date has its post already', async (t) => {
  const start = tuesday();
  const { ana, bo, cards, chat, moveClockTo: goesTo, service } = await startRecurring(t, start);
  const monday = start + 6 * day + hour;
  await setsUp(ana);
  await goesTo(monday - 3 * day);
  const scheduled = () =>
    service
      .posts()
      .map(({ scheduledAt }) => scheduledAt)
      .sort();
  await eventually(() => assert.deepEqual(scheduled(), [monday]));

  await ana.types('/social recurring');
  await ana.clicks(await ana.privateMessage(/Every Monday at 9:00 AM/), buttonText.edit);
  const form = await ana.seesModal('Recurring post');
  const changed = { 'Repeats every': ['Monday', 'Saturday'] };
  assert.deepEqual(await form.submit(changed), { closed: true, errors: {} });
  await ana.seesPrivately(new RegExp(`Saved\\. The next post .*date\\^${(monday - 2 * day) / 1_000}\\^`));
  const next = [5, 7, 12].map((days) => `.*date\\^${(monday + days * day) / 1_000}\\^`).join('');
  await eventually(() => assert.deepEqual(scheduled(), [monday - 2 * day, monday]));
  await ana.hears('/social recurring', new RegExp(`Next: ${next}`));

  // the time of a date that has its post changes nothing for it, and when it has passed, it isn't missed
  await bo.types('/social recurring');
  await bo.clicks(await bo.privateMessage(/Next:/), buttonText.edit);
  const later = await bo.seesModal('Recurring post');
  assert.deepEqual(await later.submit({ Time: '10:00' }), { closed: true, errors: {} });
  const saturday = monday + 5 * day + hour;
  await goesTo(saturday - 3 * day);
  await eventually(() => assert.deepEqual(scheduled(), [monday - 2 * day, monday, saturday]));
  await eventually(() => assert.equal(cards().length, 3));
  assert.deepEqual(
    chat.messages('social').filter(({ text }) => /skipped/.test(text)),
    [],
  );
});

test('a recurring post that’s moved to another day goes out after the one that has its card', async (t) => {
  const start = tuesday();
  const { ana, moveClockTo: goesTo, service } = await startRecurring(t, start);
  const monday = start + 6 * day + hour;
  await setsUp(ana);
  await goesTo(monday - 3 * day);
  await eventually(() => assert.equal(service.posts().length, 1));
  const edits = async (fill: Record<string, string | string[]>, next: number): Promise<void> => {
    await ana.types('/social recurring');
    await ana.clicks(await ana.privateMessage(/Next:/), buttonText.edit);
    const form = await ana.seesModal('Recurring post');
    assert.deepEqual(await form.submit(fill), { closed: true, errors: {} });
    await ana.seesPrivately(new RegExp(`Saved\\. The next post .*date\\^${next / 1_000}\\^`));
  };
  await edits({ Time: '10:00' }, monday + 7 * day + hour);
  await edits({ 'Repeats every': ['Sunday'] }, monday + 6 * day + hour);
  // the next Monday has its post, also if it's added again
  await edits({ 'Repeats every': ['Monday', 'Sunday'], Time: '11:00' }, monday + 6 * day + 2 * hour);
  assert.equal(service.posts().length, 1);
});

test('a form shows errors at its fields, and submitting it twice creates one series', async (t) => {
  const started = await startRecurring(t, tuesday());
  const { ana, series } = started;
  const form = await opensForm(ana);
  assert.deepEqual((await form.submit()).errors, {
    Caption: 'Please complete this required field.',
    'Repeats every': 'Please complete this required field.',
  });
  await form.fill({ ...weekly, [endDate]: dateOf(tuesday() + 2 * day), 'Media links': 'our window' });
  assert.match((await form.submit()).errors['Media links'] ?? '', /our window/);
  await form.fill({ 'Media links': '' });
  assert.match((await form.submit()).errors[endDate] ?? '', /No posts would go out by this date/);
  await form.fill({ [endDate]: dateOf(tuesday() + 6 * day) });
  const both = await Promise.all([form.submit(), form.submit()]);
  assert.deepEqual(
    both.map(({ errors }) => errors),
    [{}, {}],
  );
  assert.equal((await series()).length, 1);
  const noted = (await auditTrail(t, started)).filter(({ what }) => what === 'set');
  assert.equal(noted.length, 1);
});

test('while publishing is paused, the post becomes a draft that keeps its time', async (t) => {
  const start = tuesday();
  const { bo, cards, put, sweeps, service } = await startRecurring(t, start);
  await bo.types('/social pause Northwind wrong prices');
  await bo.sees('social', /paused/);
  await put({ days: [4], from: dateOf(start + day) });
  await sweeps();
  await eventually(() => assert.match(cards()[0]?.text ?? '', /paused \*/));
  assert.match(cards()[0]?.text ?? '', /Planned for/);
  assert.deepEqual(
    service.posts().map(({ state }) => state),
    ['draft'],
  );
});

test('guests see recurring posts without buttons', async (t) => {
  const people = [
    { id: 'U0ANA', name: 'Ana' },
    { id: 'U0BO', name: 'Bo', role: 'guest' as const },
    { id: 'U0CY', name: 'Cy', role: 'admin' as const },
  ];
  const { bo, put, sweeps } = await startRecurring(t, tuesday(), { chat: { users: people } });
  await put({ from: dateOf(tuesday() + 8 * day) });
  await sweeps();
  assert.deepEqual((await bo.hears('/social recurring', /Every Monday at 9:00 AM/)).buttons, []);
});

test('without Redis, the form stays open with its input and an error; once Redis is back, it’s saved once', async (t) => {
  const redis = await startRedis({ appendOnly: true });
  const started = await startBot(t, { redis }).finally(() => {
    // closed after the bot, which would otherwise wait for its Redis
    t.after(() => redis.stop());
  });
  const { ana } = started;
  const form = await opensForm(ana);
  await form.fill(weekly);
  await redis.kill();
  const { closed, errors } = await form.submit();
  assert.equal(closed, false);
  assert.match(errors.Caption ?? '', /^Couldn’t save this, and nothing was sent\./);
  assert.equal(form.values.Caption, weekly.Caption);
  await redis.restart();
  await eventually(async () => assert.deepEqual((await form.submit()).errors, {}));
  await ana.seesPrivately(/^Saved\./);
  assert.equal((await auditTrail(t, started)).filter(({ what }) => what === 'set').length, 1);
});

longTest(
  'a time close to other posts on the same network is pointed out, even for other recurring posts',
  async (t) => {
    const start = tuesday();
    const { ana, bo, service, put, series } = await startRecurring(t, start);
    await setsUp(ana);
    await ana.seesPrivately(/^Saved\.(?!.*This is close)/s);
    await put({ id: 'V2', caption: 'Cake of the week', days: [2], at: '09:10', from: dateOf(start) });
    service.putPost({
      brandId: 'brand-1',
      state: 'scheduled',
      socialProfileIds: ['profile-1'],
      caption: 'Of the web app',
      scheduledAt: start + day + hour + 600_000,
    });
    await bo.hears('/social posts', /Of the web app/);
    await setsUp(bo, { Caption: 'Beans', 'Repeats every': ['Monday', 'Tuesday', 'Wednesday', 'Thursday'] });
    const told = await bo.seesPrivately(new RegExp(closeInTime));
    assert.match(told, /^Saved\./);
    for (const close of ['Coffee of the week', 'Cake of the week', 'Of the web app'])
      assert.match(told, new RegExp(`• Instagram, [^\\n]*: ${close}`));
    assert.equal((await series()).length, 3, 'it’s only a warning');
  },
);

longTest(
  'a recurring post without profiles is saved with a warning, which its row in the list also has',
  async (t) => {
    const { ana } = await startRecurring(t, tuesday());
    await setsUp(ana, { 'Social profiles': [] });
    assert.ok((await ana.seesPrivately(/^Saved\./)).endsWith(savedNowhere));
    await ana.privateMessage(/Every Monday at 9:00 AM[\s\S]*:warning: no social profiles/);
    await setsUp(ana);
    assert.ok(!(await ana.seesPrivately(/^Saved\./)).includes(savedNowhere));
  },
);

longTest(
  'attached files get an address for each post, and stay when the recurring post is changed',
  async (t) => {
    const start = tuesday();
    const port = await freePort();
    const settings = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
    const { ana, moveClockTo: goesTo, service, series, cards } = await startRecurring(t, start, { settings });
    const monday = start + 6 * day + hour;
    await setsUp(ana, { [uploadLabel]: [picture] });
    await goesTo(monday - 3 * day);
    await eventually(() => assert.equal(cards().length, 1));
    await ana.types('/social recurring');
    const form = await ana.opensOn(await ana.privateMessage(/1 file/), buttonText.edit, 'Recurring post');
    assert.deepEqual(form.values['Current files'], ['beans.png']);
    assert.deepEqual(await form.submit({ Caption: 'Tea of the week' }), { closed: true, errors: {} });
    await goesTo(monday + 4 * day);
    await eventually(() => assert.equal(cards().length, 2));
    const sent = service
      .requestsTo('POST /post')
      .map(({ body }) => (body as { mediaUrls?: string[] }).mediaUrls);
    assert.equal(sent.length, 2);
    for (const urls of sent)
      assert.match(urls?.join() ?? '', /^http:\/\/127\.0\.0\.1:\d+\/files\/[^,]+\.png$/);
    assert.notDeepEqual(sent[0], sent[1]);
    assert.equal((await series())[0]?.files?.length, 1);
  },
);

test('a worker without a bot creates recurring posts with attached files, too', async (t) => {
  const start = tuesday();
  const port = await freePort();
  const settings = { ROLE: 'bot', PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
  const started = await startRecurring(t, start, { settings });
  const { ana, moveClockTo: goesTo, service, cards } = started;
  await startWorker(t, started);
  await setsUp(ana, { [uploadLabel]: [picture] });
  await goesTo(start + 3 * day + hour);
  await eventually(() => assert.equal(cards().length, 1));
  const [sent] = service.requestsTo('POST /post').map(({ body }) => body as { mediaUrls?: string[] });
  const [address = ''] = sent?.mediaUrls ?? [];
  assert.ok(address.startsWith(`${settings.PUBLIC_URL}/files/`), address);
  assert.equal((await fetch(address)).status, 200);
});

longTest('a recurring post whose files can’t be served anymore stops and says why', async (t) => {
  const start = tuesday();
  const { ana, put, sweeps, series, cards } = await startRecurring(t, start);
  const files = [{ id: 'F1', name: 'beans.png', ending: 'png' as const }];
  await put({ files, from: dateOf(start), daysAhead: 14 });
  await sweeps();
  await ana.sees('social', /no longer repeats.*I can’t send its attached files because file uploads/);
  await eventually(async () => assert.equal((await series()).length, 0));
  assert.equal(cards().length, 0);
});

longTest('a template fills the caption of a recurring post, and each post names its own day', async (t) => {
  const start = tuesday();
  const started = await startRecurring(t, start);
  const { ana, moveClockTo: goesTo, service } = started;
  const brand = { id: 'brand-1', name: 'Northwind Coffee' };
  const text = '{weekday} at {brand}: {coffee}';
  await saveTemplates(t, started, brand, [aTemplate({ name: 'Of the week', text })]);
  const form = await opensForm(ana);
  await form.fill({ ...weekly, Caption: '', Template: 'Of the week' });
  await eventually(() => assert.equal(form.values.Caption, '{weekday} at Northwind Coffee: {coffee}'));
  assert.equal((await form.submit()).errors.Caption, 'Replace or remove {coffee}.');
  await form.sends({ Caption: 'Coffee for {weekday}, {date}' });

  const monday = start + 6 * day + hour;
  const dated = new Date(monday).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  assert.ok((await ana.hears('/social calendar', /four weeks/)).text.includes(`Coffee for Monday, ${dated}`));
  await goesTo(monday - 3 * day);
  await eventually(() => assert.equal(service.posts()[0]?.caption, `Coffee for Monday, ${dated}`));
});

longTest(
  'a brand’s full list of recurring posts is shown, and another series is refused at its field',
  async (t) => {
    const start = tuesday();
    const { ana, put, series } = await startRecurring(t, start);
    const caption = 'Coffee of the week, with notes of plum and cocoa. '.repeat(59);
    const add = (n: number) =>
      put({ id: `V${n}`, caption, from: dateOf(start), days: [1, 2, 3, 4, 5, 6, 7] });
    for (let n = 1; n < seriesAtMost; n += 1) await add(n);
    const form = await opensForm(ana);
    await form.fill(weekly);
    await add(seriesAtMost);
    const { closed, errors } = await form.submit();
    assert.deepEqual([closed, Object.values(errors)], [false, [full]]);
    assert.equal((await series()).length, seriesAtMost);
    await form.close();
    const list = await ana.hears('/social recurring', new RegExp(full));
    assert.equal(list.text.match(/requested by <@U0ANA>/g)?.length, seriesAtMost);
    assert.equal(list.buttons.filter((button) => button === 'Stop').length, seriesAtMost);
    assert.ok(!list.buttons.includes(addRecurring));
  },
);
