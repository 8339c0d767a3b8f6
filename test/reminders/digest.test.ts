import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Card } from '#src/posts/card/card.ts';
import { brandSettingsSchema } from '#src/settings/settings.ts';
import { startReplacement, startWorkerDyingAt } from '#test/faults/dying-workers.ts';
import { aCard, problem } from '#test/posts/card/samples.ts';
import { auditTrail } from '#test/support/audit-trail.ts';
import { brand, day, hour, startAt, tuesday, workspace } from '#test/support/clock.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { cardsBelow } from '#test/support/notifications.ts';
import { nextSweep } from '#test/support/pausing.ts';
import { aRule } from '#test/support/rules.ts';
import { makesDraft } from '#test/support/user-actions.ts';
import { saveTitle } from '#views/settings/check.ts';

/** A digest at 9:00 in UTC, in the channel of the brand. */
const withDigest = (more = {}) =>
  brandSettingsSchema.parse({ channel: 'C0LAUNCHES', zone: 'UTC', digest: { at: '09:00' }, ...more });

const digests = ({ chat }: Awaited<ReturnType<typeof startAt>>): ShownMessage[] =>
  chat.messages('launches').filter(({ text }) => /this morning/i.test(text));

test('each morning one digest lists waiting, scheduled, published and failed posts', async (t) => {
  const start = tuesday();
  const started = await startAt(t, start);
  const { ana, bo, at, teamSettings, setRule, store, service } = started;
  await teamSettings.setBrand(workspace, brand.id, withDigest({ reminders: 'off' }));
  await at(start + day + 1.01 * hour);
  assert.equal(digests(started).length, 0, 'there was nothing to say on Wednesday');

  const published = await makesDraft(ana, 'Open until ten', { in: 'launches' });
  await bo.clicks(published, 'Approve & publish', { shows: /Published by/ });
  await eventually(async () =>
    assert.ok((await auditTrail(t, started)).some(({ what }) => what === 'published')),
  );
  await setRule(aRule());
  await makesDraft(ana, 'Fresh beans are in', { in: 'launches' });
  const updatedAt = new Date(start + day + 1.1 * hour).toISOString();
  const planned = { createdAt: updatedAt, updatedAt, workspace, brand, renderedVersion: 1 };
  const time = new Date(start + 2 * day + 6 * hour).toISOString();
  await store.add(
    aCard({
      ...planned,
      id: 'later',
      postId: 'post-later',
      state: 'scheduled',
      rest: 'scheduled',
      content: { ...aCard().content, caption: 'Beans for the afternoon', scheduledAt: time },
    }),
  );
  await store.add(
    aCard({
      ...planned,
      id: 'lost',
      postId: 'post-lost',
      state: 'failed',
      attempts: { create: 1, publish: 1 },
      problem: { ...problem('publish'), at: planned.updatedAt },
    }),
  );
  await store.add(
    aCard({
      ...planned,
      id: 'missed',
      // it exists, because a check that begins with a digest's read finds the others gone, sooner or later
      postId: service.putPost({ brandId: brand.id, caption: 'Beans for yesterday evening' }).id,
      state: 'review',
      requestedTime: new Date(start + day + 9 * hour).toISOString(),
      content: { ...aCard().content, caption: 'Beans for yesterday evening' },
    }),
  );
  await at(start + 2 * day + 0.9 * hour);
  assert.equal(digests(started).length, 0, 'before its time');
  await at(start + 2 * day + 1.1 * hour);
  const [digest] = await eventually(() => {
    assert.equal(digests(started).length, 1);
    return digests(started);
  });
  assert.ok(digest);
  assert.match(
    digest.text,
    /Northwind Coffee this morning.*times in the UTC time zone.*Waiting\* {2}\(2\).*Fresh beans are in.*waiting for Bo.*Going out today.*2:00 PM.*Beans for the afternoon.*Published since the last digest\* {2}\(1\).*Open until ten.*Failed\* {2}\(1\).*Fresh beans.*rejected the request/s,
  );
  assert.match(digest.text, /Beans for yesterday evening.*missed its planned time, .*5:00 PM/);
  assert.match(
    digest.fallback,
    /2 posts waiting, 1 going out today, 1 published since the last digest, 1 failed$/,
  );
  await at(start + 2 * day + 1.5 * hour);
  assert.equal(digests(started).length, 1, 'once a day');
  assert.ok(service.requestsTo('GET /post').length > 0);

  // a missed digest is sent late in the morning, but not after it
  await at(start + 3 * day + 4.5 * hour);
  assert.equal(digests(started).length, 1, 'not in the afternoon');
  await at(start + 5 * day + 1.5 * hour);
  assert.equal(digests(started).length, 1, 'not on a Sunday');
  await at(start + 6 * day + 3 * hour);
  await eventually(() => assert.equal(digests(started).length, 2));
  assert.match(digests(started)[1]?.text ?? '', /Waiting\* {2}\(2\)/);
  assert.match(digests(started)[1]?.text ?? '', /1 older failed post still needs attention/);

  const since = new Date(start + 7 * day + 2 * hour).toISOString();
  await teamSettings.setBrand(workspace, brand.id, withDigest({ digest: { at: '09:00', since } }));
  await at(start + 7 * day + 2.5 * hour);
  assert.equal(digests(started).length, 2, 'its time was over when it was set');
});

