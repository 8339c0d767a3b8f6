/** When to read a listing that may lag, and what the reads show. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Post } from '#src/platform/publishing-api/post.ts';
import type { Card } from '#src/posts/card/card.ts';
import { cardJob } from '#src/posts/card-job.ts';
import {
  nextRead,
  nextReadSince,
  reconcile,
  settledAfterMs,
  sharedAsOf,
  verificationAfter,
} from '#src/posts/post-index/lag.ts';
import type { PostIndex } from '#src/posts/post-index/post-index.ts';
import { ReadPending } from '#src/posts/post-index/post-index.ts';
import { aCard, aPost } from '#test/posts/card/samples.ts';

const lag = { settledAfterMs: settledAfterMs({ listingLag: undefined }, 2_000) };
const at = (now: number) => ({ now: () => now, checkEveryMs: 1_000 });
const from = 1_000_000;
const verification = verificationAfter(lag, from);

test('reads become rarer as the wait grows, and a read starts as soon as it can be conclusive', () => {
  assert.deepEqual(verification, { from, settledAt: from + 42_000 });
  const reads: number[] = [];
  for (let now = from; now <= from + 80_000; now += 500) {
    const { asOf, nextInMs } = nextRead(at(now), verification);
    assert.ok(asOf <= now && now + nextInMs > now);
    if (reads.at(-1) !== asOf) reads.push(asOf);
  }
  assert.deepEqual(
    reads.map((one) => (one - from) / 1_000),
    [0, 1, 2, 4, 8, 16, 31, 42, 57, 72],
  );
});

test('a listing’s lag comes from the open fact, or else from the interval between reads', () => {
  assert.equal(settledAfterMs({ listingLag: undefined }, 2_000), 42_000);
  assert.equal(settledAfterMs({ listingLag: 0 }, 2_000), 2_000);
  assert.equal(settledAfterMs({ listingLag: 90 }, 2_000), 92_000);
});

test('every run requests the same read until the next one is due, so a slow response still counts', () => {
  const { asOf, nextInMs } = nextRead(at(from + 9_000), verification);
  assert.deepEqual(nextRead(at(from + 9_000 + nextInMs - 1), verification).asOf, asOf);
  assert.equal(nextRead(at(from + 9_000 + nextInMs), verification).asOf, from + 16_000);
});

test('before the change could be visible, a read as of the time when it could be is requested', () => {
  assert.deepEqual(nextRead(at(from - 5_000), verification), { asOf: from, nextInMs: 6_000 });
});

test('cards that start together share a read for two minutes, then request current ones', () => {
  assert.equal(sharedAsOf(at(from - 1_000), from), from);
  assert.equal(sharedAsOf(at(from + 119_999), from), from);
  for (const now of [from + 120_000, from + 3_600_000 + 7_000]) {
    const asOf = sharedAsOf(at(now), from);
    assert.ok(asOf <= now && now - asOf < 120_000);
  }
});

test('for changes that the service makes by itself, reads are a tenth of the wait apart', () => {
  const since = new Date(from).toISOString();
  const { asOf, nextInMs } = nextReadSince(at(from + 60_000), since);
  assert.ok(from + 60_000 - asOf + nextInMs <= 6_500);
});

test('reads are requested as of whole milliseconds, which is how the index stores read times', () => {
  const since = new Date(from).toISOString();
  for (let waited = 0; waited <= 60_000; waited += 333)
    for (const { asOf, nextInMs } of [
      nextReadSince(at(from + waited), since),
      nextRead(at(from + waited), verification, 1 / 3),
    ]) {
      assert.ok(Number.isInteger(asOf), `${asOf}`);
      assert.ok(nextInMs > 0);
    }
});

test('a read that shows the change is proof at once, and others only after the lag', async () => {
  const published = aPost({ id: 'p1', status: 'published' });
  const draft = aPost({ id: 'p1', status: 'draft' });
  let [now, shown, pending] = [from, draft, true];
  const asked: number[] = [];
  const deps = {
    checkEveryMs: 1_000,
    now: () => now,
    index: {
      // accepts any age; the first request is served later, like by a reader that has to read first
      async post(_: Card, asOf: number) {
        asked.push(asOf);
        if (pending) throw new ReadPending(700);
        return { post: shown, readAt: asOf };
      },
    } as unknown as PostIndex,
  };
  const job = cardJob('a job', 'work');
  const shows = ({ status }: Post): boolean => status === 'published';
  const reconciled = () => reconcile(deps, aCard({ postId: 'p1' }), { verification, job, shows });

  await assert.rejects(reconciled, { postponed: true, retryAfterMs: 700 });
  [now, pending] = [from + 900, false];
  await assert.rejects(reconciled, { postponed: true, retryAfterMs: 100 });
  assert.deepEqual(asked, [from, from], 'the same request, so that the pending read serves it');
  shown = published;
  assert.deepEqual(await reconciled(), { kind: 'shown', post: published });
  [now, shown] = [from + 41_999, draft];
  await assert.rejects(reconciled, { postponed: true, retryAfterMs: 1 });
  now = from + 42_000;
  assert.deepEqual(await reconciled(), { kind: 'not_shown', post: draft });
});
