import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import type { Rule } from '#src/posts/card/rule.ts';
import { type BotOptions, type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { holdCalls } from '#test/support/hold-calls.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { inDays } from '#test/support/pausing.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { approve, approveButton, cardSays, makesDraft, requestsCard } from '#test/support/user-actions.ts';
import { buttonText } from '#views/posts/card-buttons.ts';
import { refusalText } from '#views/posts/refusals.ts';

interface Under extends StartedBot {
  card: ShownMessage;
  setRule: Awaited<ReturnType<typeof ruleSetter>>;
}

/** Ana's draft, under a rule. */
async function under(t: TestContext, rule: Rule, options: BotOptions = {}): Promise<Under> {
  const started = await startBot(t, options);
  const setRule = await ruleSetter(t, started);
  await setRule(rule);
  const card = await makesDraft(started.ana, 'Beans from Huila');
  await approveButton(card);
  return { ...started, card, setRule };
}

test('one approver publishes, and others get a private message that says who can', async (t) => {
  const { ana, bo, cy, card, service } = await under(t, aRule());
  assert.deepEqual(card.buttons, [
    'Preview',
    'Duplicate',
    buttonText.approveAndPublish,
    'Request changes',
    'Edit',
    'Set time',
    'Reject',
  ]);
  for (const button of [buttonText.approveAndPublish, 'Request changes', 'Reject']) {
    await cy.clicks(card, button);
    assert.match(await cy.seesPrivately(), /You can’t review posts for Northwind Coffee\. <@U0BO> can\./);
  }
  await approve(ana, card);
  assert.match(await ana.seesPrivately(), /<@U0BO> can/);
  await approve(bo, card, { shows: cardSays.publishedBy('U0BO') });
  assert.match(card.text, /Approved by <@U0BO>, <!date/);
  assert.equal(service.publishes(), 1);
});

longTest('people who can’t approve see who can; the author isn’t named, but can still reject', async (t) => {
  const { cy, card } = await under(t, aRule({ people: ['U0ANA', 'U0BO'] }));
  await approve(cy, card);
  assert.match(await cy.seesPrivately(), /Northwind Coffee\. <@U0BO> can\./);
  assert.match((await cy.hearsOn(card, 'Reject')).text, /Northwind Coffee\. <@U0ANA> and <@U0BO> can\./);
});

test('two of three: the card says who approved and who still can, and one person counts once', async (t) => {
  const rule = aRule({ people: ['U0ANA', 'U0BO', 'U0CY'], needed: 2 });
  const { ana, bo, cy, card, service, setRule } = await under(t, rule);
  await approve(ana, card);
  assert.match(await ana.seesPrivately(), /your own post\. <@U0BO> and <@U0CY> can\.$/);
  await setRule(aRule({ people: ['U0ANA', 'U0BO'], needed: 2 }));
  await approve(ana, card);
  assert.match(await ana.seesPrivately(), /own post\. Nobody else can approve it\. A workspace admin/);
  await setRule(rule);
  await approve(bo, card, { shows: /Approved by <@U0BO> <!date.*1 of 2 approvals · <@U0CY> can approve/ });
  assert.equal(card.text.match(/Approved by <@U0BO>/g)?.length, 1);
  await approve(bo, card);
  assert.match(await bo.seesPrivately(), /You’ve already approved this\. It needs 1 more approval/);
  assert.equal(service.publishes(), 0);
  await approve(cy, card, { shows: cardSays.publishedBy('U0CY') });
  assert.equal(service.publishes(), 1);
});

test('of two approvals at the same moment, the second publishes only if it’s given again', async (t) => {
  const { bo, cy, card, service } = await under(t, aRule({ people: ['U0BO', 'U0CY'], needed: 'all' }));
  assert.equal(await approveButton(card), buttonText.approve);
  await Promise.all([bo, cy].map((one) => one.clicks(card, buttonText.approve)));
  await card.shows(/1 of 2 approvals/);
  const [second, first] = /Approved by <@U0BO>/.test(card.text) ? [cy, 'U0BO'] : [bo, 'U0CY'];
  const refusal = { why: 'final_approval', by: first, does: 'publishes' } as const;
  assert.equal(await second.seesPrivately(), refusalText(refusal));
  assert.equal(service.publishes(), 0);
  await second.clicks(card, buttonText.approveAndPublish, { shows: /Published by/ });
  assert.equal(card.text.match(/Published by/g)?.length, 1);
  assert.match(card.text, /Approved by <@U0BO>/);
  assert.match(card.text, /Approved by <@U0CY>/);
  assert.equal(service.publishes(), 1);
});

longTest(
  'a button from before the rule was removed only approves, and says that it would publish now',
  async (t) => {
    const { bo, card, service, setRule } = await under(t, aRule({ people: ['U0BO', 'U0CY'], needed: 2 }));
    assert.equal(await approveButton(card), buttonText.approve);
    await setRule(undefined);
    await bo.clicks(card, buttonText.approve);
    const refusal = { why: 'final_approval', by: undefined, does: 'publishes' } as const;
    assert.equal(await bo.seesPrivately(), refusalText(refusal));
    await card.offers(buttonText.approveAndPublish);
    assert.equal(service.publishes(), 0);
  },
);

test('an author’s own approval is refused unless the rule allows it', async (t) => {
  const rule = { people: [], groups: ['S0EDITORS'] };
  const { ana, card, service, setRule } = await under(t, aRule(rule));
  await approve(ana, card);
  assert.match(await ana.seesPrivately(), /You can’t approve your own post\. <!subteam\^S0EDITORS> can/);
  assert.equal(service.publishes(), 0);
  await setRule(aRule({ ...rule, own: true }));
  await approve(ana, card, { shows: cardSays.publishedBy('U0ANA') });
  assert.equal(service.publishes(), 1);
});

longTest('with an empty list, no one can approve, and the response and the card say so', async (t) => {
  const { bo, cy, card, service } = await under(t, aRule({ people: [] }));
  assert.match(card.text, /Nobody can approve it, because there are no approvers/);
  for (const person of [bo, cy]) {
    await approve(person, card);
    assert.match(await person.seesPrivately(), /Nobody can, because there are no approvers/);
  }
  assert.equal(service.publishes(), 0);
});

longTest('with an empty group, no one can approve, and the response and the card say so', async (t) => {
  const { bo, card, service } = await under(t, aRule({ people: [], groups: ['S0EDITORS'] }), {
    before: ({ chat }) =>
      chat.faults.next('usergroups.users.list', { kind: 'answers', with: { users: [] } }, 1_000),
  });
  assert.match(card.text, /Nobody can approve it, because <!subteam\^S0EDITORS> has no members/);
  await approve(bo, card);
  assert.match(await bo.seesPrivately(), /Nobody can, because <!subteam\^S0EDITORS> has no members/);
  assert.equal(service.publishes(), 0);
});

longTest('if a group doesn’t exist, no one can approve until it does', async (t) => {
  const { bo, card, chat, service } = await under(
    t,
    aRule({ people: [], groups: ['S0EDITORS'], own: true }),
    {
      before: ({ chat }) =>
        chat.faults.next('usergroups.users.list', { kind: 'refused', error: 'no_such_subteam' }, 1_000),
    },
  );
  await approve(bo, card);
  assert.match(await bo.seesPrivately(), /I can’t see who’s in <!subteam\^S0EDITORS>/);
  assert.equal(service.publishes(), 0);
  chat.faults.clear();
  // the card said that there aren't enough approvers
  await approve(bo, card);
  assert.match(await bo.seesPrivately(), /Only one approval is needed now/);
  await approve(bo, card, { says: buttonText.approveAndPublish });
  await eventually(() => assert.equal(service.publishes(), 1));
});

test('an edit in Slack clears approvals, shows the difference, and requests approval again', async (t) => {
  const { ana, bo, cy, card, service } = await under(t, aRule({ people: ['U0BO', 'U0CY'], needed: 2 }));
  await approve(bo, card, { shows: /1 of 2/ });
  const modal = await ana.opensOn(card, 'Edit', 'Edit post');
  await modal.submit({ Caption: 'Beans from Nariño' });
  await card.shows(/0 of 2 approvals/);
  assert.match(card.text, /Changed since it was approved[\s\S]*“Beans from Huila” → “Beans from Nariño”/);
  assert.match(card.text, /Approvals cleared because <@U0ANA> changed it.*caption/);
  await approve(cy, card);
  await approve(bo, card, { says: buttonText.approveAndPublish });
  await eventually(() => assert.equal(service.publishes(), 1));
  assert.equal(service.posts()[0]?.caption, 'Beans from Nariño');
});

test('a one-character change in the service is noticed before publishing', async (t) => {
  const { bo, card, service } = await under(t, aRule());
  const id = service.posts()[0]?.id ?? '';
  service.edit(id, { caption: 'Beans from Huile' });
  await approve(bo, card, { shows: /changed in the publishing service after it was approved/ });
  assert.match(card.text, /“Beans from Huila” → “Beans from Huile”/);
  assert.match(card.text, /Approvals cleared because it changed in the publishing service/);
  assert.equal(service.publishes(), 0);
  await approve(bo, card);
  await eventually(() => assert.equal(service.publishes(), 1));
});

test('changes are requested with a note, the author edits and resubmits, and the post is approved', async (t) => {
  const { ana, bo, cy, card, service } = await under(t, aRule());
  const note = await bo.opensOn(card, 'Request changes', 'Request changes');
  await note.submit({ 'What should change': 'Name the farm' });
  await card.shows(/Changes requested by <@U0BO>:\*? Name the farm/);
  await card.offersOnly(['Preview', 'Duplicate', 'Edit', 'Resubmit', 'Reject']);
  assert.match((await cy.hearsOn(card, 'Resubmit')).text, /<@U0BO> can/);
  const edit = await ana.opensOn(card, 'Edit', 'Edit post');
  await edit.submit({ Caption: 'Beans from El Mirador' });
  await card.shows(/Edited by <@U0ANA>, /);
  await ana.clicks(card, 'Resubmit', {
    shows: cardSays.readyWith(
      /Edited since changes were requested\*, last edit by <@U0ANA>, <!date.*\nCaption: “(.*)Huila” → “\1El Mirador”/,
    ),
  });
  await approve(bo, card, { shows: cardSays.publishedBy('U0BO') });
  assert.match(card.text, /Changes requested by <@U0BO>, <!date[\s\S]*Resubmitted by <@U0ANA>, <!date/);
  assert.equal(service.publishes(), 1);
});

longTest('an edit after the resubmitted post was approved is shown to its approver', async (t) => {
  const { ana, bo, card } = await under(t, aRule({ people: ['U0BO', 'U0CY'], needed: 2 }));
  const edits = async (caption: string): Promise<void> => {
    const edit = await ana.opensOn(card, 'Edit', 'Edit post');
    await edit.submit({ Caption: caption });
    await card.shows(caption);
  };
  const note = await bo.opensOn(card, 'Request changes', 'Request changes');
  await note.submit({ 'What should change': 'Name the farm' });
  await card.offers('Resubmit');
  await edits('Beans from El Mirador');
  await ana.clicks(card, 'Resubmit');
  await approve(bo, card, { shows: /1 of 2/ });
  await edits('Beans from La Palma');
  await card.shows(/Changed since it was approved[\s\S]*“(.*)El Mirador” → “\1La Palma”/);
});

longTest('the form of *Request changes* says how many approvals it clears, if any', async (t) => {
  const { bo, cy, card } = await under(t, aRule({ people: ['U0BO', 'U0CY'], needed: 2 }));
  const first = await cy.opensOn(card, 'Request changes', 'Request changes');
  assert.match(first.text, /Everyone in the channel can see it on the card\.$/m);
  await first.close();
  await approve(bo, card, { shows: /1 of 2/ });
  await cy.clicks(card, 'Request changes');
  assert.match((await cy.seesModal('Request changes')).text, /on the card\. This clears 1 approval\.$/m);
});

longTest(
  'without a rule, anyone can request changes, the author is notified, and anyone can resubmit',
  async (t) => {
    const { ana, bo, cy, service } = await startBot(t);
    const card = await makesDraft(ana, 'Beans from Huila');
    const note = await bo.opensOn(card, 'Request changes', 'Request changes');
    await note.submit({ 'What should change': 'Name the farm' });
    await card.shows(/Changes requested by <@U0BO>:\*? Name the farm/);
    assert.deepEqual(card.buttons, ['Preview', 'Duplicate', 'Edit', 'Resubmit', 'Reject']);
    await ana.sees('social', /<@U0ANA>.*requested changes.*Name the farm/s);
    await cy.clicks(card, 'Resubmit');
    await bo.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
    assert.equal(service.publishes(), 1);
  },
);

test('a rule that’s tightened between the approval and its job stops it, with an explanation', async (t) => {
  const { bo, cy, card, service, setRule } = await under(t, aRule());
  const reads = service.requestsTo('GET /post').length;
  const held = holdCalls(t);
  service.faults.add({ on: 'GET /post', ...held.fault });
  await approve(bo, card);
  await eventually(() => assert.ok(service.requestsTo('GET /post').length > reads));
  await setRule(aRule({ people: ['U0BO', 'U0CY'], needed: 2 }));
  held.release();
  await card.shows(/doesn’t have all the approvals its rule requires, so it wasn’t published/);
  assert.match(card.text, /Approved by <@U0BO>.*1 of 2/);
  assert.equal(service.publishes(), 0);
  await approve(cy, card);
  await eventually(() => assert.equal(service.publishes(), 1));
});

longTest('without a rule, no approvals are required', async (t) => {
  const { ana, bo, service, ...started } = await startBot(t);
  const setRule = await ruleSetter(t, { ...started });
  await setRule(aRule(), 'brand-of-others');
  const card = await makesDraft(ana, 'Beans from Huila');
  await card.offersOnly([
    'Preview',
    'Duplicate',
    'Approve & publish',
    'Schedule',
    'Edit',
    'Request changes',
    'Reject',
  ]);
  await bo.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
  assert.equal(service.publishes(), 1);
});

test('a click on an outdated text approves nothing', async (t) => {
  const { bo, cy, card, chat, service } = await under(t, aRule());
  chat.faults.next('chat.update', { kind: 'refused', error: 'internal_error' }, 1_000);
  service.edit(service.posts()[0]?.id ?? '', { caption: 'Beans from Huile' });
  await cy.hears('/social posts', /Beans from Huile/);
  assert.match(card.text, /Beans from Huila/);
  await approve(bo, card);
  assert.match(await bo.seesPrivately(), /has changed since you last saw it, so I haven’t done anything yet/);
  chat.faults.clear();
  await card.shows(/Beans from Huile/);
  assert.equal(service.publishes(), 0);
  await approve(bo, card);
  await eventually(() => assert.equal(service.publishes(), 1));
});

longTest('an approved post that changes while the service is down isn’t published afterwards', async (t) => {
  const { bo, card, service } = await under(t, aRule());
  const on = 'PATCH /post/*';
  service.faults.add({ on, kind: 'status', status: 429, retryAfter: 1 });
  await approve(bo, card);
  await eventually(() => assert.equal(service.requestsTo(on).length, 1));
  service.edit(service.posts()[0]?.id ?? '', { caption: 'Beans from Huile' });
  await card.shows(/changed in the publishing service after it was approved/);
  assert.equal(service.publishes(), 0);
  assert.equal(service.requestsTo(on).length, 1);
});

test('under a rule, an approved post that the service doesn’t list is not published', async (t) => {
  const { bo, card, service } = await under(t, aRule());
  service.remove(service.posts()[0]?.id ?? '');
  await approve(bo, card, { shows: /doesn’t list this post right now.*The post wasn’t published/ });
  assert.equal(service.requestsTo('PATCH /post/*').length, 0);
});

longTest(
  'the bot gives up on a post that isn’t listed, even if the listing can lag for seconds',
  async (t) => {
    // long enough that the delays between reads grow
    const { bo, card, service } = await under(t, aRule(), { settings: { WATCH_INTERVAL_MS: '150' } });
    service.remove(service.posts()[0]?.id ?? '');
    await approve(bo, card, { shows: /doesn’t list this post right now.*The post wasn’t published/ });
  },
);

const ways = [
  ['published', aRule(), {}, cardSays.publishedBy('U0BO')],
  ['scheduled', aRule({ scheduled: true }), { 'Schedule for': inDays(1) / 1_000 }, /\*Scheduled for/],
] as const;

for (const [how, rule, fill, ends] of oneOf(ways))
  longTest(
    `an approved post that one read of the list misses isn’t ${how} until it is listed again`,
    async (t) => {
      const bot = await startBot(t);
      const { ana, bo, service } = bot;
      await (await ruleSetter(t, bot))(rule);
      const card = await requestsCard(ana, '/post Beans from Huila', cardSays.ready, { fill });
      const lag = service.faults.add({ on: 'GET /post', kind: 'status', status: 200, body: [] });
      await approve(bo, card, { shows: ends });
      assert.equal(lag.hits, 1);
    },
  );
