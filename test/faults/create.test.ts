import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createPauseStore } from '#src/pause/pause-store.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { oneOf } from '#test/support/long-tests.ts';
import { brandId, inDays, pauseReport, startPausing } from '#test/support/pausing.ts';
import { redisOf } from '#test/support/stored.ts';
import { cardSays, opensPosts, requestsCard, submits } from '#test/support/user-actions.ts';
import { retryButtons } from '#views/posts/card-questions.ts';
import { faultsFor, lostAnswers, pauses, refusals, settingsFor } from './service-faults.ts';

const requests = [
  { command: '/post', on: 'POST /post', ends: cardSays.ready, again: retryButtons.create },
  { command: '/ai-post', on: 'POST /post/ai', ends: cardSays.ready, again: retryButtons.generate },
  { command: '/campaign', on: 'POST /campaigns', ends: /2 posts to review/, again: retryButtons.generate },
] as const;

const fillFor = (command: string) => (command === '/campaign' ? { Posts: '2' } : {});

for (const { command, on, ends, again } of requests) {
  describe(`\`${command}\``, { concurrency: 4 }, () => {
    for (const { what, fault, says } of faultsFor(command, refusals)) {
      test(`when the service ${what}, the card says why, nothing is created, and people can try again`, async (t) => {
        const { ana, bo, service } = await startBot(t);
        service.faults.add({ on, ...fault });
        const card = await requestsCard(ana, `${command} Words of a person`, says, {
          fill: fillFor(command),
        });
        assert.match(card.text, /Couldn’t create the (post|campaign)/);
        assert.match(card.text, /Nothing was created\./);
        await card.offersOnly(on === 'POST /post' ? ['Duplicate', again] : [again]);
        assert.equal(service.requestsTo(on).length, 1);
        assert.equal(service.creations() + service.generations(), 0);

        await bo.clicks(card, again);
        await ana.sees('social', ends);
        assert.equal(service.creations() + service.generations(), 1);
      });
    }

    for (const { what, fault } of faultsFor(command, pauses)) {
      test(`when the service ${what}, the request is sent once more afterwards, and one post is created`, async (t) => {
        const { ana, service } = await startBot(t);
        service.faults.add({ on, ...fault });
        await requestsCard(ana, `${command} Words of a person`, ends, { fill: fillFor(command) });
        const [first, second, ...more] = service.requestsTo(on);
        assert.ok(first && second && second.at - first.at >= 1_000);
        assert.deepEqual(more, []);
        assert.equal(service.creations() + service.generations(), 1);
      });
    }

    for (const trouble of faultsFor(command, lostAnswers)) {
      test(`when the service ${trouble.what}, the post is found in the listing and never requested twice`, async (t) => {
        const { ana, service } = await startBot(t, { settings: settingsFor(trouble) });
        await opensPosts(ana);
        service.faults.add({ on, ...trouble.fault });
        await requestsCard(ana, `${command} Words of a person`, ends, { fill: fillFor(command) });
        assert.equal(service.requestsTo(on).length, 1);
        assert.equal(service.creations() + service.generations(), 1);
      });
    }
  });
}

const unread = [
  { what: 'answers 500', fault: { kind: 'status', status: 500 } },
  { what: 'drops the connection', fault: { kind: 'drop-before' } },
  { what: 'returns a web page', fault: { kind: 'html' } },
] as const;

for (const { what, fault } of oneOf(unread)) {
  test(`when the listing read before a creation ${what}, the post is created once, a moment later`, async (t) => {
    const { ana, service } = await startBot(t);
    const listing = service.faults.add({ on: 'GET /post', ...fault });
    await requestsCard(ana, '/ai-post Words of a person', cardSays.ready);
    assert.equal(listing.hits, 1);
    assert.equal(service.requestsTo('POST /post/ai').length, 1);
    assert.equal(service.generations(), 1);
  });
}

test('a scheduled post whose response was lost is found after a pause unscheduled it', async (t) => {
  const bot = await startPausing(t, { settings: { REQUEST_TIMEOUT_MS: '1500' } });
  const { ana, bo, chat, service, settings } = bot;
  await opensPosts(ana);
  service.faults.add({ on: 'POST /post', kind: 'hang-after' });
  await submits(ana, '/post Words of a person', { fill: { 'Schedule for': inDays(2) / 1_000 } });
  await eventually(() => assert.equal(service.creations(), 1));
  await bo.types('/social pause all recall of a batch');
  await pauseReport(bot, /1 post unscheduled/);
  const { redis, prefix } = redisOf(t, settings);
  // someone rescheduled it in the web app, and the next pause unscheduled that
  await createPauseStore(redis, prefix, 60_000).note(chat.world.workspace.id, `brand.${brandId}`, {
    id: service.posts()[0]?.id ?? '',
    brand: { id: brandId, name: 'Northwind Coffee' },
    caption: '',
    pausedAt: new Date().toISOString(),
    scheduledFor: new Date(inDays(9)).toISOString(),
    state: 'unscheduled',
    attempts: 1,
  });
  const card = await ana.sees('social', /Publishing is paused[\s\S]*Planned for/);
  assert.match(card.text, /Unscheduled because .* paused publishing/);
  assert.equal(service.creations(), 1);
  assert.equal(service.posts()[0]?.state, 'draft');
});
