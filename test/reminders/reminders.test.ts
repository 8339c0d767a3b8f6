import assert from 'node:assert/strict';
import { test } from 'node:test';
import { app, defaultUsers } from '#sandbox/chat/defaults.ts';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Card } from '#src/posts/card/card.ts';
import { scopeOf } from '#src/posts/card/scope.ts';
import type { CardStore } from '#src/posts/card-store.ts';
import { createReminderStore } from '#src/reminders/reminder-store.ts';
import { personSettingsSchema } from '#src/settings/settings.ts';
import { aCard } from '#test/posts/card/samples.ts';
import { brand, day, hour, startAt, tuesday, workspace } from '#test/support/clock.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { cardsBelow } from '#test/support/notifications.ts';
import { nextSweep } from '#test/support/pausing.ts';
import { startRedis } from '#test/support/redis.ts';
import { aRule } from '#test/support/rules.ts';
import { approve, makesDraft, submits } from '#test/support/user-actions.ts';

const replies = (card: ShownMessage): string[] => cardsBelow(card).map(({ text }) => text);

test('an approver is reminded after growing delays, then the author, until there is a decision', async (t) => {
  const start = tuesday();
  const { ana, bo, at, setRule } = await startAt(t, start);
  await setRule(aRule());
  const card = await makesDraft(ana, 'Fresh beans are in');
  await at(start + 3.9 * hour);
  assert.deepEqual(replies(card), []);
  await at(start + 4.1 * hour);
  await eventually(() => assert.equal(replies(card).length, 1));
  const [reminder] = cardsBelow(card);
  assert.match(reminder?.text ?? '', /<@U0BO>: This post has been waiting for review since/);
  assert.match(reminder?.fallback ?? '', /<@U0BO>: The post “Fresh beans are in” has been waiting/);
  await at(start + 8 * hour);
  assert.equal(replies(card).length, 1, 'not again on the same day');
  // Wednesday, Friday; it would end on Sunday, when no one works
  for (const [days, said] of [
    [1.2, 2],
    [2.2, 2],
    [3.3, 3],
    [5.4, 3],
    [6.2, 4],
    [7.2, 4],
  ] as const) {
    await at(start + days * day);
    await eventually(() => assert.equal(replies(card).length, said, `after ${days} days`));
  }
  assert.match(replies(card)[3] ?? '', /<@U0ANA>.*won’t remind them again.*`\/social rules`/);
  await bo.clicks(card, 'Reject');
  await (await (await bo.seesModal()).fill({ Reason: 'No' })).submit();
  await card.shows(/Rejected/);
  await at(start + 14.2 * day);
  assert.equal(replies(card).length, 4);
});

test('approvers are reminded in their own working hours, and only until they approve', async (t) => {
  const start = tuesday();
  const { ana, bo, at, setRule } = await startAt(t, start, { zones: { Cy: 'Asia/Tokyo' } });
  await setRule(aRule({ people: ['U0ANA', 'U0BO', 'U0CY'], own: true, needed: 3 }));
  const card = await makesDraft(ana, 'Fresh beans are in');
  await approve(ana, card, { shows: /1 of 3/ });
  await at(start + 5 * hour);
  await eventually(() => assert.match(replies(card).join(), /^:wave: <@U0BO>: This post/));
  await approve(bo, card, { shows: /2 of 3/ });
  // 9:10 of the next day in Tokyo
  await at(start + 16.2 * hour);
  await eventually(() => assert.match(replies(card)[1] ?? '', /^:wave: <@U0CY>: This post/));
});

