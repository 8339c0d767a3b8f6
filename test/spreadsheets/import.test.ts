import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brandSettingsSchema, personSettingsSchema } from '#src/settings/settings.ts';
import { createTeamSettings } from '#src/settings/settings-store.ts';
import { hashOf } from '#src/spreadsheets/import.ts';
import { createImportStore } from '#src/spreadsheets/import-store.ts';
import { auditTrail } from '#test/support/audit-trail.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { redisOf } from '#test/support/stored.ts';
import { withLinks } from '#views/kit/links.ts';
import { doubtfulText } from '#views/posts/warnings.ts';
import { missingLinks } from '#views/spreadsheets/check-row.ts';
import { fileUnseen, importChanged } from '#views/spreadsheets/import-answers.ts';
import { fixRows } from '#views/spreadsheets/import-notes.ts';
import { aFile, header, importsFile, reviewCard, sendsFile } from './files.ts';

const brand = 'Northwind Coffee';

test('Ana imports a file: nothing exists before she confirms, and errors are named by row and column', async (t) => {
  const bot = await startBot(t);
  const { ana, bo, chat, service } = bot;
  const inTwoYears = `${new Date().getUTCFullYear() + 2}-03-01T09:00+01:00`;
  await sendsFile(
    bot,
    aFile(
      [
        [brand, '=Beans; 20% off\n@home', '', 'northwind.coffee', ''],
        [
          brand.toLowerCase(),
          'Second',
          `${service.url}/media/photo-1x1-beans.png ${service.url}/media/photo-4x5-beans.png`,
          '',
          inTwoYears,
        ],
        ['Nothwind Coffe', 'x', '', '', ''],
        [brand, '', 'ftp://example.com/1.png', '@northwind.cofee', 'some day'],
        ['', '', '', '', ''],
        [brand, 'Third', '', 'Instagram · northwind.coffee', ''],
      ],
      [...header, 'Complete caption'],
    ),
  );
  const card = await reviewCard(bot, /Ready to create 3 posts for Northwind Coffee/);
  assert.equal(card.thread, chat.messages('social').find(({ files }) => files.length > 0)?.ts);
  assert.match(card.text, /5 rows: 3 for new posts and 2 with errors\./);
  assert.match(card.text, /2 rows have errors and will be left out/);
  assert.match(
    card.text,
    /Row 4 · Brand: There’s no brand named “Nothwind Coffe”\. Did you mean “Northwind Coffee”\?/,
  );
  assert.match(card.text, /Row 5 · Caption: Write a caption/);
  assert.match(card.text, /Row 5 · Media: “ftp:\/\/example\.com\/1\.png” doesn’t start with http/);
  assert.match(
    card.text,
    /Row 5 · Social profiles: .*no social profile named “@northwind\.cofee”\. Did you mean “northwind\.coffee”\?/,
  );
  assert.match(card.text, /Row 5 · Time: “some day”: /);
  assert.equal(service.posts().length, 0);

  await bo.clicks(card, 'Create 3 posts');
  await reviewCard(bot, /Created 3 posts[\s\S]*2 rows with errors were left out/);
  const posts = service.posts();
  assert.deepEqual(
    posts.map(({ caption, mediaUrls, scheduledAt }) => [caption, mediaUrls.length, scheduledAt]).sort(),
    [
      ['=Beans; 20% off\n@home', 0, undefined],
      ['Second', 2, Date.parse(inTwoYears)],
      ['Third', 0, undefined],
    ],
  );
  // one card summarizes them, and their own cards are in its thread
  const parent = await bo.sees('social', /Imported posts for Northwind Coffee/);
  await eventually(() =>
    assert.equal(chat.messages('social').filter(({ thread }) => thread === parent.ts).length >= 3, true),
  );
  await parent.shows(/2 posts to review/);
  assert.match(parent.text, /Requested by <@U0BO>, rows 2 to 7 of spring\.csv/);
  assert.ok(parent.buttons.includes('Review posts'));
  const notes = (await auditTrail(t, bot)).flatMap(({ what, note = '' }) =>
    what === 'imported' ? [note.replace(/: .*, (\d+ posts)$/, ' $1')] : [],
  );
  assert.deepEqual(notes, ['import started 0 posts', 'import confirmed 3 posts', 'import finished 3 posts']);

  const all = await bo.opensOn(await reviewCard(bot, /Created 3 posts/), 'See all rows', 'All rows');
  assert.match(
    all.text,
    /spring\.csv has 5 rows: 3 for new posts and 2 with errors\.[\s\S]*Row 2:\* .*=Beans.* · Ready for review\n\*Row 3:\* .*Second.* · Scheduled, .*\n:warning: Media: .*\n\*Row 4:\* :warning: Brand: .*\n\*Row 5:\* :warning: Caption: .*\n:warning: Media: .*\n:warning: Social profiles: .*\n:warning: Time: .*\n\*Row 7:\* .*Third.* · Ready for review/,
  );

  // the same file again creates nothing, and neither do its rows in another one
  await importsFile(bot);
  await reviewCard(bot, /Nothing to import.*/);
  await sendsFile(
    bot,
    aFile([
      [brand, 'Third', '', 'Instagram · northwind.coffee', ''],
      [brand, 'Fourth', '', '', ''],
    ]),
  );
  const more = await reviewCard(bot, /Ready to create 1 post for/);
  assert.match(more.text, /Row 2 was already imported and won’t be imported again\./);
  await ana.clicks(more, 'Cancel');
  await reviewCard(bot, /Canceled/);
  assert.equal(service.posts().length, 3);

  // posts that all have a time leave nothing to review
  await sendsFile(bot, aFile([[brand, 'Fifth', '', '', inTwoYears]]));
  await bo.clicks(await reviewCard(bot, /Ready to create 1 post for/), 'Create 1 post');
  const scheduled = await bo.sees('social', /No posts left to review/);
  assert.deepEqual(
    scheduled.buttons.filter((button) => button === 'Review posts'),
    [],
  );
});

