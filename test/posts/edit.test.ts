import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import { readBrandJob } from '#src/posts/jobs.ts';
import { type StartedBot, startBot, workspace } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { picture, startServing } from '#test/support/files.ts';
import { longTest, shareOf } from '#test/support/long-tests.ts';
import { openQueue } from '#test/support/queue.ts';
import { cardSays, makesDraft, submits } from '#test/support/user-actions.ts';
import { uploadLabel } from '#views/posts/media-fields.ts';

const one = 'https://example.com/1.png';
const two = 'https://example.com/2.png';

async function draftWith(
  t: Parameters<typeof startBot>[0],
  media: string,
): Promise<StartedBot & { card: ShownMessage }> {
  const started = await startBot(t);
  return { ...started, card: await makesPost(started, 'Fresh beans are in', media) };
}

async function makesPost({ ana }: StartedBot, caption: string, media: string): Promise<ShownMessage> {
  const modal = await ana.opens(`/post ${caption}`, 'New post');
  await modal.submit({ 'Media links': media, 'Social profiles': ['LinkedIn · Northwind Coffee'] });
  return ana.sees('social', cardSays.readyWith(new RegExp(caption)));
}

const edits: { name: string; fill: Record<string, string | string[]>; sent: object; told: RegExp }[] = [
  {
    name: 'the caption',
    fill: { Caption: 'New words' },
    sent: { caption: 'New words' },
    told: /: caption$/m,
  },
  {
    name: 'media added',
    fill: { Media: 'Add the links below', 'Media links': two },
    sent: { addMediaUrls: [two] },
    told: /1 file added/,
  },
  {
    name: 'media replaced',
    fill: { Media: 'Replace all with the links below', 'Media links': two },
    sent: { mediaUrls: [two] },
    told: /1 file replaced the previous one/,
  },
  {
    name: 'media removed',
    fill: { Media: 'Remove all media' },
    sent: { clearMedia: true },
    told: /all files removed/,
  },
  {
    name: 'profiles added',
    fill: { Profiles: 'Add the profiles below', 'Social profiles': ['Instagram · northwind.coffee'] },
    sent: { addSocialProfileIds: ['profile-1'] },
    told: /1 social profile added/,
  },
  {
    name: 'profiles replaced',
    fill: {
      Profiles: 'Replace all with the profiles below',
      'Social profiles': ['Instagram · northwind.coffee'],
    },
    sent: { socialProfileIds: ['profile-1'] },
    told: /1 social profile replaced the previous one/,
  },
];

test('Edit sends only the changes', async (t) => {
  const bot = await startBot(t);
  const { bo, service } = bot;
  const tried = shareOf(edits, { which: 1, shares: 2 });
  for (const { name, fill, sent, told } of tried) {
    const card = await makesPost(bot, `With ${name}`, one);
    const modal = await bo.opensOn(card, 'Edit', 'Edit post');
    assert.deepEqual((await modal.submit(fill)).errors, {}, name);
    await card.shows(told);
    assert.match(card.text, /Edited by <@U0BO>, /);
    assert.deepEqual(service.requestsTo('PATCH /post/*').at(-1)?.body, sent);
    assert.ok(card.buttons.includes('Approve & publish'), name);
  }
  assert.equal(service.requestsTo('PATCH /post/*').length, tried.length);
});

test('Edit shows what the post has, and removes single files and profiles', async (t) => {
  const { bo, card, service } = await draftWith(t, `${one}\n${two}`);
  const adding = await bo.opensOn(card, 'Edit', 'Edit post');
  assert.deepEqual(adding.values['Current files'], ['1. 1.png', '2. 2.png']);
  assert.deepEqual(adding.values['Current profiles'], ['LinkedIn · Northwind Coffee']);
  await adding.submit({
    Profiles: 'Add the profiles below',
    'Social profiles': ['Instagram · northwind.coffee'],
  });
  await card.shows(/1 social profile added/);

  const removing = await bo.opensOn(card, 'Edit', 'Edit post');
  await removing.sends({
    'Current files': ['2. 2.png'],
    'Current profiles': ['Instagram · northwind.coffee'],
  });
  await card.shows(/1 file removed, 1 social profile removed/);

  const swapping = await bo.opensOn(card, 'Edit', 'Edit post');
  await swapping.submit({ 'Current files': [], Media: 'Add the links below', 'Media links': one });
  await card.shows(/1 file replaced the previous one/);
  const [, removed, swapped] = service.requestsTo('PATCH /post/*').map(({ body }) => body);
  assert.deepEqual(removed, { mediaUrls: [two], socialProfileIds: ['profile-1'] });
  assert.deepEqual(swapped, { mediaUrls: [one] });
});