test('a person with several waiting cards gets one message that lists them', async (t) => {
  const start = tuesday();
  const { ana, bo, cy, chat, at, setRule, store, teamSettings } = await startAt(t, start);
  await setRule(aRule({ people: ['U0BO', 'U0CY'], needed: 2 }));
  await teamSettings.setPerson(workspace, 'U0CY', personSettingsSchema.parse({ notices: false }));
  const cards: ShownMessage[] = [];
  for (const caption of ['First <!channel> & words', 'Second', 'Third']) {
    await makesDraft(ana, caption);
    cards.push(await ana.sees('social', new RegExp(`Ready for review.*${caption.slice(0, 5)}`, 's')));
  }
  const planned = (await store.open(workspace)).cards.find(({ content }) =>
    content.caption.startsWith('First'),
  );
  await plan(store, planned, new Date(start + hour).toISOString());
  await at(start + 5 * hour);
  const list = await bo.sees('Presscheck', /Reminder to review these 3 posts/);
  assert.match(
    list.text,
    /First <!channel> & words.*Northwind Coffee.*missed its planned time, .*Second.*Third/s,
  );
  const [first, ...others] = cards;
  await eventually(() =>
    assert.match(
      first ? replies(first).join('|') : '',
      /^:wave: <@U0CY>: \*Reminder to review these 3 posts\*[^|]*$/,
    ),
  );
  assert.deepEqual(others.flatMap(replies), []);
  await at(start + 6 * hour);
  const direct = chat.calls.filter(
    ({ method, args }) => method === 'chat.postMessage' && args.channel === 'U0BO',
  );
  assert.equal(direct.length, 1);
  assert.match(JSON.stringify(list.blocks), /archives\/C0SOCIAL\/p\d+/);
  assert.equal(cy.notices.length, 0);
});

test('in quiet hours, a list of waiting cards is in the thread of the first one', async (t) => {
  const start = tuesday();
  const { ana, bo, chat, at, setRule, teamSettings } = await startAt(t, start);
  await setRule(aRule());
  const card = await makesDraft(ana, 'First');
  await makesDraft(ana, 'Second');
  await ana.sees('social', /Ready for review.*Second/s);
  const quiet = { from: '10:00', to: '16:00' };
  await teamSettings.setPerson(workspace, bo.id, personSettingsSchema.parse({ direct: { quiet } }));
  await at(start + 5 * hour);
  await eventually(() => assert.match(replies(card)[0] ?? '', /<@U0BO>: \*Reminder to review these 2 posts/));
  assert.equal(chat.unread('Bo').Presscheck, undefined);
  // the next day, at 4:10 PM
  await at(start + day + 8.2 * hour);
  await bo.sees('Presscheck', /Reminder to review these 2 posts/);
});

test('in quiet hours, each channel reads only about its own posts', async (t) => {
  const start = tuesday();
  const { ana, bo, chat, at, setRule, teamSettings } = await startAt(t, start);
  chat.faults.addBot('leadership');
  await setRule(aRule());
  const inSocial = await makesDraft(ana, 'For everyone');
  const inLeadership = await makesDraft(ana, 'For leaders first', { in: 'leadership' });
  const quiet = { from: '10:00', to: '16:00' };
  for (const { id } of [ana, bo])
    await teamSettings.setPerson(workspace, id, personSettingsSchema.parse({ direct: { quiet } }));
  await at(start + 0.18 * day);
  for (const card of [inSocial, inLeadership])
    await eventually(() =>
      assert.match(replies(card)[0] ?? '', /^:wave: <@U0BO>: This post has been waiting/),
    );
  // until the approver isn't reminded anymore
  for (const days of [1.2, 3.3, 6.2, 7.2]) await at(start + days * day);
  for (const card of [inSocial, inLeadership])
    await eventually(() =>
      assert.match(replies(card).at(-1) ?? '', /^<@U0ANA>: This post .* won’t remind them/),
    );
  assert.doesNotMatch(replies(inSocial).join(), /leaders/);
});

