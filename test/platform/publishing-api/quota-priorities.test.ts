/** Who is served when among those that share a key, on a real Redis. Time passes only in the numbers. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createQuota, shares } from '#src/platform/publishing-api/quota.ts';
import { createRequestCount } from '#src/platform/publishing-api/quota-store.ts';
import type { Priority } from '#src/platform/publishing-api/service.ts';
import { oneOf } from '#test/support/long-tests.ts';
import { startStored } from '#test/support/stored.ts';

const start = 1_800_000_000_000;
const windowMs = 61_000;
const minute = 60_000;

interface Options {
  limit?: number;
}

/** Asks under a name that keeps its place. Answers 0: sent; else in how many milliseconds to ask again. */
async function startQuota(t: TestContext, { limit = 60 }: Options = {}) {
  const { redis, prefix } = await startStored(t);
  const count = createRequestCount(redis, prefix, 'a-key');
  const sentAt: number[] = [];
  let nobody = 0;
  async function ask(priority: Priority, at: number, who?: string): Promise<number> {
    nobody += 1;
    const line = { ticket: `${priority}.${who ?? nobody}`, keepsPlace: who !== undefined, waitsUntil: at };
    const waitMs = await count.acquire(at, limit, shares[priority], line);
    if (waitMs === 0) sentAt.push(at);
    return waitMs;
  }
  async function grantedTo(priority: Priority, at: number): Promise<number> {
    for (let granted = 0; ; granted += 1) if ((await ask(priority, at)) > 0) return granted;
  }
  const mostInAWindow = (): number =>
    Math.max(...sentAt.map((from) => sentAt.filter((at) => at >= from && at < from + windowMs).length));
  return { ask, grantedTo, mostInAWindow, count };
}

interface Actor {
  at: number;
  /** Answers when it acts next (epoch ms). */
  act(now: number): Promise<number>;
}

async function play(actors: Actor[], forMs: number): Promise<void> {
  for (;;) {
    const next = actors.reduce((one, other) => (other.at < one.at ? other : one));
    if (next.at >= start + forMs) return;
    next.at = await next.act(next.at);
  }
}

/** Acquires `pages` requests in a row under one name, again every `everyMs`, and calls `read` for each. */
function reads(
  ask: (priority: Priority, at: number, who?: string) => Promise<number>,
  { name, pages, everyMs, priority, at = start }: Reading,
  read: (name: string, at: number) => void = () => undefined,
): Actor {
  let page = 0;
  let began = at;
  return {
    at,
    async act(now) {
      const waitMs = await ask(priority, now, name);
      if (waitMs > 0) return now + waitMs;
      read(name, now);
      if (page === 0) began = now;
      page = (page + 1) % pages;
      return page === 0 ? Math.max(now + 1, began + everyMs) : now + 1;
    },
  };
}

interface Reading {
  name: string;
  pages: number;
  everyMs: number;
  priority: Priority;
  at?: number;
}

/** A person whose click needs two requests, every so often; `waits`: how long each had to wait (ms). */
function publishes(
  ask: (priority: Priority, at: number, who?: string) => Promise<number>,
  { at, everyMs }: { at: number; everyMs: number },
  waits: number[],
): Actor {
  let asked: number | undefined;
  let sent = 0;
  return {
    at,
    async act(now) {
      asked ??= now;
      const waitMs = await ask('operation', now, 'person');
      if (waitMs > 0) return now + waitMs;
      waits.push(now - asked);
      asked = undefined;
      sent += 1;
      return sent % 2 === 1 ? now + 1 : now + everyMs;
    },
  };
}

test('a flood of checks leaves a fifth to operations and people', async (t) => {
  const { grantedTo } = await startQuota(t);
  assert.equal(await grantedTo('check', start), 48);
  assert.equal(await grantedTo('background', start), 0);
  assert.equal(await grantedTo('operation', start), 12);
  assert.equal(await grantedTo('interactive', start), 0);
});

test('the background gets at most half, and checks get the rest of their share', async (t) => {
  const { grantedTo, count } = await startQuota(t);
  assert.equal(await grantedTo('background', start), 30);
  assert.deepEqual(await count.state(start, 60), { limit: 60, left: 30, background: 30 });
  assert.equal(await grantedTo('check', start), 18);
  assert.equal(await grantedTo('interactive', start), 12);
});

