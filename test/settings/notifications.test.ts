/** What people set about notifications, over signed HTTP: each for themselves, and administrators for a brand. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Driver } from '#sandbox/chat/driver/driver.ts';
import type { ShownView } from '#sandbox/chat/driver/shown-view.ts';
import {
  alwaysSent,
  type Destination,
  destinationsSchema,
  type Topic,
  topics,
} from '#src/settings/notification-preferences.ts';
import { createTeamSettings } from '#src/settings/settings-store.ts';
import { startWithAdministrators } from '#test/support/administrators.ts';
import { auditTrail } from '#test/support/audit-trail.ts';
import { type BotOptions, type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { redisOf } from '#test/support/stored.ts';
import { startUnwritable } from '#test/support/unwritable.ts';
import { saveTitle } from '#views/settings/check.ts';
import {
  destinationPreview,
  destinationsModal,
  destinationsOutdated,
  topicNames,
} from '#views/settings/destinations-modal.ts';

async function start(t: TestContext, options?: BotOptions) {
  return withSettings(t, await startBot(t, options));
}

function withSettings(t: TestContext, started: StartedBot) {
  const { redis, prefix } = redisOf(t, started.settings);
  const kept = createTeamSettings(redis, prefix);
  const { id: workspace } = started.chat.world.workspace;
  return {
    ...started,
    personal: (user: string) => kept.person(workspace, user),
    places: async () => (await kept.brand(workspace, 'brand-1')).notifications,
  };
}

async function opensOwn(who: Driver): Promise<ShownView> {
  return who.opens('/social settings', 'Settings');
}

async function opensDestinations(who: Driver): Promise<ShownView> {
  await (await opensOwn(who)).fill({ 'Choose a brand': 'Northwind' });
  return who.opensOn(await who.seesModal('Brand settings'), 'Edit', /^Notifications\n/);
}

test('a person’s direct messages and quiet hours are saved and shown again', async (t) => {
  const started = await start(t);
  const { ana, personal } = started;
  const modal = await opensOwn(ana);
  assert.deepEqual(
    [
      modal.values['Send me a direct message when'],
      modal.values['Quiet hours start'],
      modal.values['Quiet hours end'],
    ],
    [undefined, 'No quiet hours', '8:00 AM'],
  );
  await modal.submit({
    'Send me a direct message when': ['My posts are ready', 'Posts need my approval'],
    'Quiet hours start': '8:30 PM',
  });
  const check = await ana.seesModal(saveTitle);
  assert.match(
    check.text,
    /direct message instead of a mention:\n• {2}when a post or campaign that you requested is ready\n• {2}when a post needs your approval \(you can review it right there\)\n.*also mentioned in its thread/,
  );
  assert.match(
    check.text,
    /From 8:30 PM to 8:00 AM in your time zone, direct messages wait\. They all arrive at 8:00 AM/,
  );
  assert.deepEqual(await check.submit(), { closed: true, errors: {} });
  await ana.seesPrivately(/Your settings were saved/);
  assert.deepEqual((await personal(ana.id)).direct, {
    kinds: ['ready', 'approval'],
    quiet: { from: '20:30', to: '08:00' },
  });
  const again = await opensOwn(ana);
  assert.deepEqual(
    [
      again.values['Send me a direct message when'],
      again.values['Quiet hours start'],
      again.values['Quiet hours end'],
    ],
    [['My posts are ready', 'Posts need my approval'], '8:30 PM', '8:00 AM'],
  );
  await again.submit({ 'Send me a direct message when': [], 'Quiet hours start': 'No quiet hours' });
  const off = await ana.seesModal(saveTitle);
  assert.match(
    off.text,
    /None\. You’re mentioned in the card’s channel instead\.[\s\S]*None\. Direct messages arrive at any time/,
  );
  await off.submit();
  await eventually(async () =>
    assert.deepEqual((await personal(ana.id)).direct, { kinds: [], quiet: 'off' }),
  );
  const set = (await auditTrail(t, started)).filter(({ what }) => what === 'set');
  assert.deepEqual(
    set.map(({ note }) => note),
    [
      'own settings: no brand, notices on, direct messages: ready approval, quiet 20:30-08:00',
      'own settings: no brand, notices on, direct messages: none',
    ],
  );
});

test('quiet hours that end when they start, and values that no menu offers, are refused at their fields', async (t) => {
  const { ana, chat, personal } = await start(t);
  const modal = await opensOwn(ana);
  assert.deepEqual((await modal.submit({ 'Quiet hours start': '8:00 AM' })).errors, {
    'Quiet hours end': 'Choose an end time that’s different from the start.',
  });
  const chosen = (value: string) => ({
    selected_option: { value, text: { type: 'plain_text', text: value } },
  });
  const forged = await chat.deliver.interaction({
    type: 'view_submission',
    user: { id: ana.id },
    view: {
      id: 'V1',
      type: 'modal',
      callback_id: 'settings',
      blocks: [],
      private_metadata: modal.privateMetadata,
      state: {
        values: {
          direct: { direct: { selected_options: [chosen('everything').selected_option] } },
          'quiet-from': { 'quiet-from': chosen('25:99') },
          'quiet-to': { 'quiet-to': chosen('never') },
        },
      },
    },
  });
  const errors = JSON.stringify(forged);
  for (const field of ['direct', 'quiet-from', 'quiet-to'])
    assert.match(errors, new RegExp(`"?${field}\\\\?"?:`));
  assert.deepEqual((await personal(ana.id)).direct, { kinds: [], quiet: 'off' });
});

test('an administrator chooses where a team is notified, and sees at once what each choice means', async (t) => {
  const started = await start(t);
  const { cy, places } = started;
  const defaults = destinationsSchema.parse(undefined);
  assert.deepEqual(await places(), defaults);
  const modal = await opensDestinations(cy);
  const menus = modal.blocks.flatMap((block) => (isMenu(block) ? [block] : []));
  assert.deepEqual(
    menus.map(({ block_id }) => block_id),
    topics,
  );
  const labels: Record<Destination, string> = {
    channel: 'In the channel',
    thread: 'In the thread',
    off: 'Off',
  };
  const shows = (topic: Topic, place: Destination) =>
    eventually(() =>
      assert.ok(modal.text.includes(destinationPreview(topic, place, false)), `${topic} ${place}`),
    );
  for (const { block_id: topic, accessory } of menus) {
    const offered = accessory.options.map(({ value }) => value);
    assert.deepEqual(offered, alwaysSent.has(topic) ? ['channel', 'thread'] : ['channel', 'thread', 'off']);
    for (const place of offered) {
      await cy.chooses(modal, labels[place], { from: accessory.placeholder.text });
      await shows(topic, place);
    }
  }
  assert.deepEqual(await places(), defaults, 'nothing is kept yet');
  assert.deepEqual(await modal.submit(), { closed: false, errors: {} });
  const done = await cy.seesModal('Notifications saved');
  assert.match(
    done.text,
    /Notifications for \*Northwind Coffee\* were saved\.[\s\S]*In the thread: failed, outcome unknown/,
  );
  await done.close();
  const saved = Object.fromEntries(topics.map((topic) => [topic, alwaysSent.has(topic) ? 'thread' : 'off']));
  assert.deepEqual(await places(), saved);
  const set = (await auditTrail(t, started)).filter(({ what }) => what === 'set');
  assert.deepEqual(
    set.map(({ by, brand, note }) => [by, brand?.id, note]),
    [['U0CY', 'brand-1', `notifications: ${topics.map((one) => `${one} ${saved[one]}`).join(', ')}`]],
  );

  // the other settings of the brand are saved without changing them
  const brand = await cy.seesModal('Brand settings');
  await brand.submit({ Channel: 'launches' });
  const check = await cy.seesModal(saveTitle);
  assert.match(
    check.text,
    /\*Notifications\*\nIn the thread: failed, outcome unknown\.\nOff: ready for review, resubmitted/,
  );
  await check.submit();
  await cy.seesPrivately(/settings for Northwind Coffee were saved/);
  assert.deepEqual(await places(), saved);
});

longTest('under an approval rule the preview names the approvers', async (t) => {
  const started = await start(t);
  await (await ruleSetter(t, started))(aRule());
  const modal = await opensDestinations(started.cy);
  assert.match(modal.text, /new message that mentions the author and the approvers/);
});

test('a failure can’t be turned off', async (t) => {
  const { cy, chat, places } = await start(t);
  const modal = await opensDestinations(cy);
  const off = { selected_option: { value: 'off', text: { type: 'plain_text', text: 'Off' } } };
  await chat.deliver.interaction({
    type: 'view_submission',
    user: { id: cy.id },
    view: {
      id: 'V1',
      type: 'modal',
      callback_id: destinationsModal.id,
      blocks: [],
      private_metadata: modal.privateMetadata,
      state: { values: Object.fromEntries(topics.map((topic) => [topic, { any: off }])) },
    },
  });
  await eventually(async () => assert.equal((await places()).published, 'off'));
  assert.deepEqual([(await places()).failed, (await places()).outcome_unknown], ['thread', 'thread']);
});

const chooses = (who: Driver, modal: ShownView, topic: Topic, place: string) =>
  who.chooses(modal, place, { from: topicNames[topic] });

test('notifications that someone else changed meanwhile aren’t saved, and what was chosen stays', async (t) => {
  const started = withSettings(t, await startWithAdministrators(t));
  const { bo, cy, places } = started;
  const late = await opensDestinations(cy);
  await chooses(cy, late, 'ready', 'Off');
  const first = await opensDestinations(bo);
  await chooses(bo, first, 'published', 'Off');
  await first.submit();
  await bo.seesModal('Notifications saved');

  assert.deepEqual(await late.submit(), { closed: false, errors: {} });
  await late.shows(destinationsOutdated);
  await late.shows(destinationPreview('ready', 'off', false));
  await late.submit();
  const { ready, published } = await places();
  assert.deepEqual([ready, published], ['channel', 'off']);
  const set = (await auditTrail(t, started)).filter(({ what }) => what === 'set');
  assert.deepEqual(
    set.map(({ by }) => by),
    [bo.id],
  );

  await late.close();
  // the brand's other settings still match its form
  await (await cy.seesModal('Brand settings')).submit({ Channel: 'launches' });
  assert.deepEqual(await (await cy.seesModal(saveTitle)).submit(), { closed: true, errors: {} });
  await cy.seesPrivately(/were saved/);
  assert.equal((await places()).published, 'off');
});

test('notifications that Redis doesn’t write aren’t in the audit trail', async (t) => {
  const started = await startUnwritable(t);
  const { cy, withoutWritesTo } = started;
  const modal = await opensDestinations(cy);
  await chooses(cy, modal, 'ready', 'Off');
  await modal.shows(destinationPreview('ready', 'off', false));
  await withoutWritesTo('brand-settings', () => modal.submit());
  const trail = await auditTrail(t, started);
  assert.deepEqual(
    trail.filter(({ what }) => what === 'set'),
    [],
  );
});

interface Menu {
  block_id: Topic;
  accessory: { options: { value: Destination }[]; placeholder: { text: string } };
}
const isMenu = (block: unknown): block is Menu =>
  (block as { accessory?: { type?: string } }).accessory?.type === 'static_select';
