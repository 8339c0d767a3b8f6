import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBot } from '#test/support/bot.ts';
import { longTest, oneOf, shareOf } from '#test/support/long-tests.ts';
import { connectTitle } from '#views/catalog/connect.ts';

const demo = { service: { seed: 'demo' } } as const;

const networks = [
  ['facebook', 'Facebook'],
  ['instagram', 'Instagram'],
  ['twitter', 'X (Twitter)'],
  ['linkedin', 'LinkedIn'],
  ['pinterest', 'Pinterest'],
  ['tiktok', 'TikTok'],
] as const;

/** The address behind the first button that opens one. */
function addressOf(blocks: readonly unknown[]): string {
  return /"url":"([^"]+)"/.exec(JSON.stringify(blocks))?.[1] ?? '';
}

for (const [provider, name] of shareOf(networks, { which: 5, shares: 6 })) {
  test(`Ana connects ${name}: the network that she typed is selected, and only she gets the link`, async (t) => {
    const { ana, service } = await startBot(t);
    const modal = await ana.opens(`/social connect ${provider}`, connectTitle);
    assert.deepEqual([modal.values.Brand, modal.values.Network], ['Northwind Coffee', name]);
    await modal.sends();

    const link = await ana.privateMessage(/Connect/);
    assert.ok(link.text.includes(`Connect ${name} to Northwind Coffee`));
    assert.match(link.text, /Open the address in a browser where you are signed in/);
    assert.match(link.text, /When you’re done, `\/social profiles Northwind Coffee` lists the new profile/);
    assert.equal(link.privateTo, ana.id);
    const address = addressOf(link.blocks);
    assert.ok(address.startsWith(`${new URL(service.url).origin}/connect/`), address);
    assert.equal(service.requestsTo('GET /social-profiles/connection-url').at(-1)?.query.provider, provider);
  });
}

test('all six networks are offered, and a channel with several brands asks for the brand', async (t) => {
  const { ana, service } = await startBot(t, demo);
  const modal = await ana.opens('/social connect', connectTitle);
  assert.deepEqual(
    await modal.optionsOf('Network'),
    networks.map(([, name]) => name),
  );
  const { errors } = await modal.submit();
  assert.deepEqual(Object.keys(errors).sort(), ['Brand', 'Network']);
  await modal.sends({ Brand: 'Harbor Yoga', Network: 'Pinterest' });
  await ana.privateMessage(/Connect Pinterest to Harbor Yoga/);
  const [sent] = service.requestsTo('GET /social-profiles/connection-url');
  assert.equal(sent?.query.workspaceId, 'brand-harbor');
});

test('if another network signs people in, the response and its button say which', async (t) => {
  const { ana, chat } = await startBot(t);
  await ana.types('/social connect insta');
  await (await ana.seesModal(connectTitle)).submit();
  const link = await ana.privateMessage(/Connect Instagram/);
  assert.match(link.text, /You’ll sign in with \*Facebook\*, because Instagram connects through it/);
  assert.deepEqual(link.buttons, ['Open Facebook']);
  // Slack opens the address by itself and tells the bot of the click, which has nothing to add
  const said = chat.calls.length;
  assert.equal(await ana.clicks(link, 'Open Facebook'), '');
  await ana.hears('/social help', /What you can do here/);
  const since = chat.calls.slice(said).map(({ method }) => method);
  // the help looks up what the app may do
  assert.deepEqual(
    since.filter((method) => method !== 'auth.test'),
    ['response_url'],
  );
});

longTest('if the network signs people in itself, under any name, no other one is named', async (t) => {
  const { ana, service } = await startBot(t);
  for (const authProvider of [undefined, 'twitter', 'x', 'TWITTER', 'twitter_v2']) {
    const body = { provider: 'twitter', authProvider, authUrl: 'https://example.com/connect' };
    service.faults.add({ on: 'GET /social-profiles/connection-url', kind: 'status', status: 200, body });
    await ana.types('/social connect x');
    await (await ana.seesModal(connectTitle)).submit();
    const link = await ana.privateMessage(/Connect X/);
    assert.doesNotMatch(link.text, /You’ll sign in with/, authProvider);
    assert.deepEqual(link.buttons, ['Open X (Twitter)']);
  }
});

