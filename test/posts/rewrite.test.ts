/** Rewriting an AI post, and keeping one of its versions, over signed HTTP. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import { longestText } from '#src/platform/publishing-api/request.ts';
import { readBrandJob } from '#src/posts/jobs.ts';
import { auditTrail } from '#test/support/audit-trail.ts';
import { type StartedBot, startBot, workspace } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { holdCalls } from '#test/support/hold-calls.ts';
import { longTest } from '#test/support/long-tests.ts';
import { cardsBelow } from '#test/support/notifications.ts';
import { openQueue } from '#test/support/queue.ts';
import { redisOf } from '#test/support/stored.ts';
import {
  cardSays,
  nthVersion,
  opensPosts,
  requestsCard,
  rewrites,
  submits,
} from '#test/support/user-actions.ts';
import { slack } from '#views/kit/limits.ts';
import { retryButtons } from '#views/posts/card-questions.ts';
import { versionApproved } from '#views/posts/refusals.ts';
import { rewriteTexts } from '#views/posts/rewrite-modal.ts';

const prompt = 'Our autumn menu starts on Monday';

async function withAiPost(t: TestContext, options: Parameters<typeof startBot>[1] = {}) {
  const bot = await startBot(t, options);
  const card = await requestsCard(bot.ana, `/ai-post ${prompt}`, cardSays.ready);
  await card.offers('Rewrite');
  return { ...bot, card };
}

async function schedules(who: StartedBot['ana'], card: ShownMessage): Promise<void> {
  const form = await who.opensOn(card, 'Schedule', 'Schedule');
  await form.submit({ 'Schedule for': Math.ceil(Date.now() / 1_000) + 86_400 });
  await card.shows(/\*Scheduled for/);
}

test('a rewrite requires an instruction, and its card is posted in the first version’s thread', async (t) => {
  const { bo, card, chat, service } = await withAiPost(t);
  const { caption } = (await eventually(() => service.posts()[0])) as { caption: string };
  const form = await bo.opensOn(card, 'Rewrite', 'Rewrite post');
  assert.deepEqual((await form.submit()).errors, { 'What should change': rewriteTexts.noWords });
  assert.equal(service.generations(), 1);
  await form.fill({ 'What should change': 'Shorter', 'In your own words': 'Begin with a question' });
  assert.deepEqual(await form.submit(), { closed: true, errors: {} });
  const version = await nthVersion(card, 1);
  assert.match(
    version.text,
    /AI post for Northwind Coffee · Shorter, Begin with a question[\s\S]*Rewrite: Shorter, Begin with a question/,
  );
  assert.match(version.text, /Requested by <@U0BO>/);
  await card.offers('Keep this version');
  const [, second] = service.requestsTo('POST /post/ai').map(({ body }) => body as Record<string, unknown>);
  assert.equal(second?.postLength, 'short');
  assert.doesNotMatch(version.text, /Length:/, 'the wish says it');
  const sent = String(second?.prompt);
  for (const part of [prompt, 'Shorter · Begin with a question', caption])
    assert.ok(sent.includes(part), part);
  assert.equal(service.generations(), 2);
  // the status message was deleted
  await eventually(() => assert.equal(chat.messages('social').filter(({ thread }) => !thread).length, 1));
});

test('keeping a version discards the others, and a discarded one can be reopened', async (t) => {
  const started = await withAiPost(t);
  const { ana, bo, card } = started;
  const asked = () => JSON.stringify(card.blocks);
  assert.doesNotMatch(asked(), /other versions/);
  await rewrites(bo, card, { 'What should change': 'Longer' });
  const longer = await nthVersion(card, 1);
  await eventually(() => assert.match(asked(), /The other versions waiting for review will be discarded/));
  await rewrites(ana, longer, { Tone: 'Bold' });
  const bold = await nthVersion(card, 2);
  assert.match(bold.text, /Rewrite: Bold tone/);
  const late = await ana.opensOn(card, 'Edit', 'Edit post');

  await bo.clicks(longer, 'Keep this version');
  const address = `p${longer.ts.replace('.', '')}?thread_ts=${card.ts}&amp;cid=${card.channel}|Open the version that was kept>`;
  for (const discarded of [card, bold]) {
    await discarded.shows(
      /Discarded by <@U0BO>\.\* Another version in this thread was kept/,
      // before the caption, where someone looks for the buttons
      /Discarded by <@U0BO>\.\* [^\n]+\n\*<[^\n]+\|Open the version that was kept>\*/,
      address,
    );
    await discarded.offersOnly(['Duplicate', 'Reopen']);
  }
  const [told] = Object.values((await late.submit({ Caption: 'The terrace is open' })).errors);
  assert.match(told ?? '', /Bo kept another version of this post .*, so this one was discarded/);
  await longer.noLongerOffers('Keep this version');
  assert.ok(longer.buttons.includes('Approve & publish'));

  const { text: list } = await ana.hears('/social posts Northwind Coffee', /Posts for Northwind Coffee/);
  assert.equal(list.match(/Ready for review/g)?.length, 1);
  assert.doesNotMatch(list, /Discarded/);

  await ana.clicks(bold, 'Reopen', { shows: cardSays.ready });
  // no one rejected it
  assert.match(bold.text, /Discarded: <@U0BO> kept another version of this post, .*\nReopened by <@U0ANA>/);
  assert.doesNotMatch(bold.text, /Rejected/);
  const trail = await auditTrail(t, started);
  const requested = trail.filter(({ what }) => what === 'asked');
  const ofFirst = `ai-post, rewrite of ${requested[0]?.card}`;
  assert.deepEqual(
    requested.map(({ by, note }) => [by, note]),
    [
      ['U0ANA', 'ai-post'],
      ['U0BO', ofFirst],
      ['U0ANA', ofFirst],
    ],
  );
  const rejected = trail.filter(({ what }) => what === 'rejected');
  assert.deepEqual(
    rejected.map(({ by, note }) => [by, note]),
    [
      ['U0BO', 'another version was kept'],
      ['U0BO', 'another version was kept'],
    ],
  );
  const [kept, ...more] = trail.filter(({ what }) => what === 'kept version');
  assert.deepEqual([kept?.by, more], ['U0BO', []]);
  assert.ok(kept?.post && rejected.every(({ post }) => post !== kept.post));
});

