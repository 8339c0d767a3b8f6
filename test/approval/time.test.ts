import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { cardsBelow, notificationsBelow } from '#test/support/notifications.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { approve, approveButton, cardSays, makesDraft, submits } from '#test/support/user-actions.ts';
import { buttonText } from '#views/posts/card-buttons.ts';

const brandId = 'brand-1';
const inADay = () => Math.ceil(Date.now() / 1_000) + 86_400;
const iso = (seconds: number) => new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');

test('under a rule, a post with a requested time is a draft, and its last approval schedules it', async (t) => {
  const { ana, bo, cy, service, ...started } = await startBot(t);
  const setRule = await ruleSetter(t, started);
  await setRule(aRule({ people: ['U0BO', 'U0CY'], needed: 2 }));
  const at = inADay();
  await submits(ana, '/post Beans from Huila', { fill: { 'Schedule for': at } });
  const card = await ana.sees('social', cardSays.readyWith(/Planned for/));
  assert.equal(service.posts()[0]?.state, 'draft');
  assert.equal(service.posts()[0]?.scheduledAt, undefined);
  await approve(bo, card, { shows: /1 of 2/ });
  assert.equal(service.requestsTo('PATCH /post/*').length, 0);
  await approve(cy, card, { shows: /Scheduled for <!date/ });
  assert.deepEqual(
    service.requestsTo('PATCH /post/*').map(({ body }) => body),
    [{ scheduledAt: iso(at) }],
  );
  assert.equal(service.posts()[0]?.state, 'scheduled');
});

test('a rule that doesn’t apply to scheduled posts still requires approval to publish now', async (t) => {
  const { ana, bo, service, ...started } = await startBot(t);
  const setRule = await ruleSetter(t, started);
  await setRule(aRule({ scheduled: false }));
  await submits(ana, '/post Beans from Huila', { fill: { 'Schedule for': inADay() } });
  const card = await ana.sees('social', cardSays.scheduled);
  await card.offers('Publish now');
  assert.match(
    card.text,
    /0 of 1 .*<@U0BO> can approve\nApproval is needed only to publish this post early\. It still goes/,
  );
  assert.match((await ana.hearsOn(card, 'Publish now')).text, /<@U0BO> can/);
  await bo.clicks(card, 'Publish now');
  await eventually(() => assert.equal(service.publishes(), 1));
});

const answers = [
  ['Publish now', cardSays.publishedBy('U0BO')],
  ['Change time', cardSays.scheduled],
  ['Reject', /Rejected by <@U0BO>/],
] as const;

for (const [answer, outcome] of oneOf(answers))
  test(`an approval after the planned time publishes nothing and asks what to do: ${answer}`, async (t) => {
    const { ana, bo, service, ...started } = await startBot(t);
    const setRule = await ruleSetter(t, started);
    await setRule(aRule());
    service.putPost({
      brandId,
      caption: 'Yesterday',
      socialProfileIds: ['profile-1'],
      scheduledAt: Date.now() - 86_400_000,
    });
    const list = await ana.hears('/social posts', /Yesterday/);
    assert.ok(list.buttons.includes(buttonText.approve), 'its last approval publishes nothing');
    assert.match(list.text, /missed its planned time, <!date/);
    await bo.types('/social posts');
    await approve(bo, await bo.privateMessage(/Yesterday/));
    const card = await bo.sees('social', /its planned time has passed/);
    await eventually(() =>
      assert.deepEqual(card.buttons.slice(0, 4), ['Preview', 'Duplicate', 'Publish now', 'Change time']),
    );
    assert.equal(service.requestsTo('PATCH /post/*').length, 0);

    assert.match((await ana.hearsOn(card, 'Publish now')).text, /<@U0BO> can/);
    await bo.clicks(card, answer);
    if (answer !== 'Publish now') {
      const modal = await bo.seesModal(/Schedule|Reject/);
      await modal.sends(answer === 'Reject' ? { Reason: 'Too late' } : { 'Schedule for': inADay() });
    }
    await card.shows(outcome);
    assert.equal(service.publishes(), answer === 'Publish now' ? 1 : 0);
  });

