import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest, shareOf } from '#test/support/long-tests.ts';
import { cardSays } from '#test/support/user-actions.ts';
import { saveTitle } from '#views/settings/check.ts';

const silent = ['The publishing service isn’t responding. Try again in a minute.'];
const always = Number.POSITIVE_INFINITY;
const note = 'That’s a note about the list, not an option. Choose something else.';
const refused = ['There’s no valid API key. Tell your Presscheck admin.'];

const faults = [
  ['is slow', { kind: 'delay', ms: 60_000 }],
  ['never answers', { kind: 'hang-before' }],
  ['fails', { kind: 'status', status: 500 }],
  ['drops the connection', { kind: 'drop-before' }],
  ['answers a web page', { kind: 'html' }],
  ['answers nothing', { kind: 'empty' }],
] as const;

for (const [what, fault] of shareOf(faults, { which: 3, shares: 6 })) {
  test(`when the service ${what}, a list says so in one entry without waiting for it`, async (t) => {
    const { ana, service } = await startBot(t, { settings: { REQUEST_TIMEOUT_MS: '120000' } });
    const modal = await ana.opens('/post', 'New post');
    service.faults.add({ on: 'GET /social-profiles', times: Number.POSITIVE_INFINITY, ...fault });
    // Slack does not wait as long as the request
    assert.deepEqual(await modal.optionsOf('Social profiles'), silent);
  });
}

test('a list in an unknown format says so, and doesn’t ask people to try again', async (t) => {
  const { ana, service } = await startBot(t);
  const modal = await ana.opens('/post', 'New post');
  service.faults.add({ on: 'GET /social-profiles', kind: 'wrong-shape', times: Number.POSITIVE_INFINITY });
  assert.deepEqual(await modal.optionsOf('Social profiles'), [
    'I can’t read the publishing service’s list. Tell your Presscheck admin.',
  ]);
  assert.match(
    (await ana.hears('/social profiles')).text,
    /publishing service’s response, so social profiles can’t be chosen or listed right now\./,
  );
  // everything else works
  assert.match((await ana.hears('/social libraries')).text, /Hashtag libraries for/);
});

test('a list is back as soon as the service is', async (t) => {
  const { ana, service } = await startBot(t);
  const modal = await ana.opens('/post', 'New post');
  const down = service.faults.add({
    on: 'GET /social-profiles',
    kind: 'status',
    status: 500,
    times: Number.POSITIVE_INFINITY,
  });
  assert.deepEqual(await modal.optionsOf('Social profiles'), silent);
  down.remove();
  await eventually(async () =>
    assert.deepEqual(await modal.optionsOf('Social profiles', 'insta'), ['Instagram · northwind.coffee']),
  );
});

test('with a wrong key each list says so, and who to tell', async (t) => {
  const { ana } = await startBot(t, { settings: { SOCIAL_API_KEY: 'not-the-key' } });
  const modal = await ana.opens('/post', 'New post');
  assert.deepEqual(await modal.optionsOf('Brand'), refused);
});

longTest('if the service says that the key is missing, it’s shown as a rejected key', async (t) => {
  const { ana } = await startBot(t, {
    before: ({ service }) =>
      void service.faults.add({ on: 'GET /social-profiles', kind: 'status', status: 401, times: always }),
  });
  const modal = await ana.opens('/post', 'New post');
  assert.deepEqual(await modal.optionsOf('Social profiles'), refused);
});

test('the modal opens while the service is down, and shows no internal error', async (t) => {
  const { ana, chat, logs } = await startBot(t, {
    before: ({ service }) =>
      void service.faults.add({ on: '*', kind: 'status', status: 503, times: Number.POSITIVE_INFINITY }),
  });
  const modal = await ana.opens('/post Words that must not be lost', 'New post');
  assert.equal(modal.values.Caption, 'Words that must not be lost');
  assert.deepEqual(await modal.optionsOf('Brand'), silent);

  const submission = await modal.submit();
  assert.equal(submission.closed, false);
  assert.ok(submission.errors.Brand);
  assert.equal(chat.calls.filter(({ method }) => method === 'response_url').length, 0);
  assert.deepEqual(
    logs.filter(({ msg }) => msg === 'a listener failed'),
    [],
  );
});

