import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { builtPage } from '#sandbox/page.ts';
import { resultsJob } from '#src/analytics/results-job.ts';
import { brandSettingsSchema } from '#src/settings/settings.ts';
import { auditTrail } from '#test/support/audit-trail.ts';
import { brand, day, hour, startAt, tuesday, workspace } from '#test/support/clock.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { openQueue } from '#test/support/queue.ts';
import { aRule } from '#test/support/rules.ts';
import { cardSays, makesDraft, requestsCard, submits } from '#test/support/user-actions.ts';
import { openPage } from './people.ts';
import { keepPicture } from './pictures.ts';

const widths = { '': 1_000, '-narrow': 480 };

longTest('Bo is reminded of his reviews in the threads, and the next digest links to them', async (t) => {
  const start = tuesday();
  const { ana, bo, chat, service, at, setRule, teamSettings } = await startAt(t, start, {
    slackToo: true,
    chat: { web: builtPage },
  });
  const published = await makesDraft(ana, 'Open until ten tonight');
  await bo.clicks(published, 'Approve & publish', { shows: /Published by/ });
  const tomorrow = new Date(start + day + 7 * hour);
  await submits(ana, '/post Latte art for beginners, at three', { fill: { 'Schedule for': tomorrow } });
  await ana.sees('social', cardSays.scheduled);
  const body = { message: 'A post with these words is there already.' };
  service.faults.add({ on: 'POST /post', kind: 'status', status: 400, body });
  await requestsCard(ana, '/post Two sacks of Sidamo', /Couldn’t create the post/);
  await setRule(aRule());
  await makesDraft(ana, 'Fresh beans from Huila, roasted this morning.');
  const settings = { channel: 'C0LAUNCHES', zone: 'UTC', digest: { at: '09:00' } };
  await teamSettings.setBrand(workspace, brand.id, brandSettingsSchema.parse(settings));
  const page = await openPage(t, `${chat.url}/?as=U0BO#C0SOCIAL`);
  const card = await page.sees(cardSays.readyWith(/Fresh beans/));

  await at(start + 4.1 * hour);
  await card.getByRole('button', { name: /1 reply/ }).click();
  const reminder = page.thread.getByRole('article').filter({ hasText: 'has been waiting for review' });
  await reminder.waitFor();
  await assertFits('reminder', reminder);

  await at(start + day + 1.1 * hour);
  await page.page.getByRole('navigation').getByText('launches', { exact: true }).click();
  const digest = page.page.getByRole('article').filter({ hasText: 'Northwind Coffee this morning' });
  await digest.getByText(/Waiting.*Going out today.*Published since yesterday.*Failed/s).waitFor();
  await assertFits('digest', digest);
  await digest.getByRole('link', { name: /Fresh beans/ }).click();
  await card.waitFor();
});

longTest(
  'a day later, the thread shows a post’s results, and a week later, the report compares the weeks',
  async (t) => {
    const start = tuesday();
    const started = await startAt(t, start, { slackToo: true, chat: { web: builtPage } });
    const { ana, bo, chat, service, at, teamSettings, store } = started;
    const posts: string[] = [];
    for (const caption of ['Open until ten tonight', 'Latte art for beginners', 'Fresh beans from Huila']) {
      const card = await makesDraft(ana, caption, { in: 'launches' });
      await bo.clicks(card, 'Approve & publish', { shows: /Published by/ });
      const published = await eventually(async () => {
        const found = (await auditTrail(t, started)).filter(({ what }) => what === 'published');
        assert.equal(found.length, posts.length + 1);
        return found.at(-1)?.card ?? '';
      });
      posts.push((await store.get(workspace, published))?.postId ?? '');
    }
    const rows = Array.from({ length: 14 }, (_, n) => n - 7).flatMap((n) =>
      posts.map((postId, which) => {
        const impressions = 900 + which * 400 + ((n + 7) % 5) * 120 + (n < 0 ? 0 : 180);
        const date = new Date(start + n * day).toISOString().slice(0, 10);
        return {
          date,
          postId: n < 0 ? `earlier-${which}` : postId,
          impressions,
          engagements: Math.round(impressions / 19),
        };
      }),
    );
    service.faults.add({ on: 'GET /analytics/export', kind: 'status', status: 200, body: rows, times: 99 });
    const report = { day: 2, at: '09:00' };
    const settings = brandSettingsSchema.parse({ channel: 'C0LAUNCHES', zone: 'UTC', report });
    await teamSettings.setBrand(workspace, brand.id, settings);
    const queue = openQueue(t, started);
    const page = await openPage(t, `${chat.url}/?as=U0BO#C0LAUNCHES`);
    const card = page.page
      .getByRole('article')
      .filter({ hasText: /Published by/ })
      .filter({ hasText: 'Fresh beans' });

    await at(start + day + 2.5 * hour);
    await queue.enqueue(resultsJob, { workspace }, { soon: true });
    await card
      .first()
      .getByRole('button', { name: /\d repl/ })
      .click();
    const results = page.thread.getByRole('article').filter({ hasText: 'Results one day after publishing' });
    await results.waitFor();
    await assertFits('results', results);
    await page.thread.getByRole('button', { name: /^Close/ }).click();

    await at(start + 7 * day + 1.1 * hour);
    await queue.enqueue(resultsJob, { workspace }, { soon: true });
    const shown = page.page.getByRole('article').filter({ hasText: 'Northwind Coffee last week' });
    await shown
      .getByRole('table', { name: /2026|2027/ })
      .last()
      .getByRole('rowheader', { name: 'Impressions' })
      .waitFor();
    await shown
      .getByRole('figure', { name: 'Impressions' })
      .getByRole('columnheader', { name: /\s–\s/ })
      .last()
      .waitFor();
    await assertFits('weekly-report', shown);
    await shown.getByRole('link', { name: /Fresh beans/ }).waitFor();
  },
);

/** Checks that it fits in a wide and a narrow window, and takes a screenshot of each. */
async function assertFits(name: string, shown: Locator): Promise<void> {
  const size = shown.page().viewportSize();
  for (const [suffix, width] of Object.entries(widths)) {
    await shown.page().setViewportSize({ width, height: 900 });
    await shown.scrollIntoViewIfNeeded();
    const box = await shown.boundingBox();
    assert.ok(
      box && box.x >= 0 && box.x + box.width <= width,
      `${name} doesn’t fit in a window of ${width} px`,
    );
    const cut = await shown.evaluate((one) => one.scrollWidth > one.clientWidth);
    assert.ok(!cut, `${name} is cut at ${width} px`);
    await keepPicture(`${name}${suffix}`, shown, width);
  }
  if (size) await shown.page().setViewportSize(size);
}
