import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyTransition } from '#src/posts/card/apply-transition.ts';
import { isFollowed, timedCheck, watchedFrom, workOf } from '#src/posts/card/attention.ts';
import type { Card } from '#src/posts/card/card.ts';
import { contentHash } from '#src/posts/card/content.ts';
import { aCard, aPost, at, later, problem } from './samples.ts';

const now = Date.parse(at);
const scheduledFor = (ms: number): Card => {
  const content = { ...aCard().content, scheduledAt: new Date(now + ms).toISOString() };
  return aCard({ state: 'scheduled', rest: 'scheduled', postId: 'post-1', content });
};

for (const [what, inMs, look] of [
  ['a day before its time', 86_400_000, 86_340_000],
  ['half a minute before its time', 30_000, 33_000],
] as const)
  test(`a scheduled post is checked a minute before its time, and after it: ${what}`, () => {
    assert.equal(timedCheck(scheduledFor(inMs), now) - now, look);
    assert.equal((watchedFrom(scheduledFor(inMs), 600_000) ?? 0) - now, Math.min(look, 600_000));
  });

test('a scheduled post that isn’t as someone here scheduled it is checked', () => {
  const card = scheduledFor(86_400_000);
  assert.equal(workOf(card), 'check_schedule');
  const cleared = { ...card, schedulableHash: contentHash(card) };
  assert.equal(workOf(cleared), undefined);
  assert.equal(
    workOf({ ...cleared, content: { ...card.content, caption: 'Other words' } }),
    'check_schedule',
  );
});

test('a card that ended in doubt is followed for a day, and no longer', () => {
  const ended = aCard({ state: 'outcome_unknown', postId: 'post-1', problem: problem('proof') });
  assert.equal(isFollowed(ended), true);
  assert.equal(watchedFrom(ended, 600_000), now + 600_000);
  const looked = { ...ended, updatedAt: new Date(now + 86_400_000).toISOString() };
  assert.equal(watchedFrom(looked, 600_000), undefined);
  assert.equal(isFollowed({ ...ended, problem: problem('create') }), false);
});

test('an edit in the web app is in the history, but changed spaces and file addresses aren’t', () => {
  const card = aCard({ state: 'review', postId: 'post-1', media: [{ from: 'entered' }], copying: at });
  card.content = { ...card.content, caption: 'Fresh  beans ', mediaUrls: ['https://x.test/a.png'] };
  const edits = (post: Parameters<typeof aPost>[0]) => {
    const seen = applyTransition(card, { type: 'observe', post: aPost(post), at: later });
    return 'card' in seen ? seen.card.history.filter(({ what }) => what === 'edited') : undefined;
  };
  const mediaUrls = ['https://service.test/1.png'];
  assert.deepEqual(edits({ mediaUrls }), []);
  const edited = { what: 'edited', at: later };
  assert.deepEqual(edits({ mediaUrls, caption: 'Old beans' }), [{ ...edited, note: 'caption' }]);
  assert.deepEqual(edits({ mediaUrls: [], profiles: [] }), [{ ...edited, note: 'files, social profiles' }]);
});