test('a profile that was connected in the browser is in the lists at once', async (t) => {
  const { ana } = await startBot(t);
  const before = await ana.opens('/post', 'New post');
  assert.deepEqual(await before.optionsOf('Social profiles', 'tiktok'), []);
  await before.close();

  await ana.types('/social connect tiktok');
  await (await ana.seesModal(connectTitle)).submit();
  const link = await ana.privateMessage(/Connect TikTok/);
  const allowed = await fetch(addressOf(link.blocks), { method: 'POST' });
  assert.match(await allowed.text(), /The profile is connected/);

  const after = await ana.opens('/post', 'New post');
  assert.deepEqual(await after.optionsOf('Social profiles', 'tiktok'), [
    'TikTok · Northwind Coffee on tiktok',
  ]);
});

test('an unknown network gets a list of the known ones, without a modal', async (t) => {
  const { ana, service } = await startBot(t);
  const { text: told } = await ana.hears('/social connect <!here>book');
  assert.match(
    told,
    /I don’t recognize the network “&lt;!here&gt;book”\. You can connect Facebook, Instagram, X \(Twitter\)/,
  );
  assert.deepEqual(service.requestsTo('GET /social-profiles/connection-url'), []);
});

test('a connect address that is too long or isn’t a web address never becomes a button', async (t) => {
  const { ana, service } = await startBot(t);
  for (const [authUrl, says] of [
    [
      'javascript:alert(1)',
      /couldn’t read the publishing service’s response, so social profiles can’t be connected/,
    ],
    [
      `https://example.com/${'x'.repeat(3_000)}`,
      /sent a link[\s\S]*Connect the profile in the publishing service instead/,
    ],
  ] as const) {
    const body = { provider: 'tiktok', authProvider: 'tiktok', authUrl };
    service.faults.add({ on: 'GET /social-profiles/connection-url', kind: 'status', status: 200, body });
    await ana.types('/social connect tiktok');
    await (await ana.seesModal(connectTitle)).submit();
    assert.deepEqual((await ana.privateMessage(says)).buttons, []);
  }
});

const failures = [
  ['is down', { kind: 'status', status: 500 }, /publishing service returned an error/, '30000'],
  ['isn’t answering', { kind: 'hang-before' }, /didn’t respond in time\. Try again in a minute/, '500'],
  ['refuses the key', { kind: 'status', status: 403 }, /enter a valid API key/, '30000'],
] as const;

for (const [what, fault, sentence, REQUEST_TIMEOUT_MS] of oneOf(failures)) {
  test(`when the service ${what}, Ana gets the response where she used the command`, async (t) => {
    const { ana, service } = await startBot(t, { settings: { REQUEST_TIMEOUT_MS } });
    const modal = await ana.opens('/social connect linkedin', connectTitle);
    const on = 'GET /social-profiles/connection-url';
    service.faults.add({ on, times: Number.POSITIVE_INFINITY, ...fault });
    await modal.submit();
    const told = await ana.privateMessage(sentence);
    assert.equal(told.privateTo, ana.id);
  });
}

test('if the bot can’t post in the channel, the link is sent as a direct message', async (t) => {
  const { ana } = await startBot(t);
  await ana.types('/social connect linkedin', { in: 'leadership' });
  await (await ana.seesModal(connectTitle)).submit();
  await ana.sees('Presscheck', /Connect LinkedIn to Northwind Coffee/);
});

test('markup in the service’s instructions is shown as text', async (t) => {
  const { ana, service } = await startBot(t);
  const body = { authUrl: 'https://example.com/connect', instructions: 'Ask <!channel> first' };
  service.faults.add({ on: 'GET /social-profiles/connection-url', kind: 'status', status: 200, body });
  await ana.types('/social connect linkedin');
  await (await ana.seesModal(connectTitle)).submit();
  const link = await ana.privateMessage(/Connect LinkedIn/);
  assert.match(JSON.stringify(link.blocks), /"plain_text","text":"Ask <!channel> first"/);
});
