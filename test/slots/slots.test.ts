import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noSlots } from '#src/slots/slots.ts';
import { auditTrail } from '#test/support/audit-trail.ts';
import { startBot } from '#test/support/bot.ts';
import { longTest } from '#test/support/long-tests.ts';
import { inDays, pausesBrand, startPausing } from '#test/support/pausing.ts';
import { postingTimes } from '#test/support/slots.ts';
import { cardSays, submits } from '#test/support/user-actions.ts';
import { slotText } from '#views/kit/moment.ts';
import { adminsCanEdit } from '#views/kit/paged.ts';
import { stateWords } from '#views/posts/card-state.ts';
import { editSlots, slotActions, slotsSaved } from '#views/slots/week.ts';
import { weekModal } from '#views/slots/week-modal.ts';

const brand = { id: 'brand-1', name: 'Northwind Coffee' };
const oneTime = { times: [{ day: 1, at: '09:00' }] };
const saved = slotsSaved(brand, oneTime);

test('an administrator sets a brand’s posting times, and everyone sees the week and the next free slots', async (t) => {
  const started = await startBot(t);
  const { ana, cy } = started;
  const none = await ana.hears('/social slots', /No posting times yet/);
  assert.doesNotMatch(JSON.stringify(none.blocks), new RegExp(slotActions.change));
  assert.ok(none.text.includes(adminsCanEdit('the posting times', [{ id: 'U0CY' }])), none.text);

  await cy.types('/social slots');
  await cy.clicks(await cy.privateMessage(/No posting times yet/), 'Set posting times');
  const modal = await cy.seesModal('Posting times');
  await modal.fill({ 'Time zone': 'Berlin' });
  await modal.fill({ Monday: ['9:00 AM', '12:30 PM'], Thursday: ['5:45 PM'] });
  await modal.fill({ 'Minimum time between posts on the same network': '30 minutes' });
  assert.deepEqual(await modal.submit(), { closed: true, errors: {} });
  await cy.seesPrivately(new RegExp(saved.slice(0, 40)));

  const week = await ana.hears('/social slots', /Times are in the Berlin time zone/);
  assert.match(week.text, /Monday\W+9:00 AM · 12:30 PM/);
  assert.match(week.text, /Thursday\W+5:45 PM/);
  assert.match(week.text, /Tuesday\W+–/);
  assert.match(week.text, /less than 30 minutes apart/);
  assert.equal(week.text.match(/Next open slots.*/)?.[0].split(' · ').length, 4);

  const [entry] = (await auditTrail(t, started)).filter(({ what }) => what === 'set');
  assert.deepEqual(
    [entry?.by, entry?.brand?.id, entry?.note],
    ['U0CY', 'brand-1', 'posting times: Mon 09:00 12:30, Thu 17:45; Europe/Berlin; 30 min apart'],
  );

  await cy.types('/social slots');
  const again = await cy.opensOn(await cy.privateMessage(), editSlots, 'Posting times');
  assert.deepEqual(again.values.Monday, ['9:00 AM', '12:30 PM']);
  assert.deepEqual(await again.submit({ Monday: [], Thursday: [] }), { closed: true, errors: {} });
  await cy.seesPrivately(new RegExp(slotsSaved(brand, { times: [] }).slice(0, 40)));
  await ana.hears('/social slots', /No posting times yet/);
});

test('saving posting times that someone else changed meanwhile overwrites nothing', async (t) => {
  const started = await startBot(t);
  const { cy } = started;
  const opens = async () => {
    await cy.types('/social slots');
    const modal = await cy.opensOn(await cy.privateMessage(), 'Set posting times', 'Posting times');
    await modal.fill({ Friday: ['4:00 PM'] });
    return modal;
  };
  const modal = await opens();
  await postingTimes(t, started, brand, { times: [{ day: 1, at: '09:00' }] });
  const { errors } = await modal.submit();
  assert.match(errors.Monday ?? '', /Someone else just edited these posting times/);
  await modal.close();
  assert.match((await cy.hears('/social slots')).text, /Monday\W+9:00 AM\n/);
});

test('posting times that the form doesn’t offer are refused at their fields, and nothing is set', async (t) => {
  const started = await startBot(t);
  const { chat, cy } = started;
  const about = { channel: 'C0SOCIAL', brand, list: 'https://hooks.slack.com/list' };
  const suggested = { zone: undefined, suggested: 'UTC', now: Date.now() };
  const { private_metadata } = weekModal.render(about, noSlots, suggested);
  const option = (value: string) => ({ value, text: { text: value } });
  const many = Array.from({ length: 21 }, (_, i) =>
    option(`${String(Math.floor(i / 4)).padStart(2, '0')}:${String((i % 4) * 15).padStart(2, '0')}`),
  );
  const answer = await chat.deliver.interaction({
    type: 'view_submission',
    team: { id: chat.world.workspace.id, domain: 'x' },
    user: { id: 'U0CY', name: 'Cy' },
    view: {
      id: 'V1',
      type: 'modal',
      callback_id: weekModal.id,
      private_metadata,
      blocks: [],
      state: {
        values: {
          'day.1': { 'day.1': { selected_options: [option('25:00')] } },
          'day.2': { 'day.2': { selected_options: many } },
          zone: { zone: { selected_option: option('Mars/Olympus') } },
          apart: { apart: { selected_option: option('never') } },
        },
      },
    },
  });
  const { errors } = answer.body as { errors: Record<string, string> };
  assert.deepEqual(Object.keys(errors).toSorted(), ['apart', 'day.1', 'day.2', 'zone']);
  await cy.hears('/social slots', /No posting times yet/);
});

longTest(
  'the week says that the brand is paused, and the weekday and state of each planned post',
  async (t) => {
    const started = await startPausing(t);
    const { ana, bo } = started;
    const at = inDays(3);
    await submits(ana, '/post Beans from Huila', { fill: { 'Schedule for': new Date(at) } });
    const card = await ana.sees('social', cardSays.scheduled);
    const line = (state: string): string =>
      `${slotText(at, 'UTC')}  Beans from Huila  ·  Instagram  ·  ${state}`;
    const week = await bo.hears('/social slots', /1 planned post/);
    assert.ok(week.text.includes(line(stateWords.scheduled)), week.text);
    assert.match(JSON.stringify(week.blocks), new RegExp(`/archives/C0SOCIAL/p${card.ts.replace('.', '')}"`));
    assert.doesNotMatch(week.text, /paused/);
    await pausesBrand(bo, /1 post unscheduled/);
    const later = await bo.hears('/social slots', /^Posting times[\s\S]*<@U0BO> paused \*Northwind Coffee\*/);
    assert.ok(later.text.includes(line(stateWords.review)), later.text);
  },
);
