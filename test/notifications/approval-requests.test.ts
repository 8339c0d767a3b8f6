/** The direct message that asks someone to approve a card: its buttons work, and it stays true whatever happens to the card. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { scopeOf } from '#src/posts/card/scope.ts';
import { renderAgainJob } from '#src/posts/render-again.ts';
import { personSettingsSchema } from '#src/settings/settings.ts';
import { createTeamSettings } from '#src/settings/settings-store.ts';
import { createApprovalRequester } from '#test/support/approval-requests.ts';
import { type BotOptions, startBot } from '#test/support/bot.ts';
import { hour, startAt, tuesday } from '#test/support/clock.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { allNotified, sentNotifications } from '#test/support/notifications.ts';
import { openQueue } from '#test/support/queue.ts';
import { continueTo, reviews, tick, withCampaign } from '#test/support/review.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { redisOf } from '#test/support/stored.ts';
import {
  approve,
  approveButton,
  approveButtonNow,
  cardSays,
  edits,
  makesDraft,
  requestsCard,
} from '#test/support/user-actions.ts';
import { approvalRequestBlock, buttonText } from '#views/posts/card-buttons.ts';
import { saveTitle } from '#views/settings/check.ts';

const requestText =
  /<@U0ANA> (requested|resubmitted) this post( without changes)?, and it needs your approval\./;
const inDirect = 'Presscheck';

/** Ana's post, which Bo and Cy can approve. */
async function draft(t: TestContext, needed = 1, options: BotOptions = {}) {
  const started = await startBot(t, options);
  await (await ruleSetter(t, started))(aRule({ people: ['U0BO', 'U0CY'], needed }));
  const card = await makesDraft(started.ana, 'Beans from Huila');
  await approveButton(card);
  return { ...started, card, ...createApprovalRequester(t, started) };
}