longTest(
  'a post that was sent back shows its note in Edit, and its changed files once resubmitted',
  async (t) => {
    const { ana, bo, card } = await draftWith(t, `${one}\n${two}`);
    const request = await bo.opensOn(card, 'Request changes', 'Request changes');
    await request.submit({ 'What should change': 'Not <!channel> *again*' });
    await card.offers('Resubmit');
    const edit = await ana.opensOn(card, 'Edit', 'Edit post');
    assert.match(edit.text, /Changes requested by <@U0BO>:\*? Not &lt;!channel&gt; .again/);
    await edit.sends({
      'Current files': ['1. 1.png'],
      Media: 'Add the links below',
      'Media links': 'https://example.com/harvest%20day.jpg',
    });
    await card.shows(/Edited by <@U0ANA>, .*1 file removed/);
    await ana.clicks(card, 'Resubmit', {
      shows: cardSays.readyWith(
        /Edited since changes were requested\*, last edit by <@U0ANA>, <!date.*\nFiles: 2\.png removed, harvest day\.jpg added/,
      ),
    });
    assert.doesNotMatch(card.text, /Edited by|1 file/);
  },
);

test('Edit schedules and unschedules', async (t) => {
  const { bo, card, service } = await draftWith(t, one);
  const at = Math.ceil(Date.now() / 1_000) + 86_400;
  const modal = await bo.opensOn(card, 'Edit', 'Edit post');
  await modal.submit({ 'Schedule for': at });
  await card.shows(cardSays.scheduled);
  const again = await bo.opensOn(card, 'Edit', 'Edit post');
  await again.submit({ Schedule: 'Remove time' });
  await card.shows(cardSays.ready);
  const patches = service.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  assert.deepEqual(patches, [
    { scheduledAt: new Date(at * 1_000).toISOString().replace('.000Z', 'Z') },
    { scheduledAt: null },
  ]);
});

longTest('Edit parses a typed time, shows it, and saves it once it’s confirmed', async (t) => {
  const { bo, card, service } = await draftWith(t, one);
  const modal = await bo.opensOn(card, 'Edit', 'Edit post');
  await modal.fill({ 'Or type a time': 'when it is ready' });
  assert.match((await modal.submit()).errors['Or type a time'] ?? '', /don’t recognize that time/);
  await modal.fill({ Caption: 'Doors open', 'Or type a time': 'in 2 days at 9:30' });
  assert.deepEqual(await modal.submit(), { closed: false, errors: {} });
  assert.match(modal.text, /9:30 AM in [\s\S]*Press \*Confirm &amp; save\* to use this time/);
  assert.equal(service.requestsTo('PATCH /post/*').length, 0);
  assert.deepEqual(await modal.submit(), { closed: true, errors: {} });
  await card.shows(cardSays.scheduled);
  assert.match(service.posts()[0]?.caption ?? '', /Doors open/);

  const again = await bo.opensOn(card, 'Edit', 'Edit post');
  assert.deepEqual((await again.submit({ 'Or type a time': 'in 3 days at 9:30' })).errors, {
    'Or type a time': 'You typed a time. Choose above what to do with it.',
  });
  await again.fill({ Schedule: 'Remove time' });
  assert.match((await again.submit()).errors['Or type a time'] ?? '', /here, but chose “Remove time” above/);
  await again.submit({ Schedule: 'Schedule for the time below' });
  assert.deepEqual(await again.submit(), { closed: true, errors: {} });
  await eventually(() => {
    const [first = '', second = ''] = service
      .requestsTo('PATCH /post/*')
      .map(({ body }) => (body as { scheduledAt: string }).scheduledAt);
    assert.ok(Date.parse(second) > Date.parse(first));
  });
});

const wrong: {
  name: string;
  fill: Record<string, string | string[] | number>;
  field: string;
  says: RegExp;
}[] = [
  { name: 'nothing changed', fill: {}, field: 'Caption', says: /You haven’t changed anything/ },
  {
    name: 'links without a way',
    fill: { 'Media links': two },
    field: 'Media links',
    says: /Choose above whether to add them/,
  },
  {
    name: 'a way without links',
    fill: { Media: 'Add the links below' },
    field: 'Media links',
    says: /at least one link/,
  },
  {
    name: 'more than ten media in all',
    fill: {
      Media: 'Add the links below',
      'Media links': Array.from({ length: 10 }, (_, n) => `https://example.com/${n}.png`).join('\n'),
    },
    field: 'Media links',
    says: /up to 10 files\. This one has 1/,
  },
  {
    name: 'profiles without a way',
    fill: { 'Social profiles': ['Instagram · northwind.coffee'] },
    field: 'Social profiles',
    says: /whether to add them or replace/,
  },
  {
    name: 'a time that has passed',
    fill: { 'Schedule for': 1_600_000_000 },
    field: 'Schedule for',
    says: /has passed/,
  },
];

