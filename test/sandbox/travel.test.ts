/** The demo's clock, moved by a person on its page: everyone has the new time, and planned things happen. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { nextMorning, stopAfter } from '#sandbox/chat/clock.ts';
import type { ChatState } from '#sandbox/chat/protocol.ts';
import { startDemoClock } from '#sandbox/clock/demo-clock.ts';
import type { LiveFeed } from '#sandbox/service/live/protocol.ts';
import { find, inSocial, openDemo, pressButton, textOf } from '#test/support/demo-page.ts';
import { longTest } from '#test/support/long-tests.ts';

longTest(
  'tomorrow’s post is published, a digest and a reminder are sent, and the bot still responds',
  async (t) => {
    const { ana, isHeard, output } = await openDemo(t);
    const first = await ana.shows((state) =>
      /Approve & schedule for/.test(JSON.stringify(find(state, /Winter hours/)?.blocks)),
    );
    assert.equal(first.clock?.aheadMs, 0);
    const card = find(first, /Winter hours/);
    assert.ok(card);
    await pressButton(ana, card, /^Approve & schedule for/);
    const scheduled = await ana.shows(
      (state) => find(state, /\*Scheduled for[\s\S]*Winter hours/) !== undefined,
    );

    const at =
      Number(/Scheduled for <!date\^(\d+)/.exec(textOf(find(scheduled, /Winter hours/) ?? card))?.[1]) *
      1_000;
    // others are scheduled before it
    for (let now = 0; now < at; ) {
      assert.deepEqual(await ana.act('travel', { to: 'post' }), { ok: true });
      const { clock } = await ana.shows(() => true);
      now = Date.now() + (clock?.aheadMs ?? 0);
      await isHeard(`at-${now}`);
    }
    await ana.shows((state) => find(state, /\*Published on schedule\*[\s\S]*Winter hours/) !== undefined);

    const live = await fetch(`${/http:\S+\/live\//.exec(output())?.[0]}feed`);
    const { networks } = (await live.json()) as LiveFeed;
    const out = networks
      .flatMap(({ posts }) => posts)
      .filter(({ caption }) => caption.includes('Winter hours'));
    assert.deepEqual(
      out.map((post) => post.at),
      [at],
    );

    const { clock } = await ana.shows(() => true);
    assert.deepEqual(await ana.act('travel', { to: 'morning' }), { ok: true });
    // if the post went out after nine, there's an earlier digest, and the reminder was sent with that
    const digestOf = (state: ChatState) =>
      inSocial(state).findLast(
        (one) =>
          Number(one.ts) * 1_000 >= (clock?.morning ?? 0) && /Harbor Yoga this morning/.test(textOf(one)),
      );
    const last = await ana.shows(
      (state) => digestOf(state) !== undefined && saysSince(scheduled, state, /:wave:[\s\S]*waiting/),
    );
    await isHeard('morning');
    assert.ok((last.clock?.aheadMs ?? 0) > (clock?.aheadMs ?? 0));
    const afterMs = Number(digestOf(last)?.ts) * 1_000 - (clock?.morning ?? 0);
    assert.ok(afterMs < 3_600_000, `${afterMs} ms after nine`);
    for (const all of Object.values(last.messages)) {
      const times = all.map(({ ts }) => Number(ts));
      assert.deepEqual(
        times,
        times.toSorted((one, other) => one - other),
      );
    }
    // results are posted at ten, a day later: the next day, unless it was published in the afternoon
    const inAnHour = Date.now() + (last.clock?.aheadMs ?? 0) + 3_600_000;
    const steps = inAnHour - at < 21 * 3_600_000 ? ['morning', 'hour'] : ['hour'];
    for (const to of steps) assert.deepEqual(await ana.act('travel', { to }), { ok: true });
    await ana.shows(
      (state) =>
        find(state, /Results (one day|\d days) after publishing: \*[\d,]+\* impressions/) !== undefined,
    );
  },
);

/** Whether there's a message with these words that wasn't there before. */
function saysSince(before: ChatState, state: ChatState, words: RegExp): boolean {
  const all = ({ messages }: ChatState) => Object.values(messages).flat();
  const seen = new Set(all(before).map(({ ts }) => ts));
  return all(state).some((one) => !seen.has(one.ts) && words.test(textOf(one)));
}

longTest('with `npm run dev`, the bot also gets the new time', async (t) => {
  const { ana, isHeard } = await openDemo(t, ['--dev']);
  assert.deepEqual(await ana.act('travel', { to: 'morning' }), { ok: true });
  await isHeard('dev');
  const state = await ana.shows(() => true);
  assert.ok((state.clock?.aheadMs ?? 0) > 0);
});

