/** `npm run dev` restarts the bot when a file that it imports changes. A small program stands in for the bot. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Queue } from 'bullmq';
import { z } from 'zod';
import { startBot } from '#sandbox/bot.ts';
import { startDemoClock } from '#sandbox/clock/demo-clock.ts';
import { startGuard } from '#sandbox/guard.ts';
import { startQueueDashboard } from '#sandbox/queue-dashboard.ts';
import { freePort } from '#sandbox/redis.ts';
import { eventually } from '#test/support/eventually.ts';
import { startRedis } from '#test/support/redis.ts';

/** Answers /readyz, and / with what it imports, its process id and its time. */
const program = `
  import { createServer } from 'node:http';
  import { words } from './words.mjs';
  createServer((_, answer) => answer.end(\`\${words} \${process.pid} \${Date.now()}\`)).listen(Number(process.env.PORT), '127.0.0.1');
`;

async function startProgram(t: TestContext, { clock }: { clock?: string } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'dev-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const write = (words: string) => writeFileSync(join(folder, 'words.mjs'), words);
  const main = join(folder, 'main.mjs');
  writeFileSync(main, program);
  write(`export const words = 'first';`);
  const port = await freePort();
  const guard = startGuard(folder);
  const logFile = join(folder, 'log');
  const bot = startBot({
    guard,
    folder,
    logFile,
    settings: { PORT: `${port}` },
    main,
    restartOnChange: true,
    ...(clock && { clock }),
  });
  t.after(() => guard.release());
  assert.ok(await bot.ready());
  const shows = (words: string): Promise<number> =>
    eventually(async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/`);
      const [shown, pid] = (await answer.text()).split(' ');
      assert.equal(shown, words);
      return Number(pid);
    }, soon);
  const now = async (): Promise<number> =>
    Number((await (await fetch(`http://127.0.0.1:${port}/`)).text()).split(' ')[2]);
  /** Writes until the change is noticed, because on a busy machine, Node can start watching after the file has changed. */
  const changes = <T>(to: string, seen: () => Promise<T>) =>
    eventually(() => {
      write(to);
      return seen();
    });
  return { bot, guard, shows, changes, now };
}

const soon = { withinMs: 15_000 };

/** A zombie, whose exit code hasn't been read yet, doesn't count as running. */
function isRunning(pid: number): boolean {
  try {
    return !execFileSync('ps', ['-o', 'stat=', '-p', `${pid}`], { encoding: 'utf8' }).startsWith('Z');
  } catch {
    return false;
  }
}

test('a change restarts the bot, and after one that breaks it, the next change does', async (t) => {
  const { bot, shows, changes } = await startProgram(t);
  const first = await shows('first');
  const second = await changes(`export const words = 'second';`, () => shows('second'));
  assert.ok(!isRunning(first));
  await changes('export const words = ;', () => eventually(() => assert.ok(!isRunning(second)), soon));
  const third = await changes(`export const words = 'third';`, () => shows('third'));
  await bot.stop();
  assert.ok(!isRunning(third));
});

test('the bot has the demo’s time, even after a restart, and follows it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'clock-'));
  // this process keeps its own time
  const clock = await startDemoClock(join(folder, 'clock.sock'), () => {});
  t.after(async () => {
    await clock.close();
    rmSync(folder, { recursive: true });
  });
  const { shows, changes, now } = await startProgram(t, { clock: clock.address });
  const isAhead = async (days: number): Promise<void> => {
    const aheadMs = (await now()) - Date.now();
    assert.ok(Math.abs(aheadMs - days * 86_400_000) < 60_000, `${aheadMs}`);
  };
  await isAhead(0);
  await clock.travel(Date.now() + 86_400_000);
  await isAhead(1);
  await changes(`export const words = 'second';`, () => shows('second'));
  await isAhead(1);
  await clock.travel(Date.now() + 2 * 86_400_000);
  await isAhead(2);
});

test('the bot ends when the process that started it is killed', async (t) => {
  const { guard, shows } = await startProgram(t);
  const pid = await shows('first');
  await guard.release();
  await eventually(() => assert.ok(!isRunning(pid)));
});

test('the dashboard shows the queues with its prefix, and their jobs', async (t) => {
  const redis = await startRedis();
  t.after(() => redis.stop());
  const connection = { url: redis.url };
  const [mine, other] = ['mine', 'other'].map(
    (prefix) => new Queue(prefix, { connection, prefix: `{${prefix}}` }),
  );
  await mine?.add('publish', { card: 'c1' });
  await other?.add('publish', { card: 'c2' });
  await Promise.all([mine?.close(), other?.close()]);
  const dashboard = await startQueueDashboard({ redisUrl: redis.url, prefix: 'mine', port: 0 });
  t.after(() => dashboard.close());

  const page = await fetch(dashboard.url);
  assert.match(await page.text(), /Presscheck/);
  const answer = await fetch(`${dashboard.url}/api/queues?activeQueue=mine&status=waiting`);
  const { queues } = z
    .object({
      queues: z.array(z.object({ name: z.string(), jobs: z.array(z.object({ data: z.unknown() })) })),
    })
    .parse(await answer.json());
  assert.deepEqual(queues, [{ name: 'mine', jobs: [{ data: { card: 'c1' } }] }]);
});
