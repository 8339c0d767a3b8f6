/** The bot of the demo, killed and started again by a person on the page: what waited goes on. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import type { StepRun } from '#sandbox/chat/protocol.ts';
import { find, openDemo, presses } from '#test/support/demo-page.ts';
import { aPost } from '#test/support/steps.ts';

/** The process ids of the bot that this process started. */
function botsOf(demo: number | undefined): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n');
  return rows
    .filter((row) => row.includes('/src/main.ts'))
    .map((row) => row.trim().split(/\s+/).map(Number))
    .flatMap(([pid = 0, parent]) => (parent === demo ? [pid] : []));
}

test('a workflow step that waits until a post is published goes on after the bot was restarted', async (t) => {
  const { ana, demo, isHeard } = await openDemo(t);
  const runs = async (step: string, inputs: Record<string, string>): Promise<string> =>
    String((await ana.act('runStep', { step, inputs })).run);
  const ended = async (id: string): Promise<StepRun | undefined> => {
    const { runs } = await ana.shows((state) =>
      state.runs.some((run) => run.id === id && run.state !== 'running'),
    );
    return runs.find((run) => run.id === id);
  };
  const created = await ended(await runs('create_post', aPost));
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
  const card = find(state, new RegExp(aPost.caption));
  assert.ok(card);
  await presses(ana, card, /^Approve & publish/);
  const published = await ended(waiting);
  assert.deepEqual([published?.error, published?.outputs.status], ['', 'Published']);
});