test('two review cards with the same rows, both confirmed, create each post once, and the second says so', async (t) => {
  const bot = await startBot(t);
  const { bo, chat, service } = bot;
  await sendsFile(
    bot,
    aFile([
      [brand, 'One', '', '', ''],
      [brand, 'Two', '', '', ''],
    ]),
  );
  const first = await reviewCard(bot, /Ready to create 2 posts/);
  await importsFile(bot);
  const second = await eventually(async () => {
    const newest = await reviewCard(bot, /Ready to create 2 posts/);
    return newest.ts === first.ts ? null : newest;
  });
  await bo.clicks(first, 'Create 2 posts', { shows: /Created 2 posts/ });
  await bo.clicks(second, 'Create 2 posts', {
    shows: /No new posts were created\.[\s\S]*2 rows had already been imported/,
  });
  assert.equal(service.posts().length, 2);
  const parents = chat.messages('social').filter(({ text }) => /^Imported posts for/.test(text));
  assert.equal(parents.length, 1, 'no card without posts');
});

longTest('a row whose card has expired isn’t imported again', async (t) => {
  const bot = await startBot(t);
  const { bo, service, settings } = bot;
  await sendsFile(bot, aFile([[brand, 'One', '', '', '']]));
  await bo.clicks(await reviewCard(bot, /Ready to create 1 post/), 'Create 1 post');
  await reviewCard(bot, /Created 1 post/);
  const { redis, keys } = redisOf(t, settings);
  const cards = await redis.keys(`${keys.card('T0PRESS', '')}*`);
  assert.equal(cards.length, 2);
  await redis.del(cards);
  await importsFile(bot);
  await reviewCard(bot, /Nothing to import/);
  assert.equal(service.posts().length, 1);
});