longTest('discarded versions leave no gap on the pages of `/social posts`', async (t) => {
  const { ana, bo, card, service } = await withAiPost(t);
  await rewrites(bo, card, { 'What should change': 'Longer' });
  await bo.clicks(await nthVersion(card, 1), 'Keep this version');
  await card.shows(/Discarded by/);
  for (let n = 1; n <= 8; n += 1)
    service.putPost({ brandId: 'brand-1', caption: `Draft ${n}`, socialProfileIds: ['profile-1'] });
  const list = await ana.hears('/social posts Northwind Coffee', /1 to 8 of 9/);
  assert.equal(list.text.match(/Ready for review/g)?.length, 8);
});

longTest('a discarded version stays out of lists until the service no longer lists it', async (t) => {
  let aheadMs = 0;
  // no check of the discarded cards notices in these days that their posts are gone, which writes them again
  const settings = { KEEP_FINISHED_DAYS: '1', RESTING_INTERVAL_MS: String(10 * 86_400_000) };
  const started = await withAiPost(t, { settings, now: () => Date.now() + aheadMs });
  const { ana, bo, card, chat, service } = started;
  const queue = openQueue(t, started);
  const keepsAnother = async (first: ShownMessage) => {
    await rewrites(bo, first, { 'What should change': 'Longer' });
    await bo.clicks(await nthVersion(first, 1), 'Keep this version');
    await first.shows(/Discarded by/);
    // it counts as discarded when its card was last written: that it has been updated in Slack is noted, too
    await eventually(async () =>
      assert.ok(
        (await queue.backlog(Date.now())).every(({ counts }) => counts.active + counts.waiting === 0),
      ),
    );
  };
  await keepsAnother(card);
  aheadMs = 2 * 86_400_000;
  await submits(ana, '/ai-post Our winter menu starts in December');
  const second = await ana.sees('social', cardSays.readyWith(/winter/));
  await second.offers('Rewrite');
  await keepsAnother(second);
  const { text: list } = await ana.hears('/social posts Northwind Coffee', /Posts for Northwind Coffee/);
  assert.equal(list.match(/Ready for review/g)?.length, 2);
  assert.doesNotMatch(list, /Discarded/);

  const { redis, keys } = redisOf(t, started.settings);
  const key = keys.discarded(chat.world.workspace.id, 'brand-1');
  const discarded = await redis.zrange(key, '0', '-1');
  assert.equal(discarded.length, 2);
  for (const post of discarded) service.remove(post);
  // as an earlier release leaves it
  await redis.pexpire(key, 86_400_000);
  // the last read is too old for an export by now, and the second version was discarded less than a day ago
  aheadMs = 2.75 * 86_400_000;
  const form = await ana.opens('/social export northwind', 'Export posts');
  await eventually(() => form.fill({ Brand: 'Northwind Coffee' }));
  await form.sends();
  await eventually(async () => assert.equal(await redis.zcard(key), 1));
  // a read may have missed the version that was discarded less than a day ago
  assert.deepEqual(await redis.zrange(key, '0', '-1'), discarded.slice(1));
  assert.equal(await redis.pttl(key), -1);
});

