import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChannelCall, createChannelRateLimiter } from '#src/platform/slack/channel-rate-limiter.ts';
import { startStored } from '#test/support/stored.ts';

const start = 1_800_000_000_000;
const second = 1_000;

const turn = (card: string, but: Partial<ChannelCall> = {}): ChannelCall => ({
  workspace: 'T1',
  channel: 'C1',
  card,
  call: 'update',
  progress: false,
  ...but,
});
const progress = (card: string, but: Partial<ChannelCall> = {}): ChannelCall =>
  turn(card, { progress: true, ...but });

async function startTurns(...[t]: Parameters<typeof startStored>) {
  const { redis, prefix } = await startStored(t);
  return { redis, prefix, turns: createChannelRateLimiter(redis, prefix, second) };
}

test('several processes together never exceed a channel’s burst and rate', async (t) => {
  const { redis, prefix } = await startStored(t);
  const processes = Array.from({ length: 4 }, () => createChannelRateLimiter(redis, prefix, second));
  const takenAt: number[] = [];
  const waiting = new Map(Array.from({ length: 40 }, (_, n) => [`card-${n}`, start]));
  for (let now = start; now < start + 36 * second; now += 100)
    for (const [card] of [...waiting].filter(([, due]) => due <= now)) {
      const waitMs = await processes[takenAt.length % 4]?.consume(turn(card), now);
      if (waitMs === 0) {
        takenAt.push(now);
        waiting.delete(card);
      } else waiting.set(card, now + (waitMs ?? 0));
    }
  for (const [i, from] of takenAt.entries())
    for (const [j, to] of takenAt.entries())
      if (j >= i) assert.ok(j - i + 1 <= 4 + (to - from) / second, `${j - i + 1} in ${to - from} ms`);
  assert.equal(takenAt.length, 4 + 35);
});

test('each waiting caller gets its own time, in the order of asking', async (t) => {
  const { turns } = await startTurns(t);
  for (const card of ['a', 'b', 'c', 'd']) assert.equal(await turns.consume(turn(card), start), 0);
  assert.equal(await turns.consume(turn('e'), start), 1_000);
  assert.equal(await turns.consume(turn('f'), start), 2_000);
  assert.equal(await turns.consume(turn('e'), start + 400), 600);
  assert.equal(
    await turns.consume(turn('g'), start + 1_000),
    2_000,
    'e has not come yet, and keeps its turn',
  );
  assert.equal(await turns.consume(turn('e'), start + 1_001), 0);
  assert.equal(await turns.consume(turn('f'), start + 2_000), 0);
});

test('progress leaves two turns of the burst to more urgent updates', async (t) => {
  const { turns } = await startTurns(t);
  assert.equal(await turns.consume(progress('a'), start), 0);
  assert.equal(await turns.consume(progress('b'), start), 0);
  assert.equal(await turns.consume(progress('c'), start), 1_000);
  assert.equal(await turns.consume(turn('d'), start), 0);
  assert.equal(await turns.consume(turn('e'), start), 0);
  assert.equal(await turns.consume(progress('c'), start + 1_000), 2_000);
});

test('progress never goes before a waiting result, unless the result is abandoned', async (t) => {
  const { turns } = await startTurns(t);
  for (const card of ['a', 'b', 'c', 'd']) await turns.consume(turn(card), start);
  assert.equal(await turns.consume(turn('result'), start), 1_000);
  for (const late of [1_000, 4_000, 10_999])
    assert.ok((await turns.consume(progress('bar'), start + late)) > 0, `${late} ms later`);
  assert.equal(await turns.consume(progress('bar'), start + 11_000), 0);
});

test('progress is served in order of request, even if other calls are made in between', async (t) => {
  const { turns } = await startTurns(t);
  const line = ['z', 'y', 'x', 'w'];
  for (const card of ['a', 'b']) await turns.consume(progress(card), start);
  for (const card of line) assert.ok((await turns.consume(progress(card), start)) > 0);
  const came: string[] = [];
  for (let now = start; came.length < line.length; now += second / 2)
    for (const card of [...line].reverse().filter((one) => !came.includes(one))) {
      if ((await turns.consume(progress(card), now)) > 0) continue;
      came.push(card);
      await turns.consumeNow(progress(card), now);
    }
  assert.deepEqual(came, line);
});

test('a result that became progress again no longer blocks others', async (t) => {
  const { turns } = await startTurns(t);
  for (const card of ['a', 'b', 'c', 'd']) await turns.consume(turn(card), start);
  await turns.consume(turn('e'), start);
  await turns.consume(progress('e'), start + 500);
  assert.equal(await turns.consume(progress('bar'), start + 4_000), 0);
});

test('a call without waiting delays the next one', async (t) => {
  const { turns } = await startTurns(t);
  for (const card of ['a', 'b', 'c', 'd']) await turns.consume(turn(card), start);
  await turns.consumeNow(turn('a'), start);
  assert.equal(await turns.consume(turn('e'), start), 2_000);
});

test('a shorter block of updates doesn’t end a longer one', async (t) => {
  const { turns } = await startTurns(t);
  await turns.block(turn('a'), 30 * second, start);
  await turns.block(turn('b'), second, start);
  assert.equal(await turns.consume(turn('a'), start + 2 * second), 28 * second);
});

test('a 429 for a message stops its channel for every process, and no other channel', async (t) => {
  const { redis, prefix, turns } = await startTurns(t);
  const other = createChannelRateLimiter(redis, prefix, second);
  const post = turn('limited', { call: 'post' });
  for (const card of ['a', 'b', 'c', 'limited']) await turns.consume({ ...post, card }, start);
  assert.equal(await turns.consume(turn('later'), start), 1_000);
  await turns.block(post, 30 * second, start);

  assert.equal(await other.consume(turn('later'), start + 1_000), 30_000);
  assert.ok((await other.consume(progress('bar'), start + 1_000)) > 30_000);
  assert.equal(await other.consume(turn('later', { channel: 'C2' }), start + 1_000), 0);
  assert.equal(await other.consume(turn('later', { workspace: 'T2' }), start + 1_000), 0);

  assert.equal(await other.consume(turn('later'), start + 30 * second), 1_000);
  assert.equal(await other.consume(post, start + 30 * second), 0);
  assert.equal(await other.consume(turn('later'), start + 31 * second), 0);
});

test('a 429 for an update stops updates in the whole workspace; messages can still be posted', async (t) => {
  const { turns } = await startTurns(t);
  await turns.block(turn('a'), 30 * second, start);
  for (const channel of ['C1', 'C2'])
    assert.equal(await turns.consume(turn('b', { channel }), start + second), 29_000);
  assert.equal(await turns.consume(progress('bar'), start + second), 30_000, 'behind the results');
  assert.equal(await turns.consume(turn('c', { call: 'post' }), start + second), 0);
  assert.equal(await turns.consume(turn('b', { workspace: 'T2' }), start + second), 0);
  assert.equal(await turns.consume(turn('b'), start + 30 * second), 0);
});

test('a channel’s keys in Redis expire', async (t) => {
  const { redis, prefix, turns } = await startTurns(t);
  for (const card of ['a', 'b', 'c', 'd', 'e']) await turns.consume(turn(card), start);
  await turns.block(turn('a', { call: 'post' }), second, start);
  await turns.block(turn('a'), second, start);
  const left = await redis.keys(`${prefix}:*`);
  assert.equal(left.length, 4);
  for (const key of left) {
    const forMs = await redis.pttl(key);
    assert.ok(forMs > 0 && forMs < 90_000, `${key} stays ${forMs} ms`);
  }
});
