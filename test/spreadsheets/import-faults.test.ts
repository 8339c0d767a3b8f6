import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { holdCalls } from '#test/support/hold-calls.ts';
import { isLong, longTest, shareOf } from '#test/support/long-tests.ts';
import { allNotified, sentNotifications } from '#test/support/notifications.ts';
import { startRedis } from '#test/support/redis.ts';
import { aRule, guestsCan, ruleSetter } from '#test/support/rules.ts';
import { retryButtons } from '#views/posts/card-questions.ts';
import { leftText } from '#views/spreadsheets/import.ts';
import { aFile, importsFile, reviewCard, sendsFile } from './files.ts';

const brand = 'Northwind Coffee';
const rows = Array.from({ length: 3 }, (_, i) => [brand, `Post ${i + 1}`, '', '', '']);
const written = rows.map(([, caption]) => caption);

const created = ({ service }: Pick<StartedBot, 'service'>): string[] =>
  service
    .posts()
    .map(({ caption }) => caption)
    .sort();

const reviewCards = ({ chat }: Pick<StartedBot, 'chat'>) =>
  chat.messages('social').filter(({ text }) => /^Import: /.test(text));

/** What may have been created is given up once the listing can't lag behind anymore. */
const soonKnown = { OPEN_FACTS: JSON.stringify({ listingLag: 0.3 }) };

const failing = [
  ['fails to say where the file is', 'files.info', { kind: 'server-error' }],
  [
    'asks to wait before it says where the file is',
    'files.info',
    { kind: 'rate-limited', retryAfterSeconds: 1 },
  ],
  ['fails to send the file', 'files-pri', { kind: 'server-error' }],
  ['breaks the connection before the file', 'files-pri', { kind: 'dropped' }],
  ['breaks the connection halfway through the file', 'files-pri', { kind: 'truncated' }],
  ['fails to post the review card', 'chat.postMessage', { kind: 'refused', error: 'fatal_error' }],
  ['fails to update the review card', 'chat.update', { kind: 'server-error' }],
] as const;

for (const [what, method, fault] of shareOf(failing, { which: 4, shares: 7 }))
  test(`when Slack ${what}, there is one review card, and each row is one post`, async (t) => {
    const bot = await startBot(t);
    bot.chat.faults.next(method, fault, fault.kind === 'server-error' ? 3 : 1);
    await sendsFile(bot, aFile(rows));
    await bot.bo.clicks(await reviewCard(bot, /Ready to create 3 posts/), 'Create 3 posts');
    await reviewCard(bot, /Created 3 posts/);
    assert.ok(bot.chat.faults.counts[fault.kind], 'it met the fault');
    assert.deepEqual(created(bot), written);
    assert.equal(reviewCards(bot).length, 1);
  });

longTest('if the app can’t post in the channel, the review card is sent as a direct message', async (t) => {
  const bot = await startBot(t);
  const { ana, chat } = bot;
  chat.faults.next('chat.postMessage', { kind: 'refused', error: 'restricted_action' });
  await sendsFile(bot, aFile(rows));
  const card = await ana.sees('Presscheck', /Ready to create 3 posts/);
  await ana.clicks(card, 'Create 3 posts');
  await eventually(() => assert.deepEqual(created(bot), written));
});

longTest('if Slack accepts no edits, the review card is posted once more, with its buttons', async (t) => {
  const bot = await startBot(t);
  const { bo, chat } = bot;
  const isImport = (args: Record<string, unknown>): boolean => String(args.text).startsWith('Import (');
  const refused = { kind: 'refused', error: 'edit_window_closed' } as const;
  chat.faults.next('chat.update', refused, Number.POSITIVE_INFINITY, isImport);
  await sendsFile(bot, aFile(rows));
  const card = await reviewCard(bot, /Ready to create 3 posts/);
  assert.equal(reviewCards(bot).length, 2);
  await bo.clicks(card, 'Create 3 posts');
  await reviewCard(bot, /Created 3 posts/);
  assert.deepEqual(created(bot), written);
});