longTest('a version scheduled meanwhile is unscheduled before it is discarded', async (t) => {
  const { ana, bo, card, chat, service } = await withAiPost(t);
  await rewrites(bo, card, { 'What should change': 'Shorter' });
  const shorter = await nthVersion(card, 1);
  await schedules(ana, card);
  await bo.clicks(shorter, 'Keep this version');
  await card.shows(/Discarded by <@U0BO>/);
  const last = service.requestsTo('PATCH /post/*').at(-1);
  assert.deepEqual(last?.body, { scheduledAt: null });
  assert.match(card.text, /Unscheduled by <@U0BO>, .*\nDiscarded: <@U0BO> kept another version of this post/);
  await eventually(() =>
    assert.ok(chat.messages('social').some(({ text }) => /<@U0ANA>.*Bo unscheduled/.test(text))),
  );
});

/** An AI post with a shorter version. The first one is changed like this in the web app, and its card `shows` it. */
async function withChangedVersion(
  t: TestContext,
  change: { statusWord: string; scheduledAt: number },
  shows: RegExp,
) {
  const started = await withAiPost(t, { settings: { RESTING_INTERVAL_MS: '10' } });
  const { bo, card, service } = started;
  const queue = openQueue(t, started);
  const [first = assert.fail()] = service.posts();
  await rewrites(bo, card, { 'What should change': 'Shorter' });
  const shorter = await nthVersion(card, 1);
  service.edit(first.id, change);
  await eventually(async () => {
    await queue.enqueue(readBrandJob, { workspace, brand: 'brand-1' });
    assert.match(`${card.text}\n${card.buttons.join('\n')}`, shows);
  });
  return { ...started, shorter };
}

test('a version that may go out once the web app approves it is unscheduled before it is discarded', async (t) => {
  const { bo, card, service, shorter } = await withChangedVersion(
    t,
    { statusWord: 'PENDING_APPROVAL', scheduledAt: Date.now() + 86_400_000 },
    /^Approve & schedule for/m,
  );
  await bo.clicks(shorter, 'Keep this version');
  await card.shows(/Discarded by <@U0BO>/);
  assert.deepEqual(
    service.requestsTo('PATCH /post/*').map(({ body }) => body),
    [{ scheduledAt: null }],
  );
});

