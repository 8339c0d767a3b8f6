/** A rejected post that someone reopens, over signed HTTP. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditTrail } from '#test/support/audit-trail.ts';
import { type StartedBot, startBot } from '#test/support/bot.ts';
import { longTest } from '#test/support/long-tests.ts';
import { withCampaign } from '#test/support/review.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { approve, cardSays, makesDraft } from '#test/support/user-actions.ts';

async function reject(who: StartedBot['bo'], card: Parameters<StartedBot['bo']['clicks']>[0]): Promise<void> {
  const modal = await who.opensOn(card, 'Reject', 'Reject post');
  await modal.submit({ Reason: 'Wrong prices' });
}

test('a rejected post is reopened once by someone who can decide, and needs all its approvals again', async (t) => {
  const started = await startBot(t);
  const { ana, bo, cy, service } = started;
  await (await ruleSetter(t, started))(aRule({ people: ['U0BO', 'U0CY'], needed: 2 }));
  const card = await makesDraft(ana, 'Beans from Huila');
  await approve(cy, card, { shows: /1 of 2/ });
  await reject(bo, card);
  await card.shows(/Rejected by <@U0BO>[\s\S]*press \*Reopen\*/);
  await card.offersOnly(['Duplicate', 'Reopen']);
  assert.match((await ana.hearsOn(card, 'Reopen')).text, /can’t review/);

  await Promise.all([bo.clicks(card, 'Reopen'), cy.clicks(card, 'Reopen')]);
  await card.shows(cardSays.readyWith(/0 of 2[\s\S]*Rejected by <@U0BO>.*: Wrong prices\nReopened by/));
  const first = /Reopened by <@(\w+)>/.exec(card.text)?.[1];
  const second = first === 'U0BO' ? cy : bo;
  assert.match(await second.seesPrivately(), new RegExp(`<@${first}> reopened this first`));
  const reopened = (await auditTrail(t, started)).filter(({ what }) => what === 'reopened');
  assert.deepEqual(
    reopened.map(({ by }) => by),
    [first],
  );

  await approve(bo, card, { shows: /1 of 2/ });
  await approve(cy, card, { shows: /Published by/ });
  assert.equal(service.publishes(), 1);
});

longTest('a reopened campaign post can be decided along with the others', async (t) => {
  const { bo, card, posts, service } = await withCampaign(t, 2, {
    settings: { RESTING_INTERVAL_MS: '300', WATCH_INTERVAL_MS: '50' },
  });
  const [post] = posts;
  await post.offers('Reject');
  await reject(bo, post);
  await card.shows(/1 post to review/);
  await post.offersOnly(['Duplicate', 'Reopen']);
  await bo.clicks(post, 'Reopen');
  await card.shows(/2 posts to review/);
  await post.shows(cardSays.readyWith(/Planned for/));
  for (const { id } of service.posts()) service.remove(id);
  await post.shows(/no longer|deleted|gone/i);
});
