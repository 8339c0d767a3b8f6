import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStates } from '#src/workspaces/oauth-states.ts';
import { eventually } from '#test/support/eventually.ts';
import { redisTexts } from '#test/support/secrets.ts';
import { redisOf } from '#test/support/stored.ts';
import { beginInstall, startWorkspaces, teams } from '#test/support/workspaces.ts';

test('the person who installs the app reads the next steps, and it works there from then on', async (t) => {
  const parts = await startWorkspaces(t);
  const [{ user: person, deliver }] = parts.chats;
  const before = await deliver.command({ command: '/social', text: 'help' });
  assert.equal(before.status, 200);

  const { status, text } = await parts.install(0);

  assert.equal(status, 200);
  assert.match(text, /Presscheck is installed.*Northwind.*\/social key/s);
  const ana = person('Ana');
  assert.match(
    (await ana.hears('/social help', /What you can do here/)).text,
    /There’s no API key for the publishing service\..*Workspace admins: {2}`\/social key`/s,
  );
  const token = parts.slack.oauth.secrets.find((secret) => secret.startsWith('xoxb-'));
  assert.ok(parts.chats[0].calls.every((call) => call.token === token || call.method === 'response_url'));
});

test('a person who declines optional permissions is shown what won’t work without them', async (t) => {
  const { install } = await startWorkspaces(t, { declined: ['groups:history', 'reactions:read'] });
  const { text } = await install(0);
  assert.match(
    text,
    /You skipped some optional permissions.*groups:history.*in private channels.*reactions:read.*reacting with ✅/s,
  );
  assert.doesNotMatch(text, /channels:history/);
  assert.doesNotMatch((await install(1)).text, /left out/);
});

test('a person who installs the app again is asked for an API key only if there is none', async (t) => {
  const { install, enterKey } = await startWorkspaces(t);
  await install(0);
  const asksForKey = /a workspace admin needs to type.*API key/s;
  assert.match((await install(0)).text, asksForKey);
  await enterKey(0);
  const { text } = await install(0);
  assert.match(text, /Presscheck is installed.*Northwind.*\/social help/s);
  assert.doesNotMatch(text, asksForKey);
});

test('a state works once, only in the browser that began, and not if it is made up', async (t) => {
  const { settings, slack } = await startWorkspaces(t);
  const { PUBLIC_URL = '' } = settings;
  const finish = async (back: string, cookie: string) => {
    const answer = await fetch(back, { headers: { cookie } });
    return { status: answer.status, text: await answer.text() };
  };
  // it can still be installed from before
  const refused = /<h1>This install link isn’t valid<.*Start again/s;
  const first = await beginInstall(PUBLIC_URL, teams[0]);
  const other = await beginInstall(PUBLIC_URL, teams[1]);
  for (const cookie of ['', other.cookie]) {
    const { status, text } = await finish(first.back, cookie);
    assert.equal(status, 400);
    assert.match(text, refused);
  }
  assert.equal((await finish(first.back, first.cookie)).status, 200);
  const again = await finish(first.back, first.cookie);
  assert.equal(again.status, 400);
  assert.match(again.text, /already been used/);
  const madeUp = new URL(other.back);
  madeUp.searchParams.set('state', 'made-up');
  assert.equal((await finish(madeUp.href, 'slack-app-oauth-state=made-up')).status, 400);
  // none of the refused ones cost a code
  assert.deepEqual(slack.oauth.asked, [{ grant: 'code' }]);
});

test('visiting the install page, or returning with a made-up code, writes nothing to Redis', async (t) => {
  const { settings } = await startWorkspaces(t);
  const states = async () => {
    const { redis } = redisOf(t, settings);
    return redis.keys(`${settings.REDIS_PREFIX}:state:*`);
  };
  const { PUBLIC_URL = '' } = settings;
  const { cookie, back } = await beginInstall(PUBLIC_URL, teams[0]);
  assert.deepEqual(await states(), []);
  const madeUp = new URL(back);
  madeUp.searchParams.set('code', 'made-up');
  assert.ok((await fetch(madeUp, { headers: { cookie } })).status >= 400);
  assert.deepEqual(await states(), []);
  // the person who began it can still finish it, once
  assert.equal((await fetch(back, { headers: { cookie } })).status, 200);
  assert.equal((await states()).length, 1);
  assert.equal((await fetch(back, { headers: { cookie } })).status, 400);
});

const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

test('a state is valid for ten minutes, and only with this installation’s signature', async (t) => {
  const { settings } = await startWorkspaces(t);
  const { redis } = redisOf(t, settings);
  let now = Date.now();
  const create = (secret: string) => createStates(redis, { prefix: 'states', secret, now: () => now });
  const ours = create('a-client-secret');
  const state = ours.begin();
  assert.ok(await ours.isOpen(state));
  assert.ok(!(await create('another-secret').isOpen(state)));
  const [begun = '', ...rest] = state.split('.');
  const later = (Number.parseInt(begun, 36) + 60_000).toString(36);
  // some of these decode to the same bytes as the signature does
  const respelled = [...base64url]
    .map((last) => `${state.slice(0, -1)}${last}`)
    .filter((one) => one !== state);
  for (const changed of [[later, ...rest].join('.'), state.slice(0, -1), `${state}A`, '', '..', ...respelled])
    assert.ok(!(await ours.isOpen(changed)), changed);
  now += 10 * 60_000;
  assert.ok(await ours.isOpen(state));
  now += 1;
  assert.ok(!(await ours.isOpen(state)));
});

