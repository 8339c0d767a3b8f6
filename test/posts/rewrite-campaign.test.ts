/** Rewriting a campaign's post and a post with changes requested, over signed HTTP. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditTrail } from '#test/support/audit-trail.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { allNotified, cardsBelow } from '#test/support/notifications.ts';
import { continueTo, report, reviews, tick, withCampaign } from '#test/support/review.ts';
import { cardSays, nthVersion, requestsCard, rewrites, submits } from '#test/support/user-actions.ts';
import { otherVersionsInThread } from '#views/campaigns/review-parts.ts';
import { buttonText } from '#views/posts/card-buttons.ts';
import { retryButtons, scheduledStay } from '#views/posts/card-questions.ts';

const { keep, rewrite } = buttonText;

longTest(
  'a rewritten campaign post keeps its number and time, and replaces the first version once kept',
  async (t) => {
    const started = await withCampaign(t, 3);
    const { bo, card, posts, chat, service } = started;
    const [, second] = posts;
    await second.offers(rewrite);
    const [time] = second.text.match(/Planned for <!date[^>]+>/) ?? [];
    assert.ok(time);
    // if the reply that says the campaign is ready came after the new card, it would notify Bo, too
    await allNotified(t, started);
    const form = await bo.opensOn(second, rewrite, 'Rewrite post');
    assert.match(form.text, /to the campaign’s thread/);
    await form.fill({ 'What should change': 'Shorter', 'In your own words': 'Begin with a question' });
    assert.deepEqual(await form.submit(), { closed: true, errors: {} });

    const version = await nthVersion(card, 4);
    assert.match(version.text, /Post 2 of 3 for Northwind Coffee/);
    assert.match(version.text, /Requested by <@U0BO> · Rewrite: Shorter, Begin with a question/);
    assert.ok(version.text.includes(time), version.text);
    const [sent] = service.requestsTo('POST /post/ai').map(({ body }) => body as Record<string, unknown>);
    for (const part of ['Opening week of the new shop', 'Shorter · Begin with a question'])
      assert.ok(String(sent?.prompt).includes(part), part);
    // the requester is notified by the new card, and by nothing else
    assert.deepEqual(
      chat.notified('Bo').map(({ ts }) => ts),
      [version.ts],
    );

    const list = await reviews(bo, card);
    assert.equal(list.text.match(/ \*2\.\* /g)?.length, 1);
    assert.equal(list.text.split(otherVersionsInThread).length, 2);
    await tick(list, 2);
    const check = await continueTo(bo, list, 'Publish now', /Publish 1 post\?/);
    assert.match(check.text, /The other versions waiting for review will be discarded/);

    await bo.clicks(version, keep);
    await second.shows(/Discarded by <@U0BO>/);
    await card.shows(/3 posts to review/);
    const after = await reviews(bo, card);
    assert.ok(!after.text.includes(otherVersionsInThread));
    // its row leads to the version that was kept
    assert.match(after.text, new RegExp(`\\*2\\.\\* .*p${version.ts.replace('.', '')}`));
    await tick(after, 1, 2, 3);
    await (await continueTo(bo, after, 'Approve and keep planned times', /Schedule 3 posts\?/)).submit();
    await report(bo, /\*3 posts scheduled\*/);
    await version.shows(/\*Scheduled for/);
    assert.match(second.text, /Discarded by/);
    await card.shows(/No posts left to review/);
    const trail = await auditTrail(t, started);
    assert.deepEqual(
      trail.filter(({ what }) => what === 'kept version').map(({ by }) => by),
      ['U0BO'],
    );
  },
);

longTest('a further rewrite of a campaign’s kept version reopens the choice', async (t) => {
  const { bo, card, posts } = await withCampaign(t, 1);
  const [first] = posts;
  await first.offers(rewrite);
  await rewrites(bo, first, { 'What should change': 'Shorter' });
  const shorter = await nthVersion(card, 2);
  await bo.clicks(shorter, keep);
  await first.shows(/Discarded by/);
  await shorter.noLongerOffers(keep);
  await rewrites(bo, shorter, { 'What should change': 'Longer' });
  const longer = await nthVersion(card, 3);
  await card.shows(/1 post to review/);
  await bo.clicks(longer, keep);
  await shorter.shows(/Discarded by/);
  // the third version
  const reason = await bo.opensOn(longer, 'Reject', 'Reject post');
  await reason.submit({ Reason: 'Sold out' });
  await card.shows(/No posts left to review/);
  assert.match((await reviews(bo, card)).text, /1 rejected/);
});

longTest('an approved version replaces the campaign’s first version', async (t) => {
  const { bo, card, posts, service } = await withCampaign(t, 2);
  const [first] = posts;
  await first.offers(rewrite);
  await rewrites(bo, first, { 'What should change': 'Shorter' });
  const version = await nthVersion(card, 3);
  for (const either of [first, version])
    await eventually(() => assert.ok(JSON.stringify(either.blocks).includes(scheduledStay)));
  const early = await reviews(bo, card);
  await tick(early, 1);
  const check = await continueTo(bo, early, 'Approve and keep planned times', /Schedule 1 post\?/);
  assert.ok(check.text.includes(scheduledStay));

  await bo.clicks(version, version.buttons.find((label) => /^Approve/.test(label)) ?? '', {
    shows: /\*Scheduled for/,
  });
  await card.shows(/1 post to review/);
  const list = await reviews(bo, card);
  assert.match(list.text, new RegExp(`\\*1\\.\\* .*p${version.ts.replace('.', '')}`));
  await tick(list, 1, 2);
  await (await continueTo(bo, list, 'Approve and keep planned times', /Schedule 1 post\?/)).submit();
  await report(bo, /\*1 post scheduled, 1 skipped\*/);
  await card.shows(/No posts left to review/);
  assert.equal(service.posts().filter(({ state }) => state === 'scheduled').length, 2);
  assert.match(first.text, cardSays.ready);
});

