/** The demo's bot, killed and restarted by a person on the page: waiting work continues. And a Redis that dies. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import type { StepRun } from '#sandbox/chat/protocol.ts';
import { find, openDemo, pressButton } from '#test/support/demo-page.ts';
import { longTest } from '#test/support/long-tests.ts';
import { postInputs } from '#test/support/steps.ts';

const botsOf = (demo: number | undefined): number[] => startedBy(demo, '/src/main.ts');

/** The ids of the processes with these words in their command that this process started. */
function startedBy(demo: number | undefined, words: string): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n');
  return rows
    .filter((row) => row.includes(words))
    .map((row) => row.trim().split(/\s+/).map(Number))
    .flatMap(([pid = 0, parent]) => (parent === demo ? [pid] : []));
}

longTest('a workflow step continues after the bot restarts', async (t) => {
  const { ana, demo, ended, folder, isHeard, output } = await openDemo(t);
  const runs = async (step: string, inputs: Record<string, string>): Promise<string> =>
    String((await ana.act('runStep', { step, inputs })).run);
  const runEnded = async (id: string): Promise<StepRun | undefined> => {
    const { runs } = await ana.shows((state) =>
      state.runs.some((run) => run.id === id && run.state !== 'running'),
    );
    return runs.find((run) => run.id === id);
  };
  const created = await runEnded(await runs('create_post', postInputs));
  const waiting = await runs('wait_until_published', { post: String(created?.outputs.post) });
  assert.deepEqual(await ana.act('travel', { to: 'hour' }), { ok: true });
  const before = botsOf(demo.pid);
  assert.equal(before.length, 1);

  // two people press at once
  const answers = await Promise.all([ana.act('restart', {}), ana.act('restart', {})]);
  assert.deepEqual(answers, [{ ok: true }, { ok: true }]);
  const after = botsOf(demo.pid);
  assert.equal(after.length, 1);
  assert.notDeepEqual(after, before);
  // it has the demo's time, without which it'd refuse this
  await isHeard('restarted');

  const state = await ana.shows(() => true);
  assert.equal(state.runs.find(({ id }) => id === waiting)?.state, 'running');
  const card = find(state, new RegExp(postInputs.caption));
  assert.ok(card);
  await pressButton(ana, card, /^Approve & publish/);
  const published = await runEnded(waiting);
  assert.deepEqual([published?.error, published?.outputs.status], ['', 'Published']);

  // it's killed while it gets the new time
  const earlier = (await ana.shows(() => true)).clock?.aheadMs ?? 0;
  const both = await Promise.all([ana.act('travel', { to: 'day' }), ana.act('restart', {})]);
  assert.deepEqual(both, [{ ok: true }, { ok: true }]);
  await ana.shows((state) => (state.clock?.aheadMs ?? 0) - earlier > 23 * 3_600_000);
  await isHeard('restarted-on-the-way');

  const [redis, ...others] = startedBy(demo.pid, 'redis-server');
  assert.ok(redis && others.length === 0);
  const bots = botsOf(demo.pid);
  process.kill(redis, 'SIGKILL');
  assert.deepEqual(await ended, [1, null], output());
  assert.match(output(), /Redis ended by itself/);
  for (const pid of bots) assert.throws(() => process.kill(pid, 0), /ESRCH/);
  const left = (await readdir(folder)).filter((name) => !name.startsWith('presscheck-bot-'));
  assert.deepEqual(left, [], 'only the log of the bot is kept');
});