test('a discarded version with an unknown status stays out of lists once its time has passed', async (t) => {
  const { ana, bo, card, shorter } = await withChangedVersion(
    t,
    { statusWord: 'ON_HOLD', scheduledAt: Date.now() - 3_600_000 },
    /ON_HOLD/,
  );
  await bo.clicks(shorter, 'Keep this version');
  await card.shows(/Discarded by <@U0BO>/);
  const { text } = await ana.hears('/social posts Northwind Coffee', /Posts for Northwind Coffee/);
  assert.doesNotMatch(text, /Discarded/);
});

test('a version whose time has passed is discarded at once, even if the web app may still publish it', async (t) => {
  const { bo, card, service, shorter } = await withChangedVersion(
    t,
    { statusWord: 'PENDING_APPROVAL', scheduledAt: Date.now() - 3_600_000 },
    /which has passed/,
  );
  service.faults.add({ on: 'PATCH /post/*', kind: 'status', status: 422, times: Number.POSITIVE_INFINITY });
  await bo.clicks(shorter, 'Keep this version');
  await card.shows(/Discarded by <@U0BO>/);
  assert.equal(service.requestsTo('PATCH /post/*').length, 0);
});

longTest('unscheduling a version is retried until it works, and people are notified once', async (t) => {
  let aheadMs = 0;
  const started = await withAiPost(t, { now: () => Date.now() + aheadMs });
  const { ana, bo, card, chat, service } = started;
  await rewrites(bo, card, { 'What should change': 'Shorter' });
  const shorter = await nthVersion(card, 1);
  await schedules(ana, card);
  service.faults.add({ on: 'PATCH /post/*', kind: 'status', status: 422, times: 2 });
  const before = service.requestsTo('PATCH /post/*').length;
  const attempts = () => service.requestsTo('PATCH /post/*').length - before;
  await bo.clicks(shorter, 'Keep this version');
  await card.shows(/Scheduled for[\s\S]*:warning:.*still scheduled and may go out\. I’ll keep trying/);
  const told = () =>
    chat.messages('social').filter(({ thread, text }) => thread && /Couldn’t unschedule/.test(text));
  await eventually(() => assert.equal(told().length, 1));
  assert.match(told()[0]?.text ?? '', /<@U0ANA>/);

  // a further rewrite wakes the job, which sends nothing before its time
  await rewrites(bo, shorter, { 'What should change': 'Longer' });
  const longer = await nthVersion(card, 2);
  assert.equal(attempts(), 1);
  aheadMs += 61_000;
  await rewrites(bo, shorter, { Tone: 'Bold' });
  await nthVersion(card, 3);
  await eventually(() => assert.equal(attempts(), 2));
  await card.shows(/\*Scheduled for[\s\S]*I’ll keep trying/);
  aheadMs += 3_600_000;
  await rewrites(bo, longer, { 'What should change': 'Shorter' });
  await card.shows(/Discarded by <@U0BO>/);
  assert.equal(attempts(), 3);
  assert.doesNotMatch(card.text, /keep trying/);
  assert.equal(told().length, 1);
  for (const open of [shorter, longer]) assert.ok(open.buttons.includes('Keep this version'));
  const trail = await auditTrail(t, started);
  const noted = trail.filter(({ what }) => what === 'asked to unschedule' || what === 'change failed');
  assert.equal(noted.length, 2);
});

