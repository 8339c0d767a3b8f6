import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditTrail } from '#test/support/audit-trail.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { approve, approveButton, cardSays, makesDraft } from '#test/support/user-actions.ts';

const submitTwice = [
  ['/post', 'a post', 'POST /post'],
  ['/ai-post', 'a generation', 'POST /post/ai'],
  ['/campaign', 'a campaign', 'POST /campaigns'],
] as const;

for (const [command, what, endpoint] of oneOf(submitTwice)) {
  test(`submitting the same modal twice requests ${what} once, on one card`, async (t) => {
    const { ana, chat, service } = await startBot(t);
    const modal = await ana.opens(`${command} Two impatient clicks`, /^New/);
    const both = await Promise.all([modal.submit(), modal.submit()]);
    assert.deepEqual(
      both.map(({ errors, connectionError: trouble }) => ({ errors, trouble })),
      [
        { errors: {}, trouble: undefined },
        { errors: {}, trouble: undefined },
      ],
    );
    await ana.sees('social', /Ready for review|posts to review/);
    assert.equal(service.requestsTo(endpoint).length, 1);
    await eventually(() => assert.equal(chat.messages('social').filter(({ thread }) => !thread).length, 1));
  });
}

test('the same modal submitted again with other text is refused, and creates nothing', async (t) => {
  const { ana, chat, service } = await startBot(t);
  const modal = await ana.opens('/post The first words', 'New post');
  const view = {
    id: modal.id,
    type: 'modal',
    callback_id: 'post',
    private_metadata: modal.privateMetadata,
    blocks: modal.blocks,
  };
  const values = (caption: string) => ({
    brand: {
      brand: {
        type: 'external_select',
        selected_option: { value: 'brand-1', text: { text: 'Northwind Coffee' } },
      },
    },
    caption: { caption: { type: 'plain_text_input', value: caption } },
  });
  const send = (caption: string) =>
    chat.deliver.interaction({
      type: 'view_submission',
      view: { ...view, state: { values: values(caption) } },
    });
  assert.deepEqual(await send('The first words'), { status: 200, body: undefined });
  assert.match(
    JSON.stringify((await send('The second words')).body),
    /already submitted with different text/,
  );
  await ana.sees('social', /The first words[\s\S]*No social profiles are selected/);
  await eventually(() => assert.equal(service.creations(), 1));
  assert.equal(chat.messages('social').length, 1);
});

test('of two people who approve at once, one publishes and the other sees who was first', async (t) => {
  const { ana, bo, chat, service } = await startBot(t);
  const card = await makesDraft(ana, 'Beans from Huila');
  await Promise.all([ana.clicks(card, 'Approve & publish'), bo.clicks(card, 'Approve & publish')]);
  const winner = await eventually(() => /Published by <@(U0\w+)>/.exec(card.text)?.[1] ?? null);
  assert.equal(service.publishes(), 1);
  const [first, second] = winner === ana.id ? [ana, bo] : [bo, ana];
  const told = await second.privateMessage(/first/);
  assert.match(told.text, new RegExp(`<@${first.id}> (approved|published) this first`));
  const private_ = chat.world.messages(card.channel).filter(({ privateTo }) => privateTo);
  assert.deepEqual(
    private_.map(({ privateTo }) => privateTo),
    [second.id],
  );
});

longTest('one person who double-clicks publishes once', async (t) => {
  const { ana, bo, service } = await startBot(t);
  const card = await makesDraft(ana, 'Beans from Huila');
  await Promise.all([bo.clicks(card, 'Approve & publish'), bo.clicks(card, 'Approve & publish')]);
  await card.shows(cardSays.publishedBy('U0BO'));
  assert.equal(service.publishes(), 1);
  assert.equal(service.requestsTo('PATCH /post/*').length, 1);
});

longTest(
  'a click on a card that’s decided but not yet updated gets a private message, without effect',
  async (t) => {
    const { ana, bo, cy, chat, service } = await startBot(t);
    const card = await makesDraft(ana, 'Beans from Huila');
    const clicked = Promise.withResolvers<void>();
    t.after(() => clicked.resolve());
    chat.faults.next('chat.update', { kind: 'held', until: clicked.promise });
    await bo.clicks(card, 'Approve & publish');
    for (const late of ['Approve & publish', 'Schedule', 'Edit', 'Request changes', 'Reject']) {
      assert.match((await cy.hearsOn(card, late)).text, /<@U0BO> (approved|published) this first/);
      assert.match((await bo.hearsOn(card, late)).text, /^You already (approved|published) this <!date/);
    }
    clicked.resolve();
    await card.shows(cardSays.publishedBy('U0BO'));
    assert.equal(service.publishes(), 1);
    assert.equal(service.requestsTo('PATCH /post/*').length, 1);
  },
);

