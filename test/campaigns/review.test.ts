/** The review of a campaign over signed HTTP: from the selection to the report. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Driver } from '#sandbox/chat/driver/driver.ts';
import { fieldsOf } from '#sandbox/chat/json.ts';
import { auditTrail } from '#test/support/audit-trail.ts';
import type { StartedBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import {
  continueTo,
  report,
  reviews,
  tick,
  tickedCount,
  whatToDo,
  withCampaign,
} from '#test/support/review.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { postingTimes } from '#test/support/slots.ts';
import { cardSays } from '#test/support/user-actions.ts';
import { chooseText } from '#views/campaigns/review.ts';
import { reviewErrors, setNewTimes } from '#views/campaigns/review-parts.ts';

test('Bo approves several posts at once, and the one that changed meanwhile is left out', async (t) => {
  const { ana, bo, card, posts, service, ...started } = await withCampaign(t, 5);
  const modal = await reviews(bo, card);
  const numbers = [...modal.text.matchAll(/ \*(\d)\.\* /g)].map(([, n]) => n);
  assert.deepEqual(numbers, ['1', '2', '3', '4', '5']);
  assert.match(modal.text, /5 posts for Northwind Coffee\*.*5 to review/);
  assert.match(
    modal.text,
    /\*1\.\* \*<!date\^\d+.*\|Open card>\n:arrow_right: Instagram · northwind\.coffee/,
  );

  assert.deepEqual((await modal.submit()).errors, { [whatToDo]: 'Please complete this required field.' });
  await modal.fill({ [whatToDo]: 'Publish now' });
  assert.deepEqual((await modal.submit()).errors, { [whatToDo]: reviewErrors.noneChosen });
  await tick(modal, 1, 2, 3);
  const [, second] = posts;
  const edit = await ana.opensOn(second, 'Edit', 'Edit post');
  await edit.submit({ Caption: 'Other words' });
  await second.shows(/Other words/);
  await second.shows(cardSays.ready);

  const check = await continueTo(bo, modal, 'Publish now', /Publish 2 posts\?/);
  assert.match(
    check.text,
    /\*This publishes 2 posts right away\*, for everyone to see\.\n\*1\.\*.*\n:arrow_right: Instagram.*\n:warning: This removes its planned time, .*\n:warning: .*No image.*\n\*3\.\*/,
  );
  assert.match(check.text, /\*1 post skipped\*\n\*2\.\* Other words.*Changed since you selected it/);
  assert.equal(check.submitText, 'Publish 2 posts');
  // Back returns to the list, and it is chosen no longer
  await modal.shows(/\*2\.\* .*\n.*\n.*\n> Other words/);
  assert.equal(tickedCount(modal), 2);
  assert.equal(service.publishes(), 0);
  const twice = await Promise.all([check.submit(), check.submit()]);
  assert.deepEqual(
    twice.map(({ connectionError: trouble }) => trouble),
    [undefined, undefined],
  );
  const said = await report(bo, /:white_check_mark: \*2 posts published, 1 skipped\*\nYou reviewed 2 posts/);
  assert.match(
    said.text,
    /\*Skipped\*\n\*2\.\* <http.*\|Other words> {2}· {2}It was already skipped in the prev/,
  );
  assert.match(said.text, /\*Done\*\n\*1\.\* <http.*> {2}· {2}published\n\*3\.\*/);
  assert.equal(service.publishes(), 2);
  const approvals = (await auditTrail(t, started)).filter(({ what }) => what === 'approved');
  assert.deepEqual(
    approvals.map(({ by, via }) => [by, via]),
    [
      ['U0BO', 'click'],
      ['U0BO', 'click'],
    ],
  );
  assert.equal(reportsTo(bo, started.chat.calls), 1);

  const others = await reviews(bo, card);
  // when it was published, instead of its planned time
  const out =
    /^:white_check_mark: \*1\.\* \*Published by <@U0BO>\* {2}<!date[^>]+> {2}· {2}<[^>]+\|Open card>\n:arrow_right: .*\n>/m;
  assert.match(others.text, out);
  await tick(others, 4, 5);
  const planned = await continueTo(bo, others, 'Approve and keep planned times', /Schedule 2 posts\?/);
  assert.equal(planned.submitText, 'Schedule 2 posts');
  await planned.submit();
  await report(bo, /\*2 posts scheduled\*\nYou reviewed 2 posts/);
});