test('however low the limit is, each priority can send a request', async (t) => {
  for (const limit of [1, 2, 3])
    for (const priority of ['interactive', 'operation', 'check', 'background'] as const) {
      const { grantedTo } = await startQuota(t, { limit });
      assert.ok((await grantedTo(priority, start)) >= 1, `${priority} of ${limit}`);
    }
});

test('within a priority, the first to ask is served first, in any order of retries', async (t) => {
  const { ask } = await startQuota(t, { limit: 2 });
  for (const at of [start, start + 1_000]) assert.equal(await ask('operation', at), 0);
  const names = ['a', 'b', 'c'];
  for (const name of names) assert.ok((await ask('operation', start + 2_000, name)) > 0);
  const inLine = async (at: number): Promise<void> => {
    for (const name of names) await ask('operation', at, name);
  };
  for (let at = start + 2_000; at < start + windowMs; at += 10_000) await inLine(at);
  const free = start + windowMs;
  const late = ['newcomer', 'c', 'b'];
  for (const name of late) assert.ok((await ask('operation', free, name)) > 0, name);
  assert.equal(await ask('operation', free, 'a'), 0);
  for (const name of ['newcomer', 'c']) assert.ok((await ask('operation', free + 1_000, name)) > 0, name);
  assert.equal(await ask('operation', free + 1_000, 'b'), 0);
});

test('a waiting caller gets the time when there’s room, and then the room', async (t) => {
  const { ask } = await startQuota(t, { limit: 3 });
  for (let n = 0; n < 3; n += 1) assert.equal(await ask('operation', start + n * 1_000), 0);
  const at = start + windowMs - 5_000;
  const waits = [
    await ask('operation', at, 'a'),
    await ask('operation', at, 'b'),
    await ask('operation', at, 'c'),
  ];
  assert.deepEqual(waits, [5_000, 6_000, 7_000]);
  for (const [i, name] of ['c', 'b', 'a'].entries())
    assert.equal(await ask('operation', at + (waits[2 - i] ?? 0), name), 0, name);
});

test('a dead caller blocks no one: it costs one request until it expires', async (t) => {
  const { ask } = await startQuota(t, { limit: 2 });
  for (let n = 0; n < 2; n += 1) assert.equal(await ask('operation', start), 0);
  const at = start + windowMs - 1_000;
  assert.ok((await ask('operation', at, 'dead')) > 0);
  assert.ok((await ask('operation', at, 'alive')) > 0);
  assert.equal(await ask('operation', start + windowMs, 'alive'), 0, 'there is room for both');
  const behind = start + windowMs + 1;
  const waitMs = await ask('operation', behind, 'behind');
  assert.ok(waitMs > 0, 'the room is kept for a while');
  assert.equal(await ask('operation', behind + waitMs, 'behind'), 0);
  assert.ok(waitMs <= 10_000, `${waitMs} ms`);
});

test('twenty places of a dead process expire within fifteen seconds', async (t) => {
  const { ask } = await startQuota(t, { limit: 20 });
  for (let n = 0; n < 20; n += 1) assert.equal(await ask('operation', start + n * 3_000), 0);
  for (let n = 0; n < 20; n += 1) assert.ok((await ask('operation', start + windowMs - 1, `dead-${n}`)) > 0);
  let at = start + windowMs - 1;
  for (let waitMs = 1; waitMs > 0; at += waitMs) waitMs = await ask('operation', at, 'alive');
  assert.ok(at - (start + windowMs) <= 20_000, `${at - start - windowMs} ms`);
});

test('nothing is sent at a lower priority while a higher one waits, however long it has waited', async (t) => {
  const { ask } = await startQuota(t, { limit: 5 });
  for (let n = 0; n < 5; n += 1) assert.equal(await ask('operation', start + n), 0);
  const order = ['background', 'check', 'operation', 'interactive'] as const;
  const at = start + windowMs - 5_000;
  for (const priority of order) assert.ok((await ask(priority, at, 'one')) > 0);
  const sent: Priority[] = [];
  const waiting = new Set<Priority>(order);
  for (let now = start + windowMs; waiting.size > 0; now += 1)
    for (const priority of order)
      if (waiting.has(priority) && (await ask(priority, now, 'one')) === 0) {
        sent.push(priority);
        waiting.delete(priority);
      }
  assert.deepEqual(sent, order.toReversed());
});