test('a brand that can’t be read keeps no other brand from getting its digest', async (t) => {
  const start = tuesday();
  const started = await startAt(t, start);
  const { at, teamSettings, store, redis, settings, chat } = started;
  const keys = createKeys(settings.REDIS_PREFIX ?? '');
  const updatedAt = new Date(start).toISOString();
  const other = { id: 'brand-2', name: 'Atlas Outdoor' };
  const third = { id: 'brand-4', name: 'Harbour Books' };
  for (const one of [brand, other, third]) {
    await teamSettings.setBrand(workspace, one.id, withDigest({ reminders: 'off' }));
    const card = {
      workspace,
      brand: one,
      id: one.id,
      postId: `post-${one.id}`,
      renderedVersion: 1,
      updatedAt,
    };
    await store.add(aCard({ ...card, state: 'review' }));
  }
  await redis.hset(keys.rules(workspace), `brand.${brand.id}`, '{');
  await redis.hset(keys.brandSettings(workspace), 'brand-3', '{');
  chat.faults.next('chat.postMessage', { kind: 'dropped' });
  await at(start + 1.1 * hour);
  await eventually(() => {
    const said = digests(started).map(({ fallback }) => fallback.replace(/ this morning.*/, ''));
    assert.deepEqual(said.sort(), ['Atlas Outdoor', 'Harbour Books']);
  });
});

longTest('if workers are killed while sending a digest, it is sent at most once more', async (t) => {
  const start = tuesday() + 1.2 * hour;
  const started = await startAt(t, start, { slackToo: true, settings: { ROLE: 'bot' } });
  const { store, teamSettings, settings, checks, service } = started;
  const updatedAt = new Date(start - hour).toISOString();
  const { caption } = aCard().content;
  const { id: postId } = service.putPost({ brandId: brand.id, caption, socialProfileIds: ['profile-1'] });
  await store.add(aCard({ workspace, brand, postId, state: 'review', renderedVersion: 1, updatedAt }));
  const first = await startWorkerDyingAt(t, started, 'digest due');
  await teamSettings.setBrand(workspace, brand.id, withDigest());
  await checks();
  await first.ended;
  assert.equal(digests(started).length, 0);
  await (await startWorkerDyingAt(t, started, 'digest sent')).ended;
  await startReplacement(t, started);
  const keys = createKeys(settings.REDIS_PREFIX ?? '');
  const noted = () => started.redis.keys(`${keys.digest(workspace, brand.id, '')}*`);
  assert.deepEqual(await noted(), []);
  await eventually(async () => assert.equal((await noted()).length, 1));
  assert.equal(digests(started).length, 2);
});

test('a digest and a reminder that never reached Slack are sent again', async (t) => {
  const start = tuesday();
  const started = await startAt(t, start, { slackToo: true });
  const { ana, at, chat, teamSettings } = started;
  const reminders = { afterMinutes: 60, from: '08:00', to: '17:00' };
  await teamSettings.setBrand(workspace, brand.id, withDigest({ reminders }));
  const card = await makesDraft(ana, 'Fresh beans are in', { in: 'launches' });
  chat.faults.next('chat.postMessage', { kind: 'dropped' }, 2);
  await at(start + 1.1 * hour);
  assert.equal(chat.faults.counts.dropped, 2);
  await eventually(() => assert.ok(digests(started).length > 0 && cardsBelow(card).length > 0));
  await at(start + 1.2 * hour);
  assert.equal(digests(started).length, 1);
  assert.deepEqual(
    cardsBelow(card).map(({ text }) => /^:wave: <@U0ANA>: This post/.test(text)),
    [true],
  );
});