longTest('a version that someone schedules again after another one was kept stays scheduled', async (t) => {
  let aheadMs = 0;
  const { ana, bo, card, service } = await withAiPost(t, { now: () => Date.now() + aheadMs });
  await rewrites(bo, card, { 'What should change': 'Shorter' });
  const shorter = await nthVersion(card, 1);
  service.holdGeneration();
  await rewrites(bo, card, { 'What should change': 'Longer' });
  await eventually(() => assert.equal(service.generations(), 3));
  await schedules(ana, card);
  service.faults.add({ on: 'PATCH /post/*', kind: 'status', status: 422 });
  await bo.clicks(shorter, 'Keep this version');
  await card.shows(/I’ll keep trying/);
  const form = await ana.opensOn(card, 'Reschedule', 'Reschedule');
  await form.submit({ 'Schedule for': Math.ceil(Date.now() / 1_000) + 2 * 86_400 });
  await card.noLongerShows(/keep trying/);
  await card.offers('Reschedule');
  assert.doesNotMatch(card.text, /keep trying/);
  const sent = service.requestsTo('PATCH /post/*').length;
  aheadMs += 90_000;
  service.releaseGeneration();
  // the job visits the first version before this one
  await eventually(() => assert.match(cardsBelow(card)[1]?.text ?? '', /Discarded by <@U0BO>/));
  assert.equal(service.requestsTo('PATCH /post/*').length, sent);
  assert.match(card.text, /\*Scheduled for/);
});

longTest(
  'a version still generating when another one is kept is discarded as soon as it is ready',
  async (t) => {
    // what only looks again from time to time would be late
    const { bo, card, service } = await withAiPost(t, { settings: { RECONCILE_INTERVAL_MS: '600000' } });
    await rewrites(bo, card, { 'What should change': 'Shorter' });
    const shorter = await nthVersion(card, 1);
    service.holdGeneration();
    await rewrites(bo, card, { 'What should change': 'Longer' });
    await eventually(() => assert.equal(service.generations(), 3));
    await bo.clicks(shorter, 'Keep this version');
    await card.shows(/Discarded by <@U0BO>/);
    service.releaseGeneration();
    await eventually(() => assert.match(cardsBelow(card)[1]?.text ?? '', /Discarded by <@U0BO>/));
    assert.match(shorter.text, cardSays.ready);
  },
);

longTest('a version whose change is still being saved is discarded right after that', async (t) => {
  const { ana, bo, card, service } = await withAiPost(t, { settings: { RECONCILE_INTERVAL_MS: '600000' } });
  await rewrites(bo, card, { 'What should change': 'Shorter' });
  const shorter = await nthVersion(card, 1);
  const held = holdCalls(t);
  service.faults.add({ on: 'PATCH /post/*', ...held.fault });
  const form = await ana.opensOn(card, 'Edit', 'Edit post');
  await form.submit({ Caption: 'The terrace is open' });
  await card.shows(/Saving changes/);
  await bo.clicks(shorter, 'Keep this version');
  await shorter.noLongerOffers('Keep this version');
  held.release();
  await card.shows(/Discarded by <@U0BO>[\s\S]*The terrace is open/);
});

longTest('a version that finishes late is discarded if another one was kept', async (t) => {
  let aheadMs = 0;
  const { bo, card, service } = await withAiPost(t, { now: () => Date.now() + aheadMs });
  service.holdGeneration();
  await rewrites(bo, card, { 'What should change': 'Shorter' });
  await eventually(() => assert.equal(service.generations(), 2));
  await eventually(() => {
    // less than the day for which an unknown outcome is followed
    aheadMs += 1_000_000;
    assert.match(cardsBelow(card)[0]?.text ?? '', cardSays.unknown);
  });
  await bo.clicks(card, 'Keep this version');
  await card.noLongerOffers('Keep this version');
  service.releaseGeneration();
  await eventually(() => {
    aheadMs += 10_000;
    assert.ok(cardsBelow(card).some(({ text }) => /Discarded by <@U0BO>/.test(text)));
  });
});

longTest('a version generated again after another one was kept can be kept instead', async (t) => {
  const { bo, card, cy, service } = await withAiPost(t);
  service.failGeneration(1);
  await rewrites(bo, card, { 'What should change': 'Shorter' });
  const failed = await eventually(
    () => cardsBelow(card).find(({ buttons }) => buttons.includes(retryButtons.generate)) ?? null,
  );
  await bo.clicks(card, 'Keep this version');
  await card.noLongerOffers('Keep this version');
  await cy.clicks(failed, retryButtons.generate);
  await card.offers('Keep this version');
  const again = await eventually(
    () => cardsBelow(card).find(({ buttons }) => buttons.includes('Keep this version')) ?? null,
  );
  await bo.clicks(again, 'Keep this version');
  await card.shows(/Discarded by <@U0BO>/);
});

