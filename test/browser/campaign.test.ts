import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { buttonText } from '#views/posts/card-buttons.ts';
import { startBrowserTeam } from './people.ts';
import { keepPicture } from './pictures.ts';

const brand = 'Northwind Coffee';
const facebook = 'Facebook · Northwind Coffee Roasters';
const linkedin = 'LinkedIn · Northwind Coffee';

test('a campaign’s five posts are in the thread of its card, and Bo publishes one of them there', async (t) => {
  const { opens, service } = await startBrowserTeam(t);
  const [ana, bo] = await Promise.all([opens('Ana', 'launches'), opens('Bo', 'launches')]);
  const modal = await ana.opens('/campaign Opening week of the new shop in Porto', 'New campaign');
  await modal.chooses('Brand', brand);
  await modal.chooses('Objective', 'Launch');
  await modal.fills({ Days: '5', Posts: '5' });
  await modal.chooses('Social profiles', linkedin);
  await modal.submits('Generate');

  await ana.sees(/5 posts to review/);
  // a reply says which post is ready
  const card = ana.message(/5 posts to review/).first();
  await card.getByRole('button', { name: /^Approve & schedule for .*, post 5$/ }).waitFor();
  await keepPicture('campaign-carousel', card);
  const last = card.getByText('Post 5 of 5');
  const cards = card.getByRole('region', { name: '5 cards' });
  for (const [arrow, isLast] of [
    ['More cards', true],
    ['Earlier cards', false],
  ] as const)
    await eventually(async () => {
      if (await card.getByRole('button', { name: arrow }).isEnabled())
        await card.getByRole('button', { name: arrow }).click();
      const [one, all] = await Promise.all([last.boundingBox(), cards.boundingBox()]);
      assert.ok(one && all);
      assert.equal(one.x + one.width <= all.x + all.width, isLast);
    });
  await card.getByRole('button', { name: /[56] replies/ }).click();
  await ana.thread.getByText('Post 5 of 5 for').waitFor();

  await bo
    .message(/5 posts to review/)
    .first()
    .getByRole('button', { name: /[56] replies/ })
    .click();
  const first = bo.thread.getByRole('article').filter({ hasText: 'Post 1 of 5 for' }).first();
  const approve = first.getByRole('button', { name: /^Approve & schedule for / });
  await approve.waitFor();
  await keepPicture('card-planned', first);
  await bo.confirms(first, 'Publish now', 'Publish');
  await bo.thread.getByText('Published by @Bo').waitFor();
  await ana.sees(/4 posts to review/);
  assert.equal(service.generations(), 1);
  assert.equal(service.publishes(), 1);
  await ana.keepsWindow('campaign', { width: 1_480, height: 1_080 });
});

