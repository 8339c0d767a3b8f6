import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { createKeys } from '#src/platform/redis/keys.ts';
import { whenReady } from '#src/platform/redis/redis.ts';
import type { CardStore } from '#src/posts/card-store.ts';
import { createRuleStore } from '#src/posts/rule-store.ts';
import { createBrandConfigs } from '#src/settings/brand-config-store.ts';
import { brandSettingsSchema } from '#src/settings/settings.ts';
import { createTeamSettings } from '#src/settings/settings-store.ts';
import { aCard, aiPostRequest, at, later, oneOfEach, problem } from '#test/posts/card/samples.ts';
import { timeoutMs } from '#test/support/eventually.ts';
import { startMonitor } from '#test/support/monitor.ts';
import { aRule } from '#test/support/rules.ts';
import { cardStoreIn, startStored } from '#test/support/stored.ts';

const restingEveryMs = 60_000;
const time = Date.parse(at);

async function startCards(t: TestContext): Promise<CardStore> {
  const { redis, prefix } = await startStored(t);
  return cardStoreIn(redis, prefix, { restingEveryMs });
}

test('twenty transitions at the same moment are each applied once, one after the other', async (t) => {
  const cards = await startCards(t);
  await cards.add(aCard({ state: 'generating' }, aiPostRequest));
  const added = Array.from({ length: 20 }, (_, i) => `card-of-post-${i}`);
  await Promise.all(
    added.map((card) =>
      cards.transition('T1', 'card-1', { type: 'add_post', card, campaignId: undefined, at: later }),
    ),
  );
  const card = await cards.get('T1', 'card-1');
  assert.equal(card?.version, 21);
  assert.deepEqual(card?.posts.toSorted(), added.toSorted());
});

test('when twenty people approve at the same moment, one counts, and all others see who it was', async (t) => {
  const cards = await startCards(t);
  await cards.add(aCard({ state: 'review', postId: 'post-1' }));
  const people = Array.from({ length: 20 }, (_, i) => `U${i}`);
  const result = await Promise.all(
    people.map((by) => cards.transition('T1', 'card-1', { type: 'approve', by, at: later })),
  );
  const made = result.flatMap((one) => (one && 'card' in one ? [one.card] : []));
  assert.equal(made.length, 1);
  const by = made[0]?.approvals[0]?.by;
  for (const one of result) {
    if (!one || !('refused' in one)) continue;
    assert.equal(one.refused.why, 'decided');
    assert.equal('last' in one.refused && one.refused.last?.by, by);
  }
  assert.equal((await cards.get('T1', 'card-1'))?.approvals.length, 1);
});

test('a card is written only under the rule and the brand settings that are current at that moment', async (t) => {
  const { redis, prefix } = await startStored(t);
  const silent = pino({ level: 'silent' });
  const cards = cardStoreIn(redis, prefix, { restingEveryMs });
  const brandConfigs = createBrandConfigs(redis, prefix, silent);
  const rules = createRuleStore(redis, prefix);
  const settings = createTeamSettings(redis, prefix);
  const { brand } = aCard();
  const inChannel = (channel: string) => brandSettingsSchema.parse({ channel });
  const changes = [
    // other users' settings make no difference
    () => rules.set('T1', 'brand-of-others', aRule()),
    () => rules.set('T1', undefined, aRule()),
    () => rules.set('T1', brand.id, aRule({ needed: 2, people: ['U0BO', 'U0CY'] })),
    () => settings.setBrand('T1', brand.id, inChannel('C1')),
    () => rules.remove('T1', brand.id),
    () => settings.setBrand('T1', brand.id, inChannel('C2')),
  ];
  for (const [n, change] of changes.entries()) {
    const before = await brandConfigs.read('T1', brand.id);
    await change();
    const id = `card-of-${n}`;
    const added = await cards.addUnder(before, aCard({ id }));
    assert.equal(typeof added === 'string' ? added : added.added, n === 0 ? true : 'outdated', id);
    assert.equal((await cards.get('T1', id))?.id, n === 0 ? id : undefined);
  }
});

test('adding the same ID twice creates one card, and the second writer gets the existing card', async (t) => {
  const cards = await startCards(t);
  const both = await Promise.all([
    cards.add(aCard({ author: 'U0ANA' })),
    cards.add(aCard({ author: 'U0BO' })),
  ]);
  assert.deepEqual(both.map(({ added }) => added).toSorted(), [false, true]);
  const stored = await cards.get('T1', 'card-1');
  for (const { card } of both) assert.equal(card.author, stored?.author);
});

test('a transition of a card that doesn’t exist does nothing and returns nothing', async (t) => {
  const cards = await startCards(t);
  assert.equal(await cards.transition('T1', 'nobody', { type: 'note_missing', at }), undefined);
  assert.equal(await cards.get('T1', 'nobody'), undefined);
  assert.deepEqual(await cards.getAll('T1', ['nobody', 'card-1']), []);
  assert.deepEqual(await cards.getAll('T1', []), []);
});

