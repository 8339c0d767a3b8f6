import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyTransition } from '#src/posts/card/apply-transition.ts';
import type { Card, Change } from '#src/posts/card/card.ts';
import { isOutdated } from '#src/posts/card/outdated.ts';
import { aCard, aPost, at, later } from './samples.ts';

const time = '2026-11-25T09:00:00.000Z';

/** Once the service took the change, at `when`. */
function changed(card: Card, change: Change, when = later): Card {
  const pending = { what: 'edit', by: 'U0CY', at, change } as const;
  const result = applyTransition({ ...card, pending }, { type: 'update', pending, at: when });
  assert.ok('card' in result);
  return result.card;
}

test('a post that’s listed without its last edit is outdated', () => {
  const draft = aCard({ state: 'review', postId: 'post-1' });
  const edited = changed(draft, { caption: 'Other words' });
  const scheduled = changed(edited, { scheduledAt: time });
  const since = Date.parse(at);
  const shows = (post: Parameters<typeof aPost>[0], card = scheduled) => isOutdated(card, aPost(post), since);
  assert.equal(shows({}, draft), false, 'nothing was changed');
  assert.equal(shows({}), true, 'two changes ago');
  assert.equal(shows({ caption: ' Other  words' }), true, 'one edit ago, with collapsed whitespace');
  assert.equal(shows({ caption: 'Other words', scheduledAt: time, status: 'scheduled' }), false, 'as it is');
  assert.equal(shows({ caption: 'Third words' }), false, 'changed in the web app');
  assert.equal(shows({ profiles: [] }), false, 'profiles too');
  for (const status of ['published', 'publishing', 'failed'] as const)
    assert.equal(shows({ status }), false, `${status} is no state of before`);
  assert.equal(isOutdated(scheduled, aPost(), Date.parse(later)), false, 'it can be behind no more');
  const failed = changed(aCard({ state: 'failed', postId: 'post-1' }), { scheduledAt: time });
  assert.equal(shows({ status: 'failed' }, failed), true, 'it had failed before');
});

test('an unscheduled post that is still listed as scheduled is outdated', () => {
  let card = aCard({ state: 'review', postId: 'post-1' });
  for (let n = 0; n < 9; n += 1) card = changed(card, { caption: `Words ${n}` });
  card = changed(card, { scheduledAt: time });
  const off = applyTransition(card, { type: 'unschedule', by: 'U0BO', previousTime: time, at: later });
  assert.ok('card' in off);
  const post = aPost({ caption: 'Words 8', scheduledAt: time, status: 'scheduled' });
  assert.equal(isOutdated(off.card, post, Date.parse(at)), true);
  assert.equal(off.card.outdated?.length, 5);
});
