import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { approve, cardSays, makesDraft, requestsCard } from '#test/support/user-actions.ts';
import { noCaption } from '#views/kit/text.ts';
import { seeAllText } from '#views/posts/card-content.ts';

const brandId = 'brand-1';

test('`/social posts` shows each post’s state and publishes a draft from the web app', async (t) => {
  const { ana, bo, chat, service } = await startBot(t);
  const caption = `Made in the web app ${'and much more '.repeat(20)}to the end`;
  const draft = service.putPost({ brandId, caption, socialProfileIds: ['profile-1'] });
  service.putPost({ brandId, caption: 'Out already', state: 'published', socialProfileIds: ['profile-1'] });

  const list = await ana.hears('/social posts', /Posts for Northwind Coffee/);
  assert.match(list.text, /Made in the web app/);
  assert.match(list.text, /Published from the publishing service\*\nOut already/);
  assert.deepEqual(list.buttons, [
    'Refresh',
    seeAllText,
    'Approve & publish',
    'Schedule',
    'Edit',
    'Request changes',
    'Duplicate',
    'Reject',
    'Duplicate',
  ]);

  assert.doesNotMatch(list.text, /to the end/);
  const whole = await ana.opensOn(list, seeAllText, 'Full post');
  assert.match(whole.text, /Made in the web app .*to the end/);
  await whole.close();
  assert.equal(chat.messages('social').length, 0);

  await ana.clicks(list, 'Approve & publish');
  const card = await bo.sees('social', cardSays.publishedBy('U0ANA'));
  assert.match(card.text, /Created in the publishing service, added to Slack by <@U0ANA>/);
  assert.equal(service.publishes(draft.id), 1);
});

longTest('a post created elsewhere is edited and scheduled from the list', async (t) => {
  const { ana, cy, service } = await startBot(t);
  const caption = `Made in the web app ${'and much more '.repeat(20)}to the end`;
  const draft = service.putPost({ brandId, caption, socialProfileIds: ['profile-1'] });
  const list = await ana.hears('/social posts', /Made in the web app/);
  const edit = await ana.opensOn(list, 'Edit', 'Edit post');
  await edit.submit({ Caption: 'Made better in Slack' });
  await eventually(() => assert.equal(service.post(draft.id)?.caption, 'Made better in Slack'));
  const card = await ana.sees('social', /Edited by <@U0ANA>.*caption/);
  assert.ok(card.buttons.includes('Schedule'));
  for (const [person, who] of [
    [ana, 'you'],
    [cy, '<@U0ANA>'],
  ] as const) {
    const home = await person.opensHome(/Made better in Slack/);
    assert.ok(home.text.includes(`created in the publishing service, added to Slack by ${who}`), home.text);
    assert.doesNotMatch(home.text, /requested by/);
  }
});

test('a row of `/social posts` stays true after a click, with `Undo` while the card has it', async (t) => {
  const started = await startBot(t, { settings: { UNDO_SECONDS: '600' } });
  const { ana, bo, service } = started;
  await (await ruleSetter(t, started))(aRule({ people: ['U0ANA', 'U0BO'] }));
  service.putPost({ brandId, caption: 'Made in the web app', socialProfileIds: ['profile-1'] });
  const list = await ana.hears('/social posts', cardSays.ready);
  const older = await bo.hears('/social posts', cardSays.ready);

  await approve(ana, list, { shows: /\*Publishing at .* Approved by <@U0ANA>.*\|Open card>/s });
  assert.deepEqual(list.buttons, ['Refresh', 'Undo']);
  const card = await bo.sees('social', /Publishing at/);

  await approve(bo, older);
  await bo.privateMessage(/<@U0ANA> approved this first/);
  // lists aren't updated, so they don't show states that change within moments
  await older.shows(/\*Approved by <@U0ANA>\.\* See the card for progress\..*\|Open card>/s);
  await ana.clicks(list, 'Undo', { shows: cardSays.ready });
  await card.shows(cardSays.ready);
  assert.equal(service.publishes(), 0);
});