longTest('while a version is about to be published, no other can be approved or kept', async (t) => {
  const { ana, bo, card, service } = await withAiPost(t, { settings: { UNDO_SECONDS: '600' } });
  await rewrites(bo, card, { 'What should change': 'Shorter' });
  const shorter = await nthVersion(card, 1);
  await ana.clicks(shorter, 'Approve & publish');
  await shorter.offers('Undo');
  assert.equal(await bo.hearsOn(card, 'Approve & publish').then(({ text }) => text), versionApproved);
  assert.match(
    (
      await bo.hearsOn(
        card,
        'Keep this version',
        /Another version of this post was already approved or published/,
      )
    ).text,
    /already approved or published/,
  );
  assert.ok(card.buttons.includes('Keep this version'));
  await ana.clicks(shorter, 'Undo', { shows: cardSays.ready });
  await bo.clicks(card, 'Approve & publish');
  await card.offers('Undo');
  assert.equal(await ana.hearsOn(shorter, 'Approve & publish').then(({ text }) => text), versionApproved);
  assert.equal(service.publishes(), 0);
});

longTest(
  'once a version is published, the other versions are discarded and none can be rewritten',
  async (t) => {
    const started = await withAiPost(t);
    const { ana, bo, card, chat, service } = started;
    await rewrites(bo, card, { 'What should change': 'Shorter' });
    const shorter = await nthVersion(card, 1);
    await rewrites(bo, card, { 'What should change': 'Longer' });
    const longer = await nthVersion(card, 2);
    const form = await bo.opensOn(shorter, 'Rewrite', 'Rewrite post');
    // the rewrite's own card doesn't know the others
    await ana.clicks(shorter, 'Approve & publish', { shows: cardSays.publishedBy('U0ANA') });
    await form.fill({ 'What should change': 'Shorter' });
    assert.match((await form.submit()).errors['What should change'] ?? '', /published|approved/);
    assert.equal(service.generations(), 3);
    for (const discarded of [card, longer]) {
      await discarded.shows(
        /\*Discarded\.\* <@U0ANA> published another version of this post\./,
        /\|Open the version that was published>/,
      );
      await discarded.offersOnly(['Duplicate', 'Reopen']);
    }
    assert.equal(service.publishes(), 1);
    // they were notified of the publication
    assert.doesNotMatch(
      chat
        .messages('social')
        .map(({ text }) => text)
        .join(' '),
      /rejected/i,
    );
    await bo.clicks(longer, 'Reopen');
    await longer.offers('Approve & publish');
    assert.match(longer.text, /Discarded: <@U0ANA> published another version of this post, .*\nReopened by/);
    const trail = await auditTrail(t, started);
    assert.deepEqual(
      trail.filter(({ what }) => what === 'rejected').map(({ by, note }) => [by, note]),
      Array(2).fill(['U0ANA', 'another version was published']),
    );
  },
);

longTest(
  'once a version is published, no other offers *Keep this version*, whatever happens to it',
  async (t) => {
    const { ana, bo, card, service } = await withAiPost(t);
    await rewrites(bo, card, { 'What should change': 'Shorter' });
    const shorter = await nthVersion(card, 1);
    await rewrites(bo, card, { 'What should change': 'Longer' });
    const longer = await nthVersion(card, 2);
    await schedules(ana, longer);
    await ana.clicks(card, 'Approve & publish');
    await shorter.shows(/Discarded/);
    await longer.noLongerOffers('Keep this version');
    assert.match(longer.text, /\*Scheduled for/);

    await bo.clicks(shorter, 'Reopen');
    await shorter.offers('Approve & publish');
    assert.ok(!shorter.buttons.includes('Keep this version'));

    await rewrites(bo, shorter, { 'In your own words': 'Add a joke' });
    const third = await eventually(() => {
      const version = cardsBelow(card)[2];
      return version?.buttons.includes('Approve & publish') ? version : null;
    });
    assert.ok(!third.buttons.includes('Keep this version'));
    assert.match(shorter.text, cardSays.ready);
    assert.equal(service.publishes(), 1);
  },
);

