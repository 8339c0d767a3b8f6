/** The live page with published posts, in a real browser. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { builtLivePage } from '#sandbox/page.ts';
import type { SandboxOptions, SandboxService } from '#sandbox/service/index.ts';
import { startService } from '#test/contracts/service-client.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { cardSays } from '#test/support/user-actions.ts';
import { openPage, startBrowserTeam } from './people.ts';
import { keepBytes, pictures } from './pictures.ts';

const wide = { width: 1_480, height: 900 };

async function openLive(t: TestContext, service: SandboxService): Promise<Page> {
  const { page } = await openPage(t, new URL('/live/', service.url).href);
  await page.setViewportSize(wide);
  return page;
}

async function startLive(t: TestContext, options: SandboxOptions = {}) {
  const { service } = await startService(t, { web: builtLivePage, ...options });
  const page = await openLive(t, service);
  // this host doesn't exist, and some networks take half a minute to report that
  await page.route('https://pictures.invalid/**', (route) => route.abort());
  return { service, page };
}

const network = (page: Page, name: string) => page.getByRole('region', { name });

longTest('posts that are published from the chat appear on the live page by themselves', async (t) => {
  const { opens, service } = await startBrowserTeam(t, { service: { web: builtLivePage } });
  const page = await openLive(t, service);
  const live = page.getByText('Open until nine every evening');
  await network(page, 'LinkedIn').waitFor();
  assert.equal(await live.count(), 0);

  const ana = await opens('Ana');
  const form = await ana.opens('/post Open until nine every evening #SlowMornings', 'New post');
  await form.chooses('Brand', 'Northwind Coffee');
  await form.chooses(
    'Social profiles',
    'Facebook · Northwind Coffee Roasters',
    'LinkedIn · Northwind Coffee',
  );
  await form.submits('Create post');
  const card = await ana.sees(cardSays.ready);
  await ana.confirms(card, 'Approve & publish', 'Publish');
  await ana.sees(/Published by @Ana/);

  for (const name of ['LinkedIn', 'Facebook']) {
    const newest = network(page, name).getByRole('article').first();
    await newest.getByText('Open until nine every evening').waitFor();
    await newest.getByText('Today at').waitFor();
    assert.equal(await newest.locator('.hashtag').textContent(), '#SlowMornings');
  }
  await network(page, 'TikTok').getByText('latte art for beginners').waitFor();
  await page.setViewportSize({ ...wide, height: 700 });
  if (pictures) await keepBytes('what-went-live', await page.screenshot());
});

test('the live page escapes text, folds long captions, and supports right-to-left text', async (t) => {
  // if the displayed minute changed, the feed would change, too
  const now = Date.now();
  const { service, page } = await startLive(t, {
    now: () => now,
    seed: {
      user: { id: 'user-1', name: 'Robin Vale', email: 'robin@northwind.example' },
      brands: [
        {
          id: 'brand-1',
          name: '<b onclick=attack()>Brand</b>',
          profiles: [
            { id: 'profile-1', provider: 'instagram', name: '"><img src=x onerror=attack()> \u202Eevil' },
            { id: 'profile-2', provider: 'instagram', name: 'A second one with quite a long name' },
          ],
        },
      ],
    },
  });
  const put = (id: string, minutesAgo: number, caption: string, mediaUrls: string[] = []) =>
    service.putPost({
      id,
      caption,
      mediaUrls,
      brandId: 'brand-1',
      state: 'published',
      socialProfileIds: ['profile-1'],
      publishedAt: now - minutesAgo * 60_000,
    });
  const drawn = (at: number): string => new URL(`/media/photo-${at + 1}x4-p${at}.png`, service.url).href;
  await page.evaluate('globalThis.attack = () => document.title = "attacked"');
  put(
    'attack',
    5,
    '<script>attack()</script><img src=x onerror=attack()><a href="javascript:attack()">here</a>',
    ['javascript:attack()', 'data:text/html,<script>attack()</script>'],
  );
  put('long', 4, `${'Autumn menu '.repeat(800)}\n${'w'.repeat(400)}`);
  put(
    'four',
    3,
    'Four of them',
    Array.from({ length: 4 }, (_, at) => drawn(at)),
  );
  put('rtl', 2, 'פתוח עד תשע בערב #קפה\nOpen until nine\nمفتوح حتى التاسعة');
  put('gone', 1, '', ['https://pictures.invalid/gone.png']);

  const instagram = network(page, 'Instagram');
  const posts = instagram.getByRole('article');
  await eventually(async () => assert.equal(await posts.count(), 5));
  const [gone, rtl, four, long, attack] = await posts.all();
  assert.ok(gone && rtl && four && long && attack);

  await attack.getByText('<script>attack()</script><img src=x onerror=attack()>').waitFor();
  assert.equal(await attack.locator('script, a, .caption img').count(), 0);
  await attack.getByText('<b onclick=attack()>Brand</b>').waitFor();
  await attack.getByText('"><img src=x onerror=attack()>').waitFor();
  assert.equal(await attack.getByRole('img', { name: 'Image 1 of 2' }).count(), 1, 'described, not loaded');
  assert.equal(await page.title(), 'What went live');

  const words = long.locator('.words');
  const heightOf = async () => (await words.boundingBox())?.height ?? 0;
  const folded = await heightOf();
  assert.ok(folded < 250, `${folded} px`);
  await long.getByRole('button', { name: 'Show more' }).click();
  assert.ok((await heightOf()) > 2_000);
  await long.getByRole('button', { name: 'Show less' }).click();

  await four.getByText('1/4').waitFor();
  for (let shown = 2; shown <= 4; shown += 1) {
    await four.getByRole('button', { name: 'Next' }).click();
    await four.getByText(`${shown}/4`).waitFor();
  }
  assert.equal(await four.getByRole('button', { name: 'Next' }).count(), 0);
  await four.getByRole('button', { name: 'Previous' }).click();
  await four.getByText('3/4').waitFor();

  assert.equal(await rtl.locator('.words:dir(rtl)').count(), 1);
  assert.equal(await rtl.locator('.hashtag').textContent(), '#קפה');
  await gone.getByRole('img', { name: 'Image' }).waitFor();

  for (const size of [{ width: 400, height: 800 }, wide]) {
    await page.setViewportSize(size);
    const [inside, own] = await instagram.evaluate((one) => [one.scrollWidth, one.clientWidth]);
    assert.ok((inside ?? 0) <= (own ?? 0), `the network fits at ${size.width} px`);
  }

  await instagram.getByRole('combobox', { name: 'Profile' }).selectOption('profile-2');
  await instagram.getByText('Nothing has gone live as A second one').waitFor();
});

longTest(
  'an account without published posts says so, and the page waits for a service that’s down',
  async (t) => {
    const { service, page } = await startLive(t);
    await page.getByText('Nothing has gone live yet. Approve and publish a post in the chat').waitFor();
    await network(page, 'Instagram').getByText('Nothing has gone live on Instagram yet.').waitFor();
    const port = Number(new URL(service.url).port);
    await service.stop();
    await page.getByRole('alert').filter({ hasText: 'can’t be reached' }).waitFor();

    const again = await startService(t, { web: builtLivePage, port });
    again.service.putPost({
      brandId: 'brand-1',
      caption: 'Back',
      state: 'published',
      socialProfileIds: ['profile-2'],
    });
    await network(page, 'LinkedIn').getByText('Back').waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
  },
);
