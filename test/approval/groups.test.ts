/** While Slack can't list a user group's members, approved posts wait, and no one can approve. */

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '#src/app/config.ts';
import { startPresscheck } from '#src/main.ts';
import { type BotOptions, type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { inDays } from '#test/support/pausing.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { redisOf } from '#test/support/stored.ts';
import {
  approve,
  approveButton,
  approveButtonNow,
  cardSays,
  makesDraft,
} from '#test/support/user-actions.ts';
import { groupsUnavailable } from '#views/posts/refusals.ts';

const group = 'S0EDITORS';
const members = 'usergroups.users.list';
const groupRule = aRule({ people: [], groups: [group], own: true });
const unavailable = new RegExp(groupsUnavailable([group]).replace(/[!^]/g, '\\$&'));
const minute = 60_000;

interface Parts extends StartedBot {
  setRule: Awaited<ReturnType<typeof ruleSetter>>;
  /** The number of pending notifications. */
  waiting(): Promise<number>;
  /** Moves the clocks of all processes forward. */
  passes(ms: number): void;
  /** Makes all requests for the group's members fail like this, until `slackAnswers`. */
  slackFails(error?: string): void;
  slackAnswers(): void;
}

/** The bot process and the worker cache the members separately. */
async function twoProcesses(t: TestContext, options: BotOptions = {}): Promise<Parts> {
  let ahead = 0;
  const now = (): number => Date.now() + ahead;
  const started = await startBot(t, { ...options, settings: { ROLE: 'bot', ...options.settings }, now });
  const settings = readConfig({ ...started.settings, ROLE: 'worker' });
  const worker = await startPresscheck(settings, pino({ level: 'silent' }), undefined, now);
  t.after(() => worker.stop());
  const { faults, world } = started.chat;
  const { redis, keys } = redisOf(t, started.settings);
  return {
    ...started,
    setRule: await ruleSetter(t, started),
    waiting: async () =>
      (await redis.hlen(keys.notifications(world.workspace.id))) +
      (await redis.hlen(keys.deliveries(world.workspace.id))),
    passes(ms) {
      ahead += ms;
    },
    slackFails: (error = 'internal_error') => faults.next(members, { kind: 'refused', error }, 10_000),
    slackAnswers: () => faults.clear(),
  };
}

/** Ana's card. The bot process has cached the group's members, and the worker's cache has expired. */
async function draft(parts: Parts, asking: Parameters<typeof makesDraft>[2] = {}) {
  const { ana, bo, setRule, passes, chat } = parts;
  await setRule(groupRule);
  const card = await makesDraft(ana, 'Beans from Huila', asking);
  await approveButton(card);
  // the recipients of its notification depend on the group, too
  await eventually(async () => assert.equal(await parts.waiting(), 0));
  passes(6 * minute);
  const calls = (): number => chat.calls.filter(({ method }) => method === members).length;
  const before = calls();
  await bo.opensOn(card, 'Reject', /^Reject/);
  // another process can request them, too
  assert.ok(calls() > before);
  return card;
}

longTest(
  'an approved post waits while the group can’t be read, says so, and is published once it can',
  async (t) => {
    const parts = await twoProcesses(t);
    const { bo, service, passes, slackFails, slackAnswers } = parts;
    const card = await draft(parts);
    slackFails();
    await approve(bo, card, { shows: /Publishing…\* Approved by <@U0BO>/ });
    // a short failure causes no notification
    assert.doesNotMatch(card.text, unavailable);
    passes(20_000);
    await card.shows(unavailable);
    assert.match(
      card.text,
      /Approved by <@U0BO>\.\* Before publishing, I’m checking with Slack to see who can approve this/,
    );
    assert.equal(service.publishes(), 0);
    slackAnswers();
    await card.shows(cardSays.publishedBy('U0BO'));
    assert.doesNotMatch(card.text, unavailable);
    assert.equal(service.publishes(), 1);
  },
);

longTest('an approved time is set once the group can be read again', async (t) => {
  const parts = await twoProcesses(t);
  const { bo, service, passes, slackFails, slackAnswers } = parts;
  const card = await draft(parts, { fill: { 'Schedule for': inDays(2) / 1_000 } });
  slackFails();
  await approve(bo, card);
  passes(20_000);
  await card.shows(unavailable);
  assert.equal(service.posts()[0]?.scheduledAt ?? undefined, undefined);
  slackAnswers();
  await card.shows(/Scheduled for .* by <@U0BO>/);
  assert.doesNotMatch(card.text, unavailable);
});

test('an approval counts only while its approver is in the group, according to Slack', async (t) => {
  const parts = await twoProcesses(t);
  const { bo, chat, service, passes, slackFails, slackAnswers } = parts;
  const card = await draft(parts);
  slackFails();
  await approve(bo, card);
  passes(20_000);
  await card.shows(unavailable);
  slackAnswers();
  chat.faults.next(members, { kind: 'answers', with: { ok: true, users: ['U0CY'] } }, 10_000);
  await card.shows(cardSays.ready);
  assert.match(card.text, /· <@U0CY> can approve/);
  assert.equal(service.publishes(), 0);
});

longTest(
  'a deleted group, or one that the Slack plan doesn’t include, counts as empty at once',
  async (t) => {
    const parts = await twoProcesses(t);
    const { bo, service, slackFails } = parts;
    for (const error of oneOf(['no_such_subteam', 'plan_upgrade_required', 'missing_scope'])) {
      const card = await draft(parts);
      slackFails(error);
      await approve(bo, card);
      const nobody = /Nobody can approve it\. I can’t see who’s in <!subteam\^S0EDITORS>/;
      // not only that no one can approve, which the card might show even before the click is processed
      await card.shows(/so it wasn’t published/);
      assert.match(card.text, nobody);
      assert.match(card.text, cardSays.ready);
      parts.slackAnswers();
      const modal = await bo.opensOn(card, 'Reject', /^Reject/);
      await modal.submit({ Reason: 'For the next one' });
      await card.shows(/Rejected by/);
    }
    assert.equal(service.publishes(), 0);
  },
);

longTest(
  'while the group can’t be read, approvers see why their click doesn’t count, and their next click does',
  async (t) => {
    const parts = await twoProcesses(t);
    const { bo, cy, service, setRule, passes, slackFails, slackAnswers } = parts;
    // Cy is named in the rule, and Bo is in the group; one approval isn't enough just because Slack fails
    await setRule({ ...groupRule, approvers: { people: ['U0CY'], groups: [group] } });
    const card = await makesDraft(parts.ana, 'Beans from Huila');
    await approveButton(card);
    passes(6 * minute);
    slackFails();
    for (const who of [bo, cy]) {
      await approve(who, card);
      const told = await who.seesPrivately();
      assert.match(told, unavailable);
      assert.match(told, /Try again in a minute\.$/);
    }
    // this doesn't depend on the group's members
    await cy.opensOn(card, 'Request changes', /^Request changes/);
    await cy.hears('/social pause Northwind A complaint', /> paused \*/);
    await cy.types('/social resume Northwind');
    await card.shows(unavailable);
    assert.match(card.text, /nobody can approve this/);
    slackAnswers();
    await eventually(async () => {
      // a refused request can still be in progress when they click
      if (approveButtonNow(card)) await approve(bo, card);
      assert.match(card.text, cardSays.publishedBy('U0BO'));
    });
    assert.equal(service.publishes(), 1);
  },
);

longTest(
  'a post scheduled elsewhere stays until the group can be read, but not until its time',
  async (t) => {
    const parts = await twoProcesses(t, { settings: { RESTING_INTERVAL_MS: '200' } });
    const { bo, service, passes, slackFails } = parts;
    const at = inDays(2);
    const card = await draft(parts, { fill: { 'Schedule for': at / 1_000 } });
    await approve(bo, card, { shows: /Scheduled for .* by <@U0BO>/ });
    passes(6 * minute);
    slackFails();
    const [post] = service.posts();
    assert.ok(post);
    service.edit(post.id, { caption: 'Beans from Nariño' });
    await card.shows(/Nariño/);
    passes(20_000);
    await card.shows(/I’ll unschedule the post before it goes out/);
    assert.equal(service.posts()[0]?.state, 'scheduled');
    passes(at - Date.now() - 12 * minute - 20_000 - minute);
    await card.shows(cardSays.ready);
    assert.equal(service.posts()[0]?.state, 'draft');
  },
);
