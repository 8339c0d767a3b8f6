import assert from 'node:assert/strict';
import { startBot } from '#test/support/bot.ts';
import { longTest } from '#test/support/long-tests.ts';
import { inDays } from '#test/support/pausing.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { approve, cardSays } from '#test/support/user-actions.ts';

const yesterday = {
  brandId: 'brand-1',
  caption: 'Yesterday',
  socialProfileIds: ['profile-1'],
  scheduledAt: Date.now() - 86_400_000,
};

longTest('if the service refuses a new time, the approved post can still be published', async (t) => {
  const { bo, service, ...started } = await startBot(t);
  const setRule = await ruleSetter(t, started);
  await setRule(aRule());
  service.putPost(yesterday);
  await bo.types('/social posts');
  await approve(bo, await bo.privateMessage(/Yesterday/));
  const card = await bo.sees('social', /its planned time has passed/);
  await card.offers('Change time');
  service.faults.add({
    on: 'PATCH /post/*',
    kind: 'status',
    status: 422,
    body: { message: 'Not at that time.' },
    times: 1,
  });
  const modal = await bo.opensOn(card, 'Change time', /Schedule/);
  await modal.submit({ 'Schedule for': inDays(1) / 1_000 });
  await card.shows(/Not at that time/);
  await bo.clicks(card, 'Publish now', { shows: cardSays.publishedBy('U0BO') });
  assert.equal(service.publishes(), 1);
});

longTest('of two people who approved, the one who clicked publish is named as the publisher', async (t) => {
  const { bo, cy, service, ...started } = await startBot(t);
  const setRule = await ruleSetter(t, started);
  await setRule(aRule({ people: ['U0BO', 'U0CY'], needed: 2 }));
  service.putPost(yesterday);
  await bo.types('/social posts');
  await approve(bo, await bo.privateMessage(/Yesterday/));
  const card = await bo.sees('social', /1 of 2/);
  await approve(cy, card, { shows: /its planned time has passed/ });
  await bo.clicks(card, 'Publish now', { shows: cardSays.publishedBy('U0BO') });
});
