/** A rule that accepts only attached files, no links. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBot } from '#test/support/bot.ts';
import { questionOf } from '#test/support/confirm.ts';
import { eventually } from '#test/support/eventually.ts';
import { attached, startServing } from '#test/support/files.ts';
import { fileReads, holdFileCheck, startUnderRule } from '#test/support/linked-files.ts';
import { longTest } from '#test/support/long-tests.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { approve, approveButton, atlasOutdoor, cardSays, requestsCard } from '#test/support/user-actions.ts';
import { buttonText } from '#views/posts/card-buttons.ts';
import { noLinks } from '#views/posts/media-fields.ts';
import { notAttachedText } from '#views/posts/problems.ts';
import { nothingApproved } from '#views/posts/refusals.ts';

const attachedOnly = aRule({ attachedOnly: true });
const link = notAttachedText({ why: 'files_linked', files: [1] });
const expired = notAttachedText({ why: 'files_expired', files: [1] });
const exactly = (text: string): RegExp => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));

test('approving a post with a link is refused privately, and the card and the form say so before', async (t) => {
  const { bo, cy, card, service } = await startUnderRule(t, attachedOnly);
  assert.ok(card.text.includes(link), card.text);
  const approve = await approveButton(card);
  await bo.types('/social posts');
  for (const shown of [card, await bo.privateMessage(/Posts for/), await bo.opensHome()]) {
    const question = questionOf(shown, approve) ?? '';
    assert.ok(question.includes(link), question);
    assert.doesNotMatch(question, /published right away|This is the final/);
  }
  await bo.hearsOn(card, approve, exactly(`${nothingApproved} ${link}`));
  assert.match(card.text, /0 of 1 approval/);
  await cy.hears(
    '/social audit refused',
    /<@U0BO> tried to .*approve.* but couldn’t: its approval rule doesn’t allow media links/,
  );
  assert.equal(service.publishes(), 0);
  const form = await bo.opensOn(card, buttonText.edit, 'Edit post');
  assert.ok(JSON.stringify(form.blocks).includes(noLinks));
  const post = await bo.opens('/post Fresh beans', 'New post');
  assert.ok(JSON.stringify(post.blocks).includes(noLinks));
});

test('the form for a new post says so once a brand with such a rule is chosen, not for others', async (t) => {
  const started = await startBot(t, { service: { seed: 'demo' } });
  await (await ruleSetter(t, started))(attachedOnly, 'brand-atlas');
  const form = await atlasOutdoor(started.ana, '/post Fresh beans', []);
  const saysSo = () => JSON.stringify(form.blocks).includes(noLinks);
  await eventually(() => assert.ok(saysSo()));
  await form.fill({ Brand: 'Northwind Coffee' });
  await eventually(() => assert.ok(!saysSo()));
});

longTest('a link isn’t published if the rule was set after the approval', async (t) => {
  const { options, goOn } = holdFileCheck();
  const { bo, card, service, files, ...started } = await startUnderRule(t, aRule(), options);
  await approve(bo, card);
  await fileReads(files, 1);
  await (await ruleSetter(t, started))(attachedOnly);
  goOn();
  await card.shows(/is a link\. The post wasn’t published/);
  assert.equal(service.publishes(), 0);
});

test('an attached file goes out while its address works, and is refused once it expired', async (t) => {
  let aheadMs = 0;
  const { ana, bo, service, ...started } = await startServing(t, {
    settings: { FILE_LINK_DAYS: '1' },
    now: () => Date.now() + aheadMs,
  });
  await (await ruleSetter(t, started))(attachedOnly);
  await attached(ana, () => service.posts());
  const card = await bo.sees('social', cardSays.ready);
  const approve = await approveButton(card);
  assert.ok(!card.text.includes(link) && !card.text.includes(expired));
  aheadMs = 3 * 86_400_000;
  await bo.hearsOn(card, approve, exactly(`${nothingApproved} ${expired}`));
  aheadMs = 0;
  await bo.clicks(card, approve, { shows: cardSays.publishedBy('U0BO') });
  assert.equal(service.publishes(), 1);
});

test('a generated image still goes out after someone removed another one', async (t) => {
  const { ana, bo, service, ...started } = await startBot(t);
  await (await ruleSetter(t, started))(attachedOnly);
  const fill = { Images: '2 images (carousel)' };
  const card = await requestsCard(ana, '/ai-post Our autumn menu starts on Monday', cardSays.ready, { fill });
  const form = await ana.opensOn(card, buttonText.edit, 'Edit post');
  const [, second] = form.values['Current files'] as string[];
  await form.sends({ 'Current files': [second ?? ''] });
  await card.shows(/1 file removed/);
  await approve(bo, card, { shows: cardSays.publishedBy('U0BO') });
  assert.equal(service.posts()[0]?.mediaUrls.length, 1);
});