longTest(
  'rows of brands that a guest can’t request posts for are errors, and the others are imported',
  async (t) => {
    const people = [
      { id: 'U0ANA', name: 'Ana' },
      { id: 'U0BO', name: 'Bo' },
      { id: 'U0CY', name: 'Cy', role: 'admin' as const },
      { id: 'U0GUS', name: 'Gus', role: 'guest' as const },
    ];
    const bot = await startBot(t, { chat: { users: people }, service: { seed: 'demo' } });
    const { chat } = bot;
    await guestsCan(t, bot, 'brand-northwind', 'work');
    const gus = chat.user('Gus');
    await sendsFile({ chat, ana: gus }, aFile([['Harbor Yoga', 'Not theirs', '', '', ''], ...rows]));
    const card = await reviewCard(bot, /Ready to create 3 posts for Northwind Coffee/);
    assert.match(card.text, /1 row has errors and will be left out/);
    assert.match(card.text, /Row 2 · Brand: You don’t have permission to request posts for Harbor Yoga\./);
    await gus.clicks(card, 'Create 3 posts');
    await reviewCard(bot, /Created 3 posts[\s\S]*1 row with errors was left out/);
    assert.deepEqual(
      created(bot).filter((caption) => caption === 'Not theirs' || written.includes(caption)),
      written,
    );
  },
);

longTest('an import in two parts is announced once, when all cards are there', async (t) => {
  const bot = await startBot(t, { settings: { CHANNEL_INTERVAL_MS: '100' } });
  const { bo, chat } = bot;
  const many = Array.from({ length: 52 }, (_, i) => [brand, `Post ${i + 1}`, '', '', '']);
  const seen = Promise.withResolvers<void>();
  t.after(() => seen.resolve());
  const isLast = (args: Record<string, unknown>): boolean => JSON.stringify(args).includes('Post 52');
  chat.faults.next('chat.postMessage', { kind: 'held', until: seen.promise }, 1, isLast);
  await sendsFile(bot, aFile(many));
  await bo.clicks(await reviewCard(bot, /Ready to create 52 posts/), 'Create 52 posts');
  await reviewCard(
    bot,
    /Posting cards….* 52 posts created\. \d+ of 52 cards posted\. Less than a minute left\./,
  );
  assert.deepEqual(sentNotifications(bot), []);
  seen.resolve();
  await eventually(() => assert.ok(sentNotifications(bot).length > 0));
  const cards = chat.messages('social').filter(({ text }) => /^Post \d+ of \d+ for/.test(text));
  assert.equal(cards.length, 52, 'their cards are there by then');
  await reviewCard(bot, /Created 52 posts/);
  await allNotified(t, bot);
  const announced = () => sentNotifications(bot).map(({ text }) => text);
  assert.deepEqual(announced(), ['<@U0BO>: This import is ready, with 52 posts in 2 threads.']);

  const ready = chat.messages('social').find(({ text }) => text.includes('This import is ready'));
  assert.ok(ready);
  await bo.clicks(ready, 'Review posts');
  const review = await (await bo.seesModal('Review posts')).shows(/ \*1\.\* /);
  assert.match(review.text, /50 posts for Northwind Coffee\*? +· +50 to review/);
  assert.match(review.text, /Thread 1 of 2 in this import: rows 2 to 51\./);
  await review.clicks('Rows 52 to 53');
  await review.shows(/2 posts for Northwind Coffee\*? +· +2 to review[\s\S]*Thread 2 of 2/);
  assert.match(review.text, /Post 51[\s\S]*Post 52/);
  await review.clicks('Rows 2 to 51');
  await review.shows(/Thread 1 of 2/);

  // the same file creates and announces nothing
  await importsFile(bot);
  await reviewCard(bot, /Nothing to import.*All posts in this file have already been imported/);
  assert.equal(created(bot).length, 52);
  assert.equal(announced().length, 1);
});