longTest(
  'a version discarded before another was published doesn’t offer to be kept afterwards',
  async (t) => {
    const { ana, bo, card } = await withAiPost(t);
    await rewrites(bo, card, { 'What should change': 'Shorter' });
    const shorter = await nthVersion(card, 1);
    await bo.clicks(shorter, 'Keep this version');
    await card.shows(/Discarded by <@U0BO>/);
    await ana.clicks(shorter, 'Approve & publish', { shows: cardSays.publishedBy('U0ANA') });
    await bo.clicks(card, 'Reopen');
    await card.offers('Approve & publish');
    await card.noLongerOffers('Keep this version');
  },
);

longTest('a version published in the web app discards the others', async (t) => {
  const { ana, bo, card, service } = await withAiPost(t);
  await rewrites(bo, card, { 'What should change': 'Shorter' });
  const shorter = await nthVersion(card, 1);
  await rewrites(bo, card, { 'What should change': 'Longer' });
  const longer = await nthVersion(card, 2);
  await schedules(ana, longer);
  const [first] = service.posts();
  service.publish(first?.id ?? '');
  await bo.types('/social posts');
  await bo.clicks(await bo.privateMessage(/Posts for Northwind Coffee/), 'Refresh');
  await card.shows(/Published from the publishing service/);
  await shorter.shows(/\*Discarded\.\* Another version of this post was published\./);
  assert.match(longer.text, /\*Scheduled for/);
});

longTest(
  'if two people keep different versions at the same moment, one is first, and one version stays',
  async (t) => {
    const { bo, card, cy } = await withAiPost(t);
    await rewrites(bo, card, { 'What should change': 'Shorter' });
    const shorter = await nthVersion(card, 1);
    await Promise.all([bo.clicks(card, 'Keep this version'), cy.clicks(shorter, 'Keep this version')]);
    await eventually(() => assert.match(`${card.text}${shorter.text}`, /Discarded by/));
    await eventually(() => {
      const open = [card, shorter].filter(({ text }) => cardSays.ready.test(text));
      assert.equal(open.length, 1);
      assert.ok(!open[0]?.buttons.includes('Keep this version'));
    });
  },
);