test('the review card names the zone of times without an offset, and ignored columns', async (t) => {
  const bot = await startBot(t);
  const columns = [...header, 'Alt text'];
  await sendsFile(bot, aFile([[brand, 'One', '', '', 'tomorrow at 9am', 'A cup']], columns));
  await reviewCard(
    bot,
    /Ready to create 1 post[\s\S]*I don’t recognize the column \*Alt text\*, so it’s ignored/,
  );
  const shown = bot.chat.calls.map(({ args }) => JSON.stringify(args.blocks ?? '')).join();
  assert.match(shown, /Times without a UTC offset use \w+.* time/);
});

test('before anyone confirms, the card names the rows whose media links lead nowhere or can’t be checked', async (t) => {
  const bot = await startBot(t);
  const { ana, bo, service } = bot;
  const at = (path: string): string => new URL(path, service.url).href;
  await sendsFile(
    bot,
    aFile([
      [brand, 'One', at('/media/photo-1x1-beans.png'), '', ''],
      [brand, 'Two', `${at('/media/photo-1x1-beans.png')} ${at('/media/none.png')}`, '', ''],
      [brand, 'Three', at('/connected'), '', ''],
      [brand, 'Four', 'https://beans.invalid/a.png', '', ''],
      [brand, 'Five', 'http://example.com/a.png', '', ''],
    ]),
  );
  const card = await reviewCard(bot, /Ready to create 4 posts/);
  const says = (text: string): void => assert.ok(card.text.includes(text), `${text} in ${card.text}`);
  const silent = withLinks(doubtfulText.silent(['https://beans.invalid/a.png']), 500);
  says(`Row 3 · Media: ${withLinks(missingLinks([at('/media/none.png')]), 500)}`);
  says(`Row 4 · Media: ${withLinks(doubtfulText.page([at('/connected')]), 500)}`);
  says(`Row 5 · Media: ${silent}`);
  says('“<https://beans.invalid/a.png>”');
  assert.match(card.text, /I couldn’t check some media links in row 6:/);
  assert.doesNotMatch(card.text, /Row 2 · Media/);
  says(fixRows(1));
  await bo.clicks(card, 'Create 4 posts');
  await reviewCard(bot, /Created 4 posts/);
  const all = await ana.opensOn(await reviewCard(bot, /Created 4 posts/), 'See all rows', 'All rows');
  assert.match(all.text, /spring\.csv has 5 rows: 4 for new posts and 1 with errors\./);
  assert.equal(service.posts().length, 4);
});

longTest(
  'the card of an imported post names the link that can’t be checked, until it is replaced',
  async (t) => {
    const bot = await startBot(t);
    const { bo, service } = bot;
    const silent = withLinks(doubtfulText.silent(['https://beans.invalid/a.png']), 500);
    await sendsFile(bot, aFile([[brand, 'Four', 'https://beans.invalid/a.png', '', '']]));
    await bo.clicks(await reviewCard(bot, /Ready to create 1 post/), 'Create 1 post');
    const post = await bo.sees('social', /^Post 1 of 1[\s\S]*Four/);
    await post.shows(silent);
    const form = await bo.opensOn(post, 'Edit', 'Edit post');
    await form.submit({
      Media: 'Replace all with the links below',
      'Media links': new URL('/media/photo-1x1-beans.png', service.url).href,
    });
    await post.shows(/Edited by/);
    assert.doesNotMatch(post.text, /beans\.invalid/);
  },
);