test('a new time from someone who can’t approve is only planned, and approvers are notified again', async (t) => {
  const { ana, bo, service, ...started } = await startBot(t);
  const setRule = await ruleSetter(t, started);
  await setRule(aRule());
  const [was, at] = [inADay(), inADay() + 3_600];
  await submits(ana, '/post Beans from Huila', { fill: { 'Schedule for': was } });
  const card = await ana.sees('social', cardSays.ready);
  await approve(bo, card, { shows: cardSays.scheduled });
  await ana.clicks(card, 'Reschedule');
  const modal = await ana.seesModal(/The post is unscheduled until the new time is approved/);
  await modal.submit({ 'Schedule for': at });
  await card.shows(cardSays.readyWith(/Changed since it was approved[\s\S]*Time: /));
  assert.match(card.text, /Time changed by <@U0ANA>/);
  assert.doesNotMatch(card.text, /Scheduled by <@U0ANA>/);
  assert.equal(service.posts()[0]?.state, 'draft');
  await eventually(() =>
    assert.match(
      notificationsBelow(card).at(-1)?.text ?? '',
      new RegExp(
        `<@U0BO>: Ana changed the planned time of this post from <!date\\^${was}\\^.* to <!date\\^${at}\\^.*, so its approvals were cleared`,
      ),
    ),
  );
  await approve(bo, card);
  await eventually(() => assert.equal(service.posts()[0]?.state, 'scheduled'));
});

for (const editor of oneOf(['ana', 'bo'] as const))
  longTest(
    `an edit of an approved, scheduled post is saved and asks again, also with a new time: ${editor}`,
    async (t) => {
      const bot = await startBot(t);
      const { ana, bo, service } = bot;
      await (await ruleSetter(t, bot))(aRule());
      const at = inADay();
      await submits(ana, '/post Beans from Huila', { fill: { 'Schedule for': at } });
      const card = await ana.sees('social', cardSays.ready);
      const post = () => service.posts()[0];
      await approve(bo, card);
      await eventually(() => assert.equal(post()?.state, 'scheduled'));
      for (const [caption, time] of [
        ['Beans from Cauca', undefined],
        ['Beans from Nariño', at + 3_600],
      ] as const) {
        const form = await bot[editor].opensOn(card, buttonText.edit, 'Edit post');
        await form.fill({ Caption: caption });
        if (time) await form.fill({ Schedule: 'Schedule for the time below', 'Schedule for': time });
        await form.sends();
        await card.shows(cardSays.readyWith(new RegExp(`${caption}[\\s\\S]*Changed since it was approved`)));
        assert.equal(post()?.caption, caption);
        assert.equal(post()?.state, 'draft');
        await approve(bo, card);
        await eventually(() => assert.equal(post()?.state, 'scheduled'));
        assert.equal(post()?.caption, caption);
        assert.equal(post()?.scheduledAt, (time ?? at) * 1_000);
      }
    },
  );

test('a scheduled post that was changed in the web app is unscheduled once the change is noticed', async (t) => {
  const { ana, bo, service, ...started } = await startBot(t, { settings: { RESTING_INTERVAL_MS: '1000' } });
  const setRule = await ruleSetter(t, started);
  await setRule(aRule());
  await submits(ana, '/post Beans from Huila', { fill: { 'Schedule for': inADay() } });
  const card = await ana.sees('social', cardSays.ready);
  await approve(bo, card, { shows: cardSays.scheduled });
  service.edit(service.posts()[0]?.id ?? '', { caption: 'Beans from Huile' });
  await ana.types('/social posts');
  await card.shows(cardSays.readyWith(/“Beans from Huila” → “Beans from Huile”[\s\S]*0 of 1/));
  assert.match(card.text, /Planned for/);
  assert.equal(service.posts()[0]?.state, 'draft');
  await approve(bo, card);
  await eventually(() => assert.equal(service.posts()[0]?.state, 'scheduled'));
});

