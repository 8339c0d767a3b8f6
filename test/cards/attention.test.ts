import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timedLook, watchedFrom, workOf } from '#src/cards/attention.ts';
import type { Card } from '#src/cards/card.ts';
import { contentHash } from '#src/cards/content.ts';
import { aCard, at } from './samples.ts';

const now = Date.parse(at);
const scheduledFor = (ms: number): Card => {
  const content = { ...aCard().content, scheduledAt: new Date(now + ms).toISOString() };
  return aCard({ state: 'scheduled', rest: 'scheduled', postId: 'post-1', content });
};

for (const [what, inMs, look] of [
  ['a day before its time', 86_400_000, 86_340_000],
  ['half a minute before its time', 30_000, 33_000],
] as const)
  test(`a scheduled post is looked at a minute before its time, then after it: ${what}`, () => {
    assert.equal(timedLook(scheduledFor(inMs), now) - now, look);
    assert.equal((watchedFrom(scheduledFor(inMs), 600_000) ?? 0) - now, Math.min(look, 600_000));
  });

test('what stands on the schedule otherwise than somebody here put it there is decided about', () => {
  const card = scheduledFor(86_400_000);
  assert.equal(workOf(card), 'hold');
  const cleared = { ...card, cleared: contentHash(card) };
  assert.equal(workOf(cleared), undefined);
  assert.equal(workOf({ ...cleared, content: { ...card.content, caption: 'Other words' } }), 'hold');
});
