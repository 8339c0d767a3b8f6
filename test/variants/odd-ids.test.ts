/** Settings and menus beyond the main flows (pairs.test.ts), with IDs that are too long for Slack. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '#src/app/config.ts';
import { startPresscheck } from '#src/main.ts';
import { shortId } from '#src/platform/publishing-api/short-ids.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { pausesBrand, schedulePosts, startPausing } from '#test/support/pausing.ts';
import { approve, cardSays, makesDraft, submits } from '#test/support/user-actions.ts';
import { resumeButtons, resumeTitle } from '#views/pause/resume.ts';
import { saveTitle } from '#views/settings/check.ts';

const variants = { ids: 'odd' } as const;

test('brands, rules, profiles, and lists work with IDs longer than Slack allows', async (t) => {
  const { ana, bo, cy, service } = await startBot(t, { service: { seed: 'demo', variants } });

  await cy.types('/social settings');
  await (await cy.seesModal('Settings')).fill({ 'Choose a brand': 'Northwind' });
  const settings = await cy.seesModal('Brand settings');
  const both = ['Instagram · northwind.coffee', 'LinkedIn · Northwind Coffee'];
  await settings.sends({ 'Default profiles': both });
  assert.deepEqual((await (await cy.seesModal(saveTitle)).submit()).errors, {});
  await cy.seesPrivately(/were saved/);

  const post = await ana.opens('/post Beans from Huila', 'New post');
  await post.fill({ Brand: 'Northwind Coffee' });
  await eventually(() => assert.deepEqual(post.values['Social profiles'], both));
  await post.sends();
  const card = await ana.sees('social', cardSays.ready);

  const list = await cy.hears('/social rules', /Approval rules/);
  const rule = await cy.opensOn(list, 'Edit', 'Approval rule', { beside: /Northwind/ });
  assert.match(rule.text, /For Northwind Coffee/);
  await rule.fill({ 'People who can approve': ['Bo', 'Cy'] });
  assert.deepEqual(await rule.submit(), { closed: true, errors: {} });
  await cy.seesPrivately(/was saved/);
  await card.shows(/Bo|U0BO/);

  await ana.types('/social posts', { in: 'launches' });
  await ana.clicks(await ana.privateMessage(/Which brand\?/), 'Northwind Coffee');
  const posts = await ana.privateMessage(/Posts for Northwind Coffee/);
  await approve(bo, card, { shows: cardSays.publishedBy('U0BO') });
  assert.match(posts.text, /Beans from Huila/);
  const made = service.posts('brand-northwind').find(({ caption }) => caption.startsWith('Beans'));
  assert.deepEqual(made?.socialProfileIds, ['northwind-instagram', 'northwind-linkedin']);
});

longTest(
  'with IDs longer than Slack allows, a brand is paused and resumed, and its posts are scheduled again',
  async (t) => {
    const bot = await startPausing(t, { service: { variants } });
    const { bo, service } = bot;
    schedulePosts(bot, ['First']);
    await pausesBrand(bo, /1 post unscheduled/);
    await bo.types('/social resume Northwind Coffee');
    const list = await bo.privateMessage(new RegExp(resumeTitle.unscheduled('Northwind Coffee')));
    await bo.clicks(list, resumeButtons.again);
    await eventually(() => assert.equal(service.posts()[0]?.state, 'scheduled'));
  },
);

longTest('a process that never listed the brand knows its ID', async (t) => {
  const { ana, bo, bot, chat, settings, service } = await startBot(t, { service: { variants } });
  const card = await makesDraft(ana, 'Doors open at nine');
  await bot.stop();
  const next = await startPresscheck(readConfig(settings), pino({ level: 'silent' }));
  t.after(() => next.stop());
  chat.deliverTo(`http://127.0.0.1:${next.port}/slack/events`);
  await bo.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
  assert.equal(service.publishes(), 1);
});

test('IDs with the same first thousand characters stay different, and short IDs stay unchanged', async (t) => {
  const { ana, service } = await startBot(t, { service: { variants } });
  await submits(ana, '/post Beans', { fill: { 'Social profiles': ['LinkedIn · Northwind Coffee'] } });
  await eventually(() => assert.deepEqual(service.posts()[0]?.socialProfileIds, ['profile-2']));
  for (const plain of ['brand-1', 'a'.repeat(150), 'é 🙂 {}:/', '3f0e']) assert.equal(shortId(plain), plain);
  const long = 'b'.repeat(1_000);
  const odd = ['-', ' ', `${long}1`, `${long}2`, '"'.repeat(100), shortId(`${long}1`)].map(shortId);
  assert.equal(new Set(odd).size, odd.length);
  for (const short of odd) assert.match(short, /^short\.[\w-]{43}$/);
});