test('before anyone confirms, the card names rows that need approval or whose brand is paused', async (t) => {
  const bot = await startBot(t);
  const { bo } = bot;
  const setRule = await ruleSetter(t, bot);
  await setRule({ ...aRule(), scheduled: true });
  const rows = aFile([
    [brand, 'One', '', '', 'tomorrow at 9am'],
    [brand, 'Two', '', '', 'tomorrow at noon'],
    [brand, 'Three', '', '', ''],
  ]);
  await sendsFile(bot, rows);
  const card = await reviewCard(bot, /Rows 2 and 3 need approval before they’re scheduled\./);
  assert.match(card.text, /2 posts have a time\.\n.*1 post has no time and will be a draft\./);
  assert.doesNotMatch(card.text, /right away/);
  await bo.clicks(card, 'Cancel');
  await reviewCard(bot, /Canceled/);
  await bo.types(`/social pause ${brand} wrong prices`);
  await bo.sees('social', /paused/i);
  await importsFile(bot);
  await reviewCard(
    bot,
    /Rows 2 and 3 will be drafts that keep their times, because publishing is paused for Northwind Coffee\./,
  );
});

test('a card that 0.6.0 rendered is confirmed in this version without asking again', async (t) => {
  const bot = await startBot(t);
  const { bo, service, settings } = bot;
  const setRule = await ruleSetter(t, bot);
  await setRule({ ...aRule(), scheduled: true });
  await sendsFile(bot, aFile([[brand, 'One', '', '', 'tomorrow at 9am']]));
  const card = await reviewCard(bot, /Row 2 needs approval before it’s scheduled\./);

  const { redis, prefix } = redisOf(t, settings);
  const imports = createImportStore(redis, prefix);
  const [, id = ''] = /"value":"(I\w+)"/.exec(JSON.stringify(card.blocks)) ?? [];
  // once the card is noted as complete, nothing else writes the import
  const { record, rows } = await eventually(async () => {
    const record = await imports.get('T0PRESS', id);
    return record?.message?.shows ? { record, rows: await imports.rows('T0PRESS', id) } : null;
  });
  assert.ok(record.message && rows);
  const held = hashOf(rows.posts.map((post) => [post.card, 'needs approval']));
  assert.ok(await imports.put({ ...record, message: { ...record.message, held } }, { open: false }));

  await bo.clicks(card, 'Create 1 post');
  await reviewCard(bot, /Created 1 post/);
  assert.equal(service.posts().length, 1);
});

longTest(
  'if a pause ends before the confirmation, the card first says that posts will be scheduled',
  async (t) => {
    const bot = await startBot(t);
    const { bo, cy, service } = bot;
    await cy.types(`/social pause ${brand} wrong prices`);
    await cy.sees('social', /paused/i);
    await sendsFile(bot, aFile([[brand, 'One', '', '', 'tomorrow at 9am']]));
    const card = await reviewCard(bot, /Row 2 will be a draft that keeps its time/);
    await cy.types(`/social resume ${brand}`);
    await cy.sees('social', /resumed/i);
    await bo.hearsOn(card, 'Create 1 post', importChanged);
    await card.shows(/1 post has a time and will be scheduled right away/);
    assert.equal(service.posts().length, 0);
    await bo.clicks(card, 'Create 1 post');
    await reviewCard(bot, /Created 1 post/);
    assert.equal(service.posts()[0]?.state, 'scheduled');
  },
);

test('a row without profiles gets its brand’s default profiles', async (t) => {
  const bot = await startBot(t);
  const { bo, service, settings } = bot;
  const rows = aFile([
    [brand, 'One', '', '', ''],
    [brand, 'Two', '', 'northwind.coffee; LinkedIn · Northwind Coffee', ''],
  ]);
  await sendsFile(bot, rows);
  const none = await reviewCard(bot, /Ready to create 2 posts/);
  assert.match(none.text, /Row 2 has no social profiles, so its post might not be published anywhere\./);
  await bo.clicks(none, 'Cancel');
  await reviewCard(bot, /Canceled/);

  const { redis, prefix } = redisOf(t, settings);
  const usual = { id: 'profile-2', name: 'LinkedIn · Northwind Coffee' };
  const team = createTeamSettings(redis, prefix);
  await team.setBrand('T0PRESS', 'brand-1', brandSettingsSchema.parse({ profiles: [usual] }));
  await importsFile(bot);
  const card = await reviewCard(bot, /Ready to create 2 posts/);
  assert.doesNotMatch(card.text, /no social profiles/);
  assert.match(card.text, /Row 2:\* One\s+Northwind Coffee · LinkedIn · Northwind Coffee · no time/);
  await bo.clicks(card, 'Create 2 posts');
  await reviewCard(bot, /Created 2 posts/);
  assert.deepEqual(
    service
      .posts()
      .map(({ caption, socialProfileIds }) => [caption, socialProfileIds])
      .sort(),
    [
      ['One', ['profile-2']],
      ['Two', ['profile-1', 'profile-2']],
    ],
  );
});