test('if a digest’s channel refuses it, the user who set it up is notified why', async (t) => {
  const start = tuesday();
  const { at, teamSettings, store, cy, chat } = await startAt(t, start);
  const digest = { at: '09:00', by: cy.id };
  await teamSettings.setBrand(
    workspace,
    brand.id,
    withDigest({ reminders: 'off', channel: 'C0LEADERS', digest }),
  );
  const updatedAt = new Date(start).toISOString();
  await store.add(
    aCard({ workspace, brand, id: 'one', postId: 'post-1', renderedVersion: 1, updatedAt, state: 'review' }),
  );
  await at(start + 1.1 * hour);
  const said =
    /digest for Northwind Coffee because I don’t have permission to post in <#C0LEADERS>\. Invite me/;
  await cy.sees('Presscheck', said);
  await at(start + 1.5 * hour);
  const told = chat.calls.filter(({ args }) => said.test(String(args.text)));
  assert.equal(told.length, 1);
});

test('a digest that’s late still comes after an administrator edits other settings', async (t) => {
  const start = tuesday() + 1.2 * hour;
  const started = await startAt(t, start);
  const { at, teamSettings, store, cy } = started;
  await at(start);
  const set = { by: 'U0BO', since: new Date(start - day).toISOString() };
  const digest = { at: '09:00', ...set };
  const report = { day: 2, at: '09:00', ...set };
  await teamSettings.setBrand(workspace, brand.id, withDigest({ digest, report }));
  const updatedAt = new Date(start).toISOString();
  await store.add(
    aCard({ workspace, brand, id: 'one', postId: 'post-1', renderedVersion: 1, updatedAt, state: 'review' }),
  );

  await cy.types('/social settings');
  await (await cy.seesModal('Settings')).fill({ 'Choose a brand': 'Northwind' });
  await (await cy.seesModal('Brand settings')).submit({ 'Remind approvers': 'No reminders' });
  await (await cy.seesModal(saveTitle)).submit();
  await cy.seesPrivately(/were saved/);
  await at(start + 0.1 * hour);
  await eventually(() => assert.equal(digests(started).length, 1));
  const saved = await teamSettings.brand(workspace, brand.id);
  assert.deepEqual([saved.reminders, saved.digest, saved.report], ['off', digest, report]);
});

longTest('a post scheduled in the web app is announced, and named the next day as published', async (t) => {
  const start = tuesday();
  const started = await startAt(t, start);
  const { at, teamSettings, service } = started;
  await teamSettings.setBrand(workspace, brand.id, withDigest({ reminders: 'off' }));
  const about = { brandId: brand.id, socialProfileIds: ['profile-1'] };
  const scheduledAt = start + 6 * hour;
  const post = service.putPost({ ...about, caption: 'From the web app', scheduledAt, state: 'scheduled' });
  service.putPost({ ...about, caption: 'Long ago', scheduledAt: start - 3 * day, state: 'published' });
  await at(start + 1.1 * hour);
  await eventually(() => assert.match(digests(started)[0]?.text ?? '', /Going out today.*From the web app/s));
  service.edit(post.id, { state: 'published' });
  await at(start + day + 1.1 * hour);
  const [, next] = await eventually(() => {
    assert.equal(digests(started).length, 2);
    return digests(started);
  });
  assert.match(
    next?.text ?? '',
    /Published since the last digest\* {2}\(1\).*From the web app.*published from the publishing service/s,
  );
});