longTest('if the first version is rejected, the campaign shows the version still in review', async (t) => {
  const { bo, card, posts } = await withCampaign(t, 1);
  const [first] = posts;
  await first.offers(rewrite);
  await rewrites(bo, first, { 'What should change': 'Shorter' });
  const version = await nthVersion(card, 2);
  const reason = await bo.opensOn(first, 'Reject', 'Reject post');
  await reason.submit({ Reason: 'Too long' });
  await first.shows(/Rejected by/);
  const list = await reviews(bo, card);
  assert.match(list.text, new RegExp(`\\*1\\.\\* .*p${version.ts.replace('.', '')}`));
  assert.match(card.text, /1 post to review/);
});

longTest('a post’s version moves to its channel with the card above it', async (t) => {
  const { ana, chat } = await startBot(t);
  await submits(ana, '/ai-post For leaders first', { in: 'leadership' });
  const aside = await ana.sees('Presscheck', cardSays.ready);
  await aside.offers(rewrite);
  await rewrites(ana, aside, { 'What should change': 'Shorter' });
  await nthVersion(aside, 1);
  chat.faults.addBot('leadership');
  await ana.clicks(aside, 'Move card');
  await nthVersion(await ana.sees('leadership', cardSays.ready), 1);
});

test('a post’s version moves with its card, even if the worker ends once the card has moved', async (t) => {
  let moved = false;
  const { ana, chat } = await startBot(t, {
    failpoint: async (step) => {
      if (step !== 'card message noted' || moved || chat.messages('leadership').length === 0) return;
      moved = true;
      throw new Error('the worker ends here');
    },
  });
  await submits(ana, '/ai-post For leaders first', { in: 'leadership' });
  const aside = await ana.sees('Presscheck', cardSays.ready);
  await aside.offers(rewrite);
  await rewrites(ana, aside, { 'What should change': 'Shorter' });
  await nthVersion(aside, 1);
  chat.faults.addBot('leadership');
  await ana.clicks(aside, 'Move card');
  const card = await ana.sees('leadership', cardSays.ready);
  await nthVersion(card, 1);
  assert.ok(moved);
});

longTest('the versions of a campaign’s posts move to its channel with the campaign', async (t) => {
  const { ana, chat } = await startBot(t);
  await submits(ana, '/campaign For leaders first', { in: 'leadership', fill: { Posts: '1', Days: '7' } });
  const aside = await ana.sees('Presscheck', /Campaign for/);
  await aside.shows(/1 post to review/);
  await eventually(() => assert.ok(cardsBelow(aside)[0]?.buttons.includes(rewrite)));
  const [first] = cardsBelow(aside);
  assert.ok(first);
  await rewrites(ana, first, { 'What should change': 'Shorter' });
  await nthVersion(aside, 2);
  chat.faults.addBot('leadership');
  await ana.clicks(aside, 'Move card');
  const card = await ana.sees('leadership', /Campaign for/);
  await nthVersion(card, 2);
});

longTest('a failed rewrite says so in the thread, and the campaign shows its post as before', async (t) => {
  const { bo, card, posts, service } = await withCampaign(t, 2);
  const [first] = posts;
  await first.offers(rewrite);
  service.failGeneration(() => true);
  await rewrites(bo, first, { 'What should change': 'Longer' });
  await eventually(() => assert.match(cardsBelow(card)[2]?.text ?? '', /Couldn’t generate this post/));
  await eventually(() => assert.ok(cardsBelow(card)[2]?.buttons.includes(retryButtons.generate)));
  assert.match(card.text, /2 posts to review/);
});

longTest('a post that was sent back can be rewritten, and its form shows the note', async (t) => {
  const { ana, bo } = await startBot(t);
  const card = await requestsCard(ana, '/ai-post Our autumn menu starts on Monday', cardSays.ready);
  const note = await bo.opensOn(card, 'Request changes', 'Request changes');
  await note.submit({ 'What should change': 'Name the <soup>' });
  await card.offers('Resubmit');

  assert.ok(card.buttons.includes(rewrite));
  const form = await ana.opensOn(card, rewrite, 'Rewrite post');
  assert.match(form.text, /Changes requested by <@U0BO>:\* Name the &lt;soup&gt;/);
  assert.deepEqual(await form.submit({ 'In your own words': 'Name the soup' }), {
    closed: true,
    errors: {},
  });
  const version = await nthVersion(card, 1);
  assert.match(version.text, cardSays.readyWith(/Rewrite: Name the soup/));
  await bo.clicks(version, keep);
  await card.shows(/Discarded by <@U0BO>/);
  assert.ok(version.buttons.includes('Approve & publish'));
});
