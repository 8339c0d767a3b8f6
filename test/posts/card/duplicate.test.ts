import assert from 'node:assert/strict';
import { test } from 'node:test';
import { states } from '#src/posts/card/card.ts';
import { duplicateId, duplicateRefusal } from '#src/posts/card/duplicate.ts';
import { aCard, aChange, campaignRequest } from './samples.ts';

test('a post can be duplicated once it has content and nothing is in progress', () => {
  assert.deepEqual(
    states.filter((state) => !duplicateRefusal(aCard({ state }))),
    ['review', 'published', 'scheduled', 'changes_requested', 'rejected', 'failed'],
  );
  const nothing = { caption: '', mediaUrls: [], profiles: [] };
  const picture = { ...nothing, mediaUrls: ['https://example.com/1.png'] };
  assert.equal(duplicateRefusal(aCard({ state: 'review', content: picture })), undefined);
  assert.deepEqual(duplicateRefusal(aCard({ state: 'failed', content: nothing })), {
    why: 'not_now',
    state: 'failed',
  });
  assert.deepEqual(duplicateRefusal(aCard({ state: 'review', pending: aChange })), {
    why: 'busy',
    pending: aChange,
  });
  const campaign = aCard({ kind: 'campaign', state: 'review' }, campaignRequest);
  assert.equal(duplicateRefusal(campaign)?.why, 'not_now');
});

test('a form creates one card per brand, in whatever order they’re chosen', () => {
  assert.equal(duplicateId('V1', 'a'), duplicateId('V1', 'a'));
  const ids = [duplicateId('V1', 'a'), duplicateId('V1', 'b'), duplicateId('V2', 'a')];
  assert.equal(new Set(ids).size, 3);
  // a button keeps the id of its card before a space
  for (const id of ids) assert.doesNotMatch(id, /\s/);
});
