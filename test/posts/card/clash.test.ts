import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Card } from '#src/posts/card/card.ts';
import { clashesWith, plannedOnCard } from '#src/posts/card/clash.ts';
import { aCard } from '#test/posts/card/samples.ts';

const requestedTime = '2030-05-01T10:00:00.000Z';
const content = {
  caption: 'Doors open at nine',
  profiles: [{ id: 'profile-1', name: 'Northwind · Instagram' }],
  mediaUrls: [],
};

const versions: [string, Partial<Card>, boolean][] = [
  ['waits for review', { state: 'review', requestedTime }, false],
  ['was sent back', { state: 'changes_requested', requestedTime }, false],
  ['is scheduled', { state: 'scheduled', requestedTime }, true],
  [
    'is being scheduled',
    {
      state: 'review',
      requestedTime,
      pending: { what: 'schedule', at: requestedTime, by: 'U0BO', change: { scheduledAt: requestedTime } },
    },
    true,
  ],
];

for (const [what, version, isPointedOut] of versions)
  test(`another version that ${what} at the same time is ${isPointedOut ? '' : 'not '}pointed out`, () => {
    const first = plannedOnCard(aCard({ id: 'first', content, requestedTime }));
    const other = plannedOnCard(aCard({ id: 'second', rewriteOf: 'first', content, ...version }));
    assert.ok(first && other);
    assert.deepEqual(
      clashesWith(first, [other], 15).map(({ card }) => card?.id),
      isPointedOut ? ['second'] : [],
    );
  });