longTest(
  'a modal about a card that was decided meanwhile says so at its field, without effect',
  async (t) => {
    const { ana, bo, cy, service } = await startBot(t);
    const card = await makesDraft(ana, 'Beans from Huila');
    const rejecting = await bo.opensOn(card, 'Reject', 'Reject post');
    const editing = await cy.opensOn(card, 'Edit', 'Edit post');
    const hers = await ana.opensOn(card, 'Edit', 'Edit post');
    await ana.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0ANA') });

    await hers.fill({ Caption: 'Her other words' });
    assert.match((await hers.submit()).errors.Caption ?? '', /^You already published this /);
    await rejecting.fill({ Reason: 'Too early' });
    assert.match((await rejecting.submit()).errors.Reason ?? '', /^Ana published this first/);
    await editing.fill({ Caption: 'Other words' });
    assert.match((await editing.submit()).errors.Caption ?? '', /^Ana published this first/);
    assert.equal(service.posts()[0]?.caption, 'Beans from Huila');
    assert.match(card.text, cardSays.publishedBy('U0ANA'));
  },
);

for (const [button, field] of oneOf([
  ['Reject', 'Reason'],
  ['Request changes', 'What should change'],
] as const))
  test(`${button} decides nothing if the text changed meanwhile, and keeps the input`, async (t) => {
    const bot = await startBot(t);
    const { ana, bo, cy, chat, service } = bot;
    await (await ruleSetter(t, bot))(aRule({ people: ['U0BO', 'U0CY'], needed: 2 }));
    const card = await makesDraft(ana, 'Beans from Huila');
    const modal = await cy.opensOn(card, button, new RegExp(`^${button}`));
    await modal.fill({ [field]: 'The farm is wrong' });

    chat.faults.next('chat.update', { kind: 'refused', error: 'internal_error' }, 1_000);
    service.edit(service.posts()[0]?.id ?? '', { caption: 'Beans from Nariño' });
    await ana.hears('/social posts', /Nariño/);
    assert.match(
      (await bo.hearsOn(card, button)).text,
      /has changed since you last saw it, so I haven’t done anything yet/,
    );
    chat.faults.clear();

    await card.shows(/Nariño/);
    await approveButton(card);
    await approve(bo, card, { shows: /1 of 2/ });
    const { closed, errors } = await modal.submit();
    assert.equal(closed, false);
    assert.match(errors[field] ?? '', /changed since you last saw it.*Your text is still here/);
    assert.match(card.text, cardSays.readyWith(/1 of 2/));
  });

for (const [how, fault, times] of [
  ['loses', { kind: 'dropped' }, 4],
  ['refuses', { kind: 'refused', error: 'invalid_arguments' }, 1],
] as const)
  longTest(
    `if Slack ${how} a switch’s result, it is only reported again, and nothing is switched back`,
    async (t) => {
      const bot = await startBot(t, { service: { seed: 'demo' } });
      const { bo, service, chat, settings } = bot;
      const sent = () => service.requestsTo('POST /workflow/{workflowId}').map(({ body }) => body);
      chat.faults.next('chat.postEphemeral', fault, times);
      await bo.types('/social workflow harbor-newsletter on', { in: 'launches' });
      await eventually(() => assert.deepEqual(sent(), [{ on: true }]));
      // as in the service's own web app
      await fetch(`${service.url}/workflow/harbor-newsletter`, {
        method: 'POST',
        headers: { 'X-API-Key': settings.SOCIAL_API_KEY ?? '', 'content-type': 'application/json' },
        body: JSON.stringify({ on: false }),
      });
      await bo.privateMessage(/is \*on\*\. Turned on by <@U0BO>/);
      assert.deepEqual(sent(), [{ on: true }, { on: false }]);
      const ends = (await auditTrail(t, bot)).filter(({ what }) => what === 'switched');
      assert.deepEqual(
        ends.map(({ by, result, note }) => [by, result, note]),
        [['U0BO', 'on', 'workflow harbor-newsletter']],
      );
    },
  );

longTest('an export that Slack refuses at first is announced once', async (t) => {
  const { ana, cy, chat } = await startBot(t);
  await makesDraft(ana, 'Open until ten tonight');
  const list = await cy.hears('/social audit', /Audit trail/);
  chat.faults.next('files.getUploadURLExternal', { kind: 'refused', error: 'internal_error' });
  chat.faults.next('files.completeUploadExternal', { kind: 'refused', error: 'ratelimited' });
  await cy.clicks(list, 'Export CSV');
  const sent = await eventually(async () => {
    const message = await cy.sees('Presscheck');
    return message.files[0]?.name === 'audit.csv' && message;
  });
  assert.match(sent.text, /^Here’s the audit trail you requested, with all \d+ entries/);
  const said = chat.messages(sent.channel).filter(({ files }) => files.length === 0);
  assert.deepEqual(
    said.map(({ text }) => text),
    ['I’m preparing the audit trail you requested.'],
  );
});