longTest('Bo publishes posts of a review’s two pages, and changes the times of others', async (t) => {
  const { opens, service } = await startBrowserTeam(t, {
    service: { variants: { campaignPosts: 'dated-draft' } },
  });
  const [ana, bo] = await Promise.all([opens('Ana', 'launches'), opens('Bo', 'launches')]);
  const asking = await ana.opens('/campaign Opening week of the new shop in Porto', 'New campaign');
  await asking.chooses('Brand', brand);
  await asking.fills({ Days: '12', Posts: '12' });
  await asking.chooses('Social profiles', facebook, linkedin);
  await asking.submits('Generate');
  // the reply that says that all posts are ready quotes the card's first line
  const card = bo.message(/12 posts to review.*Requested by/s);
  await card.waitFor();
  const third = service
    .posts('brand-northwind')
    .find(({ caption }) => caption.startsWith('Behind the scenes'));
  assert.ok(third);

  await card.getByRole('button', { name: 'Review campaign' }).click();
  const review = await bo.modal('Review campaign');
  const box = (n: number) => review.dialog.getByRole('checkbox', { name: `Post ${n}`, exact: true });
  for (const n of [1, 2, 3]) await box(n).check();
  await review.presses('Next');
  await review.dialog.getByText('3 posts selected on the other page').waitFor();
  await box(12).check();
  await review.dialog.getByRole('radio', { name: 'Publish now' }).check();

  await review.presses('Continue');
  const check = await bo.modal('Publish 4 posts?');
  await keepPicture('campaign-review-check', check.dialog);
  service.faults.add({ on: `PATCH /post/${third.id}`, kind: 'status', status: 400 });
  await check.submits('Publish 4 posts');
  await bo.sees(/9 posts to review/);
  await bo.page
    .getByRole('navigation')
    .getByRole('button', { name: /^Presscheck(?! home)/ })
    .click();
  const report = bo.page.getByRole('article').filter({ hasText: /3 posts published, 1 failed/ });
  await report.waitFor();
  assert.equal(service.publishes(), 3);
  await keepPicture('campaign-report', report);

  await bo.page.getByRole('navigation').getByText('launches', { exact: true }).click();
  await bo
    .message(/Campaign for.*Requested by/s)
    .getByRole('button', { name: 'Review campaign' })
    .click();
  const again = await bo.modal('Review campaign');
  for (const n of [5, 6])
    await again.dialog.getByRole('checkbox', { name: `Post ${n}`, exact: true }).check();
  await again.dialog.getByRole('radio', { name: 'Shift times by days or hours' }).check();
  await again.presses('Continue');
  const days = await bo.modal('Shift times');
  await days.fills({ Days: '3' });
  await days.presses('Continue');
  const moving = await bo.modal('Change times?');
  await keepPicture('campaign-move-check', moving.dialog);
  await moving.submits('Change times');
});

longTest('the link to a campaign post’s card opens its thread', async (t) => {
  const { opens } = await startBrowserTeam(t);
  const ana = await opens('Ana', 'launches');
  const modal = await ana.opens('/campaign Opening week of the new shop in Porto', 'New campaign');
  await modal.chooses('Brand', brand);
  await modal.fills({ Days: '1', Posts: '1' });
  await modal.submits('Generate');
  await ana.sees(/1 post to review/);
  const home = await ana.opensHome();
  const link = home.getByRole('link', { name: 'Open card' }).last();
  // like in Slack, copied links work for other users and in commands
  const address = (await link.getAttribute('href')) ?? '';
  await link.click();
  await ana.thread.getByText('Ready for review', { exact: true }).waitFor();
  assert.match(address, /\/archives\/C0LAUNCHES\/p\d+\?/);
  await ana.page.goto(address);
  await ana.thread.getByText('Ready for review', { exact: true }).waitFor();
  await ana.thread.getByRole('button', { name: 'Close thread' }).click();
  await ana.hears(`/social open ${address}`, /Northwind Coffee[\s\S]*Ready for review/);
});

longTest('Ana rewrites a campaign’s post in the thread, and sees both versions there', async (t) => {
  const { opens } = await startBrowserTeam(t);
  const ana = await opens('Ana', 'launches');
  const asking = await ana.opens('/campaign Opening week of the new shop in Porto', 'New campaign');
  await asking.chooses('Brand', brand);
  await asking.fills({ Days: '2', Posts: '2' });
  await asking.chooses('Social profiles', linkedin);
  await asking.submits('Generate');
  await ana.sees(/2 posts to review/);
  const card = ana.message(/2 posts to review/).first();
  await card.getByRole('button', { name: /[23] replies/ }).click();
  const first = ana.thread.getByRole('article').filter({ hasText: 'Post 1 of 2 for' }).first();
  await first.getByRole('button', { name: buttonText.rewrite }).click();
  const form = await ana.modal('Rewrite post');
  await form.chooses('What should change', 'Shorter');
  await form.submits('Rewrite');
  const version = ana.thread.getByRole('article').filter({ hasText: 'Rewrite: Shorter' });
  await version.getByText('Post 1 of 2 for').waitFor();
  await version.getByRole('button', { name: buttonText.keep }).waitFor();
  await keepPicture('rewrite-campaign', version);
});
