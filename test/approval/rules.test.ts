import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultUsers } from '#sandbox/chat/defaults.ts';
import type { Driver } from '#sandbox/chat/driver/driver.ts';
import type { ShownView } from '#sandbox/chat/driver/shown-view.ts';
import { startWithAdministrators } from '#test/support/administrators.ts';
import { auditTrail } from '#test/support/audit-trail.ts';
import { startBot } from '#test/support/bot.ts';
import { longTest } from '#test/support/long-tests.ts';
import { inDays } from '#test/support/pausing.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { startUnwritable } from '#test/support/unwritable.ts';
import {
  approve,
  approveButton,
  cardSays,
  edits,
  makesDraft,
  requestsCard,
  submits,
} from '#test/support/user-actions.ts';
import { ruleModal, ruleNotRemoved } from '#views/approval/rule-modal.ts';
import { noChannelText } from '#views/kit/checks.ts';

test('an administrator sets, edits, and removes a brand’s rule, and everyone can view it', async (t) => {
  const { ana, cy, bo } = await startBot(t);
  const waiting = await makesDraft(ana, 'Waits already');
  const seen = await ana.hears('/social rules', /Approval rules/);
  assert.match(
    seen.text,
    /Default rule\* \(for brands without their own\)\nNo rule: posts don’t need approval/,
  );
  assert.deepEqual(seen.buttons, []);

  const list = await cy.hears('/social rules', /Approval rules/);
  const modal = await cy.opensOn(list, 'Edit', 'Approval rule', { beside: /Northwind/ });
  assert.match(modal.text, /For Northwind Coffee/);
  await modal.fill({
    'People who can approve': ['Bo', 'Cy'],
    'User groups whose members can approve': ['Editors'],
    'Approvals needed': '2 of them',
    Channel: 'launches',
  });
  assert.deepEqual(await modal.submit(), { closed: true, errors: {} });
  const said = await cy.seesPrivately(/was saved/);
  assert.match(
    said,
    /At least 2 of these people must approve: <@U0BO>, <@U0CY>, and the members of <!subteam\^S0EDITORS>\. Authors can’t/,
  );
  assert.match(said, /Cards go to <#C0LAUNCHES>/);
  await list.shows(/Northwind Coffee\*\nAt least 2 of /);

  await approveButton(waiting);

  const again = await cy.opensOn(list, 'Edit', 'Approval rule', { beside: /Northwind/ });
  assert.deepEqual(again.values['People who can approve'], ['U0BO', 'U0CY']);
  assert.equal(again.values['Approvals needed'], '2 of them');
  await again.submit({ 'Approvals needed': 'Any one of them', Options: [] });
  assert.match(
    (await bo.hears('/social rules', /Approval rules/)).text,
    /<@U0BO>, <@U0CY>, or someone in <!subteam\^S0EDITORS> must approve\..* Scheduled posts don’t need approval/,
  );

  const third = await cy.opensOn(list, 'Edit', 'Approval rule', { beside: /Northwind/ });
  await cy.clicks(third, 'Remove rule', { confirm: false });
  assert.match(third.text, /Approval rule|approve/);
  assert.match(
    JSON.stringify(third.blocks),
    /Remove this rule\?.*Any member can then approve and publish posts for Northwind/s,
  );
  assert.match((await bo.hears('/social rules', /Approval rules/)).text, /must approve/);
  await cy.opensOn(third, 'Remove rule', /The approval rule for Northwind Coffee was removed/);
  await waiting.offers('Approve & publish');
  await list.shows(/Northwind Coffee\*\nNo rule: posts/);
});

test('a rule that needs more approvals than it has approvers is refused at its field', async (t) => {
  const { cy, chat } = await startBot(t);
  const list = await cy.hears('/social rules', /Approval rules/);
  const modal = await cy.opensOn(list, 'Edit', 'Approval rule', { beside: /Default rule/ });
  await modal.fill({
    'People who can approve': ['Bo'],
    'User groups whose members can approve': ['Editors'],
    'Approvals needed': '3 of them',
  });
  chat.faults.next('usergroups.users.list', { kind: 'refused', error: 'internal_error' });
  assert.match(
    (await modal.submit()).errors['User groups whose members can approve'] ?? '',
    /can’t see who’s/,
  );
  const { errors } = await modal.submit();
  assert.match(
    errors['Approvals needed'] ?? '',
    /This rule has only 2 approvers, so a post can never get 3 approvals/,
  );
});

test('a rule for user groups that nobody is in is refused, however many approvals it needs', async (t) => {
  const { chat, cy } = await startBot(t);
  chat.faults.next('usergroups.users.list', { kind: 'answers', with: { users: [] } });
  const list = await cy.hears('/social rules', /Approval rules/);
  const modal = await cy.opensOn(list, 'Edit', 'Approval rule', { beside: /Default rule/ });
  for (const needed of ['All of them', 'Any one of them']) {
    await modal.fill({ 'User groups whose members can approve': ['Editors'], 'Approvals needed': needed });
    const { errors } = await modal.submit();
    assert.match(
      errors['User groups whose members can approve'] ?? '',
      /^This group has no members\./,
      needed,
    );
  }
});

test('a rule that would wait for guests in a user group is refused until it names them', async (t) => {
  const users = [...defaultUsers, { id: 'U0GUS', name: 'Gus', role: 'guest' as const }];
  const { chat, cy } = await startBot(t, { chat: { users } });
  const members = { users: ['U0BO', 'U0GUS'] };
  chat.faults.next('usergroups.users.list', { kind: 'answers', with: members });
  const list = await cy.hears('/social rules', /Approval rules/);
  const modal = await cy.opensOn(list, 'Edit', 'Approval rule', { beside: /Default rule/ });
  const groups = 'User groups whose members can approve';
  await modal.fill({ [groups]: ['Editors'], 'Approvals needed': 'All of them' });
  assert.match(
    (await modal.submit()).errors[groups] ?? '',
    /^Gus is a guest, and guests can’t approve as members of a group\. Add/,
  );
  await modal.fill({ 'Approvals needed': '2 of them' });
  const { errors } = await modal.submit();
  assert.match(errors['Approvals needed'] ?? '', /only 1 approver,.* Guests in groups don’t count\./);
  await modal.fill({ 'People who can approve': ['Gus'], 'Approvals needed': 'All of them' });
  assert.deepEqual(await modal.submit(), { closed: true, errors: {} });
});

longTest('a rule without approvers asks for confirmation, and keeps the other input', async (t) => {
  const { chat, cy } = await startBot(t);
  const list = await cy.hears('/social rules', /Approval rules/);
  const modal = await cy.opensOn(list, 'Edit', 'Approval rule', { beside: /Northwind/ });
  assert.deepEqual(await modal.submit({ Channel: 'launches' }), { closed: false, errors: {} });
  assert.match(
    modal.text,
    /You haven’t added any approvers\.\* Nobody will be able to use Slack to publish or schedule/,
  );
  assert.equal(modal.submitText, 'Save');
  assert.ok(!chat.messages('social').some(({ text }) => /was saved/.test(text)));
  const box = 'Confirm';
  assert.deepEqual((await modal.submit()).errors, { [box]: 'Check this box, or add someone below.' });

  await modal.fill({ [box]: ['Save anyway.'], 'People who can approve': ['Bo'] });
  const both = 'You added someone below. Clear this box, or remove them.';
  assert.deepEqual((await modal.submit()).errors, { [box]: both });
  assert.deepEqual(await modal.submit({ 'People who can approve': [] }), { closed: true, errors: {} });
  assert.match(await cy.seesPrivately(/was saved/), /Nobody can approve.*Cards go to <#C0LAUNCHES>/);

  const again = await cy.opensOn(list, 'Edit', 'Approval rule', { beside: /Northwind/ });
  await again.submit();
  await again.fill({ 'User groups whose members can approve': ['Editors'] });
  assert.deepEqual(await again.submit(), { closed: true, errors: {} });
  await cy.seesPrivately(/Someone in <!subteam\^S0EDITORS> must approve/);
});

longTest('a rule that some authors can never satisfy asks for confirmation, with their names', async (t) => {
  const { cy } = await startBot(t);
  const list = await cy.hears('/social rules', /Approval rules/);
  const modal = await cy.opensOn(list, 'Edit', 'Approval rule', { beside: /Northwind/ });
  await modal.fill({ 'People who can approve': ['Ana', 'Bo'], 'Approvals needed': '2 of them' });
  assert.deepEqual(await modal.submit(), { closed: false, errors: {} });
  assert.match(
    modal.text,
    /Nobody can approve posts by <@U0ANA> or <@U0BO>\.\* The rule needs 2 approvals, and authors can’t approve their own posts/,
  );
  const box = 'Confirm';
  assert.deepEqual((await modal.submit()).errors, { [box]: 'Check this box, or edit the rule below.' });

  await modal.fill({ 'People who can approve': ['Bo'], 'Approvals needed': 'Any one of them' });
  assert.deepEqual(await modal.submit(), { closed: false, errors: {} });
  assert.match(modal.text, /Nobody can approve posts by <@U0BO>:\* they’d be the only approver/);
  assert.doesNotMatch(modal.text, /U0ANA/);
  assert.deepEqual(await modal.submit({ [box]: ['Save anyway.'] }), { closed: true, errors: {} });
  await cy.seesPrivately(/: <@U0BO> must approve\. Authors can’t/);

  const again = await cy.opensOn(list, 'Edit', 'Approval rule', { beside: /Northwind/ });
  await again.fill({
    Options: ['Authors can approve their own posts', 'Media must be attached files, not links'],
  });
  assert.deepEqual(await again.submit(), { closed: true, errors: {} });
  await cy.seesPrivately(/Media must be attached files, not links/);
  const once = await cy.opensOn(list, 'Edit', 'Approval rule', { beside: /Northwind/ });
  assert.match(JSON.stringify(once.blocks), /"initial_options":\[[^\]]*attached-only/);
});

longTest(
  'a private channel without Presscheck is refused at its field until the bot is invited',
  async (t) => {
    const { cy, chat } = await startBot(t);
    const list = await cy.hears('/social rules', /Approval rules/);
    const saves = async (): Promise<Record<string, string>> => {
      const modal = await cy.opensOn(list, 'Edit', 'Approval rule', { beside: /Northwind/ });
      await modal.fill({ 'People who can approve': ['Bo', 'Cy'], Channel: 'leadership' });
      const { errors, closed } = await modal.submit();
      if (!closed) await modal.close();
      return errors;
    };
    assert.deepEqual(await saves(), { Channel: noChannelText('Save') });
    chat.faults.next('conversations.replies', { kind: 'refused', error: 'missing_scope' });
    chat.faults.next('conversations.members', { kind: 'refused', error: 'missing_scope' });
    assert.deepEqual(await saves(), {});
    await cy.seesPrivately(/Cards go to <#C0LEADERS>\. :warning: I couldn’t check/);
    chat.faults.addBot('leadership');
    assert.deepEqual(await saves(), {});
    await cy.seesPrivately(/Cards go to <#C0LEADERS>\.$/);
  },
);

test('cards are posted in the rule’s channel, and their author gets a private message', async (t) => {
  const { ana, chat, ...started } = await startBot(t);
  const setRule = await ruleSetter(t, { chat, ...started });
  await setRule(aRule({ channel: 'C0LAUNCHES' }));
  await submits(ana, '/post Beans from Huila');
  const card = await ana.sees('launches', cardSays.ready);
  assert.match(await ana.seesPrivately(/card/), /^The card for your post is in <#C0LAUNCHES>\.$/);
  await approveButton(card);
  assert.deepEqual(
    chat.messages('social').filter(({ privateTo }) => !privateTo),
    [],
  );
});

longTest(
  'if Slack refuses a rule’s confirmation in the channel, it’s sent as a direct message',
  async (t) => {
    const { ana, cy, chat, logs } = await startBot(t);
    const waiting = await makesDraft(ana, 'Waits already');
    const busy = { kind: 'rate-limited', retryAfterSeconds: 1 } as const;
    const list = await cy.hears('/social rules', /Approval rules/);
    const modal = await cy.opensOn(list, 'Edit', 'Approval rule', { beside: /Northwind/ });
    await modal.fill({ 'People who can approve': ['Bo', 'Cy'], Channel: 'launches' });
    chat.faults.next('chat.postEphemeral', busy);
    assert.deepEqual(await modal.submit(), { closed: true, errors: {} });
    await cy.sees('Presscheck', /The approval rule for Northwind Coffee was saved/);
    await approveButton(waiting);

    chat.faults.next('chat.postEphemeral', busy);
    await submits(ana, '/post Fresh beans');
    await ana.sees('Presscheck', /The card for your post is in <#C0LAUNCHES>/);

    const form = await cy.opensOn(list, 'Edit', 'Approval rule', { beside: /Northwind/ });
    chat.faults.next('views.update', { kind: 'refused', error: 'not_found' });
    await cy.hearsOn(form, 'Remove rule', /The approval rule for Northwind Coffee was removed/);
    await waiting.offers('Approve & publish');
    assert.deepEqual(
      logs.filter(({ msg }) => msg === 'a listener failed'),
      [],
    );
  },
);

longTest('setting or removing a rule takes effect with the next post', async (t) => {
  const { ana, chat, ...started } = await startBot(t);
  const setRule = await ruleSetter(t, { chat, ...started });
  await requestsCard(ana, '/post Beans from Huila', cardSays.ready);
  await setRule(aRule({ channel: 'C0LAUNCHES' }));
  await submits(ana, '/post Beans from Nariño');
  await ana.sees('launches', /Nariño/);
  await setRule(undefined);
  await requestsCard(ana, '/post Beans from Cauca', /Cauca/);
});

longTest('a rule set while an edit of a scheduled post is pending unschedules the post', async (t) => {
  let sets = async (): Promise<void> => undefined;
  const bot = await startBot(t, {
    failpoint: async (step) => (step === 'change allowed' ? sets() : undefined),
  });
  const { ana, bo, service } = bot;
  const setRule = await ruleSetter(t, bot);
  await submits(ana, '/post Beans from Huila', { fill: { 'Schedule for': inDays(1) / 1_000 } });
  const card = await ana.sees('social', cardSays.scheduled);
  await card.offers('Edit');
  sets = () => setRule(aRule());
  await edits(bo, card, 'Beans from Nariño');
  await card.shows(cardSays.readyWith(/Nariño[\s\S]*Planned for/));
  assert.equal(service.posts()[0]?.state, 'draft');
});

longTest(
  'users who were refused by a rule can create posts again once it’s removed, which is recorded once',
  async (t) => {
    const started = await startBot(t);
    const { ana, chat } = started;
    const setRule = await ruleSetter(t, started);
    chat.faults.next('users.info', { kind: 'refused', error: 'internal_error' }, 100);
    await requestsCard(ana, '/post Beans from Huila', /Huila/);
    await setRule(aRule());
    await submits(ana, '/post Beans from Nariño');
    await ana.seesPrivately(/look you up/);
    await setRule(undefined);
    await requestsCard(ana, '/post Beans from Cauca', /Cauca/);
    const trail = await auditTrail(t, started);
    assert.equal(trail.filter(({ what }) => what === 'refused').length, 1);
  },
);

test('the audit trail has each rule before it applies, its removal, and each refusal', async (t) => {
  const started = await startBot(t);
  const { ana, bo, cy } = started;
  const list = await cy.hears('/social rules', /Approval rules/);
  const modal = await cy.opensOn(list, 'Edit', 'Approval rule', { beside: /Northwind/ });
  await modal.submit({ 'People who can approve': ['Cy', 'Ana'] });
  await cy.seesPrivately(/was saved/);
  const card = await makesDraft(ana, 'Not by Bo');
  await approve(bo, card);
  await bo.seesPrivately(/can’t review/);
  await cy.clicks(list, 'Edit', { beside: /Northwind/ });
  await cy.opensOn(await cy.seesModal('Approval rule'), 'Remove rule', /was removed/);
  assert.deepEqual(
    (await auditTrail(t, started))
      .filter(({ what }) => what === 'set' || what === 'refused')
      .map(({ by, what, brand, via, result, note }) => [by, what, brand?.name, via, result, note]),
    [
      ['U0CY', 'set', northwind, 'submission', 'saved', saved],
      ['U0BO', 'refused', northwind, 'click', 'not_named', 'approve'],
      ['U0CY', 'set', northwind, 'click', 'removed', 'rule removed'],
    ],
  );
});

async function opensRule(who: Driver): Promise<ShownView> {
  const list = await who.hears('/social rules', /Approval rules/);
  return who.opensOn(list, 'Edit', 'Approval rule', { beside: /Northwind/ });
}

test('saving or removing a rule doesn’t overwrite someone else’s changes', async (t) => {
  const started = await startWithAdministrators(t);
  const { bo, cy } = started;
  const late = await opensRule(cy);
  const onlyFiles = 'Media must be attached files, not links';
  await (await opensRule(bo)).sends({ 'People who can approve': ['Bo', 'Cy'], Options: [onlyFiles] });

  const { errors } = await late.submit({ 'People who can approve': ['Cy', 'Ana'] });
  assert.deepEqual(Object.values(errors), Object.values(ruleModal.outdated));
  assert.deepEqual(late.values['People who can approve'], ['U0CY', 'U0ANA']);
  await late.close();

  const seen = await opensRule(cy);
  await (await opensRule(bo)).sends({ 'People who can approve': ['Bo', 'Ana'] });
  await seen.clicks('Remove rule');
  await seen.shows(ruleNotRemoved({ channel: '', brand: { id: 'brand-1', name: northwind } }));
  await seen.close();
  const { text } = await cy.hears('/social rules', /Approval rules/);
  assert.match(text, /<@U0BO> or <@U0ANA> must approve\..*Media must be attached files/);
  const notes = (await auditTrail(t, started)).filter(({ what }) => what === 'set').map(({ by }) => by);
  assert.deepEqual(notes, ['U0BO', 'U0BO']);
});

test('saving the same rule twice or removing a removed rule changes and records nothing', async (t) => {
  const started = await startWithAdministrators(t);
  const { bo, cy } = started;
  const [first, second] = [await opensRule(bo), await opensRule(cy)];
  for (const form of [first, second]) await form.sends({ 'People who can approve': ['Bo', 'Cy'] });
  const [third, fourth] = [await opensRule(bo), await opensRule(cy)];
  for (const form of [third, fourth]) {
    await form.clicks('Remove rule');
    await form.shows(/The approval rule for Northwind Coffee was removed/);
  }
  const notes = (await auditTrail(t, started)).filter(({ what }) => what === 'set');
  assert.deepEqual(
    notes.map(({ by, result }) => [by, result]),
    [
      ['U0BO', 'saved'],
      ['U0BO', 'removed'],
    ],
  );
});

test('a form that was opened before the upgrade, without the rule’s revision, can be saved', async (t) => {
  const started = await startWithAdministrators(t);
  const { bo, cy, chat } = started;
  const old = await opensRule(cy);
  const { channel, brand } = JSON.parse(old.privateMetadata);
  await (await opensRule(bo)).sends({ 'People who can approve': ['Bo', 'Ana'] });
  await chat.deliver.interaction({
    type: 'view_submission',
    user: { id: cy.id },
    view: {
      id: old.id,
      type: 'modal',
      callback_id: ruleModal.id,
      blocks: old.blocks,
      private_metadata: JSON.stringify({ channel, brand }),
      state: {
        values: { people: { people: { type: 'multi_users_select', selected_users: ['U0CY', 'U0ANA'] } } },
      },
    },
  });
  await cy.seesPrivately(/was saved: <@U0CY> or <@U0ANA> must approve/);
});

test('a rule that Redis fails to write isn’t in the audit trail, and can be saved later', async (t) => {
  const started = await startUnwritable(t);
  const { cy, withoutWritesTo } = started;
  const changes = async () => (await auditTrail(t, started)).filter(({ what }) => what === 'set').length;
  const modal = await opensRule(cy);
  await modal.fill({ 'People who can approve': ['Bo', 'Cy'] });
  const { errors } = await withoutWritesTo('rules', () => modal.submit());
  assert.match(Object.values(errors).join(), /went wrong on our side/);
  assert.equal(await changes(), 0);
  await modal.sends();
  assert.equal(await changes(), 1);

  const again = await opensRule(cy);
  await withoutWritesTo('rules', () => again.clicks('Remove rule'));
  assert.equal(await changes(), 1);
  await again.clicks('Remove rule');
  await again.shows(/was removed/);
  assert.equal(await changes(), 2);
});

const northwind = 'Northwind Coffee';
const saved = 'rule: needs 1, not own posts, scheduled too, of U0CY U0ANA';