test('Edit refuses each invalid input at its field', async (t) => {
  const { bo, card, service } = await draftWith(t, one);
  for (const { name, fill, field, says } of wrong) {
    const modal = await bo.opensOn(card, 'Edit', 'Edit post');
    assert.match((await modal.submit(fill)).errors[field] ?? '', says, name);
    await modal.close();
  }
  assert.equal(service.requestsTo('PATCH /post/*').length, 0);
});

test('editing a post that was changed meanwhile overwrites nothing', async (t) => {
  const { ana, bo, card, service } = await draftWith(t, one);
  const first = await ana.opensOn(card, 'Edit', 'Edit post');
  const second = await bo.opensOn(card, 'Edit', 'Edit post');
  await second.submit({ Caption: 'The words of Bo' });
  await card.shows(/The words of Bo/);
  await first.fill({ Caption: 'The words of Ana' });
  assert.match((await first.submit()).errors.Caption ?? '', /changed while you were editing/);
  assert.equal(service.posts()[0]?.caption, 'The words of Bo');
});

longTest('a time for a post that was rejected meanwhile is refused in plain words', async (t) => {
  const { ana, bo, card } = await draftWith(t, one);
  const modal = await ana.opensOn(card, 'Schedule', 'Schedule');
  await modal.submit({ 'Or type a time': 'in 2 days at 9:30' });
  const reject = await bo.opensOn(card, 'Reject', /Reject/);
  await reject.submit({ Reason: 'Not this week' });
  await card.shows(/Rejected/);
  const said = Object.values((await modal.submit()).errors).join();
  assert.match(
    said,
    /^Bo rejected this first, \w+day, \w+ \d+, \d{4} at \d+:\d\d [AP]M\.( It was rejected\.)?$/,
  );
});

longTest('Edit doesn’t ask what to do with files and profiles if there are none yet', async (t) => {
  const { ana, bo, service } = await startBot(t);
  const card = await makesDraft(ana, 'Fresh beans are in', { fill: { 'Social profiles': [] } });
  const modal = await bo.opensOn(card, 'Edit', 'Edit post');
  const asked = ['Caption', 'Media links', 'Social profiles', 'Schedule for', 'Or type a time'];
  assert.deepEqual(Object.keys(modal.values), asked);
  await modal.sends({ 'Media links': two, 'Social profiles': ['Instagram · northwind.coffee'] });
  await card.shows(/: 1 file added, 1 social profile added$/m);
  assert.deepEqual(
    service.requestsTo('PATCH /post/*').map(({ body }) => body),
    [{ addMediaUrls: [two], addSocialProfileIds: ['profile-1'] }],
  );
});

test('a file that an edit keeps is sent at the service’s address once its own has expired', async (t) => {
  const link = 'https://cdn.test/menu.png';
  const copy = 'https://cdn.service.example/a1b2c3.png';
  let aheadMs = 0;
  const bot = await startServing(t, {
    settings: { FILE_LINK_DAYS: '1', RESTING_INTERVAL_MS: '100', WATCH_INTERVAL_MS: '50' },
    now: () => Date.now() + aheadMs,
  });
  const { ana, service } = bot;
  const fill = { [uploadLabel]: [picture], 'Media links': link };
  assert.deepEqual((await submits(ana, '/post Fresh beans', { fill })).errors, {});
  const card = await ana.sees('social', cardSays.ready);
  service.edit(service.posts()[0]?.id ?? '', { mediaUrls: [link, copy] });
  const queue = openQueue(t, bot);
  await eventually(async () => {
    await queue.enqueue(readBrandJob, { workspace, brand: 'brand-1' });
    assert.ok(card.pictures.some(({ url }) => url === copy));
  });
  aheadMs = 3 * 86_400_000;
  const form = await ana.opensOn(card, 'Edit', 'Edit post');
  const [, second] = form.values['Current files'] as string[];
  await form.sends({ 'Current files': [second ?? ''] });
  await card.shows(/1 file removed/);
  assert.deepEqual(service.posts()[0]?.mediaUrls, [copy]);
});
