import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBrandJob } from '#src/posts/jobs.ts';
import { startBot } from '#test/support/bot.ts';
import { questionOf } from '#test/support/confirm.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { allNotified, sentNotifications } from '#test/support/notifications.ts';
import { openQueue } from '#test/support/queue.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import {
  approve,
  approveButton,
  cardSays,
  makesDraft,
  requestsCard,
  submits,
} from '#test/support/user-actions.ts';
import { retryButtons } from '#views/posts/card-questions.ts';
import { noProfiles, publishedNowhere } from '#views/posts/warnings.ts';

const nowhere = { fill: { 'Social profiles': [] } };
const patch = 'PATCH /post/*';
const inADay = (): number => Math.ceil(Date.now() / 1_000) + 86_400;

test('a draft without a profile says what that means, on its card and in the question, and is published', async (t) => {
  const { ana, bo, service } = await startBot(t);
  const card = await makesDraft(ana, 'Beans from Huila', nowhere);
  assert.ok(card.text.includes(`${noProfiles} Press *Edit* to choose some.`));
  await card.offers('Approve & publish');
  assert.ok(questionOf(card, 'Approve & publish')?.includes(noProfiles));
  await bo.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
  assert.equal(service.publishes(), 1);
});

longTest('if the service refuses to publish without a profile, its message is on the card', async (t) => {
  const { ana, bo, service } = await startBot(t, { service: { variants: { noProfiles: 'refused' } } });
  const card = await makesDraft(ana, 'Beans from Huila', nowhere);
  await bo.clicks(card, 'Approve & publish', {
    shows: /rejected this post because it has no social profiles.*The post wasn’t published/,
  });
  assert.equal(service.publishes(), 0);
});

longTest('a draft without a profile is scheduled from its form, which says what is missing', async (t) => {
  const { ana, bo, service } = await startBot(t);
  const card = await makesDraft(ana, 'Beans from Huila', nowhere);
  const modal = await bo.opensOn(card, 'Schedule', 'Schedule');
  assert.ok(modal.text.includes(noProfiles));
  await modal.sends({ 'Schedule for': inADay() });
  await card.shows(cardSays.scheduled);
  assert.equal(service.posts()[0]?.state, 'scheduled');
});

longTest('a post with a time and no profile is created with that time', async (t) => {
  const { ana, service } = await startBot(t);
  const at = inADay();
  const fill = { 'Schedule for': at, 'Social profiles': [] };
  assert.deepEqual((await submits(ana, '/post Beans from Huila', { fill })).errors, {});
  await ana.sees('social', cardSays.scheduled);
  assert.equal(service.posts()[0]?.scheduledAt, at * 1_000);
});

longTest(
  'a post without a profile that the service publishes on schedule isn’t shown as published',
  async (t) => {
    let aheadMs = 0;
    const bot = await startBot(t, { now: () => Date.now() + aheadMs });
    const { ana, service } = bot;
    const fill = { 'Schedule for': inADay(), 'Social profiles': [] };
    assert.deepEqual((await submits(ana, '/post Beans from Huila', { fill })).errors, {});
    const card = await ana.sees('social', cardSays.scheduled);
    service.edit(service.posts()[0]?.id ?? '', { state: 'published' });
    aheadMs = 25 * 3_600_000;
    const queue = openQueue(t, bot);
    await eventually(async () => {
      await queue.enqueue(readBrandJob, { workspace: 'T0PRESS', brand: 'brand-1' });
      assert.match(card.text, /Published on schedule/);
    });
    assert.ok(card.text.includes(publishedNowhere('this post')));
    await allNotified(t, bot);
    const told = sentNotifications(bot).map(({ text }) => text);
    assert.ok(
      told.some((text) => text.includes(publishedNowhere('this post'))),
      told.join('\n'),
    );
    assert.doesNotMatch(told.join('\n'), /went out/);
  },
);

