import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { cardSays } from '#test/support/user-actions.ts';
import { resumeButtons } from '#views/pause/resume.ts';
import { startBrowserTeam } from './people.ts';
import { keepPicture } from './pictures.ts';

longTest('Bo undoes an approval, approves from the thread, and pauses before a post goes out', async (t) => {
  const team = await startBrowserTeam(t, { settings: { UNDO_SECONDS: '600' } });
  const { service } = team;
  const caption = 'Twenty percent off all beans until Sunday';
  const form = await team.ana.opens(`/post ${caption}`, 'New post');
  await form.fill({ Brand: 'Northwind Coffee' });
  await eventually(() => assert.ok(form.privateMetadata.includes('Northwind Coffee')));
  await form.submit({ 'Social profiles': ['Instagram · northwind.coffee'] });
  const bo = await team.opens('Bo');
  await bo.sees(/Twenty percent off/);
  // later messages name the post, too
  const card = bo.message(/Twenty percent off/).first();
  await card.getByRole('button', { name: 'Approve & publish' }).click();
  const seen = await team.ana.sees('social', /Twenty percent off/);
  await team.ana.clicks(seen, 'Approve & publish');
  await card.getByRole('button', { name: 'Undo' }).waitFor();
  // the dialog was already open, so the app says who was first
  await bo.page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await bo.seesPrivately(/Ana/);
  await team.ana.clicks(seen, 'Undo');
  await bo.confirms(card, 'Approve & publish', 'Publish');
  await card.getByRole('button', { name: 'Undo' }).waitFor();
  assert.match((await card.textContent()) ?? '', /Publishing at \d+:\d+:\d+ [AP]M\. Approved by @Bo/);
  await keepPicture('card-undo', card);
  await card.getByRole('button', { name: 'Undo' }).click();
  await bo.sees(cardSays.readyWith(/Twenty percent off/));

  await card.getByRole('button', { name: 'React with ✅' }).click();
  const reaction = card.getByRole('button', { name: 'Bo reacted with white check mark' });
  assert.equal(await reaction.getAttribute('aria-pressed'), 'true');
  const button = await bo.seesPrivately(/Reactions don’t count as approval\. To approve “Twenty percent off/);
  await button.getByRole('button', { name: 'Approve & publish' }).waitFor();
  await keepPicture('approver-reaction', button);
  await reaction.click();
  await reaction.waitFor({ state: 'detached' });

  await card.getByRole('button', { name: 'Reply in thread' }).click();
  const reply = bo.thread.getByRole('textbox', { name: 'Reply in thread' });
  await reply.fill('lgtm :+1:');
  await bo.thread.getByRole('button', { name: 'Send' }).click();
  const offer = bo.thread.getByRole('article').filter({ hasText: 'Replies don’t count as approval' });
  await offer.getByRole('button', { name: 'Approve & publish' }).waitFor();
  await keepPicture('approver-reply', offer);
  // ephemeral messages in a thread don't count as replies
  const counted = (place: Locator) =>
    place
      .getByText(/^\d+ repl(y|ies)$/)
      .first()
      .textContent();
  assert.equal(await counted(bo.thread), await counted(card));
  await offer.getByRole('button', { name: 'Approve & publish' }).click();
  await bo.page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await card.getByRole('button', { name: 'Undo' }).waitFor();
  await bo.thread.getByRole('button', { name: 'Close thread' }).click();
  await card.getByRole('button', { name: 'Undo' }).click();
  await bo.sees(cardSays.readyWith(/Twenty percent off/));

  const [{ brandId = '', socialProfileIds = [] } = {}] = service
    .posts()
    .filter(({ state }) => state === 'scheduled');
  for (const [more, inMs] of [
    ['Our autumn menu is here', 5_000_000],
    ['Twelve new beans, three countries', 60_000],
  ] as const)
    service.putPost({
      brandId,
      socialProfileIds,
      caption: more,
      state: 'scheduled',
      scheduledAt: Date.now() + inMs,
    });
  const [fast] = service
    .posts()
    .filter(({ caption, state }) => state === 'scheduled' && caption.startsWith('Twelve'));
  service.faults.add({ on: `PATCH /post/${fast?.id}`, kind: 'delay', ms: 300 });
  await bo.types('/social pause Northwind Coffee The offer ends a week earlier');
  await eventually(() => assert.equal(service.requestsTo(`PATCH /post/${fast?.id}`).length, 1));
  service.publish(fast?.id ?? '');
  const report = await bo.sees(/1 post went out anyway[\s\S]*Twelve new beans/);
  await keepPicture('pause', report);
  await card.getByText(/@Bo paused Northwind Coffee/).waitFor();
  await card.getByRole('button', { name: 'Approve & publish' }).click();
  await bo.sees(/@Bo paused Northwind Coffee[\s\S]*nothing changed/);
  await keepPicture('card-paused', card);
  await bo.types('/social home');
  await (await bo.seesPrivately(/Home tab/)).getByRole('link', { name: 'Open it' }).click();
  const home = bo.page.getByRole('main', { name: 'Home' });
  await home.getByText(/@Bo paused Northwind Coffee/).waitFor();
  await keepPicture('home-paused', home.locator('.blocks').first());
  await bo.page.getByRole('navigation').getByText('social', { exact: true }).click();

  await bo.types('/social resume Northwind Coffee');
  const list = await bo.sees(/Decide what to do with/);
  await keepPicture('resume', list);
  await list.getByRole('button', { name: resumeButtons.again }).first().click();
  await eventually(() => assert.ok(service.posts().some(({ state }) => state === 'scheduled')));
  await bo.sees(/@Bo resumed publishing/);
  await keepPicture('resumed', report);
  assert.deepEqual(
    service.requests.filter(({ body }) => JSON.stringify(body ?? '').includes('publishNow":true')),
    [],
  );
});
