import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOpenFacts } from '#src/platform/publishing-api/open-facts.ts';
import type { AnalyticsExport } from '#src/platform/publishing-api/service.ts';
import { type Reply, type Seen, startService } from './raw-server.ts';
import { errorOf } from './samples.ts';

const user = { id: 'u1', name: 'Ana', email: 'ana@example.com' };
for (const json of [user, { data: user }, { user }, { status: 'ok', data: user }]) {
  test(`the user in ${JSON.stringify(json)}`, async (t) => {
    const { service } = await startService(t, { json });
    assert.deepEqual(await service.me(), user);
  });
}

test('a user without any known field still proves the key, and a list doesn’t', async (t) => {
  const { service } = await startService(t, [{ json: { team: 'x' } }, { json: [] }]);
  assert.deepEqual(await service.me(), { id: undefined, name: undefined, email: undefined });
  assert.equal((await errorOf(service.me())).kind, 'shape');
});

const switches: [fields: object, on: boolean][] = [
  [{ on: true }, true],
  [{ on: false, enabled: true }, false],
  [{ enabled: false }, false],
  [{ active: true }, true],
  [{ status: 'ON' }, true],
  [{ status: 'off' }, false],
  [{ status: 'ACTIVE' }, true],
];
for (const [fields, on] of switches) {
  for (const envelope of [
    (it: object) => it,
    (data: object) => ({ data }),
    (workflow: object) => ({ workflow }),
  ]) {
    const json = envelope({ id: 'w1', name: 'Weekly', ...fields });
    test(`a workflow in ${JSON.stringify(json)}`, async (t) => {
      const { service } = await startService(t, { json });
      assert.deepEqual(await service.workflow('w1'), { id: 'w1', name: 'Weekly', on });
      assert.equal((await service.switchWorkflow('w1', !on)).on, on, 'what the service says counts');
    });
  }
}

test('a workflow without a switch is an error that lists its fields', async (t) => {
  const { service } = await startService(t, { json: { id: 'w1', status: 'SLEEPING' } });
  const { kind, message } = await errorOf(service.workflow('w1'));
  assert.equal(kind, 'shape');
  assert.match(
    message,
    /^GET \/workflow\/\{workflowId\} answered without any of on, .*; it has: id, status$/,
  );
});

const csv = 'post,likes\np1,3\n';
const rows = [{ post: 'p1', likes: 3 }];
const exports: [Reply, AnalyticsExport][] = [
  [
    { text: csv, headers: { 'Content-Type': 'text/csv; charset=utf-8' } },
    { format: 'csv', text: csv },
  ],
  [
    { text: `\uFEFF${csv}`, headers: { 'Content-Type': 'text/csv' } },
    { format: 'csv', text: csv },
  ],
  [
    { text: '', headers: { 'Content-Type': 'TEXT/CSV' } },
    { format: 'csv', text: '' },
  ],
  [
    { text: '[weird],1\n', headers: { 'Content-Type': 'text/csv' } },
    { format: 'csv', text: '[weird],1\n' },
  ],
  [{ text: csv }, { format: 'csv', text: csv }],
  [
    { text: csv, headers: { 'Content-Type': 'application/json' } },
    { format: 'csv', text: csv },
  ],
  [{ json: rows }, { format: 'rows', rows }],
  [{ text: JSON.stringify(rows) }, { format: 'rows', rows }],
  [
    { text: JSON.stringify(rows), headers: { 'Content-Type': 'text/plain' } },
    { format: 'rows', rows },
  ],
  [{ json: { data: rows } }, { format: 'rows', rows }],
  [{ json: { items: rows } }, { format: 'rows', rows }],
  [{ json: [] }, { format: 'rows', rows: [] }],
];
for (const [reply, expected] of exports) {
  test(`an export in ${JSON.stringify(reply)}`, async (t) => {
    const { service } = await startService(t, reply);
    assert.deepEqual(await service.analytics('b'), expected);
  });
}

const noExports: Reply[] = [
  { text: '' },
  { text: '[{"post":"p' },
  { text: '<!DOCTYPE html><p>One moment' },
  { text: '<html>', headers: { 'Content-Type': 'text/csv' } },
  { json: { message: 'later' } },
  { json: [1, 2] },
];
for (const reply of noExports) {
  test(`no export: ${JSON.stringify(reply)}`, async (t) => {
    const { service } = await startService(t, reply);
    assert.equal((await errorOf(service.analytics('b'))).kind, 'shape');
  });
}

const descriptor = {
  provider: 'instagram',
  authProvider: 'facebook',
  authUrl: 'https://service.example/connect',
  callbackUrl: 'https://service.example/connected',
  instructions: 'Sign in first.',
};

/** The fields that the bot reads. The browser's return page isn't for the bot. */
const { callbackUrl: _, ...connection } = descriptor;

/** Takes the brand under this name only. */
function takes(parameter: string, refusal: Reply = { status: 400, json: { message: 'Unknown parameter' } }) {
  return ({ query }: Seen): Reply => (query[parameter] === 'b' ? { json: descriptor } : refusal);
}

const namesOf = (seen: Seen[]) =>
  seen.map(({ query }) =>
    Object.keys(query)
      .filter((key) => key !== 'provider')
      .join(),
  );