test('with 12 brands watched at sixty a minute, a person publishes at once, and every brand is checked', async (t) => {
  const { ask, mostInAWindow } = await startQuota(t);
  const checks = new Map<string, number>();
  const brands = Array.from({ length: 12 }, (_, n) =>
    reads(ask, { name: `brand-${n}`, pages: 1, everyMs: 2_000, priority: 'check' }, (name) =>
      checks.set(name, (checks.get(name) ?? 0) + 1),
    ),
  );
  const waits: number[] = [];
  await play([...brands, publishes(ask, { at: start + 10_000, everyMs: 13_000 }, waits)], 10 * minute);
  assert.ok(waits.length >= 80, `${waits.length} requests`);
  assert.deepEqual(new Set(waits), new Set([0]));
  assert.ok(mostInAWindow() <= 60, `${mostInAWindow()} in a minute`);
  const counts = [...checks.values()];
  assert.ok(Math.min(...counts) >= 0.7 * Math.max(...counts), counts.join(' '));
  assert.ok(counts.reduce((a, b) => a + b) >= 9 * 38, 'the quota is used');
});

test('a brand that reads page after page gets hardly a request while another brand waits', async (t) => {
  const { ask } = await startQuota(t);
  let since: number | undefined;
  let ofOthers = 0;
  const most: number[] = [];
  const large = reads(ask, { name: 'large', pages: 24, everyMs: 2_000, priority: 'check' }, () => {
    if (since !== undefined) ofOthers += 1;
  });
  const small: Actor = {
    at: start + 500,
    async act(now) {
      const waitMs = await ask('check', now, 'small');
      if (waitMs > 0) {
        since ??= now;
        return now + waitMs;
      }
      if (since !== undefined) most.push(ofOthers);
      since = undefined;
      ofOthers = 0;
      return now + 2_000;
    },
  };
  await play([large, small], 10 * minute);
  assert.ok(most.length >= 8, `${most.length} waits`);
  assert.ok(Math.max(...most) <= 2, most.join(' '));
});

test('a brand that is read page by page in the background delays no check of another', async (t) => {
  const { ask } = await startQuota(t);
  const large = reads(ask, { name: 'large', pages: 24, everyMs: 1, priority: 'background' });
  const waits: number[] = [];
  const small: Actor = {
    at: start,
    async act(now) {
      const waitMs = await ask('check', now, 'small');
      waits.push(waitMs);
      return now + (waitMs || 4_000);
    },
  };
  await play([large, small], 10 * minute);
  assert.ok(waits.length >= 150);
  assert.deepEqual(new Set(waits), new Set([0]));
});

for (const brands of oneOf([20, 40, 60]))
  test(`posts are created at once while ${brands} brands of 10 pages are read in the background`, async (t) => {
    const { ask, mostInAWindow } = await startQuota(t);
    let pages = 0;
    const everyMs = 10 * minute;
    const resting = Array.from({ length: brands }, (_, n) => {
      const at = start + Math.floor((n * everyMs) / brands);
      return reads(ask, { name: `brand-${n}`, pages: 10, everyMs, priority: 'background', at }, () => {
        pages += 1;
      });
    });
    const waits: number[] = [];
    await play(
      [...resting, publishes(ask, { at: start + everyMs, everyMs: 2 * minute }, waits)],
      4 * everyMs,
    );
    assert.ok(waits.length >= 28, `${waits.length} requests`);
    assert.deepEqual(new Set(waits), new Set([0]));
    assert.ok(mostInAWindow() <= 60);
    assert.ok(pages >= Math.min(brands, 28) * 40 * 0.9, `${pages} pages`);
  });

test('workspaces with the same key and the same brand each have their own place in the line', async (t) => {
  const { count } = await startQuota(t);
  let at = start;
  const quotaOf = (workspace: string) =>
    createQuota({ count, workspace, requestsPerMinute: 1, log: { warn: () => undefined }, now: () => at });
  const [north, harbor] = [quotaOf('T0NORTH'), quotaOf('T0HARBOR')];
  const isSent = (quota: typeof north): Promise<boolean> =>
    quota.acquire('operation', { who: 'brand-1' }).then(
      () => true,
      () => false,
    );
  assert.equal(await isSent(north), true);
  for (; at < start + windowMs; at += 9_000)
    assert.deepEqual([await isSent(north), await isSent(harbor)], [false, false]);
  assert.equal(await isSent(harbor), false, 'the other one came first');
  assert.equal(await isSent(north), true);

  assert.equal(await north.consumeCheck('brand-1'), 0);
  const [first, second] = [await north.consumeCheck('brand-1'), await harbor.consumeCheck('brand-1')];
  assert.ok(first > 0 && second > first, `${first}, ${second}`);
});