test('the same ID in another Slack workspace is another card', async (t) => {
  const cards = await startCards(t);
  await cards.add(aCard({ workspace: 'T1', author: 'U0ANA' }));
  await cards.add(aCard({ workspace: 'T2', author: 'U0BO' }));
  assert.equal((await cards.get('T1', 'card-1'))?.author, 'U0ANA');
  assert.equal((await cards.get('T2', 'card-1'))?.author, 'U0BO');
  assert.deepEqual((await cards.workspaces()).toSorted(), ['T1', 'T2']);
});

test('a card waits until its work is done and its message shows it', async (t) => {
  const cards = await startCards(t);
  const waiting = async () =>
    (await Array.fromAsync(cards.waiting('T1', time + 1_000_000))).map(({ id }) => id);
  await cards.add(aCard());
  assert.deepEqual(await waiting(), ['card-1']);
  assert.deepEqual(
    await Array.fromAsync(cards.waiting('T1', time - 1)),
    [],
    'a card that just changed is left alone',
  );

  await cards.transition('T1', 'card-1', { type: 'fail', problem: problem('create'), at });
  assert.deepEqual(await waiting(), ['card-1'], 'its message is still behind');
  await cards.transition('T1', 'card-1', {
    type: 'record_message',
    message: { channel: 'C1', ts: '1.1' },
    renderedVersion: 2,
    at,
  });
  assert.deepEqual(await waiting(), []);

  await cards.transition('T1', 'card-1', { ...oneOfEach.retry, at } as never);
  assert.deepEqual(await waiting(), ['card-1'], 'asked again, it has work again');
});

test('however many cards are waiting, all of them are found', async (t) => {
  const cards = await startCards(t);
  await Promise.all(Array.from({ length: 501 }, (_, n) => cards.add(aCard({ id: `card-${n}` }))));
  const waiting = await Array.fromAsync(cards.waiting('T1', time + 1_000_000));
  assert.equal(new Set(waiting.map(({ id }) => id)).size, 501);
});

test('a message rendered from an older version leaves the card waiting', async (t) => {
  const cards = await startCards(t);
  await cards.add(aCard({ state: 'review', postId: 'post-1', version: 1 }));
  await cards.transition('T1', 'card-1', { type: 'reject', by: 'U0BO', reason: 'No', at });
  await cards.transition('T1', 'card-1', {
    type: 'record_message',
    message: { channel: 'C1', ts: '1.1' },
    renderedVersion: 1,
    at,
  });
  assert.deepEqual(
    (await Array.fromAsync(cards.waiting('T1', time + 1))).map(({ id }) => id),
    ['card-1'],
  );
});

test('more cards than fit in one round trip are all returned, in the requested order', async (t) => {
  const cards = await startCards(t);
  const ids = Array.from({ length: 250 }, (_, i) => `card-${i}`);
  await Promise.all(ids.map((id) => cards.add(aCard({ id }))));
  const asked = [...ids.toReversed(), 'none'];
  assert.deepEqual(
    (await cards.getAll('T1', asked)).map(({ id }) => id),
    ids.toReversed(),
  );
});

test('a brand is watched from when its first card must be checked until none must be', async (t) => {
  const cards = await startCards(t);
  const scheduledAt = '2026-11-22T09:00:00.000Z';
  await cards.add(
    aCard({ id: 'generating', state: 'generating', postId: 'p1', watchedSince: at }, aiPostRequest),
  );
  await cards.add(
    aCard({
      id: 'scheduled',
      state: 'scheduled',
      postId: 'p2',
      content: { ...aCard().content, scheduledAt },
    }),
  );
  assert.deepEqual(
    (await cards.watched('T1', 'brand-1', time)).map(({ id }) => id),
    ['generating'],
  );
  assert.deepEqual(await cards.watchedBrands('T1', time), ['brand-1']);
  assert.deepEqual(await cards.watchedBrands('T1', time - 1), []);

  await cards.transition('T1', 'generating', { type: 'fail', problem: problem('generate'), at });
  assert.deepEqual(await cards.watchedBrands('T1', time), []);
  const resting = await cards.watched('T1', 'brand-1', time + restingEveryMs);
  assert.deepEqual(
    resting.map(({ id }) => id),
    ['scheduled'],
    'what rests is compared with the listing now and then',
  );
  await cards.transition('T1', 'scheduled', { type: 'fail', problem: problem('gone'), at });
  assert.deepEqual(await cards.watchedBrands('T1', Number.MAX_SAFE_INTEGER), []);
});

