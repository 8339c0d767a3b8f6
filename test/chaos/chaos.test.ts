import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { lastLines, runChaos } from './chaos.ts';
import { makePlan, steps, stepsNotReached } from './plan.ts';
import { brokenIn } from './promises.ts';
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
  // how fast it went on is judged by `npm run chaos`, on a machine that does nothing else
  const broken = brokenIn(outcome, 'but for speed');
  const log = broken.length > 0 ? await lastLines(outcome.logFile, 20) : '';
  assert.deepEqual(broken, [], `${tableOf(outcome)}\n\n${log}`);
});

test('a run stops at every step that the code names', () => {
  const root = fileURLToPath(import.meta.resolve('#src/main.ts')).replace(/main\.ts$/, '');
  const sources = globSync('**/*.ts', { cwd: root }).map((path) => readFileSync(join(root, path), 'utf8'));
  const named = sources.flatMap((source) => [...source.matchAll(/\.reached\((?:\s*(['`])(.+?)\1)?/g)]);
  // the effects of the ledger, which is where `${kind} noted` is named
  const kinds = sources
    .filter((source) => source.includes('sendOnce(deps'))
    .flatMap((source) => [
      ...(/const effectKinds[^{]*\{([^}]*)\}/.exec(source)?.[1]?.matchAll(/: '(\w+)'/g) ?? []),
      ...source.matchAll(/`(\w+)\.\$\{card\.id\}/g),
    ])
    .map(([, kind]) => kind ?? '');
  const reached = named.flatMap(([, , step]) => kinds.map((kind) => step?.replace(/\$\{kind\}/, kind)));
  assert.deepEqual([...new Set(reached)].sort(), [...steps, ...stepsNotReached].sort());
});