longTest('a post that was changed in the web app before its last approval is not scheduled', async (t) => {
  const { ana, bo, service, ...started } = await startBot(t);
  const setRule = await ruleSetter(t, started);
  await setRule(aRule());
  await submits(ana, '/post Beans from Huila', { fill: { 'Schedule for': inADay() } });
  const card = await ana.sees('social', cardSays.ready);
  await approveButton(card);
  service.edit(service.posts()[0]?.id ?? '', { caption: 'Beans from Huile' });
  await approve(bo, card, {
    shows: /all the approvals it needs for its current content, so it wasn’t scheduled/,
  });
  assert.match(card.text, /“Beans from Huila” → “Beans from Huile”/);
  assert.match(card.text, /Planned for/);
  assert.equal(service.posts()[0]?.state, 'draft');
  await approve(bo, card);
  await eventually(() => assert.equal(service.posts()[0]?.state, 'scheduled'));
});

longTest(
  'campaign posts that the service scheduled by itself wait for approval with their times',
  async (t) => {
    const { ana, bo, service, ...started } = await startBot(t, {
      service: { variants: { campaignPosts: 'scheduled' } },
    });
    const setRule = await ruleSetter(t, started);
    await setRule(aRule());
    const modal = await ana.opens('/campaign Opening week of the new shop', /^New/);
    await modal.sends({ Posts: '2', Days: '2', 'Social profiles': ['Instagram · northwind.coffee'] });
    await eventually(() => {
      assert.equal(service.posts().length, 2);
      assert.ok(service.posts().every(({ state }) => state === 'draft'));
    });
    const campaign = await ana.sees('social', /2 posts\* to review|2 posts to review/);
    const post = await eventually(
      () =>
        cardsBelow(campaign).find((one) => /Post 1 of 2/.test(one.text) && one.buttons.includes('Edit')) ??
        null,
    );
    assert.match(post.text, /Planned for/);
    await approve(bo, post, { shows: cardSays.scheduled });
    assert.equal(service.posts().filter(({ state }) => state === 'scheduled').length, 1);
  },
);

/** A bot with a rule that only Cy can approve, set when this failpoint is reached for the `nth` time since `begins`. */
async function startRuling(t: TestContext, at: string, nth: number) {
  const left = { times: Number.POSITIVE_INFINITY };
  const bot: StartedBot = await startBot(t, {
    async failpoint(step) {
      if (step === at) left.times -= 1;
      if (left.times === 0) await (await ruleSetter(t, bot))(aRule({ people: ['U0CY'] }));
    },
  });
  return { ...bot, begins: () => Object.assign(left, { times: nth }) };
}

test('if a rule is set while a scheduled post is being created, the post becomes a draft', async (t) => {
  const { ana, service, begins } = await startRuling(t, 'transition recorded', 1);
  begins();
  await submits(ana, '/post Beans from Huila', { fill: { 'Schedule for': inADay() } });
  await ana.sees('social', cardSays.readyWith(/Planned for/));
  const [made] = service.requestsTo('POST /post');
  assert.ok(made && !('scheduledAt' in Object(made.body)));
});

longTest('a rule set after the job’s last check stops a post from being published', async (t) => {
  const { ana, bo, cy, service, begins } = await startRuling(t, 'transition recorded', 2);
  const card = await makesDraft(ana, 'Beans from Huila');
  begins();
  await bo.clicks(card, 'Approve & publish', {
    shows: /doesn’t have all the approvals its rule requires, so it wasn’t published/,
  });
  assert.equal(service.requestsTo('PATCH /post/*').length, 0);
  await approve(cy, card, { shows: cardSays.publishedBy('U0CY') });
});

longTest('a rule set after the job’s last check stops a post from being scheduled', async (t) => {
  const { ana, bo, service, begins } = await startRuling(t, 'change allowed', 1);
  const card = await makesDraft(ana, 'Beans from Huila');
  begins();
  const modal = await bo.opensOn(card, 'Schedule', 'Schedule');
  await modal.submit({ 'Schedule for': inADay() });
  await card.shows(/so it wasn’t scheduled[\s\S]*Planned for/);
  assert.equal(service.requestsTo('PATCH /post/*').length, 0);
});