longTest(
  'posts of two brands in one channel are announced in one message, which mentions the approvers of both',
  async (t) => {
    const bot = await startBot(t, { service: { seed: 'demo' } });
    const { ana, bo, chat } = bot;
    const setRule = await ruleSetter(t, bot);
    const rule = (user: string) => aRule({ people: [user] });
    await setRule(rule('U0CY'), 'brand-harbor');
    await setRule(rule('U0BO'), 'brand-northwind');
    await sendsFile(bot, aFile([['Harbor Yoga', 'Stretch', '', '', ''], ...rows]));
    await ana.clicks(await reviewCard(bot, /Ready to create 4 posts/), 'Create 4 posts');
    await reviewCard(bot, /Created 4 posts/);
    await eventually(() => assert.ok(sentNotifications(bot).length > 0));
    await allNotified(t, bot);
    const [said = '', ...others] = sentNotifications(bot).map(({ text }) => text);
    assert.deepEqual(others, []);
    assert.match(said, /This import is ready, with 4 posts in 2 threads\.$/);
    for (const user of ['U0ANA', 'U0BO', 'U0CY']) assert.ok(said.includes(`<@${user}>`), said);
    const ready = chat.messages('social').find(({ text }) => text.includes('This import is ready'));
    assert.ok(ready);
    await bo.clicks(ready, 'Review posts');
    const review = await (await bo.seesModal('Review posts')).shows(/Stretch/);
    await review.clicks('Rows 3 to 5, Northwind Coffee');
    await review.shows(/3 posts for Northwind Coffee/);
  },
);

test('rows that the service refuses are counted in one message, unless someone tries again', async (t) => {
  const bot = await startBot(t);
  const { bo, chat, service } = bot;
  await sendsFile(bot, aFile(rows));
  const card = await reviewCard(bot, /Ready to create 3 posts/);
  service.faults.add({ on: 'POST /post', kind: 'status', status: 422, times: 2 });
  await bo.clicks(card, 'Create 3 posts');
  await reviewCard(bot, /Created 1 post\*?, and 2 posts couldn’t be created/);
  await eventually(() => assert.ok(sentNotifications(bot).length > 0));
  await allNotified(t, bot);
  const texts = () => sentNotifications(bot).map(({ text }) => text);
  assert.deepEqual(texts(), ['<@U0BO>: 1 of 3 posts in this import is ready. 2 failed.']);
  const reasons = chat.notified('Bo').map(({ reason }) => reason);
  assert.deepEqual(reasons, ['mention'], 'and no other reply notifies them');

  service.faults.add({ on: 'POST /post', kind: 'status', status: 422, times: 1 });
  const failed = await eventually(
    () =>
      chat
        .messages('social')
        .find(({ text, buttons }) => /^Post \d of 3/.test(text) && buttons.includes(retryButtons.create)) ??
      null,
  );
  await bo.clicks(failed, retryButtons.create);
  await eventually(() => assert.match(texts().at(-1) ?? '', /^<@U0BO>: Couldn’t create /));
});

longTest('an import none of whose rows becomes a post says that nothing could be created', async (t) => {
  const bot = await startBot(t);
  const { bo, service } = bot;
  await sendsFile(bot, aFile(rows));
  const card = await reviewCard(bot, /Ready to create 3 posts/);
  service.faults.add({ on: 'POST /post', kind: 'status', status: 422, times: Number.POSITIVE_INFINITY });
  await bo.clicks(card, 'Create 3 posts');
  await reviewCard(bot, /Couldn’t create 3 posts\.\*? Their cards say why/);
  const said = await eventually(
    () => sentNotifications(bot).find(({ text }) => /posts in this import/.test(text)) ?? null,
  );
  assert.match(said.text, /None of the posts in this import could be created\./);
});

