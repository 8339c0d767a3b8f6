import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Driver } from '#sandbox/chat/driver/driver.ts';
import { brandSettingsSchema, personSettingsSchema } from '#src/settings/settings.ts';
import { createTeamSettings } from '#src/settings/settings-store.ts';
import { startWithAdministrators } from '#test/support/administrators.ts';
import { auditTrail } from '#test/support/audit-trail.ts';
import { type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { redisOf } from '#test/support/stored.ts';
import { startUnwritable } from '#test/support/unwritable.ts';
import { cardSays, requestsCard, submits } from '#test/support/user-actions.ts';
import { usedLastHint } from '#views/kit/fields.ts';
import { brandSettingsModal, postResults } from '#views/settings/brand-modal.ts';
import { brandCheck, saveTitle, settingsOutdated } from '#views/settings/check.ts';
import { privateUpdates } from '#views/settings/modal.ts';

/** Opens the settings of Northwind Coffee, and enters these. */
async function setsUp(who: Driver, entries: Parameters<Awaited<ReturnType<Driver['seesModal']>>['fill']>[0]) {
  await who.types('/social settings');
  await (await who.seesModal('Settings')).fill({ 'Choose a brand': 'Northwind' });
  const modal = await who.seesModal('Brand settings');
  return modal.fill(entries);
}

async function saves(who: Driver): Promise<void> {
  assert.deepEqual(await (await who.seesModal(saveTitle)).submit(), { closed: true, errors: {} });
  await who.seesPrivately(/were saved/);
}

test('an administrator sets up a brand, sees what that means before saving, and it applies from then on', async (t) => {
  const started = await startBot(t, { service: { seed: 'demo' } });
  const { ana, cy } = started;
  const modal = await setsUp(cy, {
    Channel: 'launches',
    'Default profiles': ['Instagram · northwind.coffee'],
    'Time zone': 'Berlin',
    'Remind approvers': 'After 2 hours',
    'Digest on weekday mornings': 'At 9:00 AM',
    'Weekly report': 'Wednesdays at 10:00 AM',
    [postResults]: 'Off',
  });
  assert.match(modal.text, /cards, digest, and weekly report\./);
  await modal.submit();
  const check = await cy.seesModal(saveTitle);
  for (const says of [
    /Cards go to <#C0LAUNCHES>/,
    /Preselected in new posts and campaigns: Instagram · northwind\.coffee/,
    /Berlin \(Europe, UTC\+\d\)\. It’s \d+:\d\d [AP]M there now \(\d+:\d\d [AP]M your time\)/,
    /There’s no approval rule, so the author is reminded after a post has waited 2 hours\. Reminders go out on weekdays between 9:00 AM/,
    /On Wednesdays at 10:00 AM in <#C0LAUNCHES>\. Next: Wednesday, [\s\S]*Post results[\s\S]*Not posted\./,
    /On weekdays at 9:00 AM in <#C0LAUNCHES>\. Next: \w+day, \w+ \d+, \d{4}, 9:00 AM in Berlin · [45]:00 PM your time/,
  ])
    assert.match(check.text, says);
  await saves(cy);

  const post = await ana.opens('/post', 'New post');
  await post.fill({ Brand: 'Northwind Coffee' });
  await post.fill({ Caption: 'Beans from Huila' });
  await eventually(() => assert.deepEqual(post.values['Social profiles'], ['Instagram · northwind.coffee']));
  await post.submit();
  await ana.sees('launches', cardSays.ready);
  assert.match(await ana.seesPrivately(/The card for your post/), /is in <#C0LAUNCHES>/);

  await setsUp(cy, {});
  const again = await cy.seesModal('Brand settings');
  assert.equal(again.values['Digest on weekday mornings'], 'At 9:00 AM');
  assert.equal(again.values['Remind approvers'], 'After 2 hours');
  assert.equal(again.values['Weekly report'], 'Wednesdays at 10:00 AM');
  assert.equal(again.values[postResults], 'Off');
  const set = (await auditTrail(t, started)).filter(({ what }) => what === 'set');
  assert.deepEqual(
    set.map(({ by, brand, note }) => [by, brand?.name, note]),
    [
      [
        'U0CY',
        'Northwind Coffee',
        'settings: in C0LAUNCHES, Europe/Berlin, reminders after 120 min 09:00-17:00, digest at 09:00, weekly report on day 3 at 10:00, results off, guests look, profiles: northwind-instagram',
      ],
    ],
  );
});

longTest('settings that an administrator opens for a brand are saved together with their own', async (t) => {
  const started = await startBot(t, { service: { seed: 'demo' } });
  const { cy } = started;
  const own = await cy.opens('/social settings', 'Settings');
  await own.fill({ 'Default brand': 'Harbor Yoga', [privateUpdates]: [] });
  await own.fill({ 'Choose a brand': 'Northwind' });
  const brand = await cy.seesModal('Brand settings');
  await brand.submit({ Channel: 'launches' });
  const check = await cy.seesModal(saveTitle);
  assert.match(check.text, /Channel[\s\S]*For you: Default brand[\s\S]*Harbor Yoga is preselected for you/);
  assert.match(check.text, /For you: Private updates[\s\S]*Off\. You’ll still see errors/);
  assert.deepEqual(await check.submit(), { closed: true, errors: {} });
  await cy.seesPrivately(/Your settings and the settings for Northwind Coffee were saved/);

  const again = await cy.opens('/social settings', 'Settings');
  assert.equal(again.values['Default brand'], 'Harbor Yoga');
  await again.fill({ 'Choose a brand': 'Northwind' });
  await (await cy.seesModal('Brand settings')).submit();
  assert.doesNotMatch((await cy.seesModal(saveTitle)).text, /For you: /, 'nothing of theirs is to save');
  const set = (await auditTrail(t, started)).filter(({ what }) => what === 'set');
  assert.match(
    set.map(({ note }) => note).join('\n'),
    /^settings: [^\n]*\nown settings: brand [\w-]+, notices off, direct messages: none$/,
  );
});

test('impossible settings are refused at their fields, such as a digest without a channel', async (t) => {
  const { cy } = await startBot(t);
  const modal = await setsUp(cy, {
    'Digest on weekday mornings': 'At 9:00 AM',
    'Working hours end': '08:00',
  });
  assert.deepEqual((await modal.submit()).errors, {
    Channel: 'Choose a channel for the digest.',
    'Time zone': 'Choose a time zone for the digest.',
    'Working hours end': 'Choose a time after the start.',
  });
  assert.match(JSON.stringify(modal.blocks), /Each person’s own time zone/);
  assert.equal(
    (await modal.optionsOf('Time zone'))[0],
    'Tokyo (Asia, UTC+9)',
    'the reader’s own is the first',
  );
  assert.match((await modal.optionsOf('Time zone', 'kyiv')).join(), /^Kyiv \(Europe, UTC\+[23]\)$/);
  assert.deepEqual(await modal.optionsOf('Time zone', 'atlantis'), ['No time zone matches']);
});

longTest('a rule’s channel takes precedence over the brand’s, and the settings say so', async (t) => {
  const started = await startBot(t);
  const { ana, cy } = started;
  const setRule = await ruleSetter(t, started);
  await setRule(aRule({ channel: 'C0LAUNCHES' }));
  const modal = await setsUp(cy, { Channel: 'social' });
  await modal.submit();
  const check = await cy.seesModal(saveTitle);
  assert.match(
    check.text,
    /Cards go to <#C0LAUNCHES>, as set in the approval rule.* Without the rule, they’d go to <#C0SOCIAL>/,
  );
  await saves(cy);
  await ana.types('/post Beans from Huila');
  await (await ana.seesModal('New post')).submit();
  await ana.sees('launches', cardSays.ready);
});

test('a person’s default brand takes precedence over the one that the channel used last', async (t) => {
  const started = await startBot(t, { service: { seed: 'demo' } });
  const { ana, bo, chat } = started;
  const setRule = await ruleSetter(t, started);
  await setRule(aRule({ channel: 'C0LAUNCHES' }));
  await submits(bo, '/post Beans from Huila', { fill: { Brand: 'Northwind Coffee', 'Social profiles': [] } });
  const modal = await ana.opens('/social settings', 'Settings');
  assert.doesNotMatch(modal.text, /For a brand/, 'only administrators set up brands');
  await modal.submit({ 'Default brand': 'Harbor Yoga', [privateUpdates]: [] });
  const check = await ana.seesModal(saveTitle);
  assert.match(check.text, /Harbor Yoga is preselected for you[\s\S]*Off\. You’ll still see errors/);
  await saves(ana);
  const post = await ana.opens('/post Slow mornings', 'New post');
  assert.equal(post.values.Brand, 'Harbor Yoga');
  await post.submit();
  await ana.sees('launches', /Slow mornings/);
  const notes = chat.calls.filter(
    ({ method, args }) => method === 'chat.postEphemeral' && args.user === ana.id,
  );
  assert.deepEqual(
    notes.map(({ args }) => args.text),
    ['Your settings were saved.'],
  );
});

test('in a brand’s own channel, forms and commands start with that brand', async (t) => {
  const { ana, bo, chat, settings } = await startBot(t, { service: { seed: 'demo' } });
  const { redis, prefix, keys } = redisOf(t, settings);
  const team = createTeamSettings(redis, prefix);
  const { id: workspace } = chat.world.workspace;
  const harbor = { id: 'brand-harbor', name: 'Harbor Yoga' };
  await team.setPerson(workspace, ana.id, personSettingsSchema.parse({ brand: harbor }));
  await team.setBrand(workspace, 'brand-northwind', brandSettingsSchema.parse({ channel: 'C0LAUNCHES' }));
  await redis.hset(keys.brandSettings(workspace), 'brand-atlas', 'not readable');
  for (const [channel, brand] of [
    ['launches', 'Northwind Coffee'],
    ['social', 'Harbor Yoga'],
  ] as const) {
    await ana.hears('/social posts', new RegExp(`${brand}`), { in: channel });
    const form = await ana.opens('/post', 'New post', { in: channel });
    assert.equal(form.values.Brand, brand);
    await form.close();
  }
  // others use the channel, too
  const other = await bo.opens('/post Slow mornings', 'New post', { in: 'launches' });
  await other.fill({ Brand: harbor.name });
  await eventually(() => assert.ok(other.privateMetadata.includes(harbor.id)));
  await other.sends();
  await eventually(async () => {
    const form = await bo.opens('/post', 'New post', { in: 'launches' });
    const { Brand: brand } = form.values;
    const says = form.text.includes(usedLastHint);
    await form.close();
    assert.deepEqual([brand, says], [harbor.name, true]);
  });
});

longTest('saved settings aren’t reported as failed if Slack refuses the confirmation', async (t) => {
  const { ana, chat, logs } = await startBot(t);
  const keeps = async (): Promise<void> => {
    await ana.types('/social settings');
    await (await ana.seesModal('Settings')).submit();
    assert.deepEqual(await (await ana.seesModal(saveTitle)).submit(), { closed: true, errors: {} });
  };
  chat.faults.next('chat.postEphemeral', { kind: 'rate-limited', retryAfterSeconds: 1 });
  await keeps();
  await ana.sees('Presscheck', /Your settings were saved/);

  chat.faults.next('chat.postEphemeral', { kind: 'rate-limited', retryAfterSeconds: 1 });
  chat.faults.next('chat.postMessage', { kind: 'rate-limited', retryAfterSeconds: 1 });
  await keeps();
  const notTold = "couldn't tell someone what came of a request";
  await eventually(() => assert.ok(logs.some(({ msg }) => msg === notTold)));
  await keeps();
  await ana.seesPrivately(/were saved/);
  assert.deepEqual(
    logs.filter(({ msg }) => msg === 'a listener failed'),
    [],
  );
});

longTest('a default brand that no longer exists isn’t preselected, and not saved again', async (t) => {
  const { ana, chat, settings } = await startBot(t, { service: { seed: 'demo' } });
  const { redis, prefix } = redisOf(t, settings);
  const own = createTeamSettings(redis, prefix);
  const gone = { id: 'brand-gone', name: 'Old Roast' };
  await own.setPerson(chat.world.workspace.id, ana.id, personSettingsSchema.parse({ brand: gone }));
  const first = await ana.opens('/post', 'New post');
  await first.optionsOf('Brand');
  await first.close();
  assert.equal((await ana.opens('/post', 'New post')).values.Brand, undefined);
  await ana.types('/social settings');
  const { errors } = await (await ana.seesModal('Settings')).submit();
  assert.match(errors['Default brand'] ?? '', /no longer exists/);
});

longTest(
  'a default profile that no longer exists isn’t preselected, is named, and isn’t saved again',
  async (t) => {
    const { ana, cy, chat, service, settings } = await startBot(t);
    const { redis, prefix } = redisOf(t, settings);
    const team = createTeamSettings(redis, prefix);
    const { id: workspace } = chat.world.workspace;
    const gone = { id: 'profile-gone', name: 'Instagram · closed' };
    const there = { id: 'profile-1', name: 'Instagram · northwind.coffee' };
    await team.setBrand(workspace, 'brand-1', brandSettingsSchema.parse({ profiles: [gone, there] }));

    const down = service.faults.add({
      on: 'GET /social-profiles',
      kind: 'status',
      status: 500,
      times: Number.POSITIVE_INFINITY,
    });
    const blind = await setsUp(cy, {});
    assert.deepEqual(blind.values['Default profiles'], [gone.name, there.name], 'nobody knows better');
    down.remove();
    await eventually(async () => {
      const { errors } = await blind.submit();
      if (Object.keys(errors).length === 0) await (await cy.seesModal(saveTitle)).close();
      assert.deepEqual(errors, {
        'Default profiles': 'No longer in the publishing service: Instagram · closed. Remove it.',
      });
    });
    await blind.close();
    await (await cy.seesModal('Settings')).close();

    const modal = await setsUp(cy, {});
    assert.deepEqual(modal.values['Default profiles'], [there.name]);
    assert.match(modal.text, /No longer in the publishing service: Instagram · closed\./);
    await modal.submit();
    await cy.seesModal(saveTitle);
    await ana.types('/post Beans from Huila');
    assert.deepEqual((await ana.seesModal('New post')).values['Social profiles'], [there.name]);
    await saves(cy);
    assert.deepEqual((await team.brand(workspace, 'brand-1')).profiles, [there]);
  },
);

test('brand settings that can’t be read don’t keep anyone from creating a post', async (t) => {
  const { ana, chat, settings } = await startBot(t);
  const { redis, keys } = redisOf(t, settings);
  await redis.hset(keys.brandSettings(chat.world.workspace.id), 'brand-1', '{"zone":"Mars/Olympus"}');
  await requestsCard(ana, '/post Beans from Huila', cardSays.ready);
  assert.equal((await ana.opens('/post Beans from Huila', 'New post')).values.Brand, 'Northwind Coffee');
});

test('a private channel without Presscheck is refused at its field until the bot is invited', async (t) => {
  const { cy, chat } = await startBot(t);
  const modal = await setsUp(cy, { Channel: 'leadership' });
  const { errors } = await modal.submit();
  assert.match(errors.Channel ?? '', /can’t post there\. Invite me with \/invite @Presscheck/);
  chat.faults.next('conversations.replies', { kind: 'refused', error: 'missing_scope' });
  chat.faults.next('conversations.members', { kind: 'refused', error: 'missing_scope' });
  await modal.submit();
  const unsure = await cy.seesModal(saveTitle);
  assert.match(unsure.text, /Cards go to <#C0LEADERS>\. :warning: I couldn’t check whether I can post there/);
  await unsure.close();
  const channel = [...chat.world.channels.values()].find(({ name }) => name === 'leadership');
  channel?.members.push('U0PRESS');
  await modal.submit();
  assert.doesNotMatch((await cy.seesModal(saveTitle)).text, /:warning:/);
  await saves(cy);
});

const northwind = { id: 'brand-1', name: 'Northwind Coffee' };
const outdated = String(settingsOutdated(northwind).title.text);

/** The settings as they are now, and who saved what, the oldest first. */
async function now(t: TestContext, started: StartedBot) {
  const { redis, prefix } = redisOf(t, started.settings);
  const team = createTeamSettings(redis, prefix);
  const set = (await auditTrail(t, started)).filter(({ what }) => what === 'set');
  return {
    ...(await team.brand(started.chat.world.workspace.id, northwind.id)),
    savedBy: set.map(({ by }) => by),
    notes: set.map(({ note }) => note),
  };
}

test('settings that someone else changed meanwhile aren’t saved, and what was entered stays', async (t) => {
  const started = await startWithAdministrators(t);
  const { bo, cy } = started;
  await (await setsUp(cy, { Channel: 'social' })).submit();
  const check = await cy.seesModal(saveTitle);
  await (await setsUp(bo, { 'Remind approvers': 'No reminders' })).submit();
  await saves(bo);

  assert.deepEqual(await check.submit(), { closed: false, errors: {} });
  const notSaved = await cy.seesModal(outdated);
  assert.match(notSaved.text, /Someone else just edited the settings for \*Northwind Coffee\*/);
  await notSaved.close();
  const form = await cy.seesModal('Brand settings');
  assert.deepEqual(form.values.Channel, 'C0SOCIAL');
  assert.deepEqual(Object.values((await form.submit()).errors), Object.values(brandSettingsModal.outdated));
  const { channel, reminders, savedBy } = await now(t, started);
  assert.deepEqual([channel, reminders, savedBy], [undefined, 'off', ['U0BO']]);

  await form.close();
  await (await cy.seesModal('Settings')).close();
  const again = await setsUp(cy, { Channel: 'social' });
  assert.equal(again.values['Remind approvers'], 'No reminders');
  await again.submit();
  await saves(cy);
  assert.equal((await now(t, started)).reminders, 'off');
});

test('settings that were opened before the upgrade are saved', async (t) => {
  const started = await startWithAdministrators(t);
  const { bo, cy, chat } = started;
  await (await setsUp(cy, { Channel: 'social' })).submit();
  const check = await cy.seesModal(saveTitle);
  const { channel, brand, settings } = JSON.parse(check.privateMetadata);
  await (await setsUp(bo, { 'Remind approvers': 'No reminders' })).submit();
  await saves(bo);
  await chat.deliver.interaction({
    type: 'view_submission',
    user: { id: cy.id },
    view: {
      id: check.id,
      type: 'modal',
      callback_id: brandCheck.id,
      blocks: [],
      private_metadata: JSON.stringify({ channel, brand, settings }),
      state: { values: {} },
    },
  });
  await cy.seesPrivately(/were saved/);
  assert.equal((await now(t, started)).channel, 'C0SOCIAL');
});

test('settings that Redis doesn’t write aren’t in the audit trail', async (t) => {
  const started = await startUnwritable(t);
  const { cy, withoutWritesTo } = started;
  const checks = async () => {
    const own = await cy.opens('/social settings', 'Settings');
    await own.fill({ [privateUpdates]: [] });
    await own.fill({ 'Choose a brand': 'Northwind' });
    await (await cy.seesModal('Brand settings')).submit({ Channel: 'social' });
    return cy.seesModal(saveTitle);
  };
  const notes = async () => (await now(t, started)).notes.map((note = '') => note.split(':')[0]);

  for (const [unwritable, saved] of [
    ['brand-settings', []],
    ['person-settings:U0CY', ['settings']],
    // the brand's are saved already
    ['nothing', ['settings', 'own settings']],
  ] as const) {
    const check = await checks();
    await withoutWritesTo(unwritable, () => check.submit());
    assert.deepEqual(await notes(), saved, unwritable);
  }
});