test('choosing an entry that is only a message chooses no brand', async (t) => {
  const { ana, chat, bot } = await startBot(t, {
    before: ({ service }) =>
      void service.faults.add({
        on: 'GET /brands',
        kind: 'status',
        status: 503,
        times: Number.POSITIVE_INFINITY,
      }),
  });
  const modal = await ana.opens('/post', 'New post');
  await modal.fill({ Brand: 'isn’t responding', Caption: 'Hello' });
  assert.deepEqual((await modal.submit()).errors, { Brand: 'Choose a brand.' });
  const settings = await ana.opens('/social settings', 'Settings');
  await settings.fill({ 'Default brand': 'isn’t responding' });
  assert.deepEqual((await settings.submit()).errors, { 'Default brand': note });
  // a stop waits for every listener, so that nothing can still be on its way to the modal
  await bot.stop();
  assert.deepEqual(
    chat.calls.filter(({ method }) => method === 'views.update'),
    [],
  );
});

test('an entry that is only a hint is refused at its field in every modal', async (t) => {
  const { ana, cy, service } = await startBot(t, {
    before({ service }) {
      for (const on of ['GET /social-profiles', 'GET /hashtag-libraries', 'GET /studio-templates'])
        service.faults.add({ on, kind: 'status', status: 503, times: always });
    },
  });
  await ana.types('/post Beans from Huila');
  await (await ana.seesModal('New post')).submit();
  const card = await ana.sees('social', cardSays.ready);
  const sent = () => service.requests.filter(({ method }) => method !== 'GET').length;
  const before = sent();

  const fields = { 'Social profiles': ['isn’t responding'] };
  const generated = {
    ...fields,
    'Hashtag library': 'isn’t responding',
    'Reference designs': ['isn’t responding'],
  };
  for (const [command, entries, title] of [
    ['/post Hello', fields, 'New post'],
    ['/ai-post Our autumn menu starts', generated, 'New AI post'],
    ['/campaign Opening week', generated, 'New campaign'],
  ] as const) {
    const modal = await ana.opens(command, title);
    await modal.fill(entries);
    const wrong = Object.fromEntries(Object.keys(entries).map((label) => [label, note]));
    assert.deepEqual(await modal.submit(), { closed: false, errors: wrong }, title);
  }
  const edit = await ana.opensOn(card, 'Edit', 'Edit post');
  await edit.fill({ Caption: 'Beans from Nariño', ...fields });
  assert.deepEqual((await edit.submit()).errors, { 'Social profiles': note });

  const settings = await cy.opens('/social settings', 'Settings');
  await settings.fill({ 'Choose a brand': 'Northwind' });
  const brand = await cy.seesModal('Brand settings');
  await brand.fill({ 'Default profiles': ['isn’t responding'], 'Time zone': 'no time zone' });
  assert.deepEqual((await brand.submit()).errors, {
    'Default profiles': note,
    'Time zone': note,
  });
  assert.equal(sent(), before);
});

longTest(
  'a hint in the brand menu doesn’t keep an administrator from saving their own settings',
  async (t) => {
    const { cy } = await startBot(t, {
      before: ({ service }) =>
        void service.faults.add({ on: 'GET /brands', kind: 'status', status: 503, times: always }),
    });
    const settings = await cy.opens('/social settings', 'Settings');
    await settings.fill({ 'Choose a brand': 'isn’t responding' });
    assert.deepEqual(await settings.submit(), { closed: false, errors: {} });
    await cy.seesModal(saveTitle);
  },
);

test('a hint in place of the user groups is refused at its field', async (t) => {
  const { cy, chat } = await startBot(t);
  chat.faults.next('usergroups.list', { kind: 'refused', error: 'internal_error' }, 9);
  const list = await cy.hears('/social rules', /Approval rules/);
  const rule = await cy.opensOn(list, 'Edit', 'Approval rule', { beside: /Default rule/ });
  await rule.fill({ 'People who can approve': ['Bo'], 'User groups whose members can approve': ['Slack'] });
  assert.deepEqual((await rule.submit()).errors, {
    'User groups whose members can approve': note,
  });
});

test('an entry of a list that can’t be read is named below the rest, also from the cache', async (t) => {
  const { ana, service } = await startBot(t);
  const body = [
    { id: 'profile-1', provider: 'instagram', name: 'northwind.coffee' },
    { provider: 'linkedin', name: 'Without an id' },
  ];
  service.faults.add({ on: 'GET /social-profiles', kind: 'status', status: 200, body, times: always });
  const asked = new Set<number>();
  const some = 'I couldn’t read 1 of the social profiles. Tell your Presscheck admin.';
  for (const [command, title] of [
    ['/post', 'New post'],
    ['/ai-post', 'New AI post'],
  ] as const) {
    const modal = await ana.opens(command, title);
    assert.deepEqual(await modal.optionsOf('Social profiles'), ['Instagram · northwind.coffee', some]);
    assert.deepEqual(await modal.optionsOf('Social profiles', 'without'), [some]);
    asked.add(service.requestsTo('GET /social-profiles').length);
  }
  assert.equal(asked.size, 1, 'the cache was not used');
});
