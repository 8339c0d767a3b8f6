import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createPauseStore } from '#src/pause/pause-store.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { RequestedTransition } from '#src/posts/card/transition.ts';
import { createLedger } from '#src/posts/operations/ledger.ts';
import { cardText } from '#src/posts/save-card.ts';
import { createReminderStore } from '#src/reminders/reminder-store.ts';
import { auditOf } from '#test/audit/samples.ts';
import { aCard, aPost, at, campaignRequest, later, problem } from '#test/posts/card/samples.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { cardStoreIn, startStored } from '#test/support/stored.ts';

const day = 86_400_000;
const message = { channel: 'C1', ts: '1.1' };

async function start(t: TestContext, keepMs = 90 * day) {
  const { redis, prefix } = await startStored(t);
  const cards = cardStoreIn(redis, prefix, { keepFinishedMs: keepMs });
  async function transitions(id: string, ...made: RequestedTransition[]): Promise<void> {
    for (const transition of made) {
      const result = await cards.transition('T1', id, { ...transition, at: later });
      assert.ok(result && 'card' in result, `${id}: ${transition.type}`);
    }
  }
  return {
    redis,
    prefix,
    cards,
    ledger: createLedger(redis, prefix, []),
    reminders: createReminderStore(redis, prefix),
    audit: auditOf({ redis, prefix }),
    keys: async () =>
      (await redis.keys(`${prefix}:*`)).map((key) => key.replace(`${prefix}:`, '')).toSorted(),
    /** How long each key of this kind has left, in milliseconds; -1: without an end. */
    async left(kind = 'card|claim|ledger|family'): Promise<number[]> {
      const keys = (await redis.keys(`${prefix}:{T1}:*`)).filter((key) =>
        new RegExp(`^${prefix}:{T1}:(${kind})(:|$)`).test(key),
      );
      return Promise.all(keys.map((key) => redis.pttl(key)));
    },
    transitions,
    overwrite: (card: Card) => redis.set(createKeys(prefix).card('T1', card.id), cardText(card)),
    /** Its message shows it. */
    async render(id: string) {
      const { version = 0 } = (await cards.get('T1', id)) ?? {};
      await transitions(id, { type: 'record_message', message, renderedVersion: version });
    },
  };
}

/** The listing shows that this post was published, after which its card is finished. */
const isPublished = (id: string): RequestedTransition => ({
  type: 'observe',
  post: aPost({ id, status: 'published' }),
});
const never = (left: number[]) => left.every((ms) => ms === -1);
const together = (left: number[]) => left.every((ms) => ms > 90 * day - 60_000 && ms <= 90 * day);

test('a finished card, its claim and its ledger expire together, once its message shows it', async (t) => {
  const { cards, ledger, left, transitions, render } = await start(t);
  await cards.add(aCard({ state: 'review', postId: 'p1' }));
  await ledger.begin('T1', 'publish.card-1.1', { sentAt: at });
  assert.deepEqual(await left(), [-1, -1, -1, -1]);
  await transitions('card-1', isPublished('p1'));
  assert.deepEqual(await left(), [-1, -1, -1, -1], 'its message is still behind');
  await render('card-1');
  const ends = await left();
  assert.equal(ends.length, 4);
  assert.ok(together(ends), `${ends}`);
  const found = await left('message');
  assert.ok(found.length === 1 && together(found), `${found}`);
});

test('notes about a finished card expire with it', async (t) => {
  const { cards, ledger, left, transitions, render } = await start(t);
  await cards.add(aCard({ state: 'review', postId: 'p1' }));
  await transitions('card-1', isPublished('p1'));
  await render('card-1');
  await ledger.said('T1', 'alert.card-1', at);
  assert.equal((await left('ledger')).length, 1);
  assert.ok(together(await left()), `${await left()}`);
});

test('the reminders of one message are recorded at once, and deleted with their cards', async (t) => {
  const { cards, reminders, left, transitions, render } = await start(t);
  const { card } = await cards.add(aCard({ state: 'review', postId: 'p1' }));
  const [first, second] = [1, 2].map((times) => ({ at: times, times }));
  assert.ok(first && second);
  const note = (user: string, before: typeof first | undefined, after: typeof first, id = card.id) => ({
    card: { ...card, id },
    user,
    before,
    after,
  });
  await reminders.note('T1', [note('U0BO', undefined, first), note('U0CY', undefined, first)]);
  const behind = note('U0BO', undefined, second);
  await reminders.note('T1', [behind, note('U0CY', first, second), note('U0BO', undefined, first, 'gone')]);
  assert.deepEqual(Object.fromEntries(await reminders.nudged('T1', card.id)), { U0BO: first, U0CY: second });
  assert.equal((await reminders.nudged('T1', 'gone')).size, 0);
  assert.deepEqual(await left('nudged'), [-1]);
  await transitions('card-1', isPublished('p1'));
  await render('card-1');
  assert.ok(together(await left('nudged')), `${await left('nudged')}`);
});

