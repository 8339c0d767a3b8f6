import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { linkTo, startWithLinks } from '#test/support/links.ts';
import { longTest } from '#test/support/long-tests.ts';
import { startMonitor } from '#test/support/monitor.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { nextSlots, postingTimes } from '#test/support/slots.ts';
import { approve, cardSays, submits } from '#test/support/user-actions.ts';
import { clockText } from '#views/kit/moment.ts';
import { closeInTime } from '#views/posts/warnings.ts';

const brandId = 'brand-1';
const inADay = () => Math.ceil(Date.now() / 1_000) + 86_400;

test('`/social calendar` shows upcoming posts by day, in the reader’s time zone', async (t) => {
  const { ana, cy, service } = await startWithLinks(t);
  // 23:30 in Madrid in winter is the next morning in Tokyo
  const at = new Date(Date.now() + 3 * 86_400_000);
  at.setUTCHours(22, 30, 0, 0);
  const { id } = service.putPost({
    brandId,
    caption: '\n\nLate show',
    state: 'scheduled',
    scheduledAt: at.getTime(),
  });
  service.putPost({
    brandId,
    caption: 'In a far future',
    state: 'scheduled',
    scheduledAt: at.getTime() + 60 * 86_400_000,
  });
  const day = (zone: string, shift = 0): string =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      weekday: 'long',
      day: 'numeric',
      month: 'long',
    }).format(at.getTime() + shift);

  const calendar = await ana.hears('/social calendar', /four weeks/);
  const inWebApp = `{"type":"link","url":"${linkTo(id)}","text":"Late show"}`;
  assert.ok(JSON.stringify(calendar.blocks).includes(inWebApp), 'it has no card');
  const madrid = calendar.text;
  assert.ok(madrid.includes(day('Europe/Madrid')), madrid);
  assert.match(madrid, /Late show/);
  assert.doesNotMatch(madrid, /far future/);

  const { text: tokyo } = await cy.hears('/social calendar', /four weeks/);
  assert.ok(tokyo.includes(day('Asia/Tokyo')), tokyo);
  assert.match(tokyo, /7:30\sAM/);

  const week = await cy.hears('/social slots', /2 planned posts/);
  assert.ok(JSON.stringify(week.blocks).includes(inWebApp));
});

test('the calendar leaves out rejected posts and explains its signs', async (t) => {
  const { ana, service } = await startBot(t);
  const [tomorrow, later] = [1, 2].map((days) => Date.now() + days * 86_400_000);
  const [stays, goes] = ['*Stays* a draft', 'Turned down'].map((caption) =>
    service.putPost({ brandId, caption, state: 'draft', scheduledAt: tomorrow ?? 0 }),
  );
  assert.ok(stays && goes);
  service.putPost({ brandId, caption: 'For sure', state: 'scheduled', scheduledAt: later ?? 0 });
  const list = await ana.hears('/social posts', /Turned down/);
  const rejected = list.text.indexOf('Turned down') < list.text.indexOf('Stays') ? 1 : 2;
  await ana.clicks(list, 'Reject', { nth: rejected });
  await (await (await ana.seesModal('Reject post')).fill({ Reason: 'Off topic' })).submit();
  await ana.sees('social', /Rejected by <@U0ANA>/);

  const calendar = await ana.hears('/social calendar', /four weeks/);
  assert.match(calendar.text, /2 posts across 2 days\..* 1 rejected post not shown/);
  assert.match(calendar.text, /:calendar: scheduled {3}:pencil2: draft, goes out only if/);
  assert.match(calendar.text, /\*Stays\* a draft/);
  assert.doesNotMatch(calendar.text, /Turned down/);
  assert.doesNotMatch(JSON.stringify(calendar.blocks.filter(({ type }) => type === 'section')), /Stays/);

  service.edit(goes.id, { state: 'scheduled' });
  await ana.hears('/social calendar', /Turned down/);
});

longTest('the calendar calls only drafts a draft', async (t) => {
  const { ana, service } = await startBot(t);
  const scheduledAt = Date.now() + 86_400_000;
  for (const state of ['generating', 'failed'] as const)
    service.putPost({ brandId, caption: `Now ${state}`, state, scheduledAt });
  const { text } = await ana.hears('/social calendar', /four weeks/);
  assert.match(text, /^:sparkles: generating {3}:x: failed$/m);
  assert.match(text, /^sparkles .*Now generating/m);
  assert.match(text, /^x .*Now failed/m);
});