test('Stop ends an import that creates posts: what was created stays, and the card names the other rows', async (t) => {
  const bot = await startBot(t);
  const { ana, bo, chat, service } = bot;
  const many = Array.from({ length: 12 }, (_, i) => [brand, `Post ${i + 1}`, '', '', '']);
  await sendsFile(bot, aFile(many));
  const card = await reviewCard(bot, /Ready to create 12 posts/);
  assert.match(
    card.text,
    /Cards go to <#C0SOCIAL>\. Creating the posts and their cards takes less than a minute\./,
  );
  const { fault, release } = holdCalls(t);
  service.faults.add({ on: 'POST /post', ...fault, times: 12 });
  await bo.clicks(card, 'Create 12 posts');
  await reviewCard(bot, /Creating….* 0 of 12 posts created\. Less than a minute left\./);
  await ana.clicks(card, 'Stop');
  await reviewCard(bot, /Stopping…/);
  assert.ok(!card.buttons.includes('Stop'));
  release();
  const stopped = await reviewCard(bot, /Created 10 posts/);
  assert.ok(stopped.text.includes(leftText([12, 13].map((row) => ({ row })))), stopped.text);
  assert.match(stopped.text, /rows 12 and 13 weren’t imported/);
  assert.equal(created(bot).length, 10);
  const parent = await eventually(
    () => chat.messages('social').find(({ text }) => /^Imported posts for/.test(text)) ?? null,
  );
  await parent.shows(/2 posts weren’t created by this import/);
  await eventually(() =>
    assert.deepEqual(
      sentNotifications(bot).map(({ text }) => text),
      ['<@U0BO>: This import was stopped. 10 posts are ready.'],
    ),
  );
  // the same file creates the others
  await importsFile(bot);
  await bo.clicks(await reviewCard(bot, /Ready to create 2 posts/), 'Create 2 posts');
  await reviewCard(bot, /Created 2 posts/);
  assert.equal(new Set(created(bot)).size, 12);
});

test('if Redis is killed while posts are created, each row still becomes one post', async (t) => {
  const count = 4;
  const redis = await startRedis({ appendOnly: true });
  const bot = await startBot(t, { redis, settings: soonKnown }).finally(() => t.after(() => redis.stop()));
  const { bo, chat, service } = bot;
  const many = Array.from({ length: count }, (_, i) => [brand, `Post ${i + 1}`, '', '', '']);
  await sendsFile(bot, aFile(many));
  const card = await reviewCard(bot, new RegExp(`Ready to create ${count} posts`));
  await bo.clicks(card, `Create ${count} posts`);
  await eventually(() => assert.ok(service.requestsTo('POST /post').length >= 2));
  await redis.kill();
  await redis.restart();
  const said = await eventually(() => /Created (\d+) posts?\.(?:.*confirm whether (\d+) )?/.exec(card.text));
  const [, made, unknown = 0] = said;
  assert.equal(Number(made) + Number(unknown), count, card.text);
  // a request that Redis had noted, and that wasn't sent anymore, is one of the unknown
  const posts = created(bot);
  assert.equal(new Set(posts).size, posts.length);
  assert.ok(posts.length >= Number(made) && posts.length <= count, posts.join());
  const cards = chat
    .messages('social')
    .filter(({ text }) => text.match(/^Post \d+ of (\d+) for/)?.[1] === String(count));
  assert.equal(new Set(cards.map(({ text }) => text.split('\n')[0])).size, count);
  // one that was posted while Redis was away never got buttons, and was posted again
  await eventually(() => assert.equal(cards.filter(({ buttons }) => buttons.length > 0).length, count));
  await eventually(() => assert.ok(sentNotifications(bot).length > 0));
  await allNotified(t, bot);
  const announced = sentNotifications(bot).filter(({ text }) => /this import/i.test(text));
  assert.equal(announced.length, 1);
});

test('rows sent while the service is away are named as unconfirmed and never created twice', async (t) => {
  const bot = await startBot(t, { settings: soonKnown });
  const { bo, service } = bot;
  await sendsFile(bot, aFile(rows));
  const card = await reviewCard(bot, /Ready to create 3 posts/);
  service.faults.add({ on: 'POST /post', kind: 'status', status: 503, times: 2 });
  await bo.clicks(card, 'Create 3 posts');
  await reviewCard(
    bot,
    /Created 1 post\.\*? I couldn’t confirm whether 2 posts were created\. Their cards say/,
  );
  await eventually(() =>
    assert.deepEqual(
      sentNotifications(bot).map(({ text }) => text),
      ['<@U0BO>: 1 of 3 posts in this import is ready. I couldn’t confirm whether 2 posts were created.'],
    ),
  );
  await importsFile(bot);
  await reviewCard(bot, /Nothing to import[\s\S]*3 rows: 3 already imported\./);
  assert.equal(created(bot).length, 1);
});