test('an approver is asked with the whole post and the buttons, and publishes it from there', async (t) => {
  const { bo, card, request: ask, service } = await draft(t);
  assert.equal(await ask(card, bo.id), true);
  const message = await bo.sees(inDirect, requestText);
  assert.match(
    message.fallback,
    /^“[^”]+”: <@U0ANA> requested this post, and it needs your approval\. Post for Northwind/,
  );
  assert.match(message.text, /Beans from Huila/);
  assert.match(message.text, /\|Open card> in <#C0SOCIAL>/);
  assert.deepEqual(message.buttons, [
    'Preview',
    buttonText.approveAndPublish,
    'Request changes',
    'Edit',
    'Set time',
    'Reject',
  ]);
  await approve(bo, message, { shows: /\*Published by <@U0BO>\*/ });
  assert.deepEqual(message.buttons, []);
  assert.match(message.text, /Beans from Huila/);
  assert.equal(service.publishes(), 1);
});

longTest('someone who approved from the message can undo it there, and it keeps its title', async (t) => {
  const { ana, bo, cy, ...started } = await startBot(t, { settings: { UNDO_SECONDS: '600' } });
  await (await ruleSetter(t, started))(aRule({ people: ['U0BO', 'U0CY'] }));
  const card = await requestsCard(ana, '/ai-post Beans from Huila', cardSays.ready);
  await approveButton(card);
  const { request: ask } = createApprovalRequester(t, { ...started, ana, bo, cy });
  for (const one of [bo, cy]) await ask(card, one.id);
  const [his, hers] = [await bo.sees(inDirect, requestText), await cy.sees(inDirect, requestText)];
  const titles = () =>
    [his, hers].map(
      ({ blocks }) => blocks.flatMap((block) => (block.type === 'header' ? [block.text.text] : []))[0],
    );
  const title = 'AI post for Northwind Coffee';
  assert.deepEqual(titles(), [title, title]);
  await approve(bo, his);
  await his.offersOnly(['Undo']);
  await hers.shows(/Approved by <@U0BO>/);
  assert.deepEqual(hers.buttons, [], 'only who approved it can undo it');
  assert.deepEqual(titles(), [title, title]);
  await bo.clicks(his, 'Undo');
  await approveButton(his);
  assert.equal(started.service.publishes(), 0);
});

longTest('a form opened from the message works, and its result is shown there', async (t) => {
  const { bo, card, request: ask } = await draft(t);
  await ask(card, bo.id);
  const message = await bo.sees(inDirect, requestText);
  const modal = await bo.opensOn(message, 'Request changes', 'Request changes');
  await modal.sends({ 'What should change': 'Shorter, please' });
  await message.shows(/Changes requested by <@U0BO>:\* Shorter, please/);
  assert.deepEqual(message.buttons, []);
  assert.equal(await ask(card, bo.id), false, 'nothing waits for Bo');
});

longTest(
  'two approvers each see the progress, and someone who approved has no buttons anymore',
  async (t) => {
    const { bo, cy, card, request: ask } = await draft(t, 2);
    for (const one of [bo, cy]) await ask(card, one.id);
    const [his, hers] = [await bo.sees(inDirect, requestText), await cy.sees(inDirect, requestText)];
    await approve(bo, his, { shows: /\*You approved this\.\* 1 of 2 approvals\./ });
    assert.deepEqual(his.buttons, []);
    await hers.shows(/Approved by <@U0BO> .* · 1 of 2/);
    assert.ok(approveButtonNow(hers));
    const modal = await cy.opensOn(hers, 'Reject', /^Reject/);
    await modal.submit({ Reason: 'Too early' });
    for (const one of [his, hers]) await one.shows(/\*Rejected by <@U0CY>:\* Too early/);
  },
);

longTest(
  'an edited caption is shown in the message, and approving it there approves the new caption',
  async (t) => {
    const { ana, bo, card, request: ask, service } = await draft(t);
    await ask(card, bo.id);
    const message = await bo.sees(inDirect, requestText);
    await edits(ana, card, 'Beans from Nariño');
    await eventually(() => {
      assert.match(message.text, /Beans from Nariño/);
      assert.ok(approveButtonNow(message));
    });
    await approve(bo, message, { shows: /\*Published by <@U0BO>\*/ });
    assert.equal(service.publishes(), 1);
  },
);

longTest('a message that wasn’t recorded is safe: an outdated click only updates it', async (t) => {
  const { ana, bo, card, request: ask, forget, service } = await draft(t);
  await ask(card, bo.id);
  const message = await bo.sees(inDirect, requestText);
  await message.shows(/Open card/);
  await forget(card);
  await edits(ana, card, 'Beans from Nariño');
  await card.shows(/Beans from Nariño/);
  await approveButton(card);
  assert.match(message.text, /Beans from Huila/);
  await approve(bo, message);
  assert.match(await bo.seesPrivately(), /changed/);
  await message.shows(/Beans from Nariño/);
  assert.equal(service.publishes(), 0);
  assert.ok(approveButtonNow(message));
});

test('a request is sent again if its worker is killed after sending it, and the first message works', async (t) => {
  const { bo, card, request: ask } = await draft(t);
  const dies = async (): Promise<void> => Promise.reject(new Error('killed'));
  await assert.rejects(() => ask(card, bo.id, { failpoint: dies }), /killed/);
  const first = await bo.sees(inDirect, requestText);
  await ask(card, bo.id);
  const second = await eventually(async () => {
    const latest = await bo.sees(inDirect, requestText);
    return latest.ts === first.ts ? null : latest;
  });
  await approve(bo, first);
  for (const message of [first, second]) await message.offersOnly([]);
  assert.match(first.text, /\*There’s a newer message about this\.\*/);
  await second.shows(/\*Published by <@U0BO>\*/);
});

longTest('when a post is requested again, the earlier message says so and has no buttons', async (t) => {
  const { ana, bo, card, request: ask } = await draft(t);
  await ask(card, bo.id);
  const first = await bo.sees(inDirect, requestText);
  await edits(ana, card, 'Beans from Nariño');
  await first.shows(/Beans from Nariño/);
  await ask(card, bo.id);
  await first.shows(/\*There’s a newer message about this\.\*/);
  assert.deepEqual(first.buttons, []);
  const second = await bo.sees(inDirect, requestText);
  assert.notEqual(second.ts, first.ts);
  assert.ok(approveButtonNow(second));
});

longTest('while Slack rate limits the bot, the message is updated later', async (t) => {
  const { ana, bo, card, request: ask, chat } = await draft(t);
  await ask(card, bo.id);
  const message = await bo.sees(inDirect, requestText);
  chat.faults.next('chat.update', { kind: 'rate-limited', retryAfterSeconds: 1 }, 3);
  await edits(ana, card, 'Beans from Nariño');
  await message.shows(/Beans from Nariño/);
});

longTest('a request that its approver deleted is forgotten, and the others are still edited', async (t) => {
  const { ana, bo, cy, card, request: ask, chat } = await draft(t, 2);
  for (const one of [bo, cy]) await ask(card, one.id);
  const [his, hers] = [await bo.sees(inDirect, requestText), await cy.sees(inDirect, requestText)];
  const stored = chat.world.messages(his.channel).find(({ ts }) => ts === his.ts);
  assert.ok(stored);
  stored.deleted = true;
  await edits(ana, card, 'Beans from Nariño');
  await hers.shows(/Beans from Nariño/);
});

longTest(
  'a campaign’s posts are reviewed from the message, which says when none waits anymore',
  async (t) => {
    const { bo, card, ...started } = await withCampaign(t, 3);
    await (await ruleSetter(t, started))(aRule({ people: ['U0BO'] }));
    const { request: ask } = createApprovalRequester(t, { bo, ...started });
    await ask(card, bo.id);
    const message = await bo.sees(inDirect, /3 posts need your approval/);
    assert.deepEqual(message.buttons, ['Review campaign']);
    assert.match(message.text, /\|Open card> in <#C0LAUNCHES>/);
    assert.ok(!message.blocks.some(({ block_id }) => block_id === approvalRequestBlock));
    const modal = await reviews(bo, message);
    await tick(modal, 1, 2, 3);
    const check = await continueTo(bo, modal, 'Approve', /Approve 3 posts\?/);
    await check.submit();
    await message.shows(/\*No posts are waiting for you\.\*/);
    assert.deepEqual(message.buttons, []);
  },
);

longTest('someone who was asked by direct message is reminded like everyone else', async (t) => {
  const begin = tuesday();
  const started = await startAt(t, begin);
  const { ana, bo, at } = started;
  await started.setRule(aRule());
  const card = await makesDraft(ana, 'Beans from Huila');
  await createApprovalRequester(t, started).request(card, bo.id);
  const message = await bo.sees(inDirect, requestText);
  await at(begin + 4.1 * hour);
  await eventually(() =>
    assert.match(card.threadMessages.at(-1)?.text ?? '', /<@U0BO>: This post has been waiting/),
  );
  assert.ok(approveButtonNow(message));
  await approve(bo, message, { shows: /\*Published by <@U0BO>\*/ });
});

test('an approver who chose direct messages gets one for each request', async (t) => {
  const started = await startBot(t);
  const { ana, bo, cy } = started;
  await (await ruleSetter(t, started))(aRule({ people: [bo.id, cy.id] }));
  const settings = await bo.opens('/social settings', 'Settings');
  await settings.submit({ 'Send me a direct message when': ['Posts need my approval'] });
  await (await bo.seesModal(saveTitle)).submit();
  await bo.seesPrivately(/Your settings were saved/);
  const card = await makesDraft(ana, 'Beans from Huila');
  const first = await bo.sees(inDirect, requestText);
  assert.match(first.text, /Beans from Huila/);
  assert.match(first.text, /direct message because of your choices in `\/social settings`/);
  const modal = await bo.opensOn(first, 'Request changes', 'Request changes');
  await modal.submit({ 'What should change': 'Shorter, please' });
  await ana.clicks(card, 'Resubmit');
  const second = await eventually(async () => {
    const latest = await bo.sees(inDirect, requestText);
    return latest.ts === first.ts ? null : latest;
  });
  await first.shows(/\*There’s a newer message about this\.\*/);
  await eventually(() =>
    assert.match(card.threadMessages.map(({ text }) => text).join('\n'), new RegExp(`<@${cy.id}>`)),
  );
  const inThread = card.threadMessages.map(({ text }) => text).join('\n');
  assert.doesNotMatch(inThread, new RegExp(`<@${bo.id}>[^\\n]*approv`), 'a message instead of a mention');
  await approve(bo, second, { shows: /\*Published by <@U0BO>\*/ });
});

test('a changed rule sends only the added approvers the waiting posts, in one message', async (t) => {
  const started = await startBot(t);
  const { ana, bo, cy, chat } = started;
  for (const caption of ['Beans from Huila', 'Beans from Cauca']) {
    const card = await requestsCard(ana, `/post ${caption}`, new RegExp(caption));
    await card.offers('Approve & publish');
  }
  const list = await cy.hears('/social rules', /Approval rules/);
  const changes = async (people: string[], shown: RegExp): Promise<void> => {
    const modal = await cy.opensOn(list, 'Edit', 'Approval rule', { beside: /Northwind/ });
    await modal.fill({ 'People who can approve': people, 'Approvals needed': 'Any one of them' });
    assert.deepEqual(await modal.submit(), { closed: true, errors: {} });
    await list.shows(shown);
  };
  const asking = (id: string) =>
    sentNotifications(started).filter(
      ({ text, mentions }) => /edited the approval rule/.test(text) && mentions.includes(id),
    );
  await changes(['Ana', 'Bo'], /<@U0BO> must approve/);
  await eventually(() => assert.equal(asking(bo.id).length, 1));
  const [one] = asking(bo.id);
  assert.equal(one?.text, '<@U0BO>: Cy edited the approval rule, so 2 posts need your approval.');
  assert.deepEqual([one.thread, one.channel], [undefined, chat.messages('social')[0]?.channel]);
  await changes(['Ana', 'Bo', 'Cy'], /<@U0CY> must approve/);
  await allNotified(t, started);
  assert.equal(asking(bo.id).length, 1, 'he was asked before');
  assert.deepEqual(asking(cy.id), [], 'she added herself');
});

longTest(
  'after a rule change, an approver who chose direct messages gets one that lists the posts',
  async (t) => {
    const started = await startBot(t);
    const { ana, bo, chat } = started;
    const workspace = chat.world.workspace.id;
    const { redis, prefix } = redisOf(t, started.settings);
    const kept = createTeamSettings(redis, prefix);
    await kept.setPerson(workspace, bo.id, personSettingsSchema.parse({ direct: { kinds: ['approval'] } }));
    for (const caption of ['Beans from Huila', 'Beans from Cauca']) {
      const card = await requestsCard(ana, `/post ${caption}`, new RegExp(caption));
      await card.offers('Approve & publish');
    }
    await (await ruleSetter(t, started))(aRule());
    await openQueue(t, started).enqueue(renderAgainJob, { workspace, scope: scopeOf(undefined) });
    const sent = () => sentNotifications(started).filter(({ text }) => /edited the approval rule/.test(text));
    await eventually(() => assert.ok(sent().length > 0));
    await allNotified(t, started);
    assert.deepEqual(
      sent().map(({ channel, text }) => ({ channel, text })),
      [
        {
          channel: bo.id,
          text: 'A workspace admin edited the approval rule, so 2 posts need your approval.',
        },
      ],
      'nothing in the channel, where no one is mentioned',
    );
  },
);
