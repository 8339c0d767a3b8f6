import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Redis } from 'ioredis';
import { textOfBlocks } from '#sandbox/chat/driver/shown-text.ts';
import { homeOf } from '#src/home/home.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Role } from '#src/platform/slack/role.ts';
import type { Card } from '#src/posts/card/card.ts';
import { brandSettingsSchema } from '#src/settings/settings.ts';
import { createTeamSettings } from '#src/settings/settings-store.ts';
import { aCard, aiPostRequest, problem } from '#test/posts/card/samples.ts';
import { type StartedBot, startBot, workspace } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { holdCalls } from '#test/support/hold-calls.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { startMonitor } from '#test/support/monitor.ts';
import { aRule, guestsCan, ruleSetter } from '#test/support/rules.ts';
import { cardStoreIn, redisOf } from '#test/support/stored.ts';
import { approve, approveButton, cardSays, makesDraft, rejects } from '#test/support/user-actions.ts';
import { homeView } from '#views/home/home.ts';
import { buttonText } from '#views/posts/card-buttons.ts';

const asked = [
  { id: 'U0ANA', name: 'Ana' },
  { id: 'U0BO', name: 'Bo' },
  { id: 'U0CY', name: 'Cy' },
];
const create = ['Write post', 'Generate post', 'Create campaign'];

/** A bot with so many posts of Ana's that wait for a decision. */
async function startWith(t: TestContext, posts: number, settings: Record<string, string> = {}) {
  const started = await startBot(t, { settings });
  const { REDIS_URL = '', REDIS_PREFIX = '' } = started.settings;
  const redis = new Redis(REDIS_URL);
  t.after(() => redis.disconnect());
  // a look whom to remind reads the same cards, at any moment
  await redis.set(createKeys(REDIS_PREFIX).remindersNext(workspace), 'later', 'PX', 600_000);
  const store = cardStoreIn(redis, REDIS_PREFIX);
  const updatedAt = new Date().toISOString();
  const added = await Promise.all(
    Array.from({ length: posts }, (_, n) =>
      store.add(
        aCard({
          id: `card-${n}`,
          workspace,
          postId: `post-${n}`,
          state: 'review',
          renderedVersion: 1,
          updatedAt,
          ...saying(`Post number ${n}. ${'Long words & more. '.repeat(20)}`),
        }),
      ),
    ),
  );
  const cards = added.map(({ card }) => card);
  return { ...started, cards, redis, monitor: await startMonitor(t, REDIS_URL, REDIS_PREFIX) };
}

const saying = (caption: string): Pick<Card, 'content'> => ({ content: { ...aCard().content, caption } });

/** For whom home tabs were rendered, in order. */
const published = (chat: StartedBot['chat']): string[] =>
  chat.calls.flatMap(({ method, args }) => (method === 'views.publish' ? [String(args.user_id)] : []));

const forms = [
  ['Write post', 'New post', 'Caption'],
  ['Generate post', 'New AI post', 'Prompt'],
  ['Create campaign', 'New campaign', 'Brief'],
] as const;

for (const [button, title, field] of oneOf(forms))
  longTest(`${button} in the home tab opens its form, which asks for the channel`, async (t) => {
    const { bo, chat } = await startBot(t);
    const home = await bo.opensHome(/Nothing is waiting for you/);
    const form = await bo.opensOn(home, button, title);
    await form.fill({ Brand: 'Northwind Coffee', [field]: 'The espresso bar is open until ten tonight' });
    assert.deepEqual(Object.keys((await form.submit()).errors), ['Channel']);
    await form.sends({ Channel: 'launches' });
    await eventually(() => assert.match(chat.messages('launches').at(0)?.text ?? '', /Northwind Coffee/));
  });