for (const [rule, says] of oneOf([
  [aRule(), /I’ve reminded their approvers several times\. .*`\/social rules`/],
  [undefined, /Anyone who can see their cards can approve or reject them/],
] as const))
  longTest(
    `an author is notified once that several posts get no more reminders, ${rule ? 'with' : 'without'} a rule`,
    async (t) => {
      const start = tuesday();
      const { ana, chat, at, setRule } = await startAt(t, start);
      if (rule) await setRule(rule);
      for (const caption of ['First', 'Second', 'Third']) {
        await makesDraft(ana, caption);
        await ana.sees('social', new RegExp(`Ready for review.*${caption}`, 's'));
      }
      for (const days of [0.18, 1.2, 3.3, 6.2, 7.2]) await at(start + days * day);
      const said = await ana.sees('Presscheck', /No more reminders about these 3 posts/);
      assert.match(said.text, /First.*Second.*Third/s);
      assert.match(said.text, says);
      const sent = chat.calls.filter(({ method }) => method === 'chat.postMessage').map(({ args }) => args);
      assert.equal(
        JSON.stringify(sent).match(/more reminders|won’t remind/gi)?.length,
        2,
        'its text and its heading',
      );
    },
  );

longTest('reminders about campaign posts are in the campaign’s thread', async (t) => {
  const start = tuesday();
  const { ana, bo, at, setRule, teamSettings } = await startAt(t, start);
  await setRule(aRule());
  await teamSettings.setPerson(workspace, 'U0BO', personSettingsSchema.parse({ notices: false }));
  await submits(ana, '/campaign Opening week', { fill: { Posts: '2' } });
  const campaign = await ana.sees('social', /2 posts to review/);
  await eventually(() => assert.equal(replies(campaign).length, 2));
  await at(start + 5 * hour);
  await eventually(() =>
    assert.match(replies(campaign)[2] ?? '', /<@U0BO>: \*Reminder to review these 2 posts/),
  );
  const card = cardsBelow(campaign)[0];
  assert.ok(card);
  await bo.clicks(card, 'Reject');
  await (await (await bo.seesModal()).fill({ Reason: 'No' })).submit();
  await card.shows(/Rejected/);
  await at(start + 1.3 * day);
  await eventually(() =>
    assert.match(replies(campaign)[3] ?? '', /^:wave: <@U0BO>: The post “.+” has been waiting/),
  );
});

test('approvers are reminded earlier of a close planned time: two working hours before it', async (t) => {
  const start = tuesday();
  const { ana, at, setRule, store } = await startAt(t, start);
  await setRule(aRule());
  const card = await makesDraft(ana, 'Fresh beans are in', {});
  // wanted on Wednesday at 9:30, of which half an hour is work
  const [first] = (await store.open(workspace)).cards;
  const wanted = new Date(start + day + 1.5 * hour).toISOString();
  await plan(store, first, wanted);
  await at(start + 3 * hour);
  await at(start + 4.1 * hour);
  await eventually(() => assert.equal(replies(card).length, 1));
  await at(start + 7.4 * hour);
  assert.equal(replies(card).length, 1);
  await at(start + 7.6 * hour);
  await eventually(() => assert.equal(replies(card).length, 2));
  assert.match(replies(card)[1] ?? '', /It’s planned for/);
  await at(start + 2 * day + 7.7 * hour);
  await eventually(() => assert.match(replies(card)[2] ?? '', /It missed its planned time, <!date/));
});

test('a paused brand sends no reminders, and resumes them with the brand', async (t) => {
  const start = tuesday();
  const { ana, at, setRule, redis, settings, chat } = await startAt(t, start, { slackToo: true });
  const keys = createKeys(settings.REDIS_PREFIX ?? '');
  await setRule(aRule({ people: ['U0CY', 'U0BO'] }));
  const card = await makesDraft(ana, 'Fresh beans are in');
  const checkedAt = new Date(start + 30 * day).toISOString();
  const pause = { by: 'U0ANA', at: checkedAt, reason: 'Recall', channel: 'C0SOCIAL', lookedAt: checkedAt };
  const paused = JSON.stringify({ ...pause, brand, rounds: 1, ended: 1 });
  await redis.hset(keys.pauses(workspace), scopeOf(brand), paused);
  // another brand and another approver, of whom nothing can be read
  await redis.set(keys.personSettings(workspace, 'U0CY'), '{');
  await redis.hset(keys.brandSettings(workspace), 'brand-2', '{');
  await at(start + 7 * day + 3 * hour);
  assert.deepEqual(replies(card), []);
  await redis.del(keys.pauses(workspace));
  chat.faults.next('chat.postMessage', { kind: 'answer-lost' });
  await at(start + 7 * day + 4 * hour);
  await eventually(() => assert.equal(replies(card).length, 2));
  for (const said of replies(card)) assert.match(said, /^:wave: <@U0BO>: This post has been waiting/);
  await at(start + 7 * day + 5 * hour);
  assert.equal(replies(card).length, 2);
});

