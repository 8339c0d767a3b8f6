import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextCheckTime } from '#src/posts/post-index/check-plan.ts';

const s = 1_000;
const now = 10_000 * s;

const rows: [what: string, agesMs: number[], checkedMsAgo: number | undefined, fromNowMs: number][] = [
  ['never checked: at once', [0], undefined, 0],
  ['just checked: after the first pause', [s], 0, 2 * s],
  ['a minute old: a fifth of its age', [60 * s], 0, 12 * s],
  ['old: the longest pause', [600 * s], 0, 15 * s],
  ['one that began just after a check: after the first pause', [s], 1.5 * s, 0.5 * s],
  ['of several, the earliest decides', [400 * s, 50 * s], 0, 10 * s],
  ['the end of the wait is not missed', [895 * s], 0, 5 * s + 1],
];
for (const [what, agesMs, checkedMsAgo, fromNowMs] of rows)
  test(`next check: ${what}`, () => {
    const waits = agesMs.map((ageMs) => now - ageMs);
    const checkedAt = checkedMsAgo === undefined ? undefined : now - checkedMsAgo;
    const at = nextCheckTime(waits, { checkedAt, everyMs: 2 * s, forMs: 900 * s }, now);
    assert.equal(Math.max(0, at - now), fromNowMs);
  });

test('next check: a configured interval of a minute is kept', () => {
  const pace = { checkedAt: now, everyMs: 60 * s, forMs: 900 * s };
  assert.equal(nextCheckTime([now - s], pace, now) - now, 60 * s);
});
