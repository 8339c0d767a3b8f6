/** Tests virtual time (bench/parts/virtual-clock.ts). */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { startVirtualClock, type VirtualClock } from '#bench/parts/virtual-clock.ts';
import { longTest } from '#test/support/long-tests.ts';
import { startRedis } from '#test/support/redis.ts';

const hour = 3_600_000;

function start(t: TestContext): VirtualClock {
  const clock = startVirtualClock();
  t.after(() => clock.stop());
  return clock;
}

/** How long something takes, in virtual and in real milliseconds. */
async function took(clock: VirtualClock, act: () => Promise<unknown>) {
  const [date, performed, real] = [Date.now(), performance.now(), clock.realNow()];
  await clock.during(act);
  return {
    ms: Date.now() - date,
    performedMs: performance.now() - performed,
    realMs: clock.realNow() - real,
  };
}

test('an hour of timers passes at once, in order, for every clock of the process', async (t) => {
  const clock = start(t);
  const fired: string[] = [];
  const note = (what: string) => () => void fired.push(`${what} ${new Date().toISOString().slice(14, 19)}`);
  const { ms, performedMs, realMs } = await took(clock, async () => {
    const wholeHour = hour - (Date.now() % hour);
    await sleep(wholeHour);
    setTimeout(note('second'), 20_000);
    setTimeout(note('first'), 10_000);
    const interval = setInterval(note('tick'), 15_000);
    clearTimeout(setTimeout(note('never'), 1_000));
    await sleep(40_000);
    clearInterval(interval);
    const signal = AbortSignal.timeout(5_000);
    await once(signal, 'abort');
    assert.equal(signal.reason.name, 'TimeoutError');
    await assert.rejects(sleep(hour, undefined, { signal }), { name: 'AbortError' });
    await sleep(2 * hour - wholeHour);
  });
  assert.deepEqual(fired, ['first 00:10', 'tick 00:15', 'second 00:20', 'tick 00:30']);
  assert.ok(ms >= 2 * hour + 45_000 && ms < 2 * hour + 46_000, `${ms}`);
  assert.ok(Math.abs(performedMs - ms) < 1_000, `${performedMs}`);
  assert.ok(realMs < ms / 100, `${realMs}`);
});

longTest('time stops while a server handles a request, unless the server waits itself', async (t) => {
  const clock = start(t);
  const server = createServer(async (request, response) => {
    if (request.url === '/waits') await sleep(30_000);
    response.end(new Date().toISOString());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as { port: number };
  const get = async (path: string): Promise<string> =>
    (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  const tick = setInterval(() => undefined, 1);
  t.after(() => clearInterval(tick));
  await clock.during(async () => {
    const before = Date.now();
    for (let n = 0; n < 20; n += 1) await get('/answers');
    assert.ok(Date.now() - before <= 200, `${Date.now() - before}`);
    const asked = Date.now();
    assert.ok(Date.parse(await get('/waits')) - asked >= 30_000);
  });
});

test('Redis has the same time, for expiring keys, scripts, and delayed jobs', async (t) => {
  const server = await startRedis();
  const clock = start(t);
  const redis = new Redis(server.url);
  redis.defineCommand('secondsNow', { numberOfKeys: 0, lua: "return redis.call('TIME')[1]" });
  const connection = { url: server.url };
  const queue = new Queue('virtual', { connection });
  const ran: number[] = [];
  const worker = new Worker('virtual', async () => void ran.push(Date.now()), { connection });
  t.after(async () => {
    await worker.close();
    await queue.close();
    redis.disconnect();
    await server.stop();
  });
  await clock.during(async () => {
    const began = Date.now();
    await redis.set('minute', 'here', 'PX', 60_000);
    await redis.set('hour', 'here', 'EX', 3_600);
    await queue.add('later', {}, { delay: 1_800_000 });
    await sleep(58_000);
    assert.equal(await redis.exists('minute'), 1);
    await sleep(5_000);
    assert.equal(await redis.exists('minute', 'hour'), 1);
    await sleep(hour);
    assert.equal(await redis.exists('hour'), 0);
    assert.deepEqual(
      ran.map((at) => Math.round((at - began) / 1_000)),
      [1_800],
    );
    const seconds = Number(await (redis as unknown as { secondsNow(): Promise<string> }).secondsNow());
    assert.ok(Math.abs(seconds - Date.now() / 1_000) < 3, `${seconds} ${Date.now()}`);
  });
});

test('a process gets its real time back', async (t) => {
  const own = [Date, setTimeout, performance.now()] as const;
  const clock = startVirtualClock();
  await clock.during(() => sleep(hour));
  await clock.stop();
  assert.equal(Date, own[0]);
  assert.equal(setTimeout, own[1]);
  assert.ok(performance.now() - own[2] < hour / 2);
  t.diagnostic('real time again');
  await sleep(1);
});