longTest(
  'under a rule with two approvals, first approvals only count, and second approvals schedule',
  async (t) => {
    const { ana, bo, cy, card, service, ...started } = await withCampaign(t, 3);
    await (await ruleSetter(t, started))(aRule({ people: ['U0BO', 'U0CY'], needed: 2 }));
    const hers = await reviews(ana, card);
    assert.match(hers.text, /0 of 2 approvals, waiting for <@U0BO> and <@U0CY>/);
    await hers.clicks(chooseText(3));
    await eventually(() => assert.equal(tickedCount(hers), 3));
    const denied = await continueTo(ana, hers, 'Approve', /Nothing to confirm/);
    assert.match(
      denied.text,
      /\*3 posts skipped\*\n\*1\.\*.*\n\*2\.\*.*\n\*3\.\*.* {2}· {2}You can’t review.*<@U0BO> and <@U0CY> can\./,
    );
    assert.equal(denied.submitText, undefined);
    assert.equal(fieldsOf(denied.blocks[0]).type, 'section');
    await denied.close({ all: true });

    const his = await reviews(bo, card);
    await his.clicks(chooseText(3));
    await eventually(() => assert.equal(tickedCount(his), 3));
    const setRule = await ruleSetter(t, started);
    await setRule(aRule({ people: ['U0BO', 'U0CY'], needed: 1 }));
    const alone = await continueTo(bo, his, 'Approve', /Approve 3 posts\?/);
    assert.match(alone.text, /\*This schedules 3 posts\*/);
    // they would have a different effect than shown, so the form asks again
    await setRule(aRule({ people: ['U0ANA', 'U0BO'], needed: 2 }));
    await alone.submit();
    const vain = await bo.seesModal(
      /\*This approves 3 posts that can’t go out\*, because the rule requires more/,
    );
    await setRule(aRule({ people: ['U0BO', 'U0CY'], needed: 2 }));
    await vain.submit();
    const first = await bo.seesModal(/\*This approves 3 posts\*, which still need more/);
    await first.submit();
    assert.match(
      (await report(bo, /\*3 posts waiting for more approvals\*/)).text,
      /\*Done\*\n\*1\.\*.* approved by you \(1 of 2 approvals\), planned for <!date/,
    );
    const again = await reviews(bo, card);
    await tick(again, 1);
    const given = await continueTo(bo, again, 'Approve', /Nothing to confirm/);
    assert.match(given.text, /You’ve already approved this\. It needs 1 more approval/);
    await given.close({ all: true });

    const last = await reviews(cy, card);
    await tick(last, 2, 3);
    const check = await continueTo(cy, last, 'Approve', /Approve 2 posts\?/);
    assert.match(check.text, /\*This schedules 2 posts\*/);
    await check.submit();
    assert.match(
      (await report(cy, /\*2 posts approved\*/)).text,
      /\*Done\*\n\*2\.\*.*scheduled for <!date[\s\S]*\*3\.\*/,
    );
    assert.deepEqual(statesOf(service), ['draft', 'scheduled', 'scheduled']);
    const moving = await reviews(cy, card);
    await tick(moving, 1, 2);
    const shift = await continueTo(
      cy,
      moving,
      'Shift times by days or hours',
      /the times of \*2 posts\*.* by the same amount/,
    );
    await shift.submit({ Days: '+1' });
    const voids = await cy.seesModal(/Change times\?/);
    // hers is the first new approval of the other post
    assert.match(
      voids.text,
      /\*1\.\*.*\n.*\n:calendar: .*\n(?:.*\n)?:warning: This clears \*1 approval\* for the previous time/,
    );
    await voids.close({ all: true });
    const refused = (await auditTrail(t, started)).filter(({ what }) => what === 'refused');
    assert.equal(refused.filter(({ by, result }) => by === 'U0ANA' && result === 'not_named').length, 3);
  },
);

test('times are shifted in the time zone of the brand’s posting times', async (t) => {
  const { bo, card, ...started } = await withCampaign(t, 2);
  // its clocks never change, and Cy's do
  await postingTimes(t, started, { id: 'brand-1', name: 'Northwind Coffee' }, { zone: 'Asia/Tokyo' });
  const moving = await reviews(bo, card);
  await tick(moving, 1);
  const shift = await continueTo(bo, moving, 'Shift times by days or hours', /Shift times/);
  await shift.submit({ Days: '182' });
  const moves = await bo.seesModal(/Change time\?/);
  const [, from, to] = /:calendar: <!date\^(\d+).* → \*<!date\^(\d+)/.exec(moves.text) ?? [];
  assert.equal(Number(to) - Number(from), 182 * 86_400);
  assert.match(moves.text, /:round_pushpin: .* in Tokyo/);
});

