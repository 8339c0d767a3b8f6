import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { WebClient } from '@slack/web-api';
import { pino } from 'pino';
import { type ChatOptions, startChat } from '#sandbox/chat/start.ts';
import { type AboutEvent, type Audience, audienceOf } from '#src/notifications/audience.ts';
import { createNotificationStore } from '#src/notifications/notification-store.ts';
import { createUsers } from '#src/platform/slack/users.ts';
import { createApproversReader } from '#src/posts/approvers.ts';
import type { Card, Mention } from '#src/posts/card/card.ts';
import { contentHash } from '#src/posts/card/content.ts';
import type { Rule } from '#src/posts/card/rule.ts';
import { createRuleStore } from '#src/posts/rule-store.ts';
import type { DirectKind } from '#src/settings/notification-preferences.ts';
import { personSettingsSchema } from '#src/settings/settings.ts';
import { createTeamSettings } from '#src/settings/settings-store.ts';
import { aCard, at } from '#test/posts/card/samples.ts';
import { startStored } from '#test/support/stored.ts';
import { mentionText } from '#views/posts/mentions.ts';
import manifest from '../../manifest.json' with { type: 'json' };

const [ana, bo, cy, dee, eve] = ['U0ANA', 'U0BO', 'U0CY', 'U0DEE', 'U0EVE'] as const;
const group = 'S0EDITORS';
const channel = 'C1';

interface Started {
  audience(
    card: Card,
    told: Partial<AboutEvent> & Pick<AboutEvent, 'topic'>,
  ): Promise<Pick<Audience, 'mentions' | 'direct'>>;
  prefers(user: string, ...kinds: DirectKind[]): Promise<void>;
  rules(rule: Partial<Rule> & { people?: string[]; groups?: string[] }): Promise<unknown>;
  commands(): number;
  faults: Awaited<ReturnType<typeof startChat>>['faults'];
}

/** A Slack with people in it, and a real Redis. */
async function start(t: TestContext, chatOptions: Partial<ChatOptions> = {}): Promise<Started> {
  const { redis, prefix } = await startStored(t);
  const chat = await startChat({
    signingSecret: 'secret',
    botToken: 'xoxb-sandbox',
    manifest,
    users: [
      { id: ana, name: 'Ana' },
      { id: bo, name: 'Bo' },
      { id: cy, name: 'Cy' },
      { id: dee, name: 'Dee' },
      { id: eve, name: 'Eve', role: 'guest' },
    ],
    groups: [{ id: group, handle: 'editors', name: 'Editors', members: [ana, bo, cy, eve] }],
    ...chatOptions,
  });
  t.after(() => chat.close());
  const workspace = 'T1';
  const client = new WebClient('xoxb-sandbox', { slackApiUrl: chat.apiUrl, retryConfig: { retries: 0 } });
  const log = pino({ level: 'silent' });
  const users = createUsers(client, chat.world.workspace.id, log, Date.now);
  const rules = createRuleStore(redis, prefix);
  const approversReader = createApproversReader(rules, users);
  const settings = createTeamSettings(redis, prefix);
  let commands = 0;
  const teamSettings: typeof settings = {
    ...settings,
    async person(team, user) {
      commands += 1;
      return settings.person(team, user);
    },
  };
  const notifications = createNotificationStore(redis, prefix, log);
  const deps = { approversReader, users, teamSettings, notifications, log };
  return {
    async audience(card, told) {
      const { mentions, direct } = await audienceOf(deps, card, { channel, ...told });
      return { mentions, direct };
    },
    prefers: (user, ...kinds) =>
      settings.setPerson(workspace, user, personSettingsSchema.parse({ direct: { kinds } })),
    rules: ({ people: named = [], groups = [], ...over }) =>
      rules.set(workspace, undefined, {
        approvers: { people: named, groups },
        needed: 1,
        own: false,
        scheduled: true,
        ...over,
      }),
    commands: () => commands,
    faults: chat.faults,
  };
}

const user = (id: string): Mention => ({ kind: 'user', id });
const ofGroup: Mention = { kind: 'group', id: group };
const quietGroup: Mention = { ...ofGroup, quiet: 'Editors' };

test('approvers who prefer it get direct messages, and users who already approved get none', async (t) => {
  const { audience, prefers, rules } = await start(t);
  await rules({ people: [bo, cy, dee], needed: 3 });
  await prefers(bo, 'approval');
  const card = aCard({ state: 'review' });
  assert.deepEqual(await audience(card, { topic: 'ready' }), {
    mentions: [user(ana), user(cy), user(dee)],
    direct: [{ user: bo, asked: true }],
  });
  const approved = { ...card, approvals: [{ by: cy, at, content: contentHash(card) }] };
  assert.deepEqual((await audience(approved, { topic: 'review_requested' })).mentions, [
    user(ana),
    user(dee),
  ]);
  // the editor who cleared the approvals gets no request for their own edit
  assert.deepEqual((await audience(card, { topic: 'approvals_cleared', by: bo, also: [cy] })).direct, []);
  await rules({ people: [bo, cy, dee], needed: 1 });
  assert.deepEqual(await audience(approved, { topic: 'review_requested', by: ana }), {
    mentions: [],
    direct: [],
  });
});

