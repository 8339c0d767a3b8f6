import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastLines, runChaos } from './chaos.ts';
import { makePlan } from './plan.ts';
import { tableOf } from './table.ts';

const short = {
  seed: 'npm test',
  requests: 24,
  kills: 10,
  killEveryMs: 900,
  redisKills: 1,
  fsync: 'always',
} as const;

test('the same seed makes the same plan, and another one another', () => {
  assert.deepEqual(makePlan(short), makePlan({ ...short }));
  assert.notDeepEqual(makePlan(short), makePlan({ ...short, seed: 'another' }));
});

test('while two bots and two workers are killed, nothing accepted is lost and nothing is done twice', {
  timeout: 240_000,
}, async (t) => {
  const outcome = await runChaos(short);
  t.diagnostic(tableOf(outcome));
  const log = outcome.wrong.length > 0 ? await lastLines(outcome.logFile, 20) : '';
  assert.deepEqual(outcome.wrong, [], `${tableOf(outcome)}\n\n${log}`);
  assert.ok((outcome.counts['kill -9 of a process'] ?? 0) >= short.kills);
  const longestMs = outcome.times['longest pause of all work while some waited'] ?? 0;
  assert.ok(longestMs < 20_000, `work stood still for ${longestMs} ms`);
});