longTest(
  'before anyone confirms, the review card names repeated rows and what happens to times',
  async (t) => {
    const bot = await startBot(t);
    const { bo, service } = bot;
    await sendsFile(bot, aFile([[brand, 'One', '', '', '']]));
    await bo.clicks(await reviewCard(bot, /Ready to create 1 post/), 'Create 1 post');
    await reviewCard(bot, /Created 1 post/);
    await sendsFile(
      bot,
      aFile([
        [brand, 'One', '', '', 'tomorrow at 9am'],
        [brand, 'Two', '', '', ''],
        [brand, 'Two', '', '', ''],
      ]),
    );
    const card = await reviewCard(bot, /Ready to create 3 posts/);
    assert.match(
      card.text,
      /Row 2 has the same caption as a post that was already imported, but .* It’ll become a new post/,
    );
    assert.match(card.text, /Row 4 repeats another row in this file and will become a separate post\./);
    assert.match(
      card.text,
      /1 post has a time and will be scheduled right away\.\n.*2 posts have no time and will be drafts\./,
    );
    await bo.clicks(card, 'Create 3 posts');
    await reviewCard(bot, /Created 3 posts/);
    assert.equal(service.posts().length, 4);
  },
);

longTest('a row whose post couldn’t be created isn’t reported as imported before', async (t) => {
  const bot = await startBot(t);
  const { bo, service } = bot;
  service.faults.add({ on: 'POST /post', kind: 'status', status: 400 });
  await sendsFile(bot, aFile([[brand, 'One', '', '', '']]));
  await bo.clicks(await reviewCard(bot, /Ready to create 1 post/), 'Create 1 post');
  await reviewCard(bot, /Couldn’t create 1 post\.\*? Its card says why/);
  await importsFile(bot);
  const card = await reviewCard(bot, /Ready to create 1 post/);
  assert.doesNotMatch(card.text, /already imported/);
  await bo.clicks(card, 'Cancel');
  await reviewCard(bot, /Canceled/);
  await sendsFile(bot, aFile([[brand, 'One', '', '', 'tomorrow at 9am']]));
  assert.doesNotMatch((await reviewCard(bot, /Ready to create 1 post/)).text, /already imported/);
});

test('all rows can be read in the file’s order before anyone confirms', async (t) => {
  const bot = await startBot(t);
  const words = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'];
  await sendsFile(
    bot,
    aFile([
      [brand, 'Zero', '', '', 'tomorrow at 9am'],
      ['Nobody', 'x', '', '', ''],
      ...words.map((word) => [brand, word, '', '', '']),
    ]),
  );
  const card = await reviewCard(bot, /Ready to create 8 posts/);
  assert.doesNotMatch(card.text, /Seven/);
  const all = await bot.ana.opensOn(card, 'See all rows', 'All rows');
  assert.match(
    all.text,
    /spring\.csv has 9 rows: 8 for new posts and 1 with errors\.[\s\S]*Row 2:\* Zero · .* · scheduled for .*\n\*Row 3:\* :warning: Brand: .*\n\*Row 4:\* One · .* · draft without a time\n[\s\S]*Row 10:\* Seven/,
  );
  await bot.ana.clicks(card, 'Cancel');
  await bot.ana.clicks(await reviewCard(bot, /Canceled/), 'See all rows');
  await bot.ana.seesModal(/Row 3:\* :warning: Brand: There’s no brand named “Nobody”/);
});

