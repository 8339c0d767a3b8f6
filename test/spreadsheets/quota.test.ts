import assert from 'node:assert/strict';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { withSimulatedTeam } from '#test/support/simulated-team.ts';
import { cardSays } from '#test/support/user-actions.ts';
import { aFile } from './files.ts';

/** A low limit, because each request costs CPU time: a few rows are more than a minute allows. */
const limit = 8;
const few = {
  settings: { REQUESTS_PER_MINUTE: String(limit) },
  service: { requestsPerMinute: limit },
  patienceSeconds: 3_600,
};

const count = 9;

longTest(
  `${count} rows are created within the quota, and another person’s post doesn’t wait for them`,
  async (t) => {
    await withSimulatedTeam(t, few, async (team) => {
      const { ana, bo, service } = team;
      const brand = team.brand(0);
      const rows = Array.from({ length: count }, (_, i) => [brand.name, `Post ${i + 1}`, '', '', '']);
      const message = await ana.says('Our year', {
        in: 'social',
        files: [{ name: 'year.csv', content: aFile(rows) }],
      });
      await ana.usesShortcut('Import posts', message);
      const card = await team.card('Import: ', new RegExp(`Ready to create ${count} posts`));
      const before = service.requests.length;
      const startedAt = Date.now();
      await bo.clicks(card, `Create ${count} posts`);
      await team.card('Import: ', new RegExp(`\\b[2-9] of ${count} posts created`));

      const askedAt = Date.now();
      await team.submits('/post Closed today', brand);
      await team.card('Closed today', cardSays.ready);
      assert.ok(Date.now() - askedAt < 15_000, `it took ${Date.now() - askedAt} ms`);

      await team.card('Import: ', new RegExp(`Created ${count} posts`));
      const { byEndpoint, refused } = team.requests(before);
      assert.equal(byEndpoint['POST /post'], count + 1);
      assert.equal(refused, 0);
      assert.equal(service.posts().filter(({ caption }) => /^Post \d+$/.test(caption)).length, count);
      const minutes = (Date.now() - startedAt) / 60_000;
      assert.ok(minutes > 1 && minutes < 10, `it took ${minutes} minutes`);
    });
  },
);

longTest('the review card says how long it takes until all cards are posted', async (t) => {
  const rowCount = 10;
  const fast = {
    settings: { REQUESTS_PER_MINUTE: '300', CHANNEL_INTERVAL_MS: '5000' },
    service: { requestsPerMinute: 300 },
    patienceSeconds: 3_600,
  };
  await withSimulatedTeam(t, fast, async (team) => {
    const { ana, bo, chat } = team;
    // a bot reads the brands when it starts
    await eventually(() => assert.equal(team.requests().byEndpoint['GET /brands'], 1));
    const before = team.requests().total;
    const rows = Array.from({ length: rowCount }, (_, i) => [
      team.brand(0).name,
      `Post ${i + 1}`,
      '',
      '',
      '',
    ]);
    const message = await ana.says('Our year', {
      in: 'social',
      files: [{ name: 'year.csv', content: aFile(rows) }],
    });
    await ana.usesShortcut('Import posts', message);
    const card = await team.card('Import: ', /Creating the posts and their cards takes about 2 minutes\./);
    // the brands, and the brand's profiles, on two pages
    assert.deepEqual(team.requests(before).byEndpoint, { 'GET /brands': 1, 'GET /social-profiles': 2 });
    const startedAt = Date.now();
    await bo.clicks(card, `Create ${rowCount} posts`);
    await team.card('This import is ready', /with 10 posts/);
    const minutes = (Date.now() - startedAt) / 60_000;
    assert.ok(minutes > 1.3 && minutes < 2.5, `it took ${minutes} minutes`);
    const cards = chat.messages('social').filter(({ text }) => /^Post \d+ of \d+ for/.test(text));
    assert.equal(cards.length, rowCount);
    const { byEndpoint, refused, total } = team.requests(before);
    assert.equal(byEndpoint['POST /post'], rowCount);
    // the lists, which the cache refreshes once more, and reads of posts that wait for a decision
    assert.ok(total <= rowCount + 8, JSON.stringify(byEndpoint));
    assert.equal(refused, 0);
  });
});

longTest(
  'a post that someone requests while a file with many brands is checked doesn’t wait for it',
  async (t) => {
    const brands = 8;
    await withSimulatedTeam(t, { ...few, brands }, async (team) => {
      const { ana, service } = team;
      const rows = team.brands.map(({ name }) => [name, `Open until ten at ${name}`, '', '', '']);
      const message = await ana.says('For all shops', {
        in: 'social',
        files: [{ name: 'shops.csv', content: aFile(rows) }],
      });
      await ana.usesShortcut('Import posts', message);
      // as many as a check can read before it has to wait
      await eventually(() => assert.ok(service.requestsTo('GET /social-profiles').length >= 0.4 * limit));

      const askedAt = Date.now();
      await team.submits('/post Closed today', team.brand(0));
      await team.card('Closed today', cardSays.ready);
      assert.ok(Date.now() - askedAt < 15_000, `it took ${Date.now() - askedAt} ms`);
      await team.card('Import: ', new RegExp(`Ready to create ${brands} posts`));
    });
  },
);

longTest('checking a file with many brands reads each brand’s profiles once', async (t) => {
  const brands = 8;
  await withSimulatedTeam(
    t,
    { ...few, brands },
    async ({ ana, card, chat, warnings: complaints, ...team }) => {
      const rows = team.brands.map(({ name }) => [name, `Open until ten at ${name}`, '', '', '']);
      const message = await ana.says('For all shops', {
        in: 'social',
        files: [{ name: 'shops.csv', content: aFile(rows) }],
      });
      await ana.usesShortcut('Import posts', message);
      await card('Import: ', new RegExp(`Ready to create ${brands} posts`));
      const { byEndpoint, refused } = team.requests();
      // two pages each, and the first of those again between which a minute ends: at most one of those that half of the quota holds
      const reads = byEndpoint['GET /social-profiles'] ?? 0;
      const minutes = (2 * brands) / (limit / 2 - 1);
      assert.ok(reads >= 2 * brands && reads <= 2 * brands + minutes, `${reads} reads`);
      assert.equal(refused, 0);
      const failed = complaints.filter(({ msg }) => msg === 'a job failed');
      assert.deepEqual(failed, [], 'waiting for the quota is no failed attempt');
    },
  );
});