test('a rate-limited reminder is sent later, and a reminder that Slack refuses for good isn’t retried', async (t) => {
  const start = tuesday();
  const { ana, at, chat, logs, store, redis, settings } = await startAt(t, start);
  const card = await makesDraft(ana, 'Fresh beans are in');
  const [id = ''] = (await store.open(workspace)).cards.map((one) => one.id);
  const { nudged } = createReminderStore(redis, settings.REDIS_PREFIX ?? '');
  const times = async () => (await nudged(workspace, id)).get(ana.id)?.times;
  chat.faults.next('chat.postMessage', { kind: 'rate-limited', retryAfterSeconds: 1 });
  await at(start + 4.1 * hour);
  await eventually(async () => assert.equal(await times(), 1));
  assert.equal(replies(card).length, 1);
  chat.faults.next('chat.postMessage', { kind: 'refused', error: 'invalid_blocks' });
  await at(start + 1.2 * day);
  await eventually(async () => assert.equal(await times(), 2));
  assert.equal(logs.filter(({ msg }) => msg === 'Slack refused a reminder for good').length, 1);
  await at(start + 1.3 * day);
  assert.equal(replies(card).length, 1);
});

test('a reminder that fails keeps no one else from being reminded', async (t) => {
  const start = tuesday();
  const { at, redis, settings, chat, store } = await startAt(t, start);
  const keys = createKeys(settings.REDIS_PREFIX ?? '');
  const said = { createdAt: new Date(start).toISOString(), updatedAt: new Date(start).toISOString() };
  for (const author of ['U0ANA', 'U0BO', 'U0CY']) {
    const { channel, ts } = chat.world.post({ channel: 'C0SOCIAL', user: app.botUser, text: author });
    const made = {
      id: author,
      workspace,
      brand,
      author,
      postId: author,
      state: 'review',
      renderedVersion: 1,
    } as const;
    const campaign = author === 'U0ANA' && { campaign: 'damaged' };
    await store.add(aCard({ ...made, ...said, ...campaign, message: { channel, ts } }));
  }
  await redis.set(keys.card(workspace, 'damaged'), '{');
  chat.faults.next('chat.postMessage', { kind: 'dropped' });
  await at(start + 4.2 * hour);
  await eventually(() => {
    const reminded = chat.messages('social').filter(({ text }) => /This post has been waiting/.test(text));
    assert.equal(reminded.length, 2);
  });
  assert.equal(await redis.exists(keys.nudged(workspace, 'U0ANA')), 0, 'still due');
});