test('a file that can’t be read or is too large is refused with what to do', async (t) => {
  const bot = await startBot(t);
  for (const [content, says] of [
    [aFile([['x']], ['Brand']), /needs the column \*Caption\*/],
    [Buffer.from([0x42, 0xe9, 0x0a]), /isn’t in UTF-8/],
    ['Brand,Caption\nx,"y', /isn’t valid CSV/],
    ['Brand;Caption\n\n', /has no rows/],
    [aFile(Array.from({ length: 501 }, () => [brand, 'x', '', '', ''])), /up to 500 rows/],
    [`Brand,Caption\nx,${'y'.repeat(1_100_000)}`, /larger than 1 MB/],
  ] as const) {
    await sendsFile(bot, content);
    assert.match((await reviewCard(bot, says)).text, /Couldn’t import the file/);
  }
  assert.equal(bot.service.posts().length, 0);
});

test('in channels without the bot, the form says that it can’t see the file, and nothing is posted', async (t) => {
  const { ana, chat } = await startBot(t);
  const files = [{ name: 'spring.csv', content: aFile([[brand, 'One', '', '', '']]) }];
  await ana.says('Our posts', { in: 'leadership', files });
  const message = chat.messages('leadership').at(-1);
  assert.ok(message);
  await ana.usesShortcut('Import posts', message);
  const form = await eventually(() => ana.seesModal('Import posts'));
  await form.shows(/I can’t see this file: I’m not in this conversation/);
  assert.ok(fileUnseen.includes('/invite @Presscheck'));
  assert.deepEqual(
    chat.calls.filter(({ method }) => method === 'chat.postMessage'),
    [],
  );
});

test('a message without a CSV file says what the shortcut needs', async (t) => {
  const { ana } = await startBot(t);
  const message = await ana.says('No file', { in: 'social' });
  await ana.opensShortcut('Import posts', /There’s no CSV file in this message/, message);
  const files = [{ name: 'plan.xlsx', content: Buffer.from('PK') }];
  const workbook = await ana.says('A workbook', { in: 'social', files });
  await ana.usesShortcut('Import posts', workbook);
  await ana.seesModal(/plan\.xlsx isn’t a CSV file\. In Excel, choose .*CSV UTF-8/);
});

longTest('an approver who chose direct messages gets one for each brand of an import', async (t) => {
  const bot = await startBot(t, { service: { seed: 'demo' } });
  const { ana, bo, chat, settings } = bot;
  const { redis, prefix } = redisOf(t, settings);
  const kept = createTeamSettings(redis, prefix);
  await kept.setPerson('T0PRESS', bo.id, personSettingsSchema.parse({ direct: { kinds: ['approval'] } }));
  await (await ruleSetter(t, bot))(aRule());
  await sendsFile(
    bot,
    aFile([
      [brand, 'Beans', '', '', ''],
      ['Harbor Yoga', 'Stretch', '', '', ''],
    ]),
  );
  await ana.clicks(await reviewCard(bot, /Ready to create 2 posts/), 'Create 2 posts');
  await reviewCard(bot, /Created 2 posts/);
  const requests = await eventually(async () => {
    const { channel } = await bo.sees(
      'Presscheck',
      /requested this import, and its posts need your approval/,
    );
    const found = chat.messages(channel).filter(({ text }) => /requested this import/.test(text));
    return found.length === 2 ? found : null;
  });
  const ofBrands = requests.map(({ text }) => /Imported posts for (.*)/.exec(text)?.[1]);
  assert.deepEqual(ofBrands.sort(), ['Harbor Yoga', brand]);
  const request = requests.find(({ text }) => text.includes('Stretch'));
  assert.ok(request);
  await bo.clicks(request, 'Review posts');
  const review = await (await bo.seesModal('Review posts')).shows(/> Beans/);
  await review.clicks('Row 3, Harbor Yoga');
  await review.shows(/> Stretch/);
});