test('Edit sends an empty list if all profiles or media are removed or replaced by none', async (t) => {
  const { ana, bo, service } = await startBot(t);
  const files = { 'Media links': 'https://example.com/1.png' };
  const none = { socialProfileIds: [] };
  let card = await makesDraft(ana, 'Beans one', { fill: files });
  for (const [name, fill, told, sent] of [
    ['one', { Media: 'Replace all' }, 'files', { mediaUrls: [] }],
    ['one', { Profiles: 'Remove all profiles' }, 'social profiles', none],
    ['two', { Profiles: 'Replace all with the profiles below' }, 'social profiles', none],
  ] as const) {
    if (name === 'two') {
      card = await requestsCard(ana, '/post Beans two', cardSays.readyWith(/Beans two/));
    }
    const edit = await bo.opensOn(card, 'Edit', 'Edit post');
    await edit.sends(fill);
    await card.shows(new RegExp(`Edited by <@U0BO>.*all ${told} removed`));
    assert.deepEqual(service.requestsTo(patch).at(-1)?.body, sent);
  }
});

longTest('a post with more media than PATCH takes is edited and published', async (t) => {
  const { ana, bo, service } = await startBot(t);
  const links = Array.from({ length: 11 }, (_, n) => `https://example.com/${n}.png`);
  const card = await makesDraft(ana, 'Eleven pictures', { fill: { 'Media links': links.join('\n') } });
  const edit = await bo.opensOn(card, 'Edit', 'Edit post');
  await edit.sends({ Caption: 'Eleven good pictures' });
  await card.shows(/Edited by <@U0BO>.*caption/);
  await bo.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
  assert.deepEqual(service.posts()[0]?.mediaUrls, links);
});

longTest('a post that wasn’t created doesn’t mention a button that its card doesn’t have', async (t) => {
  const { ana, service } = await startBot(t);
  service.faults.add({ on: 'POST /post', kind: 'status', status: 400 });
  await submits(ana, '/post Beans from Huila', nowhere);
  const card = await ana.sees('social', /Couldn’t create the post/);
  await card.offersOnly(['Duplicate', retryButtons.create]);
  assert.ok(card.text.includes(noProfiles));
  assert.doesNotMatch(card.text, /\*Edit\*/);
});

longTest(
  'an AI post whose generation failed doesn’t mention a button that its card doesn’t have',
  async (t) => {
    const { ana, service } = await startBot(t);
    service.failGeneration(1);
    await submits(ana, '/ai-post Our autumn menu starts on Monday', nowhere);
    const card = await ana.sees('social', /Couldn’t generate this post/);
    await card.offersOnly([retryButtons.generate]);
    assert.ok(card.text.includes(noProfiles));
    assert.doesNotMatch(card.text, /\*Edit\*/);
  },
);

longTest('under a rule a post without a profile is approved like any other', async (t) => {
  const { ana, bo, service, ...started } = await startBot(t);
  const setRule = await ruleSetter(t, started);
  await setRule(aRule());
  const card = await makesDraft(ana, 'Beans from Huila', nowhere);
  assert.ok(questionOf(card, await approveButton(card))?.includes(noProfiles));
  await approve(bo, card, { shows: cardSays.publishedBy('U0BO') });
  assert.equal(service.publishes(), 1);
});

test('a post whose profile was removed in the web app isn’t sent, and its card says why', async (t) => {
  const { ana, bo, service } = await startBot(t);
  const card = await makesDraft(ana, 'Beans from Huila');
  service.edit(service.posts()[0]?.id ?? '', { socialProfileIds: [] });
  await bo.clicks(card, 'Approve & publish', {
    shows: /no longer has a social profile in the publishing service/,
  });
  assert.equal(service.requestsTo(patch).length, 0);
});

test('a refusal of profiles says what people can do, not what the API says', async (t) => {
  const { ana, bo, service } = await startBot(t);
  const card = await makesDraft(ana, 'Beans from Huila');
  service.faults.add({
    on: patch,
    kind: 'status',
    status: 422,
    body: { message: 'socialProfileIds: this brand has no social profile profile-1.' },
  });
  await bo.clicks(card, 'Approve & publish', {
    shows: /rejected this post because it has no social profiles.*The post wasn’t published/,
  });
  assert.doesNotMatch(card.text, /socialProfileIds/);
});