longTest('each published post is in exactly one digest', async (t) => {
  const start = tuesday();
  const started = await startAt(t, start);
  const { ana, bo, at, teamSettings, service } = started;
  await teamSettings.setBrand(workspace, brand.id, withDigest({ reminders: 'off' }));
  const morning = start + 1.1 * hour;
  const web = (caption: string, scheduledAt: number, state: 'published' | 'scheduled' = 'published') =>
    service.putPost({ brandId: brand.id, socialProfileIds: ['profile-1'], caption, scheduledAt, state });
  const seconds = [-3_600, -120, -75, -60, -45, 0, 60];
  for (const s of seconds) web(`Out ${s} seconds from the digest.`, morning + s * 1_000);
  const late = web('Out on Wednesday, shown late.', morning + day - 20 * 60_000, 'scheduled');
  web('Out on Wednesday, shown at once.', morning + day - 10 * 60_000);
  const outIn = (n: number): string =>
    (digests(started)[n]?.text ?? '').split(/\*Published /)[1]?.split('*Failed')[0] ?? '';
  const digested = (n: number) => eventually(() => assert.equal(digests(started).length, n));

  await at(morning);
  await digested(1);
  assert.match(outIn(0), /^since yesterday.*-3600 .*/s);
  const card = await makesDraft(ana, 'Out after the digest.', { in: 'launches' });
  await bo.clicks(card, 'Approve & publish', { shows: /Published by/ });
  // an entry is sealed a moment after it's made, and digests read what is sealed; the next one is a day away only for the clock
  await eventually(async () => {
    assert.ok((await auditTrail(t, started)).some(({ what }) => what === 'published'));
  });
  await at(morning + day);
  await digested(2);
  service.edit(late.id, { state: 'published' });
  await at(morning + 2 * day);
  await digested(3);

  const timesOut = (caption: string): number[] => [0, 1, 2].filter((n) => outIn(n).includes(caption));
  for (const s of seconds)
    assert.equal(timesOut(`Out ${s} seconds from the digest.`).length, 1, `${s} seconds`);
  assert.deepEqual(timesOut('Out after the digest.'), [1]);
  for (const caption of ['Out on Wednesday, shown late.', 'Out on Wednesday, shown at once.'])
    assert.deepEqual(timesOut(caption), [2], caption);
});

test('each failed post is in one digest, even if its card changes later', async (t) => {
  const start = tuesday();
  const started = await startAt(t, start);
  const { at, teamSettings, store } = started;
  await teamSettings.setBrand(workspace, brand.id, withDigest({ reminders: 'off' }));
  const morning = start + 1.1 * hour;
  const failedAt = async (id: string, ms: number, over: Partial<Card> = {}) => {
    const updatedAt = new Date(ms).toISOString();
    const lost = { state: 'failed', problem: { ...problem('create'), at: updatedAt } } as const;
    const content = { ...aCard().content, caption: `Failed ${id}.` };
    await store.add(
      aCard({ workspace, brand, id, content, updatedAt, renderedVersion: 1, ...lost, ...over }),
    );
  };
  const failedIn = (n: number): string => (digests(started)[n]?.text ?? '').split('*Failed*')[1] ?? '';
  const requestedTime = new Date(start + 7 * hour).toISOString();
  await failedAt('early', start + 0.5 * hour, { requestedTime });
  // the digest's period ends a minute before it's made
  await failedAt('meanwhile', morning - 20_000);
  await at(morning);
  await eventually(() => assert.match(failedIn(0), /^ {2}\(1\).*Failed early/s));

  await at(start + 7.5 * hour);
  await nextSweep(t, started);
  // its buttons no longer offer the time that has passed
  await eventually(async () => {
    const card = await store.get(workspace, 'early');
    assert.ok(card && card.version > 1 && card.renderedVersion === card.version);
  });
  await at(morning + day);
  await eventually(() => assert.match(failedIn(1), /^ {2}\(1\).*Failed meanwhile/s));
  assert.match(failedIn(1), /1 older failed post still needs attention/);
});

test('a digest says “someone”, and leaves out the brand, if a name can’t be read', async (t) => {
  const start = tuesday();
  const started = await startAt(t, start, {
    before: ({ service }) =>
      void service.faults.add({
        on: 'GET /brands',
        kind: 'status',
        status: 503,
        times: Number.POSITIVE_INFINITY,
      }),
  });
  const { at, teamSettings, setRule, store, service } = started;
  await teamSettings.setBrand(workspace, brand.id, withDigest({ reminders: 'off' }));
  const about = { brandId: brand.id, socialProfileIds: ['profile-1'], caption: 'From the web app' };
  service.putPost({ ...about, scheduledAt: start + 6 * hour, state: 'scheduled' });
  await at(start + 1.1 * hour);
  await eventually(() => assert.match(digests(started)[0]?.text ?? '', /^This morning/));
  assert.match(digests(started)[0]?.fallback ?? '', /^This morning/);

  await setRule(aRule({ people: ['U0GONE'] }));
  const updatedAt = new Date(start + 2 * hour).toISOString();
  await store.add(
    aCard({ workspace, brand, postId: 'post-1', renderedVersion: 1, updatedAt, state: 'review' }),
  );
  await at(start + day + 1.1 * hour);
  await eventually(() => assert.match(digests(started)[1]?.text ?? '', /waiting for someone/));
});
