import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { stopWorker } from '#test/support/roles.ts';
import { cardSays, makesDraft } from '#test/support/user-actions.ts';

for (const mode of oneOf(['http', 'socket'] as const)) {
  test(`a post is written, edited, scheduled, unscheduled and published over ${mode}`, async (t) => {
    const { ana, bo, cy, service } = await startBot(t, { mode });
    const modal = await ana.opens('/post Fresh beans are in', 'New post');
    await modal.sends({
      'Media links': 'https://example.com/beans.png',
      'Social profiles': ['LinkedIn · Northwind Coffee'],
    });

    const card = await ana.sees('social', cardSays.ready);
    assert.match(card.text, /Fresh beans are in/);
    assert.match(card.text, /LinkedIn · Northwind Coffee/);
    assert.equal(card.pictures[0]?.url, 'https://example.com/beans.png');

    const edit = await bo.opensOn(card, 'Edit', 'Edit post');
    await edit.submit({ Caption: 'Fresh beans are in. Come and smell them.' });
    await card.shows(/Come and smell them/);
    await card.offers('Schedule');
    assert.equal(service.posts()[0]?.caption, 'Fresh beans are in. Come and smell them.');

    const inTwoDays = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 2 * 86_400_000);
    const schedule = await cy.opensOn(card, 'Schedule', 'Schedule');
    await schedule.submit({ 'Schedule for': inTwoDays });
    await card.shows(/Scheduled for <!date.* by <@U0CY>/);
    await card.offersOnly(['Preview', 'Duplicate', 'Reschedule', 'Edit', 'Unschedule', 'Publish now']);
    assert.equal(service.posts()[0]?.state, 'scheduled');
    assert.equal(service.posts()[0]?.scheduledAt, inTwoDays.getTime());

    await bo.clicks(card, 'Unschedule', { shows: cardSays.ready });
    assert.equal(service.posts()[0]?.state, 'draft');

    await bo.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
    assert.equal(service.publishes(), 1);
    assert.equal(service.creations(), 1);
  });
}

test('a post with a time is created with it, and published by the service at that time', async (t) => {
  const { ana, service } = await startBot(t);
  const modal = await ana.opens('/post Doors open at nine', 'New post');
  const soon = Math.ceil(Date.now() / 1_000) + 60;
  await modal.submit({ 'Schedule for': soon, 'Social profiles': ['Instagram · northwind.coffee'] });
  const card = await ana.sees('social', cardSays.scheduled);
  await card.offersOnly(['Preview', 'Duplicate', 'Reschedule', 'Edit', 'Unschedule', 'Publish now']);
  const creation = service.requests.find(({ method, path }) => method === 'POST' && path.endsWith('/post'));
  assert.deepEqual(creation?.body, {
    caption: 'Doors open at nine',
    mediaUrls: [],
    socialProfileIds: ['profile-1'],
    scheduledAt: new Date(soon * 1_000).toISOString().replace('.000Z', 'Z'),
  });
});

test('a rejected post says who rejected it and why, and can no longer be published', async (t) => {
  const { ana, bo, service } = await startBot(t);
  await ana.types('/post A joke that is not funny');
  await (await ana.seesModal('New post')).submit();
  const card = await ana.sees('social', cardSays.ready);
  const modal = await bo.opensOn(card, 'Reject', 'Reject post');
  await modal.submit({ Reason: 'Not our voice <!channel>' });
  await card.shows(/Rejected by <@U0BO>:\* Not our voice &lt;!channel&gt;/);
  assert.match(card.text, /press \*Reopen\*\. To create a new one, use `\/post`/);
  assert.deepEqual(card.buttons, ['Duplicate', 'Reopen']);
  assert.equal(service.publishes(), 0);
});

test('a post that goes out at the time set here says so, with the time and who set it', async (t) => {
  const { ana, bo, service } = await startBot(t);
  const card = await makesDraft(ana, 'Doors open at nine');
  const modal = await bo.opensOn(card, 'Schedule', 'Schedule');
  const soon = Math.ceil(Date.now() / 1_000) + 1;
  await modal.submit({ 'Schedule for': soon });
  await eventually(() => assert.equal(service.posts()[0]?.state, 'published'));
  await ana.types('/social posts');
  await card.shows(new RegExp(`Published on schedule\\*  <!date\\^${soon}\\^.*scheduled by <@U0BO>`));
});

longTest('after a time is refused, the form no longer shows the parsed time', async (t) => {
  const { ana, service } = await startBot(t);
  const modal = await ana.opens('/post Doors open at nine', 'New post');
  await modal.submit({
    'Social profiles': ['Instagram · northwind.coffee'],
    'Or type a time': 'tomorrow 12:00',
  });
  assert.match(modal.text, /12:00 PM in Madrid/);
  for (const [fill, says] of [
    [{ 'Or type a time': 'Friday' }, [/\*Or type a time\*: Add the time of day/]],
    [
      { 'Media links': 'the blue one' },
      [/\*Or type a time\*: Add the/, /\*Media links\*: “the blue one” isn’t/],
    ],
    [{ 'Or type a time': [] }, [/^New post\n:warning: \*Media links\*: “the blue one” isn’t/]],
  ] as const) {
    assert.deepEqual(await modal.submit(fill), { closed: false, errors: {} });
    for (const one of says) assert.match(modal.text, one);
    assert.doesNotMatch(modal.text, /12:00 PM in|Confirm & /);
    assert.equal(modal.submitText, 'Create post');
    assert.equal(modal.values.Caption, 'Doors open at nine');
  }
  await modal.submit({ 'Media links': [], 'Or type a time': '5/6 at 9:30' });
  assert.match(modal.text, /ambiguous/);
  assert.deepEqual(await modal.submit({ 'Or type a time': 'soon' }), { closed: false, errors: {} });
  assert.doesNotMatch(modal.text, /ambiguous/);
  await modal.submit({ 'Or type a time': 'tomorrow 12:00' });
  assert.match(modal.text, /12:00 PM in Madrid/);
  assert.doesNotMatch(modal.text, /:warning:/);
  const { errors } = await modal.submit({ 'Media links': 'the blue one' });
  assert.deepEqual(Object.keys(errors), ['Media links'], 'the shown time is still valid');
  assert.match(modal.text, /12:00 PM in Madrid/);
  assert.deepEqual(service.posts(), []);
});

test('a local address is refused at its field if the publishing service is elsewhere', async (t) => {
  const started = await startBot(t);
  const { ana } = started;
  const links = { 'Media links': 'http://127.0.0.1:3000/a.png' };
  const card = await makesDraft(ana, 'Beans', { fill: links });
  await stopWorker(t, started, { SOCIAL_API_URL: 'https://service.invalid/v1' });
  const form = await ana.opens('/post Beans', 'New post');
  await form.fill(links);
  const refused = /^“http:\/\/127\.0\.0\.1:3000\/a\.png” is on a private computer or network/;
  assert.match((await form.submit()).errors['Media links'] ?? '', refused);
  await form.close();
  const edit = await ana.opensOn(card, 'Edit', 'Edit post');
  await edit.fill({ ...links, Media: 'Add the links below' });
  assert.match((await edit.submit()).errors['Media links'] ?? '', refused);
});