test('the clock waits for signed requests in progress, and new requests wait for the clock', async (t) => {
  const moves: number[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'clock-'));
  // this process keeps its own time
  const clock = await startDemoClock(join(folder, 'clock.sock'), (aheadMs) => void moves.push(aheadMs));
  t.after(async () => {
    await clock.close();
    await rm(folder, { recursive: true });
  });
  const order: string[] = [];
  clock.onJump(() => void order.push('arrived'));
  const under = Promise.withResolvers<void>();
  const first = clock.withoutJumps(async () => {
    await under.promise;
    order.push('first');
  });
  const journey = clock.travel(Date.now() + 3_600_000);
  const second = clock.withoutJumps(async () => void order.push('second'));
  assert.deepEqual(moves, []);
  under.resolve();
  await Promise.all([first, journey, second]);
  assert.deepEqual(order, ['first', 'arrived', 'second']);
  assert.equal(moves.length, 1);
  await assert.rejects(clock.travel(Date.now() - 1_000), /only goes forward/);
  await assert.rejects(clock.travel(Number.NaN), /only goes forward/);
  assert.equal(moves.length, 1);
});

test('a long jump has stops, and the bot responds to users at each', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'clock-'));
  const moves: number[] = [];
  const clock = await startDemoClock(join(folder, 'clock.sock'), (aheadMs) => void moves.push(aheadMs));
  t.after(async () => {
    await clock.close();
    await rm(folder, { recursive: true });
  });
  const stops: number[] = [];
  // users' requests are handled at each stop
  clock.onStop(() => clock.withoutJumps(async () => void stops.push(moves.length)));
  const [start, hourMs] = [Date.now(), 3_600_000];
  await clock.travel(start + 2.5 * hourMs, (now) => now + hourMs);
  assert.deepEqual(stops, [1, 2]);
  assert.deepEqual(
    moves.map((aheadMs) => Math.round((2 * aheadMs) / hourMs)),
    [2, 4, 5],
  );
  await assert.rejects(
    clock.travel(start + 29 * 24 * hourMs, (now) => now + hourMs),
    /four weeks ahead/,
  );
  assert.equal(moves.length, 3, 'it says so before it sets out');
});

test('a bot killed while it gets the new time ends nothing else', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'clock-'));
  const clock = await startDemoClock(join(folder, 'clock.sock'), () => {});
  t.after(async () => {
    await clock.close();
    await rm(folder, { recursive: true });
  });
  // it reads nothing, so closing its end is an error for the other one
  const bot = new Socket().pause().connect(clock.address);
  await once(bot, 'connect');
  const journey = clock.travel(Date.now() + 3_600_000);
  bot.destroy();
  await journey;
  assert.ok(clock.aheadMs() > 3_500_000);
});

test('the clock stops at each full hour of working days and when a post goes out', () => {
  const after = (iso: string, post?: string) =>
    new Date(stopAfter(Date.parse(iso), 'Europe/Madrid', post ? Date.parse(post) : undefined)).toISOString();
  assert.equal(after('2026-11-24T08:00:00Z'), '2026-11-24T09:00:00.000Z');
  assert.equal(after('2026-11-24T22:10:00Z'), '2026-11-25T06:00:00.000Z', 'not at night');
  assert.equal(after('2026-11-27T22:10:00Z'), '2026-11-30T06:00:00.000Z', 'not on a weekend');
  assert.equal(after('2026-11-27T22:10:00Z', '2026-11-28T10:30:00Z'), '2026-11-28T10:30:00.000Z');
  assert.equal(after('2026-11-24T08:00:00Z', '2026-11-24T07:00:00Z'), '2026-11-24T09:00:00.000Z');
});

test('the next morning is nine o’clock on a weekday, in the team’s time zone', () => {
  const at = (iso: string, zone = 'Europe/Madrid') =>
    new Date(nextMorning(Date.parse(iso), zone)).toISOString();
  assert.equal(at('2026-11-24T07:00:00Z'), '2026-11-24T08:00:00.000Z');
  assert.equal(at('2026-11-24T08:00:00Z'), '2026-11-25T08:00:00.000Z');
  assert.equal(at('2026-11-27T12:00:00Z'), '2026-11-30T08:00:00.000Z');
  assert.equal(at('2026-03-27T12:00:00Z'), '2026-03-30T07:00:00.000Z', 'clocks change that weekend');
  assert.equal(at('2026-11-22T20:00:00Z', 'Asia/Tokyo'), '2026-11-23T00:00:00.000Z');
});