test('both names of connection-url’s brand are tried, and the one that worked is remembered', async (t) => {
  const old = await startService(t, takes('workspaceId'));
  assert.deepEqual(await old.service.connection('b', 'instagram'), connection);
  await old.service.connection('b', 'instagram');
  assert.deepEqual(namesOf(old.seen), ['workspaceId', 'workspaceId']);

  const renamed = await startService(t, takes('brandId'));
  assert.deepEqual(await renamed.service.connection('b', 'instagram'), connection);
  await renamed.service.connection('b', 'instagram');
  assert.deepEqual(namesOf(renamed.seen), ['workspaceId', 'brandId', 'brandId']);
  await errorOf(renamed.service.connection('other', 'instagram'));
  assert.deepEqual(namesOf(renamed.seen.slice(3)), ['brandId'], 'a name that worked is not doubted');
});

test('the other name isn’t tried on a rejected key, a rate limit, or a failure', async (t) => {
  for (const status of [401, 403, 429, 500]) {
    const refused = { status, json: { message: 'Invalid API token.' } };
    const { service, seen } = await startService(t, takes('brandId', refused));
    await errorOf(service.connection('b', 'instagram'));
    assert.ok(!namesOf(seen).includes('brandId'), String(status));
  }
});

test('the other name is tried on a 403 that doesn’t mention the key', async (t) => {
  for (const refused of [{ status: 403 }, { status: 403, json: { message: 'Forbidden' } }]) {
    const { service } = await startService(t, takes('brandId', refused));
    assert.equal((await service.connection('b', 'instagram')).authUrl, descriptor.authUrl);
  }
});

test('a name that worked is questioned if a refusal names it, and remembered once its response was read', async (t) => {
  const gone = { status: 400, json: { message: 'workspaceId is not known' } };
  const names = ['workspaceId', 'workspaceId', 'brandId', 'brandId'];
  const { service, seen } = await startService(t, [{ json: descriptor }, gone, { json: descriptor }]);
  for (let asked = 0; asked < 3; asked += 1) await service.connection('b', 'instagram');
  assert.deepEqual(namesOf(seen), names);

  const odd = await startService(t, [{ json: { hello: 1 } }, gone, { json: descriptor }]);
  assert.equal((await errorOf(odd.service.connection('b', 'instagram'))).kind, 'shape');
  await odd.service.connection('b', 'instagram');
  assert.deepEqual(namesOf(odd.seen), names.slice(0, 3));
});

test('of two refusals, the one that isn’t about the field’s name is shown', async (t) => {
  const messages: [string, string, string][] = [
    ['Unrecognized key: workspaceId', 'No such brand', 'No such brand'],
    ['No such brand', 'Unrecognized key: brandId', 'No such brand'],
    ['first', 'second', 'first'],
  ];
  for (const [first, second, told] of messages) {
    const replies = [first, second].map((message) => ({ status: 404, json: { message } }));
    const { service } = await startService(t, replies);
    assert.equal((await errorOf(service.connection('b', 'x' as 'twitter'))).serviceMessage, told);
  }
});

test('the descriptor can be in an envelope and have only an address; without one it’s an error', async (t) => {
  const { authUrl } = descriptor;
  const { service } = await startService(t, [
    { json: { data: { authUrl, callbackUrl: 'javascript:x' } } },
    { json: { ...descriptor, authUrl: 'javascript:alert(1)' } },
  ]);
  const none = { authProvider: undefined, instructions: undefined };
  assert.deepEqual(await service.connection('b', 'tiktok'), { ...none, provider: 'tiktok', authUrl });
  assert.equal((await errorOf(service.connection('b', 'tiktok'))).kind, 'shape');
});

test('open facts: some can be given, and an unknown one is refused', () => {
  const facts = readOpenFacts({ campaignBody: { brief: 'topic' }, paging: { maxPages: 2 } });
  assert.deepEqual([facts.campaignBody.brief, facts.campaignBody.days], ['topic', 'duration']);
  assert.deepEqual([facts.paging.maxPages, facts.paging.page], [2, 'page']);
  assert.deepEqual(facts.connectionParameters, ['workspaceId', 'brandId']);
  for (const wrong of [{ campaignBdy: {} }, { campaignBody: { breif: 'x' } }, { idPlaces: [] }])
    assert.throws(() => readOpenFacts(wrong as object), { name: 'ZodError' });
});

test('open facts: each field can have another name', async (t) => {
  const { service } = await startService(
    t,
    ({ path, query }) => {
      if (path.endsWith('/me')) return { json: { account: { mail: 'r@x.example' } } };
      if (path.includes('/workflow/')) return { status: 400, json: { reason: 'Not yours.' } };
      if (query.page) return { json: { data: [{ key: 'p2' }], more: false } };
      return {
        json: { data: [{ key: 'p1', state: 'DRAFT', text: 'Tea', at: '2030-03-01T12:00:00Z' }], more: true },
      };
    },
    {
      openFacts: {
        user: { places: ['account'], email: ['mail'] },
        errorWords: ['reason'],
        paging: { hasMore: ['more'] },
        postFields: { id: ['key'], status: ['state'], caption: ['text'], scheduledAt: ['at'] },
      },
    },
  );
  assert.equal((await service.me()).email, 'r@x.example');
  assert.equal((await errorOf(service.workflow('w'))).serviceMessage, 'Not yours.');
  const { posts, promised } = await service.postPage('b', { n: 0 }, { first: 0 });
  const [post] = posts;
  assert.deepEqual(
    [post?.id, post?.status, post?.caption, post?.scheduledAt, promised],
    ['p1', 'draft', 'Tea', '2030-03-01T12:00:00Z', true],
  );
});