longTest(
  'rows of pending posts promise no result, and posts without a card have no link to one',
  async (t) => {
    const { ana, service } = await startBot(t, {
      service: { generation: { minMs: 600_000, maxMs: 600_000 } },
    });
    await requestsCard(ana, '/ai-post Our autumn menu', /Generating an AI post/);
    await eventually(() => assert.equal(service.generations(), 1));
    service.putPost({ brandId, caption: 'Sent in the web app', state: 'publishing' });
    const list = await ana.hears('/social posts', /Posts for Northwind Coffee/);
    await ana.clicks(list, 'Refresh', { shows: /Sent in the web app/ });
    assert.match(list.text, /\*Generating…\* See the card in <#C0SOCIAL> for progress\.\nOur autumn menu/);
    assert.match(list.text, /\*In progress in the publishing service\*\nSent in the web app/);
  },
);

longTest('a row of `/social posts` shows the approvals so far, or why the post failed', async (t) => {
  const started = await startBot(t);
  const { ana, bo, service } = started;
  const setRule = await ruleSetter(t, started);
  await setRule(aRule({ needed: 2, people: ['U0BO', 'U0CY'] }));
  await makesDraft(ana, 'Fresh beans are in');
  service.failGeneration(1);
  await requestsCard(ana, '/ai-post Our autumn menu', /Couldn’t generate this post/);
  const list = await bo.hears('/social posts', /Fresh beans are in/);
  assert.match(list.text, /0 of 2 approvals/);
  assert.match(
    list.text,
    /\*Couldn’t generate this post\*\n:warning: The publishing service couldn’t generate it.*\nOur autumn menu/,
  );
  await setRule(aRule({ needed: 3, people: ['U0BO', 'U0CY'] }));
  await bo.types('/social posts');
  await bo.privateMessage(
    /\*Ready for review\*\n:no_entry_sign: The rule requires more approvals than its approvers can give/,
  );
});

longTest('submitting a form opened from a row of `/social posts` updates the row', async (t) => {
  const { ana, service } = await startBot(t);
  for (let n = 1; n <= 9; n += 1)
    service.putPost({ brandId, caption: `Post number ${n}.`, socialProfileIds: ['profile-1'] });
  const list = await ana.hears('/social posts', /page 1 of 2/);
  await ana.clicks(list, 'Next', { shows: /page 2 of 2/ });
  await ana.clicks(list, 'Reject');
  await (await (await ana.seesModal('Reject post')).fill({ Reason: 'Off topic' })).submit();
  await list.shows(/Rejected by <@U0ANA>:\* Off topic.*page 2 of 2/s);
  assert.deepEqual(list.buttons, ['Refresh', 'Reopen', 'Duplicate', 'Previous']);
});

longTest('if a list can’t be updated after a click, it says so, and the click still counts', async (t) => {
  const { ana, chat, service } = await startBot(t);
  service.putPost({ brandId, caption: 'Made in the web app', socialProfileIds: ['profile-1'] });
  const list = await ana.hears('/social posts', cardSays.ready);
  chat.faults.next('response_url', { kind: 'server-error' }, 2);
  await ana.hearsOn(list, 'Approve & publish', /Couldn’t update this list.* card for its current status/);
  await ana.sees('social', cardSays.publishedBy('U0ANA'));
});

test('posts that can’t be read are mentioned below the list and the calendar, which show the others', async (t) => {
  const { ana, service } = await startBot(t);
  const body = [
    { id: 'p1', status: 'DRAFT', caption: 'Reads well' },
    { status: 'DRAFT', caption: 'Has no id' },
    { id: 'p3', status: 'SCHEDULED', caption: 'Some day', scheduledAt: 'next <week>' },
  ];
  service.faults.add({ on: 'GET /post', kind: 'status', status: 200, body, times: Number.POSITIVE_INFINITY });
  const unread = /I couldn’t fully read 2 posts, so they may be incomplete or missing here/;
  const { text: list } = await ana.hears('/social posts', /Posts for Northwind Coffee/);
  assert.match(list, /Reads well/);
  assert.match(list, unread);
  assert.match((await ana.hears('/social calendar', /Next four weeks/)).text, unread);
});

test('no list says that a post without a caption will get one', async (t) => {
  const { ana, service } = await startBot(t);
  service.putPost({ brandId, caption: '', state: 'scheduled', scheduledAt: Date.now() + 86_400_000 });
  for (const command of ['/social posts', '/social calendar']) {
    const { text } = await ana.hears(command, /^As of/m);
    assert.match(text, new RegExp(`${noCaption}(?! yet)`), command);
  }
});

test('a list of many posts has pages, and turning them updates it in place', async (t) => {
  const { ana, service } = await startBot(t);
  for (let n = 1; n <= 19; n += 1) service.putPost({ brandId, caption: `Post number ${n}.` });
  const list = await ana.hears('/social posts', /1 to 8 of 19/);
  const seen = new Set(list.text.match(/Post number \d+\./g));
  await ana.clicks(list, 'Next', { shows: /9 to 16 of 19/ });
  for (const post of list.text.match(/Post number \d+\./g) ?? []) seen.add(post);
  await ana.clicks(list, 'Next', { shows: /17 to 19 of 19/ });
  for (const post of list.text.match(/Post number \d+\./g) ?? []) seen.add(post);
  assert.equal(seen.size, 19);
});

test('a page of a list stays while posts of another page are published', async (t) => {
  const { ana, service, chat } = await startBot(t, { settings: { UNDO_SECONDS: '2' } });
  for (let n = 1; n <= 16; n += 1)
    service.putPost({ brandId, caption: `Post number ${n}.`, socialProfileIds: ['profile-1'] });
  const list = await ana.hears('/social posts', /1 to 8 of 16/);
  await ana.clicks(list, 'Approve & publish', { nth: 1, shows: /Publishing at/ });
  await ana.clicks(list, 'Next', { shows: /9 to 16 of 16/ });
  const before = chat.calls.length;
  await ana.clicks(list, 'Approve & publish', { nth: 1, shows: /Publishing at.*9 to 16 of 16/s });
  await eventually(() => {
    assert.equal(service.publishes(), 2);
    assert.doesNotMatch(list.text, /Publishing at/);
  });
  const pages = chat.calls
    .slice(before)
    .flatMap(({ method, args }) =>
      method === 'response_url' ? (/\d+ to \d+ of 16/.exec(JSON.stringify(args)) ?? []) : [],
    );
  assert.deepEqual(new Set(pages), new Set(['9 to 16 of 16']));
});

test('posts that wait for someone are on the first page, in any order of the service', async (t) => {
  const { ana, service } = await startBot(t);
  const inDays = (days: number): number => Date.now() + days * 86_400_000;
  for (const post of [
    { caption: 'Draft of old' },
    ...[5, 4, 3].map((days) => ({
      caption: `Out ${days} days ago`,
      state: 'published' as const,
      scheduledAt: inDays(-days),
    })),
    ...[2, 9, 1].map((days) => ({
      caption: `Due in ${days}`,
      state: 'scheduled' as const,
      scheduledAt: inDays(days),
    })),
    { caption: 'Gone wrong', state: 'failed' },
    { caption: 'Out without a time', state: 'published' },
  ] as const)
    service.putPost({ brandId, ...post });
  const list = await ana.hears('/social posts', /1 to 8 of 9/);
  const captions = /^(Draft|Gone|Due|Out) .*$/gm;
  const first = list.text.match(captions);
  await ana.clicks(list, 'Next', { shows: /page 2 of 2/ });
  const shown = [...(first ?? []), ...(list.text.match(captions) ?? [])];
  assert.deepEqual(shown.slice(0, 2).toSorted(), ['Draft of old', 'Gone wrong']);
  assert.deepEqual(shown.slice(2, 5), ['Due in 1', 'Due in 2', 'Due in 9']);
  assert.deepEqual(
    shown.slice(5).filter((one) => / ago$/.test(one)),
    ['Out 3 days ago', 'Out 4 days ago', 'Out 5 days ago'],
  );
});

test('a card whose post was published elsewhere says so once someone lists the posts', async (t) => {
  const { ana, bo, service } = await startBot(t);
  await ana.types('/post Soon decided elsewhere');
  await (await ana.seesModal('New post')).submit();
  const card = await ana.sees('social', cardSays.ready);
  await card.offers('Edit');
  service.edit(service.posts()[0]?.id ?? '', { state: 'published' });

  const list = await bo.hears('/social posts', /Posts for Northwind Coffee/);
  await bo.clicks(list, 'Refresh');
  await card.shows(/Published from the publishing service/);
  assert.deepEqual(card.buttons, ['Duplicate']);
});

test('the list of posts shows captions as they are, and says if a post has no profile', async (t) => {
  const { ana, service } = await startBot(t);
  service.putPost({ brandId, caption: '*bold* _words_', socialProfileIds: [] });
  const list = await ana.hears('/social posts', /Posts for/);
  assert.match(list.text, /\*bold\* _words_\nNo social profiles/);
  const shown = list.blocks.filter((block) => JSON.stringify(block).includes('*bold*'));
  assert.deepEqual(
    shown.map(({ type }) => type),
    ['rich_text'],
  );
});