longTest(
  'a person who keeps another version before the first choice is carried out is refused',
  async (t) => {
    const [noted, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let waits = false;
    const { bo, card, cy } = await withAiPost(t, {
      async failpoint(step) {
        if (step !== 'transition recorded' || !waits) return;
        waits = false;
        noted.resolve();
        await answered.promise;
      },
    });
    await rewrites(bo, card, { 'What should change': 'Shorter' });
    const shorter = await nthVersion(card, 1);
    await card.offers('Keep this version');
    waits = true;
    const first = bo.clicks(card, 'Keep this version');
    await noted.promise;
    await cy.hearsOn(shorter, 'Keep this version', /Someone just kept another version/);
    answered.resolve();
    await first;
    await shorter.shows(/Discarded by <@U0BO>/);
    assert.match(card.text, cardSays.ready);
  },
);

longTest(
  'if a process ends right after the choice was recorded, other versions are still discarded',
  async (t) => {
    let ends = false;
    const { bo, card } = await withAiPost(t, {
      async failpoint(step) {
        if (step !== 'transition recorded' || !ends) return;
        ends = false;
        throw new Error('the process ends here');
      },
    });
    await rewrites(bo, card, { 'What should change': 'Shorter' });
    const shorter = await nthVersion(card, 1);
    await card.offers('Keep this version');
    ends = true;
    await bo.clicks(card, 'Keep this version');
    await shorter.shows(/Discarded by <@U0BO>/);
  },
);

longTest('a kept version’s card says so, and once another is reopened, each can be kept', async (t) => {
  const { bo, card, cy } = await withAiPost(t);
  await rewrites(bo, card, { 'What should change': 'Shorter' });
  const shorter = await nthVersion(card, 1);
  await rewrites(bo, card, { 'What should change': 'Longer' });
  const longer = await nthVersion(card, 2);
  await bo.clicks(shorter, 'Keep this version', { shows: /Version kept by <@U0BO>, / });
  for (const other of [card, longer]) await other.offers('Reopen');
  assert.doesNotMatch(longer.text, /Version kept/);

  await cy.clicks(longer, 'Reopen');
  for (const open of [shorter, longer]) await open.offers('Keep this version');
  assert.doesNotMatch(shorter.text, /Version kept/);
  await cy.clicks(shorter, 'Keep this version');
  await longer.shows(/Discarded by <@U0CY>/);
  await shorter.shows(/Version kept by <@U0CY>, /);
  await cy.clicks(card, 'Reopen');
  await bo.clicks(card, 'Keep this version', { shows: /Version kept by <@U0BO>, / });
  await shorter.shows(/Discarded by <@U0BO>/);
});

longTest('after a further rewrite, each version can be kept, even the one kept before', async (t) => {
  const { bo, card, cy } = await withAiPost(t);
  await rewrites(bo, card, { 'What should change': 'Shorter' });
  const shorter = await nthVersion(card, 1);
  await bo.clicks(shorter, 'Keep this version');
  await card.offersOnly(['Duplicate', 'Reopen']);
  await cy.clicks(card, 'Reopen');
  await rewrites(cy, card, { 'What should change': 'Longer' });
  const longer = await nthVersion(card, 2);
  await bo.clicks(shorter, 'Keep this version');
  for (const other of [card, longer]) await other.shows(/Discarded by <@U0BO>/);
});

test('a failed rewrite says so in the thread, and leaves the first version unchanged', async (t) => {
  const { bo, card, service } = await withAiPost(t);
  service.failGeneration(() => true);
  await rewrites(bo, card, { 'What should change': 'Shorter' });
  await eventually(() => assert.match(cardsBelow(card)[0]?.text ?? '', /Couldn’t generate this post/));
  await eventually(() => assert.ok(cardsBelow(card)[0]?.buttons.includes(retryButtons.generate)));
  assert.match(card.text, cardSays.ready);
  assert.ok(card.buttons.includes('Approve & publish'));
});

longTest(
  'the longest prompt, version and instruction fit into one prompt, with the whole instruction',
  async (t) => {
    const { ana, bo, service } = await startBot(t);
    const prompt = 'All of our autumn menu. '.repeat(longestText / 24).trim();
    const card = await requestsCard(ana, `/ai-post ${prompt}`, cardSays.ready);
    await card.offers('Rewrite');
    const wish = 'Shorter sentences. '.repeat(slack.inputText / 19).trim();
    service.edit(service.posts()[0]?.id ?? '', { caption: 'Leaves fall, cups fill. '.repeat(400) });
    await opensPosts(bo);
    await card.shows(/Leaves fall/);
    assert.deepEqual(await rewrites(bo, card, { 'In your own words': wish }), {});
    await nthVersion(card, 1);
    const [, body] = service.requestsTo('POST /post/ai').map(({ body }) => body as { prompt: string });
    assert.ok(body && body.prompt.length <= longestText, `${body?.prompt.length}`);
    assert.ok(body.prompt.includes(wish));
    assert.match(body.prompt, /^All of our autumn menu\.[\s\S]*Leaves fall, cups fill\./);
  },
);