longTest(
  'when Slack refuses a post’s card for good, the import says that the post is ready without it',
  async (t) => {
    const bot = await startBot(t);
    const { bo, chat } = bot;
    await sendsFile(bot, aFile(rows));
    const card = await reviewCard(bot, /Ready to create 3 posts/);
    const isSecond = (args: Record<string, unknown>): boolean => JSON.stringify(args).includes('Post 2 of 3');
    chat.faults.next('chat.postMessage', { kind: 'refused', error: 'invalid_blocks' }, 9, isSecond);
    await bo.clicks(card, 'Create 3 posts');
    await reviewCard(bot, /Created 3 posts\./);
    assert.ok(chat.faults.counts.refused);
    await eventually(() =>
      assert.deepEqual(
        sentNotifications(bot).map(({ text }) => text),
        ['<@U0BO>: This import is ready, with 3 posts.'],
      ),
    );
  },
);

longTest(
  'while Slack accepts no cards, the import continues and is announced once they are there',
  async (t) => {
    const bot = await startBot(t);
    const { bo, chat } = bot;
    await sendsFile(bot, aFile(rows));
    const card = await reviewCard(bot, /Ready to create 3 posts/);
    const isPost = (args: Record<string, unknown>): boolean => /Post \d of 3/.test(JSON.stringify(args));
    chat.faults.next('chat.postMessage', { kind: 'server-error' }, 12, isPost);
    await bo.clicks(card, 'Create 3 posts');
    await reviewCard(bot, /Posting cards….* 3 posts created\. [0-2] of 3 cards posted/);
    assert.deepEqual(sentNotifications(bot), []);
    await reviewCard(bot, /Created 3 posts\./);
    await eventually(() => assert.equal(sentNotifications(bot).length, 1));
    const cards = chat.messages('social').filter(({ text }) => /^Post \d of 3 for/.test(text));
    assert.equal(cards.length, 3);
  },
);

const rowCount = isLong ? 500 : 60;
const pages = Math.ceil(rowCount / 50);

test(`a file with ${rowCount} rows is reviewed in full before anyone confirms`, async (t) => {
  const bot = await startBot(t);
  const { ana, bo, chat, service } = bot;
  const many = Array.from({ length: rowCount }, (_, i) => [
    i % 20 === 19 ? 'Nobody' : brand,
    `Post ${i + 1} ${'with many words '.repeat(20)}`,
    '',
    'northwind.coffee; LinkedIn · Northwind Coffee',
    i % 2 ? 'in 3 days at 9am' : '',
  ]);
  await sendsFile(bot, aFile(many));
  const card = await reviewCard(bot, new RegExp(`Ready to create ${rowCount * 0.95} posts`));
  assert.ok(
    card.text.includes(
      `${rowCount} rows: ${rowCount * 0.95} for new posts and ${rowCount / 20} with errors.`,
    ),
  );
  assert.match(card.text, /in threads of up to 50 posts each\. Creating the posts and their cards takes/);
  const all = await ana.opensOn(card, 'See all rows', 'All rows');
  for (let page = 1; page <= pages; page += 1) {
    await all.shows(new RegExp(`page ${page} of ${pages}`));
    const last = Math.min(50 * page, rowCount) + 1;
    assert.match(all.text, new RegExp(`Row ${last}:`), 'the last row of the page');
    if (page < pages) await all.clicks('Next');
  }
  assert.match(
    all.text,
    new RegExp(
      `Row ${rowCount}:.* · draft without a time\n\\*Row ${rowCount + 1}:\\* :warning: Brand: There’s no brand`,
    ),
  );
  assert.equal(service.posts().length, 0);

  await sendsFile(bot, aFile([[brand, 'x']], ['Brand', 'Caption']));
  const small = await reviewCard({ chat }, /Ready to create 1 post/);
  assert.match(small.text, /1 row: 1 for a new post\./);
  await bo.clicks(small, 'Create 1 post');
  await reviewCard({ chat }, /Created 1 post\./);
});
