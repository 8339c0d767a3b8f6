import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneBrandSeed } from '#sandbox/service/seed/one-brand.ts';
import { startBot } from '#test/support/bot.ts';
import { shareOf } from '#test/support/long-tests.ts';

test('Ana asks who owns the key, and only she gets the answer', async (t) => {
  const { ana, bo, service } = await startBot(t, { service: { seed: 'demo' } });
  const told = await ana.hears('/social me', /works/);
  assert.match(told.text, /The API key works\. It belongs to \*Robin Vale\*/);
  assert.match(told.text, /robin@northwind\.example.*user-robin/);
  assert.equal(told.privateTo, ana.id);
  assert.notEqual(told.privateTo, bo.id);
  assert.equal(service.requestsTo('GET /me').length, 1);
});

test('a name that looks like markup mentions no one', async (t) => {
  const user = { id: 'user-1', name: '<!channel> & *friends*', email: 'a@b.example' };
  const { ana } = await startBot(t, { service: { seed: { ...oneBrandSeed, user } } });
  assert.match((await ana.hears('/social me', /works/)).text, /&lt;!channel&gt; &amp; /);
});

test('with a wrong key Ana reads so, what the service says, and who must change which setting', async (t) => {
  const { ana, logs } = await startBot(t, { settings: { SOCIAL_API_KEY: 'not-the-key' } });
  assert.equal(
    (await ana.hears('/social me', /key/)).text,
    'The publishing service rejected the API key. It says: “Invalid API token.” Your Presscheck admin needs to enter a valid API key.',
  );
  assert.deepEqual(
    logs.filter(({ msg }) => msg === 'a listener failed'),
    [],
  );
});

test('a missing-key error from the service gets the same message', async (t) => {
  const { ana, service } = await startBot(t);
  service.faults.add({ on: 'GET /me', kind: 'status', status: 401, body: { message: 'Missing API token.' } });
  assert.match(
    (await ana.hears('/social me', /key/)).text,
    /Missing API token\.” Your Presscheck admin needs to enter a valid API key/,
  );
});

const failures = [
  [
    'is down',
    { kind: 'status', status: 503 },
    /publishing service returned an error\..* Try again in a minute\./,
  ],
  [
    'drops the connection',
    { kind: 'drop-before' },
    /The connection to the publishing service failed\. Try again in a minute\./,
  ],
  ['never answers', { kind: 'hang-before' }, /didn’t respond in time\. Try again in a minute\./],
  [
    'has had too many requests',
    { kind: 'status', status: 429, retryAfter: 30 },
    /is getting too many requests\. Try again in a minute\./,
  ],
  [
    'answers what nobody knows',
    { kind: 'html' },
    /couldn’t read the publishing service’s response, so I can’t tell who the API key belongs to right now\. Tell your Presscheck admin/,
  ],
] as const;

for (const [what, fault, sentence] of shareOf(failures, { which: 4, shares: 5 })) {
  test(`when the service ${what}, Ana sees it, and no internal error is reported`, async (t) => {
    const { ana, service, logs } = await startBot(t, {
      settings: { REQUEST_TIMEOUT_MS: fault.kind === 'hang-before' ? '500' : '30000' },
    });
    service.faults.add({ on: 'GET /me', times: Number.POSITIVE_INFINITY, ...fault });
    assert.match((await ana.hears('/social me', /publishing service/)).text, sentence);
    assert.deepEqual(
      logs.filter(({ msg }) => msg === 'a listener failed'),
      [],
    );
  });
}

test('markup in the service’s error messages is shown as text', async (t) => {
  const { ana, service } = await startBot(t);
  service.faults.add({ on: 'GET /me', kind: 'status', status: 422, body: { message: '1 < 2 & 3' } });
  await ana.types('/social me');
  assert.match(await ana.seesPrivately(/rejected/), /It says: “1 &lt; 2 &amp; 3\.” Nothing changed\./);
});
