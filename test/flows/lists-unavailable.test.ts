import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';

const silent = ['The publishing service does not answer. Try again soon.'];
const refused = ['The publishing service refuses our API key. Tell your administrator.'];

for (const [what, fault] of [
  ['is slow', { kind: 'delay', ms: 6_000 }],
  ['never answers', { kind: 'hang-before' }],
  ['fails', { kind: 'status', status: 500 }],
  ['drops the connection', { kind: 'drop-before' }],
  ['answers a web page', { kind: 'html' }],
  ['answers nothing', { kind: 'empty' }],
] as const) {
  test(`when the service ${what}, a list says so in one entry, well within three seconds`, async (t) => {
    const { ana, service } = await startBot(t);
    await ana.types('/post', { in: 'social' });
    const modal = await ana.seesModal('New post');
    service.faults.add({ on: 'GET /social-profiles', times: Number.POSITIVE_INFINITY, ...fault });

    const asked = performance.now();
    assert.deepEqual(await modal.offers('Social profiles'), silent);
    const tookMs = performance.now() - asked;
    assert.ok(tookMs < 2_600, `it took ${tookMs} ms`);
  });
}

test('a list in a form that is not known says so, and does not ask to try again', async (t) => {
  const { ana, service } = await startBot(t);
  await ana.types('/post', { in: 'social' });
  const modal = await ana.seesModal('New post');
  service.faults.add({ on: 'GET /social-profiles', kind: 'wrong-shape', times: Number.POSITIVE_INFINITY });
  assert.deepEqual(await modal.offers('Social profiles'), [
    'The service sent a list that I cannot read. Tell your administrator.',
  ]);
  await ana.types('/social profiles', { in: 'social' });
  assert.match(
    await ana.seesPrivately(),
    /form that Presscheck does not know \(GET \/social-profiles\), so no social profile can be chosen or listed\./,
  );
  // everything else goes on
  await ana.types('/social libraries', { in: 'social' });
  assert.match(await ana.seesPrivately(), /Hashtag libraries of/);
});

test('a list comes back as soon as the service does', async (t) => {
  const { ana, service } = await startBot(t);
  await ana.types('/post', { in: 'social' });
  const modal = await ana.seesModal('New post');
  const down = service.faults.add({
    on: 'GET /social-profiles',
    kind: 'status',
    status: 500,
    times: Number.POSITIVE_INFINITY,
  });
  assert.deepEqual(await modal.offers('Social profiles'), silent);
  down.remove();
  await eventually(async () =>
    assert.deepEqual(await modal.offers('Social profiles', 'insta'), ['Instagram · northwind.coffee']),
  );
});

test('with a wrong key each list says so, and whom to tell', async (t) => {
  const { ana } = await startBot(t, { settings: { SOCIAL_API_KEY: 'not-the-key' } });
  await ana.types('/post', { in: 'social' });
  const modal = await ana.seesModal('New post');
  assert.deepEqual(await modal.offers('Brand'), refused);
});

test('a service that says the key is missing is shown as a refused key too', async (t) => {
  const { ana, service } = await startBot(t);
  await ana.types('/post', { in: 'social' });
  const modal = await ana.seesModal('New post');
  service.faults.add({ on: 'GET /social-profiles', kind: 'status', status: 401 });
  assert.deepEqual(await modal.offers('Social profiles'), refused);
});

test('the modal opens while the service is down from the start, and nobody is told that something of ours failed', async (t) => {
  const { ana, chat, logs } = await startBot(t, {
    before: ({ service }) =>
      void service.faults.add({ on: '*', kind: 'status', status: 503, times: Number.POSITIVE_INFINITY }),
  });
  await ana.types('/post Words that must not be lost', { in: 'social' });
  const modal = await ana.seesModal('New post');
  assert.equal(modal.values.Caption, 'Words that must not be lost');
  assert.deepEqual(await modal.offers('Brand'), silent);

  const submission = await modal.submit();
  assert.equal(submission.closed, false);
  assert.ok(submission.errors.Brand);
  assert.equal(chat.calls.filter(({ method }) => method === 'response_url').length, 0);
  assert.deepEqual(
    logs.filter(({ msg }) => msg === 'a listener failed'),
    [],
  );
});

test('picking the entry that only says something chooses no brand', async (t) => {
  const { ana, chat, bot } = await startBot(t, {
    before: ({ service }) =>
      void service.faults.add({
        on: 'GET /brands',
        kind: 'status',
        status: 503,
        times: Number.POSITIVE_INFINITY,
      }),
  });
  await ana.types('/post', { in: 'social' });
  const modal = await ana.seesModal('New post');
  await modal.fill({ Brand: 'does not answer', Caption: 'Hello' });
  assert.deepEqual((await modal.submit()).errors, { Brand: 'Choose a brand.' });
  // a stop waits for every listener, so that nothing can still be on its way to the modal
  await bot.stop();
  assert.deepEqual(
    chat.calls.filter(({ method }) => method === 'views.update'),
    [],
  );
});
