/** Rules, settings, posting times and templates are for administrators alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { ModalView } from '@slack/types';
import { createPostingSlotStore } from '#src/slots/slot-store.ts';
import { noSlots } from '#src/slots/slots.ts';
import { createTemplateStore } from '#src/templates/template-store.ts';
import { auditTrail } from '#test/support/audit-trail.ts';
import { workspace } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { isLong } from '#test/support/long-tests.ts';
import { redisOf } from '#test/support/stored.ts';
import { aTemplate, saveTemplates } from '#test/support/templates.ts';
import { saveTitle } from '#views/settings/check.ts';
import { slotActions } from '#views/slots/week.ts';
import { weekModal } from '#views/slots/week-modal.ts';
import { templateActions } from '#views/templates/list.ts';
import { removeTemplate, templateModal } from '#views/templates/template-modal.ts';
import { field, payloadOf, start } from './bot.ts';
import { roleOf, roles, says, type Who } from './who-can.ts';

/** Every role, with the administrator last, whose actions succeed; in the short form, one of each kind. */
function administratorLast(): [string, Who][] {
  const kindOf = (who: Who): string => (who.foreign ? 'foreign' : roleOf(who));
  const sorted = Object.entries(roles).sort(([, a], [, b]) =>
    a.role === 'admin' ? 1 : b.role === 'admin' ? -1 : 0,
  );
  return isLong ? sorted : [...new Map(sorted.map((entry) => [kindOf(entry[1]), entry])).values()];
}

test('only administrators change rules: the button, the form and the removal', async (t) => {
  const started = await start(t);
  const { chat, listener } = started;
  const { redis } = redisOf(t, started.settings);
  const key = `${started.settings.REDIS_PREFIX}:{${workspace}}:rules`;
  const view = {
    id: 'V1',
    type: 'modal',
    callback_id: 'rules',
    private_metadata: JSON.stringify({ channel: 'C0SOCIAL', brand: { id: 'people', name: 'People' } }),
    title: { type: 'plain_text', text: 'Approval rule' },
    blocks: [],
    state: { values: { people: { people: { selected_users: ['U0BO', 'U0CY'] } } } },
  };
  const before = await redis.hgetall(key);
  for (const [role, who] of administratorLast()) {
    const admin = who.role === 'admin';
    const sent = await chat.deliver.interaction({ type: 'view_submission', ...payloadOf(who), view });
    assert.equal(sent.status, 200, role);
    assert.equal(!isDeepStrictEqual(await redis.hgetall(key), before), admin, `${role} sends the form`);
    const button = (action_id: string, value: string) => ({
      type: 'block_actions',
      ...payloadOf(who),
      response_url: listener.address(`${role} ${action_id}`),
      actions: [{ type: 'button', action_id, block_id: 'b', value, action_ts: '1.1' }],
    });
    await chat.deliver.interaction({ ...button('rules.remove', 'people'), view });
    assert.equal((await redis.hexists(key, 'brand.people')) === 0, admin, `${role} removes the rule`);
    await chat.deliver.interaction(button('rules.change', '-'));
    const opened = () => chat.calls.filter(({ method }) => method === 'views.open').length;
    if (admin) await eventually(() => assert.equal(opened(), 1));
    else {
      const refused = who.foreign ? says.stranger : /Only workspace admins/;
      await eventually(() => assert.match(listener.textsAt(`${role} rules.change`)[0] ?? '', refused));
      assert.equal(opened(), 0, role);
    }
  }
});

test('only administrators change a brand’s settings: the menu, the form and saving', async (t) => {
  const started = await start(t, { guestsWork: false });
  const { chat, listener } = started;
  const { redis } = redisOf(t, started.settings);
  const key = `${started.settings.REDIS_PREFIX}:{${workspace}}:brand-settings`;
  const about = { channel: 'C0SOCIAL', brand: { id: 'brand-1', name: 'Northwind Coffee' } };
  const view = (callback_id: string, metadata: object) => ({
    id: 'V1',
    type: 'modal',
    callback_id,
    blocks: [],
    state: { values: {} },
    private_metadata: JSON.stringify(metadata),
  });
  const settings = { profiles: [], reminders: 'off', digest: 'off' };
  for (const [role, who] of administratorLast()) {
    const admin = who.role === 'admin';
    const send = (one: object) =>
      chat.deliver.interaction({ type: 'view_submission', ...payloadOf(who), view: one });
    const checked = await send(view('settings.brand', about));
    assert.equal(JSON.stringify({ body: checked.body }).includes(saveTitle), admin, `${role} sends the form`);
    await send(view('settings.brand.check', { ...about, settings }));
    assert.equal(await redis.exists(key), admin ? 1 : 0, `${role} keeps it`);
    await send(view('settings.notifications', { ...about, brand: { id: 'brand-2', name: 'Other' } }));
    assert.equal(await redis.hexists(key, 'brand-2'), admin ? 1 : 0, `${role} keeps its notifications`);
    const name = `${role} settings.brand`;
    await chat.deliver.interaction({
      type: 'block_actions',
      ...payloadOf(who),
      response_url: listener.address(name),
      view: view('settings', about),
      actions: [
        {
          type: 'external_select',
          action_id: 'settings.brand',
          block_id: 'b',
          action_ts: '1.1',
          selected_option: { value: 'brand-1', text: { type: 'plain_text', text: 'Northwind' } },
        },
      ],
    });
    const pushed = () => chat.calls.filter(({ method }) => method === 'views.push').length;
    if (admin) await eventually(() => assert.equal(pushed(), 1));
    else {
      const refused = who.foreign ? says.stranger : /Only workspace admins/;
      await eventually(() => assert.match(listener.textsAt(name)[0] ?? '', refused));
      assert.equal(pushed(), 0, role);
    }
  }
});

