import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { WebClient } from '@slack/web-api';
import { pino } from 'pino';
import { type Chat, type ChatOptions, startChat } from '#sandbox/chat/start.ts';
import type { Users } from '#src/platform/slack/users.ts';
import { createUsers } from '#src/platform/slack/users.ts';
import manifest from '../../../manifest.json' with { type: 'json' };

interface Started {
  chat: Chat;
  users: Users;
  clock: { ms: number };
}

async function startUsers(t: TestContext, options: Partial<ChatOptions> = {}): Promise<Started> {
  const chat = await startChat({ signingSecret: 'secret', botToken: 'xoxb-sandbox', manifest, ...options });
  t.after(() => chat.close());
  const clock = { ms: 0 };
  const client = new WebClient('xoxb-sandbox', { slackApiUrl: chat.apiUrl, retryConfig: { retries: 0 } });
  const users = createUsers(client, chat.world.workspace.id, pino({ level: 'silent' }), () => clock.ms);
  return { chat, users, clock };
}

test('Slack says who is an administrator, a member, a guest and from another organization', async (t) => {
  const { users } = await startUsers(t, {
    users: [
      { id: 'U1', name: 'Olga', role: 'owner' },
      { id: 'U2', name: 'Ada', role: 'admin' },
      { id: 'U3', name: 'Max', role: 'member' },
      { id: 'U4', name: 'Gus', role: 'guest' },
      { id: 'U5', name: 'Ola', role: 'admin', team: 'T0OTHER' },
    ],
  });
  const roles = await Promise.all(['U1', 'U2', 'U3', 'U4', 'U5'].map((id) => users.roleOf(id)));
  assert.deepEqual(roles, ['administrator', 'administrator', 'member', 'guest', 'outsider']);
});

test('the workspace’s admins are looked up at most once an hour, without people from elsewhere', async (t) => {
  const others = Array.from({ length: 250 }, (_, n) => ({ id: `U1${n}`, name: `Person ${n}` }));
  const { chat, users, clock } = await startUsers(t, {
    users: [
      ...others.slice(0, 210),
      { id: 'U1', name: 'Olga', role: 'owner' },
      { id: 'U2', name: 'Ola', role: 'admin', team: 'T0OTHER' },
      { id: 'U3', name: 'Ada', role: 'admin' },
      ...others.slice(210),
    ],
  });
  const calls = () => chat.calls.filter(({ method }) => method === 'users.list').length;
  chat.faults.next('users.list', { kind: 'refused', error: 'ratelimited' });
  assert.deepEqual(await users.admins(), []);
  const admins = [
    { id: 'U1', name: 'Olga' },
    { id: 'U3', name: 'Ada' },
  ];
  assert.deepEqual(await users.admins(), admins);
  assert.equal(calls(), 3);
  clock.ms = 3_599_999;
  assert.deepEqual(await users.admins(), admins);
  assert.equal(calls(), 3, 'Slack isn’t asked again within the hour');
});

test('while Slack is unavailable, roles are unknown, but external users don’t become members', async (t) => {
  const { chat, users, clock } = await startUsers(t, {
    users: [
      { id: 'U1', name: 'Ada', role: 'admin' },
      { id: 'U2', name: 'Max', role: 'member' },
      { id: 'U3', name: 'Gus', role: 'guest' },
      { id: 'U4', name: 'Ola', team: 'T0OTHER' },
    ],
  });
  const ids = ['U1', 'U2', 'U3', 'U4'];
  await Promise.all(ids.map((id) => users.roleOf(id)));
  clock.ms = 6 * 60_000;
  chat.faults.next('users.info', { kind: 'server-error' }, 1_000);
  const roles = await Promise.all(ids.map((id) => users.roleOf(id)));
  assert.deepEqual(roles, ['unknown', 'unknown', 'guest', 'outsider']);
});

test('someone not in the workspace is an outsider, and a group that can’t be read has no members', async (t) => {
  const { chat, users } = await startUsers(t);
  assert.equal(await users.roleOf('U0NOBODY'), 'outsider');
  chat.faults.next('users.info', { kind: 'refused', error: 'internal_error' });
  assert.equal(await users.roleOf('U0ANA'), 'unknown');
  assert.equal(await users.membersOf('S0NOBODY'), undefined);
  chat.faults.next('usergroups.users.list', { kind: 'refused', error: 'plan_upgrade_required' });
  assert.equal(await users.membersOf('S0EDITORS'), undefined);
  // what failed is asked again
  assert.deepEqual(await users.membersOf('S0EDITORS'), ['U0ANA', 'U0BO']);
});