test('a finished card that is retried stays, with everything that belongs to it', async (t) => {
  const { cards, ledger, left, transitions, render } = await start(t);
  await cards.add(aCard({ state: 'creating' }));
  await ledger.begin('T1', 'create.card-1.1', { sentAt: at });
  await transitions('card-1', { type: 'lose_track', problem: problem('create') });
  await render('card-1');
  assert.ok(together(await left()), `${await left()}`);

  await transitions('card-1', { type: 'retry', by: 'U0BO' });
  await ledger.begin('T1', 'create.card-1.2', { sentAt: at });
  assert.deepEqual(await left(), [-1, -1, -1]);
});

test('a campaign and its posts expire together, once the last of them is finished', async (t) => {
  const { cards, left, transitions, render } = await start(t);
  await cards.add(aCard({ id: 'camp', state: 'generating', campaignId: 'c1' }, campaignRequest));
  for (const id of ['one', 'two']) {
    await cards.add(aCard({ id, kind: 'campaign-post', campaign: 'camp', state: 'review', postId: id }));
    await transitions('camp', { type: 'add_post', card: id, campaignId: 'c1' });
  }
  await transitions('camp', { type: 'complete_campaign', posts: { ready: 1, failed: 0, requested: 1 } });
  await render('camp');
  await transitions('one', isPublished('one'));
  await render('one');
  const before = await left();
  assert.ok(before.length === 7 && never(before), `one of its posts is open: ${before}`);

  await transitions('two', isPublished('two'));
  await render('two');
  const after = await left();
  assert.ok(after.length === 7 && together(after), `${after}`);
});

test('Home tabs keep open cards without expiry, and drop decided ones at once', async (t) => {
  const { cards, keys, left, transitions } = await start(t, 600);
  const shown = async () => (await cards.open('T1')).cards.map(({ id }) => id).toSorted();
  await cards.add(aCard({ id: 'open', state: 'review', postId: 'p1' }));
  await cards.add(aCard({ id: 'lost', state: 'generating', postId: 'p2' }));
  assert.deepEqual(await shown(), ['lost', 'open']);
  const failed = { ...problem('generate'), at: new Date().toISOString() };
  await transitions('lost', { type: 'fail', problem: failed });
  assert.deepEqual(await shown(), ['lost', 'open']);
  assert.deepEqual(await left('open'), [-1]);
  await transitions('open', { type: 'reject', by: 'U0BO', reason: '' });
  assert.deepEqual(await shown(), ['lost']);
  const [ms = -1] = await left('open');
  assert.ok(ms > 0 && ms <= 600, `${ms}`);
  await eventually(async () => assert.ok(!(await keys()).includes('{T1}:open')));
});

test('home tabs show a failed post for two weeks, however often its card changes', async (t) => {
  const { cards, left, transitions } = await start(t);
  const daysAgo = (days: number) => new Date(Date.now() - days * day).toISOString();
  const failed = { ...problem('create'), at: daysAgo(13) };
  await cards.add(aCard({ id: 'failed', state: 'failed', problem: failed, updatedAt: failed.at }));
  await transitions('failed', { type: 'rerender' });
  const [ms = -1] = await left('open');
  assert.ok(ms > 0 && ms <= day, `${ms}`);
});

test('home tabs show a post for two weeks from when the listing showed it as failed', async (t) => {
  const { cards, left } = await start(t);
  const daysAgo = (days: number) => new Date(Date.now() - days * day).toISOString();
  await cards.add(aCard({ state: 'scheduled', rest: 'scheduled', postId: 'post-1', updatedAt: daysAgo(20) }));
  const post = aPost({ status: 'failed', statusWord: 'FAILED' });
  await cards.transition('T1', 'card-1', { type: 'observe', post, at: daysAgo(0) });
  const [ms = -1] = await left('open');
  assert.ok(ms > 13.9 * day && ms <= 14 * day, `${ms}`);
});