test('a card that’s approved while the watched cards are read isn’t returned with them', async (t) => {
  const { redis, prefix } = await startStored(t);
  const cards = cardStoreIn(redis, prefix, { restingEveryMs });
  for (const id of ['card-1', 'card-2'])
    await cards.add(aCard({ id, state: 'review', postId: `post-${id}` }));
  const read = redis.zrangebyscore.bind(redis) as (...range: unknown[]) => Promise<string[]>;
  redis.zrangebyscore = (async (...range: unknown[]) => {
    const ids = await read(...range);
    await cards.transition('T1', 'card-1', { type: 'approve', by: 'U0BO', at: later });
    return ids;
  }) as typeof redis.zrangebyscore;
  const watched = await cards.watched('T1', 'brand-1', '+inf');
  assert.deepEqual(
    watched.map(({ id }) => id),
    ['card-2'],
  );
});

test('a card is written beside another one whose stored text is damaged, if that hasn’t changed', async (t) => {
  const { redis, prefix } = await startStored(t);
  const cards = cardStoreIn(redis, prefix);
  await cards.add(aCard({ state: 'review', postId: 'post-1' }));
  await redis.set(createKeys(prefix).card('T1', 'damaged'), Buffer.from([0x7b, 0xff, 0xfe]));
  let compared = 0;
  const approve = { type: 'approve', by: 'U1', at: later } as const;
  const result = await cards.transition('T1', 'card-1', approve, undefined, async () => {
    compared += 1;
    return compared > 1 ? undefined : cards.getAsRead('T1', ['damaged']);
  });
  assert.ok(result && 'card' in result);
  assert.equal(compared, 1);
});

test('a post belongs to the card that had it first', async (t) => {
  const cards = await startCards(t);
  await cards.add(aCard({ id: 'first', postId: 'p1', state: 'review' }));
  const { added, card } = await cards.add(aCard({ id: 'second', postId: 'p1', state: 'review' }));
  assert.deepEqual([added, card.id], [false, 'first']);
  assert.equal(await cards.get('T1', 'second'), undefined);
  assert.deepEqual([...(await cards.claims('T1', ['p1', 'p2']))], [['p1', 'first']]);

  await cards.add(aCard({ id: 'third', state: 'creating' }));
  const create = (postId: string) => cards.transition('T1', 'third', { type: 'create', postId, at: later });
  assert.deepEqual(await create('p1'), { refused: { why: 'claimed' } });
  assert.equal((await cards.get('T1', 'third'))?.state, 'creating');
  assert.ok('card' in ((await create('p2')) ?? {}));
  assert.ok('card' in ((await cards.transition('T1', 'first', { type: 'rerender', at: later })) ?? {}));
  assert.deepEqual([...(await cards.claims('T2', ['p1']))], []);
  assert.deepEqual([...(await cards.claims('T1', []))], []);
});

test('a card is written in one round trip, and its workspace once, and again after Redis was down', async (t) => {
  const { redis, prefix, url } = await startStored(t);
  const monitor = await startMonitor(t, url, prefix);
  const cards = cardStoreIn(redis, prefix, { restingEveryMs });
  const add = (id: string) => monitor.during(() => cards.add(aCard({ id })));
  assert.ok((await add('one')).includes('sadd'));
  assert.deepEqual(await add('two'), ['evalsha']);
  const closed = once(redis, 'close');
  redis.disconnect(true);
  await closed;
  await whenReady(redis, timeoutMs);
  assert.ok((await add('three')).includes('sadd'));
});

test('a transition of a card that was just read writes at once, and sees what happened since', async (t) => {
  const { redis, prefix, url } = await startStored(t);
  const cards = cardStoreIn(redis, prefix, { restingEveryMs });
  const { card: read } = await cards.add(aCard({ state: 'review', postId: 'p1' }));
  const monitor = await startMonitor(t, url, prefix);
  const bring = { type: 'show_in_channel', by: 'U0BO', at: later } as const;
  assert.deepEqual(await monitor.during(() => cards.transition('T1', 'card-1', bring, read)), ['evalsha']);

  const approved = await cards.transition('T1', 'card-1', { type: 'approve', by: 'U0BO', at: later }, read);
  assert.ok(approved && 'card' in approved && approved.card.version === 3 && approved.card.showInChannel);
  const late = await cards.transition('T1', 'card-1', { type: 'approve', by: 'U0CY', at: later }, read);
  assert.ok(late && 'refused' in late && 'last' in late.refused && late.refused.last?.by === 'U0BO');

  await cards.transition('T1', 'card-1', { type: 'fail', problem: problem('publish'), at: later });
  const again = await cards.transition(
    'T1',
    'card-1',
    { type: 'approve', by: 'U0CY', at: later },
    approved.card,
  );
  assert.ok(again && 'card' in again, 'what the stale card forbids may be allowed by now');
});
