/** Slack accepts a modal for three seconds after a click: it opens before any slow request, and says what went wrong. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { changeRule } from '#views/approval/rules.ts';
import { brandGone } from '#views/kit/command-refusals.ts';

test('the form of a rule opens before Slack’s user groups are requested', async (t) => {
  const { cy, chat } = await startBot(t);
  const list = await cy.hears('/social rules', /Approval rules/);
  chat.calls.length = 0;
  await cy.opensOn(list, 'Edit', 'Approval rule', { beside: /Northwind/ });
  const methods = chat.calls.map(({ method }) => method);
  assert.ok(methods.includes('usergroups.list'));
  assert.ok(methods.indexOf('views.open') < methods.indexOf('usergroups.list'), methods.join());
});

test('a brand’s settings open while its profiles are requested from the service', async (t) => {
  const { cy, service } = await startBot(t);
  service.faults.add({ on: 'GET /social-profiles', kind: 'hang-before', times: 1_000 });
  await cy.types('/social settings');
  await (await cy.seesModal('Settings')).fill({ 'Choose a brand': 'Northwind' });
  await cy.seesModal(/Loading settings…/);
  await cy.seesModal('Brand settings');
});

test('what can’t be read is reported in the modal that waits for it', async (t) => {
  const { cy, chat } = await startBot(t);
  await cy.hears('/social rules', /Approval rules/);
  const before = chat.calls.length;
  await chat.deliver.interaction({
    type: 'block_actions',
    user: { id: 'U0CY', team_id: 'T0PRESS' },
    channel: { id: 'C0SOCIAL' },
    actions: [
      { type: 'button', action_id: changeRule, block_id: 'b', value: 'brand-deleted', action_ts: '1.1' },
    ],
  });
  await eventually(() => {
    const shown = chat.calls.slice(before).find(({ method }) => method === 'views.update');
    assert.ok(JSON.stringify(shown?.args ?? '').includes(brandGone[0]));
  });
});