longTest(
  'if there are more cards than home tabs show, they show the latest, and say how many are left out',
  async (t) => {
    const { cards } = await start(t);
    const moved = (n: number) => new Date(Date.parse(at) + n).toISOString();
    await Promise.all(
      Array.from({ length: 1_003 }, (_, n) =>
        cards.add(aCard({ id: `card-${n}`, state: 'review', updatedAt: moved(n) })),
      ),
    );
    const failed = { ...problem('create'), at: new Date().toISOString() };
    await cards.add(aCard({ id: 'lost', state: 'failed', problem: failed }));
    const { cards: shown, leftOut } = await cards.open('T1');
    const ids = new Set(shown.map(({ id }) => id));
    assert.deepEqual([ids.size, leftOut], [1_001, 3]);
    assert.ok(ids.has('lost') && ids.has('card-3') && !ids.has('card-2'));
  },
);

test('a claim that another card holds isn’t changed', async (t) => {
  const { cards, left, transitions, render, overwrite } = await start(t);
  await cards.add(aCard({ id: 'first', state: 'review', postId: 'p1' }));
  await cards.add(aCard({ id: 'second', state: 'review' }));
  // an older release gave it the post all the same
  await overwrite(aCard({ id: 'second', state: 'review', postId: 'p1' }));
  await transitions('second', { type: 'reject', by: 'U0BO', reason: '' });
  await render('second');
  assert.deepEqual(await left('claim'), [-1]);
});

test('only the audit trail is left of an expired card, and a transition finds no card', async (t) => {
  const { cards, ledger, audit, keys, left, transitions, render, redis, prefix } = await start(t, 300);
  await cards.add(aCard({ state: 'generating', postId: 'p1' }));
  await ledger.begin('T1', 'generate.card-1.1', { sentAt: at });
  await transitions('card-1', { type: 'fail', problem: problem('generate') });
  // its notification was sent
  await redis.del(createKeys(prefix).notifications('T1'));
  await render('card-1');
  const known = await cards.get('T1', 'card-1');
  await eventually(async () => assert.deepEqual(await keys(), ['workspaces', '{T1}:audit-outbox']));
  await audit.tend('T1');
  assert.deepEqual(await keys(), ['workspaces', '{T1}:audit', '{T1}:audit-head']);
  assert.deepEqual(await left('audit|audit-head'), [-1, -1]);
  const { entries, broken } = await audit.verify('T1');
  assert.deepEqual([entries, broken], [2, undefined], 'asked, failed');
  const asked = { type: 'retry', by: 'U0BO', at: later } as const;
  assert.equal(await cards.transition('T1', 'card-1', asked), undefined);
  assert.equal(
    await cards.transition('T1', 'card-1', asked, known),
    undefined,
    'also when it was read just before',
  );
});

test('records without a card, such as an export’s share, expire', async (t) => {
  const { ledger, left } = await start(t);
  await ledger.begin('T1', 'share.C1-1700000000.000100', { sentAt: at });
  const [ms = 0] = await left();
  assert.ok(ms > 0 && ms <= day, `${ms}`);
});

test('the posts that a pause recorded expire, even those recorded after resuming', async (t) => {
  const { redis, prefix } = await startStored(t);
  const pauses = createPauseStore(redis, prefix, 90 * day);
  const brand = { id: 'b', name: 'Northwind Coffee' };
  const left = () => redis.pttl(createKeys(prefix).pausedPosts('T1', 'brand.b'));
  const pause = await pauses.begin('T1', {
    brand,
    by: 'U0BO',
    at,
    reason: 'wrong prices',
    channel: 'C1',
    checksRequested: 1,
    checksDone: 0,
  });
  const post = { id: 'p1', brand, pausedAt: at, caption: '', state: 'sending', attempts: 1 } as const;
  await pauses.note('T1', 'brand.b', post);
  assert.equal(await left(), -1);
  await redis.del(createKeys(prefix).pausedPosts('T1', 'brand.b'));
  await pauses.end('T1', pause, { by: 'U0BO', at, what: 'thawed' });
  await pauses.note('T1', 'brand.b', post);
  assert.ok(together([await left()]), `${await left()}`);
});

test('of many tries, the last five are kept', async (t) => {
  const { ledger } = await start(t);
  for (let n = 1; n <= 30; n += 1) await ledger.begin('T1', `publish.card-1.${n}`, { sentAt: at });
  const known = await Promise.all(
    Array.from({ length: 30 }, (_, i) => ledger.read('T1', `publish.card-1.${i + 1}`)),
  );
  assert.deepEqual(
    known.flatMap((entry, i) => (entry ? [i + 1] : [])),
    [26, 27, 28, 29, 30],
  );
});