test('a person who declines in Slack reads that nothing was installed', async (t) => {
  const { settings, slack } = await startWorkspaces(t);
  const { cookie, back } = await beginInstall(settings.PUBLIC_URL ?? '', teams[0]);
  const denied = new URL(back);
  denied.searchParams.delete('code');
  denied.searchParams.set('error', 'access_denied');
  const answer = await fetch(denied, { headers: { cookie } });
  assert.equal(answer.status, 400);
  assert.match(
    await answer.text(),
    /<h1>Presscheck wasn’t installed<.*You canceled the installation in Slack/s,
  );
  assert.deepEqual(slack.oauth.asked, []);
});

test('an installation for a whole organization is refused with the reason, and nothing is stored', async (t) => {
  const organization = { id: 'E0GRID', name: 'Northwind Group' };
  const { install, settings } = await startWorkspaces(t, { oauth: { organization } });
  const { cookie, back } = await beginInstall(settings.PUBLIC_URL ?? '', organization.id);
  const answer = await fetch(back, { headers: { cookie } });
  assert.equal(answer.status, 400);
  assert.match(await answer.text(), /an entire organization.*individual workspaces.*Start again/s);
  assert.doesNotMatch(JSON.stringify(await redisTexts(settings)), /E0GRID|installation/);

  // a workspace of that organization is as good as any other
  assert.equal((await install(0)).status, 200);
});

test('an expiring token is renewed once, by the first of two processes', async (t) => {
  const parts = await startWorkspaces(t, { oauth: { firstTokenSeconds: 60 } });
  const other = await parts.another();
  assert.equal((await parts.install(0)).status, 200);
  const [chat] = parts.chats;
  const before = chat.calls.length;
  await Promise.all(
    [other.port, parts.bot.port, other.port, parts.bot.port].map((port) => {
      chat.deliverTo(`http://127.0.0.1:${port}/slack/events`);
      return chat.deliver.command({ command: '/social', text: 'key', user_id: 'U0CY' });
    }),
  );
  await chat.called('views.open', 4);
  assert.deepEqual(parts.slack.oauth.asked, [{ grant: 'code' }, { grant: 'refresh_token' }]);
  const renewed = parts.slack.oauth.secrets.filter((secret) => secret.startsWith('xoxe.xoxb-'))[1];
  const used = chat.calls.slice(before).filter(({ method }) => method !== 'response_url');
  assert.ok(used.length > 0);
  assert.ok(used.every(({ token }) => token === renewed));
});

test('if Slack doesn’t renew a token, the old one is used as long as it is valid', async (t) => {
  const parts = await startWorkspaces(t, { oauth: { firstTokenSeconds: 60 } });
  assert.equal((await parts.install(0)).status, 200);
  parts.slack.oauth.refuseRenewals = true;
  const ana = parts.chats[0].user('Ana');
  await ana.hears('/social help', /What you can do here/);
  assert.ok(parts.logs.some(({ msg }) => msg === "couldn't renew a workspace's token"));
});

test('no one waits for a new token while the old one is valid for long', async (t) => {
  const parts = await startWorkspaces(t, { oauth: { firstTokenSeconds: 3_600 } });
  const slow = Promise.withResolvers<void>();
  parts.slack.oauth.renewalsAfter = slow.promise;
  assert.equal((await parts.install(0)).status, 200);
  const [chat] = parts.chats;
  const cy = chat.user('Cy');
  await cy.types('/social key');
  await chat.called('views.open', 1);
  const given = () => parts.slack.oauth.secrets.filter((secret) => secret.startsWith('xoxe.xoxb-'));
  assert.equal(given().length, 1);
  slow.resolve();
  await eventually(() => assert.equal(given().length, 2));
  await eventually(async () => {
    await chat.deliver.command({ command: '/social', text: 'key', user_id: 'U0CY' });
    assert.ok(chat.calls.some(({ token }) => token === given()[1]));
  });
  assert.deepEqual(parts.slack.oauth.asked, [{ grant: 'code' }, { grant: 'refresh_token' }]);
});

test('an uninstall from before the installation, or of a person’s token, removes nothing', async (t) => {
  const parts = await startWorkspaces(t);
  await parts.install(0);
  const [chat] = parts.chats;
  const longAgo = Math.floor(Date.now() / 1_000) - 600;
  await chat.deliver.event({ type: 'app_uninstalled' }, undefined, { event_time: longAgo });
  await chat.deliver.event({ type: 'tokens_revoked', tokens: { oauth: ['U0ANA'] } });
  await chat.user('Ana').hears('/social help', /What you can do here/);
});

test('if a token expired and can’t be renewed, the user gets an error, and later it works', async (t) => {
  const parts = await startWorkspaces(t, { oauth: { firstTokenSeconds: -60 } });
  assert.equal((await parts.install(0)).status, 200);
  parts.slack.oauth.refuseRenewals = true;
  const ana = parts.chats[0].user('Ana');
  assert.match((await ana.hears('/social help', /wrong on our side/)).text, /Reference: [0-9a-f]{8}\./);
  parts.slack.oauth.refuseRenewals = false;
  await ana.hears('/social help', /What you can do here/);
});