test('a post from the home tab goes to its brand’s own channel, and the form says so', async (t) => {
  const { bo, chat, settings } = await startBot(t);
  const { redis, prefix } = redisOf(t, settings);
  const team = createTeamSettings(redis, prefix);
  await team.setBrand(workspace, 'brand-1', brandSettingsSchema.parse({ channel: 'C0LAUNCHES' }));
  const form = await bo.opensOn(await bo.opensHome(), 'Write post', 'New post');
  assert.match(form.text, /If the brand has its own channel, the card is posted there instead/);
  await form.sends({ Brand: 'Northwind Coffee', Caption: 'Open until ten', Channel: 'social' });
  await bo.sees('launches', /Open until ten/);
  await bo.sees('Presscheck', /The card for your post is in <#C0LAUNCHES>/);
  assert.deepEqual(chat.messages('social'), []);
});

longTest('a guest gets the buttons that create posts once a brand lets guests work', async (t) => {
  const people = [...asked, { id: 'U0GUS', name: 'Gus', role: 'guest' as const }];
  const bot = await startBot(t, { chat: { users: people } });
  const gus = bot.chat.user('Gus');
  const empty = await gus.opensHome(/Nothing is waiting for you/);
  assert.deepEqual(empty.buttons, []);
  assert.match(empty.text, /`\/social help` shows the commands you can use/);
  assert.doesNotMatch(empty.text, /`\/post`/);
  await guestsCan(t, bot, 'northwind', 'work');
  await eventually(async () => assert.deepEqual((await gus.opensHome(/`\/post`/)).buttons, create));
});

test('a post appears on the home tab, is decided there, and disappears', async (t) => {
  const { ana, bo, service } = await startBot(t);
  const empty = await bo.opensHome(/Nothing is waiting for you/);
  assert.deepEqual(empty.buttons, create);
  const card = await makesDraft(ana, 'Fresh beans are in');
  const home = await bo.seesHome(/Waiting for you {2}\(1\).*requested by <@U0ANA>.*Fresh beans are in/s);
  await home.shows(/archives\/C0SOCIAL\/p\d+\|Open card/);
  assert.deepEqual(home.buttons, [
    ...create,
    'Approve & publish',
    'Schedule',
    'Edit',
    'Request changes',
    'Duplicate',
    'Reject',
  ]);
  assert.doesNotMatch(home.text, /Requested by you/);

  const hers = await ana.opensHome(/Requested by you {2}\(1\)/);
  assert.match(
    hers.text,
    /requested by you.*Fresh beans.*Requested by you.*Fresh beans are in {2}· {2}see “Waiting for you”/s,
  );

  await bo.clicks(home, 'Approve & publish');
  await card.shows(cardSays.publishedBy('U0BO'));
  await home.shows(/Nothing is waiting for you/);
  await hers.noLongerShows(/Fresh beans/);
  assert.equal(service.publishes(), 1);
});

test('the home tab asks approvers until they decide, and shows people only their own buttons', async (t) => {
  const started = await startBot(t);
  const { ana, bo, cy } = started;
  const setRule = await ruleSetter(t, started);
  await setRule(aRule({ people: ['U0BO', 'U0CY'], needed: 2 }));
  const card = await makesDraft(ana, 'Fresh beans are in');
  const home = await bo.opensHome(/Waiting for you {2}\(1\).*0 of 2 approvals/s);
  assert.deepEqual(home.buttons, [
    ...create,
    buttonText.approve,
    'Request changes',
    'Edit',
    'Set time',
    'Duplicate',
    'Reject',
  ]);
  const hers = await ana.opensHome(/Nothing is waiting for you.*Requested by you {2}\(1\).*Fresh beans/s);
  assert.deepEqual(hers.buttons, [...create, 'Edit', 'Set time', 'Duplicate']);

  await approve(bo, home);
  await home.noLongerShows(/Fresh beans/);
  const last = await cy.opensHome(/1 of 2 approvals/);
  assert.equal(await approveButton(last), buttonText.approveAndPublish);
  await cy.clicks(last, 'Request changes');
  await (await (await cy.seesModal()).fill({ 'What should change': 'Shorter' })).submit();
  await card.shows(/Changes requested/);
  await ana.seesHome(/Changes requested by <@U0CY>.*Shorter/s);
  assert.deepEqual(hers.buttons, [...create, 'Edit', 'Resubmit', 'Duplicate']);
});

test('a post that no one can approve isn’t listed as waiting, and says why under Needs attention', async (t) => {
  const started = await startBot(t);
  const { ana, bo } = started;
  const setRule = await ruleSetter(t, started);
  await setRule(aRule({ people: ['U0BO'], needed: 2 }));
  await makesDraft(ana, 'Fresh beans are in');
  const home = await bo.opensHome(
    /^Nothing is waiting for you {2}· {2}1 post can’t be approved\.\nNeeds attention {2}\(1\)/,
  );
  assert.match(
    home.text,
    /\n:no_entry_sign: The rule requires more approvals than its approvers can give, so this post can’t be approved\.\nFresh beans/,
  );
  assert.doesNotMatch(home.text, /Waiting for you|of 2 approvals/);
  await setRule(aRule({ people: [] }));
  await ana.opensHome(
    /Needs attention {2}\(1\).*:no_entry_sign: Nobody can approve it, because there are no approvers\. A workspace admin/s,
  );
});

test('a late click in the Home tab opens a modal that says who was first', async (t) => {
  const { chat, ana, bo } = await startWith(t, 1);
  const hers = await ana.opensHome(/Post number 0/);
  await bo.clicks(await bo.opensHome(/Post number 0/), 'Reject');
  await (await (await bo.seesModal('Reject post')).fill({ Reason: 'No' })).submit();
  // what Ana's Slack sends when she presses what her tab still showed
  const press = (more = {}) =>
    chat.deliver.interaction({
      type: 'block_actions',
      view: {
        id: hers.id,
        type: 'home',
        callback_id: '',
        private_metadata: '',
        blocks: [],
        state: { values: {} },
      },
      actions: [{ type: 'button', action_id: 'card.approve', block_id: 'b', value: 'card-0' }],
      ...more,
    });
  await press();
  const said = await ana.seesModal('No changes made');
  assert.match(said.text, /<@U0BO> rejected this first/);
  await press({ trigger_id: 'too.old' });
  await ana.sees('Presscheck', /<@U0BO> rejected this first/);
  await hers.noLongerShows(/Post number 0/);
});

for (const posts of oneOf([9, 500]))
  longTest(
    `with ${posts} posts, a home tab reads Redis once for each hundred cards, and has pages`,
    async (t) => {
      const { bo, monitor } = await startWith(t, posts);
      const asked = await monitor.during(
        () => bo.opensHome(new RegExp(`1 to 8 of ${posts}`)),
        /:(homes|open|rules)$|:card:/,
      );
      const written = ['zadd', 'zremrangebyscore', 'pexpire'];
      const cards = Array.from({ length: Math.ceil(posts / 100) }, () => 'mget');
      const read = ['hgetall', ...cards, 'zcard', 'zrevrangebyscore', 'zrevrangebyscore'];
      assert.deepEqual(asked.toSorted(), [...written, ...read].toSorted());
      const home = await bo.seesHome();
      assert.ok(home.blocks.length <= 100);
      await bo.clicks(home, 'Next');
      await bo.seesHome(
        posts === 9 ? /(?<! to )9 of 9/ : new RegExp(`9 to ${Math.min(16, posts)} of ${posts}`),
      );
      const [first] = home.text.match(/Post number \d+/g) ?? [];
      assert.ok(first);
      // the page stays when something changes
      await bo.clicks(home, 'Reject', { nth: 1 });
      await (await (await bo.seesModal('Reject post')).fill({ Reason: 'No' })).submit();
      await bo.seesHome(posts === 9 ? /Waiting for you {2}\(8\)/ : /9 to 16 of 499/);
    },
  );

longTest('many changes update an open home tab once, and one unopened for an hour never', async (t) => {
  const { chat, ana, bo, cards, redis, settings } = await startWith(t, 9);
  await ana.opensHome(/of 9/);
  await bo.opensHome(/of 9/);
  await redis.zadd(`${settings.REDIS_PREFIX}:{${workspace}}:homes`, Date.now() - 3_600_001, ana.id);
  const before = published(chat).length;
  await Promise.all(cards.map((card) => rejects(chat, card)));
  await bo.seesHome(/Nothing is waiting for you/);
  const rendered = published(chat).slice(before);
  assert.ok(rendered.length < 9, `${rendered.length} drawings`);
  assert.deepEqual([...new Set(rendered)], [bo.id]);
});

longTest('a home tab that waits for its turn reads no cards until then', async (t) => {
  const anHour = { CHANNEL_INTERVAL_MS: '3600000' };
  const { chat, ana, bo, cy, cards, monitor, redis, settings } = await startWith(t, 9, anHour);
  const line = createKeys(settings.REDIS_PREFIX ?? '').turnsLine(workspace, 'home');
  for (const who of [ana, bo, cy]) await who.opensHome(/of 9/);
  const read = await monitor.during(async () => {
    await rejects(chat, cards[0] ?? aCard());
    await eventually(async () => assert.equal(await redis.zcard(line), 3));
  }, /:open$/);
  assert.ok(!read.includes('zcard'), read.join());
  // opening the Home tab isn't rate limited
  await cy.opensHome(/Waiting for you {2}\(8\)/);
});

longTest('paging during another update isn’t rate limited', async (t) => {
  const { chat, bo, cards } = await startWith(t, 20, { CHANNEL_INTERVAL_MS: '3600000' });
  const home = await bo.opensHome(/1 to 8 of 20/);
  const held = holdCalls(t);
  chat.faults.next('views.publish', held.fault);
  await rejects(chat, cards[0] ?? aCard());
  await eventually(() => assert.equal(published(chat).length, 2));
  await bo.clicks(home, 'Next');
  held.release();
  await bo.seesHome(/9 to 16 of 19/);
});

test('if Slack rate limits home tabs, the latest one is shown afterwards', async (t) => {
  const { chat, bo, logs } = await startWith(t, 9);
  chat.faults.next('views.publish', { kind: 'rate-limited', retryAfterSeconds: 1 });
  await bo.opensHome(/1 to 8 of 9/);
  assert.equal(published(chat).length, 2);
  assert.deepEqual(
    logs.filter(({ msg }) => msg === 'a job failed'),
    [],
  );
});

test('the messages tab and an event without a person update nothing', async (t) => {
  const { chat, bot, redis, settings } = await startWith(t, 1);
  for (const event of [{ tab: 'messages', user: 'U0BO' }, { tab: 'home' }, { tab: 'home', user: 'U:0' }])
    await chat.deliver.event({ type: 'app_home_opened', ...event });
  // Bolt cannot read it, and could not the next time either
  const unread = await chat.deliver.event({ type: 'app_home_opened', tab: 'home', user: null });
  assert.equal(unread.status, 200);
  await bot.stop();
  assert.deepEqual(published(chat), []);
  assert.deepEqual(await redis.keys(`${settings.REDIS_PREFIX}:*home*`), []);
});

/** The text of a Home tab rendered from these cards. */
function textOf(
  user: string,
  cards: Card[],
  { role = 'member', pages = {} }: { role?: Role; pages?: Record<string, number> } = {},
): string {
  const options = {
    pages,
    leftOut: 0,
    pauses: [],
    slackUrl: '',
    slash: (name: string) => `/${name}`,
    creates: true,
    clockOf: () => ({ now: Date.now(), zone: 'UTC' }),
  };
  return textOfBlocks(homeView(user, homeOf(cards, { user, role }, new Map(), Date.now()), options).blocks);
}

test('the home tab lists each post in the section for its state', () => {
  const on = (day: number) => new Date(Date.now() + day * 86_400_000).toISOString();
  const at = (caption: string, day: number): Partial<Card> => ({
    state: 'scheduled',
    content: { ...saying(caption).content, scheduledAt: on(day) },
  });
  const approvedByBo: Card['history'] = [{ what: 'approved', by: 'U0BO', at: on(0) }];
  const refused = problem('create', 'It was <refused> & sent back.');
  const all: [Partial<Card>, Card['request']?][] = [
    [at('The later one', 9)],
    [at('The next one', 2)],
    [{ state: 'failed', problem: refused, ...saying('Couldn’t create the post') }],
    [{ state: 'outcome_unknown', postId: 'p', problem: problem('publish'), ...saying('Perhaps out') }],
    [{ state: 'review', postId: 'p', problem: problem('update'), ...saying('Not changed') }],
    [{ state: 'generating', ...saying('') }, aiPostRequest],
    [{ state: 'approved', publishAfter: on(1), history: approvedByBo, ...saying('About to go out') }],
    [{ state: 'changes_requested', ...saying('To be made shorter') }],
  ];
  const cards = all.map(([over, request], n) => aCard({ id: `card-${n}`, ...over }, request));

  const text = textOf('U0BO', cards);
  assert.match(
    text,
    /^1 post waiting for you {2}· {2}1 being published {2}· {2}2 need attention {2}· {2}1 being generated {2}· {2}2 scheduled\./,
  );
  assert.match(text, /scheduled\.\nPublishing {2}\(1\).*Publishing at .*About to go out\nWaiting for you/s);
  assert.match(text, /Waiting for you {2}\(1\).*:warning: .*Something happened.*Not changed/s);
  assert.match(
    text,
    /Needs attention {2}\(2\).*It was &lt;refused&gt; &amp; sent back\..*Couldn’t create the post/s,
  );
  assert.match(text, /Generating {2}\(1\).*Our autumn menu starts on Monday/s);
  assert.match(text, /Up next {2}\(2\).*The next one.*The later one.*`\/social calendar` also shows/s);
  assert.doesNotMatch(text, /shorter/);
  assert.match(textOf('U0ANA', cards), /^1 post waiting for you {2}· {2}1 post needs changes from you {2}·/);
  assert.match(
    textOf('U0ANA', cards),
    /Requested by you {2}\(8\).*Couldn’t create the post {2}· {2}see “Needs attention”/s,
  );
  assert.match(textOf('U0ANA', cards, { pages: { mine: 1 } }), /Changes requested by.*To be made shorter/s);
  // other organizations see nothing that is not theirs, and that without buttons
  assert.match(
    textOf('U0BO', cards, { role: 'outsider' }),
    /^Nothing is waiting for you\nOnce someone requests a post/,
  );
  const theirs = textOf('U0ANA', cards, { role: 'outsider' });
  assert.match(theirs, /Needs attention {2}\(3\).*Requested by you {2}\(8\)/s);
  assert.doesNotMatch(theirs, /Approve\b|Edit|Try again|Check again/);
});