test('a group is mentioned at most once in 15 minutes in a channel, and again only by a retry', async (t) => {
  const { audience, prefers, rules } = await start(t);
  await rules({ groups: [group] });
  const card = aCard({ state: 'review' });
  const other = aCard({ id: 'card-2', state: 'review' });
  const ready = { topic: 'ready' } as const;
  assert.deepEqual((await audience(card, ready)).mentions, [user(ana), ofGroup]);
  assert.deepEqual((await audience(card, ready)).mentions, [user(ana), ofGroup], 'a retry');
  assert.deepEqual((await audience(other, ready)).mentions, [user(ana), quietGroup]);
  assert.deepEqual((await audience(card, { ...ready, id: 'another' })).mentions, [user(ana), quietGroup]);
  assert.deepEqual((await audience(other, { ...ready, channel: undefined })).mentions, [
    user(ana),
    quietGroup,
  ]);
  assert.deepEqual((await audience(other, { ...ready, channel: 'C2' })).mentions, [user(ana), ofGroup]);
  // a guest is in the group, and can't approve by it
  for (const one of [bo, eve]) await prefers(one, 'approval');
  assert.deepEqual(await audience(card, ready), {
    mentions: [user(ana), ofGroup],
    direct: [{ user: bo, asked: true }],
  });
  assert.equal(mentionText([user(ana), ofGroup, quietGroup]), `<@${ana}>, <!subteam^${group}>, and Editors`);
});

test('a group whose members all get direct messages isn’t mentioned, nor one that Slack can’t read', async (t) => {
  const groups = [{ id: group, handle: 'editors', name: 'Editors', members: [bo, cy] }];
  const { audience, prefers, rules, faults } = await start(t, { groups });
  await rules({ groups: [group] });
  for (const one of [bo, cy]) await prefers(one, 'approval');
  const card = aCard({ state: 'review' });
  const requested = { topic: 'review_requested', by: ana } as const;
  assert.deepEqual(await audience(card, requested), {
    mentions: [],
    direct: [bo, cy].map((one) => ({ user: one, asked: true })),
  });
  const away = await start(t, { groups });
  await away.rules({ groups: [group] });
  away.faults.next('usergroups.users.list', { kind: 'server-error' }, 10);
  assert.deepEqual(await away.audience(card, requested), { mentions: [ofGroup], direct: [] });
  faults.clear();
});

test('for the group of the person who acted, its other approvers are named, if there are at most five', async (t) => {
  const some = Array.from({ length: 6 }, (_, i) => ({ id: `U1${i}`, name: `Person ${i}` }));
  const [one = '', ...others] = some.map(({ id }) => id);
  const withMembers = async (members: string[]): Promise<Started> => {
    const started = await start(t, {
      users: [
        { id: ana, name: 'Ana' },
        { id: bo, name: 'Bo' },
        { id: eve, name: 'Eve', role: 'guest' },
        ...some,
      ],
      groups: [{ id: group, handle: 'editors', name: 'Editors', members }],
    });
    await started.rules({ groups: [group] });
    return started;
  };
  const card = aCard({ state: 'review' });
  const by = (user: string) => ({ topic: 'review_requested', by: user, id: user }) as const;
  const few = await withMembers([bo, ...others]);
  assert.deepEqual(await few.audience(card, by(bo)), {
    mentions: [user(ana), ...others.map(user)],
    direct: [],
  });
  assert.deepEqual((await few.audience(card, { ...by(one), channel: 'C2' })).mentions, [user(ana), ofGroup]);
  assert.deepEqual((await few.audience(card, { ...by(bo), id: 'soon' })).mentions, [user(ana), quietGroup]);
  // Ana requested it, so she's in the group without being asked to approve; a guest can't approve by a group
  const own = await withMembers([ana, eve, one]);
  assert.deepEqual((await own.audience(card, by(ana))).mentions, [user(one)]);
  const many = await withMembers([bo, one, ...others]);
  assert.deepEqual((await many.audience(card, by(bo))).mentions, [user(ana), ofGroup]);
  await many.prefers(one, 'approval');
  assert.deepEqual(await many.audience(card, by(bo)), {
    mentions: [user(ana), ...others.map(user)],
    direct: [{ user: one, asked: true }],
  });
});

test('of a large group at most 50 members are looked up, and the group is mentioned for the others', async (t) => {
  const many = Array.from({ length: 120 }, (_, i) => ({ id: `U1${i}`, name: `Person ${i}` }));
  const members = many.map(({ id }) => id);
  const { audience, prefers, rules, commands } = await start(t, {
    users: [{ id: ana, name: 'Ana' }, ...many],
    groups: [{ id: group, handle: 'all', name: 'Everyone', members }],
  });
  await rules({ groups: [group] });
  await prefers('U10', 'approval');
  const { mentions, direct } = await audience(aCard({ state: 'review' }), {
    topic: 'review_requested',
    by: ana,
  });
  assert.deepEqual([mentions, direct], [[ofGroup], [{ user: 'U10', asked: true }]]);
  // only the members, because Ana did it herself
  assert.equal(commands(), 50);
});

test('a post found in the service has no requester until someone adopts it', async (t) => {
  const { audience } = await start(t);
  const card = aCard({ kind: 'found-post', state: 'review' });
  assert.deepEqual((await audience(card, { topic: 'ready' })).mentions, []);
  assert.deepEqual((await audience(card, { topic: 'failed', by: ana })).mentions, [user(ana)]);
  assert.deepEqual((await audience(card, { topic: 'published', by: ana })).mentions, []);
  assert.deepEqual((await audience(card, { topic: 'rejected', by: bo })).mentions, [user(ana)]);
});