test('if Redis goes down between reminders, only the unrecorded one is sent twice', async (t) => {
  const redis = await startRedis({ appendOnly: true });
  const stop = () => redis.stop();
  const away = Promise.withResolvers<void>();
  let goesAway = true;
  const failpoint = async (step: string): Promise<void> => {
    if (step !== 'reminder sent' || !goesAway) return;
    goesAway = false;
    await redis.kill();
    away.resolve();
  };
  const start = tuesday();
  const started = await startAt(t, start, { redis, failpoint }).finally(() => t.after(stop));
  const { ana, at, chat, setRule, store, settings } = started;
  await setRule(aRule({ people: ['U0ANA', 'U0BO', 'U0CY'], own: true, needed: 3 }));
  for (const caption of ['First', 'Second']) {
    await makesDraft(ana, caption);
    await ana.sees('social', new RegExp(`Ready for review.*${caption}`, 's'));
  }
  const lists = () =>
    chat.calls.filter(
      ({ method, args }) => method === 'chat.postMessage' && String(args.channel).startsWith('U'),
    );
  const looked = at(start + 5 * hour);
  await away.promise;
  await redis.restart();
  await looked;
  const [id = ''] = (await store.open(workspace)).cards.map((one) => one.id);
  const { nudged } = createReminderStore(started.redis, settings.REDIS_PREFIX ?? '');
  await eventually(async () =>
    assert.deepEqual([...(await nudged(workspace, id)).keys()].sort(), ['U0ANA', 'U0BO', 'U0CY']),
  );
  // the first is sent again, unless Redis was back in time to record it
  assert.ok(lists().length <= 4, `${lists().length} lists`);
});

longTest('no one is reminded while their time zone is unknown', async (t) => {
  const start = tuesday();
  const { ana, at, setRule, chat } = await startAt(t, start, { zones: { Bo: 'Asia/Tokyo' } });
  await setRule(aRule());
  const card = await makesDraft(ana, 'Fresh beans are in');
  chat.faults.next('users.info', { kind: 'refused', error: 'internal_error' }, 20);
  await at(start + 5 * hour);
  assert.deepEqual(replies(card), []);
  chat.faults.clear();
  // 9:10 of the next day in Tokyo
  await at(start + 16.2 * hour);
  await eventually(() => assert.match(replies(card).join(), /^:wave: <@U0BO>: This post/));
});

longTest('guests in a named group aren’t listed as reminded', async (t) => {
  const start = tuesday();
  const gus = { id: 'U0GUS', name: 'Gus', role: 'guest' as const };
  const people = [...defaultUsers, gus].map((one) => ({ ...one, zone: 'UTC' }));
  const groups = [{ id: 'S0GUESTS', name: 'Guests', handle: 'guests', members: ['U0GUS'] }];
  const { ana, at, setRule } = await startAt(t, start, { chat: { users: people, groups } });
  await setRule(aRule({ people: [], groups: ['S0GUESTS'] }));
  const card = await makesDraft(ana, 'Fresh beans are in');
  await at(start + 1.2 * day);
  assert.deepEqual(replies(card), []);
  await at(start + 6.2 * day);
  assert.equal(replies(card).length, 1);
  assert.match(replies(card)[0] ?? '', /^<@U0ANA>: This post .*Nobody can approve it right now/);
});

test('a workspace that can’t be read doesn’t stop the sweep for the others', async (t) => {
  const started = await startAt(t, tuesday());
  const { redis, settings } = started;
  const keys = createKeys(settings.REDIS_PREFIX ?? '');
  for (const broken of ['T0B1', 'T0B2', 'T0B3', 'T0B4']) {
    await redis.hset(keys.pauses(broken), 'all', '{');
    await redis.sadd(keys.workspaces, broken);
  }
  await redis.sadd(keys.workspaces, workspace);
  await redis.del(keys.remindersNext(workspace));
  await nextSweep(t, started);
  await eventually(async () => assert.equal(await redis.exists(keys.remindersNext(workspace)), 1));
});

/** As `Set time` under a rule leaves it. */
async function plan(store: CardStore, card: Card | undefined, wanted: string) {
  assert.ok(card);
  const approvers = { rule: aRule(), users: ['U0BO'], unreadable: [], unavailable: [] };
  const pending = { what: 'schedule' as const, change: { scheduledAt: wanted } };
  const result = await store.transition(workspace, card.id, {
    type: 'change',
    by: 'U0ANA',
    at: card.updatedAt,
    pending,
    approvers,
  });
  assert.ok(result && 'card' in result);
}