test('several posts are rejected with one reason, and others are moved to new times', async (t) => {
  const { bo, cy, card, posts, service, ...started } = await withCampaign(t, 4);
  const modal = await reviews(bo, card);
  await tick(modal, 3, 4);
  const check = await continueTo(bo, modal, 'Reject', /Reject 2 posts\?/);
  await check.submit({ Reason: `Not <our> tone${', and so on'.repeat(30)} end` });
  await report(bo, /\*2 posts rejected\*\nYou reviewed 2 posts/);
  for (const post of posts.slice(2)) await post.shows(/Rejected by <@U0BO>:\* Not &lt;our&gt; tone.* end/);

  const planned = timesOf(service);
  const moving = await reviews(cy, card);
  const rejected =
    /^:no_entry: \*3\.\* \*Not going out\* {2}· {2}<[^>]+\|Open card>\n.*\n\*Rejected by <@U0BO>:\* Not &lt;our&gt; tone.{150,190}…\n> /m;
  assert.match(moving.text, rejected);
  await tick(moving, 1, 2);
  for (const [days, title, why] of [
    ['-60', /Nothing to confirm/, /That time has passed/],
    ['365', /Change times\?/, /more than a year from now/],
  ] as const) {
    const shift = await continueTo(cy, moving, 'Shift times by days or hours', /Shift times/);
    await shift.submit({ Days: days, Hours: '23' });
    const question = await cy.seesModal(title);
    assert.match(question.text, why);
    await question.close();
  }
  const shift = await continueTo(cy, moving, 'Shift times by days or hours', /Shift times/);
  assert.deepEqual((await shift.submit()).errors, { Days: 'Enter a number of days or hours.' });
  await shift.submit({ Days: '+2', Hours: '-1' });
  const moves = await cy.seesModal(/Change times\?/);
  assert.equal(moves.submitText, 'Change times');
  assert.match(moves.text, /\*2 posts get new times\*.*\n\*1\.\*.*\n.*\n:calendar: <!date.* → \*<!date/);
  await moves.submit();
  await report(cy, /\*2 posts with new times\*\nYou reviewed 2 posts/);
  assert.equal(service.requestsTo('PATCH /post/*').length, 0);
  const approving = await reviews(cy, card);
  await tick(approving, 1, 2);
  await (await continueTo(cy, approving, 'Approve and keep planned times', /Schedule 2 posts\?/)).submit();
  await report(cy, /\*2 posts scheduled\*/);
  const byHand = 2 * 86_400_000 - 3_600_000;
  // the brand has no time zone, so days are in Cy's
  const moved = timesOf(service).map((at, i) => (at ?? 0) - (planned[i] ?? 0));
  for (const by of moved.slice(0, 2)) assert.ok(Math.abs(by - byHand) <= 3_600_000, String(moved));
  assert.deepEqual(moved.slice(2), [0, 0]);

  const each = await reviews(cy, card);
  await tick(each, 1, 2);
  const times = await continueTo(cy, each, setNewTimes, new RegExp(setNewTimes));
  assert.deepEqual(times.labels, ['Post 1', 'Post 2']);
  assert.deepEqual((await times.submit()).errors, { 'Post 1': 'Change the time of at least one post.' });
  const wanted = Math.ceil(Date.now() / 1_000) * 1_000 + 9 * 86_400_000;
  await times.submit({ 'Post 2': new Date(wanted) });
  await (await cy.seesModal(/Change time\?/)).submit();
  await report(cy, /\*1 post with a new time\*\nYou reviewed 1 post /);
  assert.equal(timesOf(service)[1], wanted);
  assert.equal(service.publishes(), 0);
  const asked = (await auditTrail(t, started)).filter(
    ({ by, what }) => by === 'U0CY' && (what === 'planned' || what === 'asked to schedule'),
  );
  assert.deepEqual(
    asked.map(({ what }) => what),
    ['planned', 'planned', 'asked to schedule'],
  );
});

type Service = StartedBot['service'];
const made = (service: Service) => [...service.posts()].sort((a, b) => a.createdAt - b.createdAt);
const statesOf = (service: Service) => made(service).map(({ state }) => state);
const timesOf = (service: Service) => made(service).map(({ scheduledAt }) => scheduledAt);

const reportsTo = (who: Driver, calls: StartedBot['chat']['calls']): number =>
  calls.filter(({ method, args }) => method === 'chat.postMessage' && args.channel === who.id).length;

longTest(
  'a report is updated while a post is being published, even after the bot stops waiting for it',
  async (t) => {
    let ahead = 0;
    const { bo, card, service } = await withCampaign(t, 2, {
      now: () => Date.now() + ahead,
      settings: { WATCH_TIMEOUT_MS: '10000' },
    });
    const modal = await reviews(bo, card);
    await tick(modal, 1, 2);
    const check = await continueTo(bo, modal, 'Publish now', /Publish 2 posts\?/);
    service.faults.add({ on: 'PATCH /post/*', kind: 'status', status: 429, retryAfter: 1, times: 2 });
    await check.submit();
    const said = await report(bo, /\*2 in progress\*/);
    ahead = 11_000;
    await said.shows(/\*2 posts published\*/);
  },
);