test('only administrators change posting times and templates: the buttons, the forms and the deletion', async (t) => {
  const started = await start(t, { guestsWork: false });
  const { chat, listener, settings } = started;
  const { redis, prefix } = redisOf(t, settings);
  const [slots, templates] = [createPostingSlotStore(redis, prefix), createTemplateStore(redis, prefix)];
  const brand = { id: 'brand-1', name: 'Northwind Coffee' };
  const about = { channel: 'C0SOCIAL', brand, list: '' };
  const template = aTemplate();
  await saveTemplates(t, started, brand, [template]);
  const week = weekModal.render(about, noSlots, { zone: undefined, suggested: 'UTC', now: Date.now() });
  const option = (value: string) => ({ selected_option: { value, text: { text: value } } });
  const weekValues = {
    ...field('zone', option('UTC')),
    ...field('day.1', { selected_options: [option('09:00').selected_option] }),
    ...field('apart', option('0')),
  };
  const values = {
    ...field('template-name', { value: 'Weekly' }),
    ...field('template-text', { value: 'Tip' }),
  };
  for (const [role, who] of administratorLast()) {
    const admin = who.role === 'admin';
    const view = ({ callback_id, private_metadata }: ModalView, stated: object = {}) => ({
      id: `V${who.id}`,
      type: 'modal',
      callback_id,
      private_metadata,
      blocks: [],
      state: { values: stated },
    });
    const send = (one: object) =>
      chat.deliver.interaction({ type: 'view_submission', ...payloadOf(who), view: one });
    await send(view(week, weekValues));
    assert.equal((await slots.of(workspace, brand.id)).times.length > 0, admin, `${role} saves times`);
    const all = async () => (await templates.of(workspace, brand.id)).map(({ name }) => name).sort();
    await send(view(templateModal.render({ ...about, kind: 'caption' }), values));
    assert.equal((await all()).includes('Weekly'), admin, `${role} saves a template`);
    const saved = (await templates.of(workspace, brand.id)).find(({ id }) => id === template.id);
    const pressed: [string, string, object?][] = [
      [slotActions.change, brand.id],
      [templateActions.caption, JSON.stringify({ brand: brand.id, kind: 'caption' })],
      [templateActions.prompt, JSON.stringify({ brand: brand.id, kind: 'prompt' })],
      [templateActions.edit, JSON.stringify({ brand: brand.id, template: template.id })],
      [removeTemplate, template.id, view(templateModal.render(about, saved))],
    ];
    for (const [action_id, value, of] of pressed) {
      const name = `${role} ${action_id}`;
      await chat.deliver.interaction({
        type: 'block_actions',
        ...payloadOf(who),
        trigger_id: name,
        ...(of && { view: of }),
        channel: { id: 'C0SOCIAL' },
        response_url: listener.address(name),
        actions: [{ type: 'button', action_id, block_id: 'b', value, action_ts: '1.1' }],
      });
      const opened = () => chat.calls.some(({ args }) => args.trigger_id === name);
      if (admin && action_id !== removeTemplate) await eventually(() => assert.ok(opened(), name));
      if (admin) continue;
      const refused = who.foreign
        ? says.stranger
        : /Only workspace admins can edit (posting times|templates)/;
      await eventually(() => assert.match(listener.textsAt(name)[0] ?? '', refused));
      assert.equal(opened(), false, name);
    }
    assert.equal((await all()).includes(template.name), !admin, `${role} deletes a template`);
  }
  const refused = (await auditTrail(t, started)).filter(
    ({ what, by }) => what === 'refused' && by === 'U0DAN',
  );
  const notes = Object.groupBy(refused, ({ note }) => String(note));
  assert.equal(notes['change posting times']?.length, 2);
  assert.equal(notes['change a template']?.length, 5);
});