test('a group that Slack refuses has no members, and one that can’t be read is unavailable', async (t) => {
  const { chat, users } = await startUsers(t);
  for (const [fault, expected] of [
    [{ kind: 'refused', error: 'no_such_subteam' }, undefined],
    [{ kind: 'refused', error: 'missing_scope' }, undefined],
    [{ kind: 'refused', error: 'internal_error' }, 'unavailable'],
    [{ kind: 'refused', error: 'ratelimited' }, 'unavailable'],
    [{ kind: 'server-error', status: 503 }, 'unavailable'],
    [{ kind: 'rate-limited', retryAfterSeconds: 30 }, 'unavailable'],
    [{ kind: 'dropped' }, 'unavailable'],
  ] as const) {
    chat.faults.next('usergroups.users.list', fault);
    assert.equal(await users.membersOf('S0EDITORS'), expected, JSON.stringify(fault));
  }
});

test('a group that many request at once is requested once', async (t) => {
  const { chat, users } = await startUsers(t);
  const answers = await Promise.all(Array.from({ length: 30 }, () => users.membersOf('S0EDITORS')));
  assert.ok(answers.every((members) => members?.length === 2));
  assert.equal(chat.calls.filter(({ method }) => method === 'usergroups.users.list').length, 1);
});

test('roles and groups are requested again after five minutes, time zones after half a day', async (t) => {
  const { chat, users: people, clock } = await startUsers(t);
  const calls = (method: string) => chat.calls.filter((call) => call.method === method).length;
  for (const [ms, users, groups] of [
    [0, 1, 1],
    [299_999, 1, 1],
    [300_000, 2, 2],
  ] as const) {
    clock.ms = ms;
    await people.roleOf('U0ANA');
    await people.membersOf('S0EDITORS');
    assert.equal(calls('users.info'), users);
    assert.equal(calls('usergroups.users.list'), groups);
  }
  clock.ms = 11 * 3_600_000;
  assert.equal(await people.zoneOf('U0ANA'), 'Europe/Madrid');
  assert.equal(calls('users.info'), 2);
  clock.ms = 13 * 3_600_000;
  await people.zoneOf('U0ANA');
  assert.equal(calls('users.info'), 3);
});

test('the workspace’s user groups have names, and are requested again after five minutes', async (t) => {
  const { chat, users, clock } = await startUsers(t);
  const calls = () => chat.calls.filter(({ method }) => method === 'usergroups.list').length;
  chat.faults.next('usergroups.list', { kind: 'refused', error: 'internal_error' });
  await assert.rejects(users.groups(), /internal_error/);
  for (const [ms, times] of [
    [0, 2],
    [299_999, 2],
    [300_000, 3],
  ] as const) {
    clock.ms = ms;
    assert.deepEqual(await users.groups(), [{ id: 'S0EDITORS', name: 'Editors' }]);
    assert.equal(calls(), times);
  }
});

test('if Slack is slow, no one waits: the user’s role and the group are unknown', async (t) => {
  const { chat, users } = await startUsers(t);
  for (const method of ['users.info', 'usergroups.users.list'])
    chat.faults.next(method, { kind: 'slow', ms: 2_500 });
  const answers = await Promise.all([users.roleOf('U0CY'), users.membersOf('S0EDITORS')]);
  assert.deepEqual(answers, ['unknown', 'unavailable']);
});

test('an unknown time zone falls back to the UTC offset that Slack gives', async (t) => {
  const { chat, users } = await startUsers(t);
  const user = { tz: 'Mars/Olympus', tz_offset: -12_600 };
  chat.faults.next('users.info', { kind: 'answers', with: { user } });
  assert.equal(await users.zoneOf('U0ANA'), '-03:30');
  chat.faults.next('users.info', { kind: 'answers', with: { user: { id: 'U0BO' } } });
  assert.equal(await users.zoneOf('U0BO'), undefined);
  assert.equal(await users.zoneOf('U0NOBODY'), undefined);
});