longTest(
  'a calendar of many posts has pages, reads their records at once, and shows every post',
  async (t) => {
    const { ana, service, redisUrl, settings } = await startBot(t);
    const monitor = await startMonitor(t, redisUrl, settings.REDIS_PREFIX ?? '');
    const [count, pages] = [200, 5];
    for (let n = 0; n < count; n += 1)
      service.putPost({
        brandId,
        caption: `Post number ${n}. ${'Long words & more. '.repeat(20)}`,
        state: 'scheduled',
        scheduledAt: Date.now() + 3_600_000 + n * 4_000_000,
        socialProfileIds: ['profile-1'],
      });
    const calendar = await ana.hears('/social calendar', /200 posts across 1\d days/);
    // One request per fifty posts, and one that finds the end, possibly after the calendar is shown. Paging sends none.
    const asked = count / 50 + 1;
    await eventually(() => assert.equal(service.requestsTo('GET /post').length, asked));
    const seen = new Set<string>();
    for (let page = 0; page < pages; page += 1) {
      if (page > 0) {
        const next = () => calendar.shows(new RegExp(`page ${page + 1} of ${pages}`));
        const sent = await monitor.during(async () => {
          await ana.clicks(calendar, 'Next');
          await next();
        }, /:claim:|:prospect:/);
        // one for the page, and possibly one of a job in the background
        assert.deepEqual([...new Set(sent)], ['mget']);
        assert.ok(sent.length <= 2, sent.join());
      }
      assert.ok(calendar.text.length < 12_000, `${calendar.text.length} characters`);
      for (const post of calendar.text.match(/Post number \d+\./g) ?? []) seen.add(post);
    }
    assert.equal(seen.size, count);
    assert.equal(service.requestsTo('GET /post').length, asked);
  },
);

longTest(
  'a draft with a time is shown as waiting for a decision if a rule requires approvals for its card',
  async (t) => {
    const { bo, cy, service, ...started } = await startBot(t);
    const setRule = await ruleSetter(t, started);
    await setRule(aRule({ needed: 2, people: ['U0BO', 'U0CY'] }));
    const scheduledAt = Date.now() + 86_400_000;
    service.putPost({
      brandId,
      caption: 'Huila',
      state: 'draft',
      scheduledAt,
      socialProfileIds: ['profile-1'],
    });
    const list = await bo.hears('/social posts', /Huila/);
    await approve(bo, list);
    const card = await bo.sees('social', cardSays.readyWith(/1 of 2/));
    const { text } = await bo.hears('/social calendar', /four weeks/);
    assert.match(text, /^:eyes: waiting for review on its card, not scheduled yet$/m);
    assert.match(text, /^eyes .*Huila/m);
    await approve(cy, card, { shows: cardSays.scheduled });
  },
);

test('times that wait for approval are shown as waiting, and later as scheduled', async (t) => {
  const { ana, bo, cy, service, ...started } = await startBot(t);
  const setRule = await ruleSetter(t, started);
  await setRule(aRule());
  await submits(ana, '/post Beans from Huila', { fill: { 'Schedule for': inADay() } });
  const card = await ana.sees('social', cardSays.readyWith(/Planned for/));
  service.putPost({ brandId, caption: 'No time at all' });
  const { text } = await ana.hears('/social calendar', /four weeks/);
  assert.match(text, /1 post(?: so far)?\./);
  assert.match(text, /^:eyes: waiting for review on its card, not scheduled yet$/m);
  assert.match(text, /^eyes .*Beans from Huila/m);
  await bo.clicks(card, 'Request changes');
  await (await (await bo.seesModal('Request changes')).fill({ 'What should change': 'Shorter' })).submit();
  await card.shows(/Changes requested/);
  assert.match((await cy.hears('/social calendar', /four weeks/)).text, /^eyes .*Beans from Huila/m);
  const moved = inADay() + 86_400;
  const made = service.posts().find(({ caption }) => caption === 'Beans from Huila');
  service.edit(made?.id ?? '', { state: 'scheduled', scheduledAt: moved * 1_000 });
  const there = await bo.hears('/social calendar', /four weeks/);
  await bo.clicks(there, 'Refresh', { shows: /^calendar .*Beans from Huila/m });
  assert.match(there.text, /1 post(?: so far)?\./);
  assert.ok(JSON.stringify(there.blocks).includes(`"timestamp":${moved}`));
});

test('the calendar links each row to its card, and shows free slots', async (t) => {
  const started = await startBot(t);
  const { ana, chat } = started;
  await postingTimes(t, started, { id: brandId, name: 'Northwind Coffee' });
  const [taken = 0, free = 0] = nextSlots(2);
  await submits(ana, '/post Beans from Huila', { fill: { 'Schedule for': new Date(taken) } });
  const card = await ana.sees('social', /Scheduled for[\s\S]*Beans from Huila/);
  const calendar = await ana.hears('/social calendar', /four weeks/);
  const links = JSON.stringify(calendar.blocks);
  assert.ok(links.includes(`archives/${card.channel}/p${card.ts.replace('.', '')}`), links);
  const clock = (at: number) => clockText(at, 'Europe/Madrid');
  const lines = calendar.text.split('\n').filter((line) => /Open:/.test(line));
  assert.equal(lines.join().includes(clock(free)), true, calendar.text);
  // three slots on each of 28 days
  const shown = lines.flatMap((line) => line.split('Open: ')[1]?.split(' · ') ?? []);
  assert.match(calendar.text, new RegExp(`${shown.length} open posting slots`));
  assert.ok(shown.length >= 82 && shown.length <= 84, `${shown.length}`);
  assert.equal(
    chat.calls.some(({ args }) => String(args.text).includes(closeInTime)),
    false,
  );
});
