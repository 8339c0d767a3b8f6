import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyTransition } from '#src/posts/card/apply-transition.ts';
import type { Card } from '#src/posts/card/card.ts';
import { hasNoProfiles } from '#src/posts/card/content.ts';
import { cardOfOutsidePost } from '#src/posts/card/new-card.ts';
import type { Transition } from '#src/posts/card/transition.ts';
import { warningsOf } from '#src/posts/card/warnings.ts';
import { aCard, aPost, at, later } from './samples.ts';

const content = { ...aCard().content, profiles: [] };
const withoutProfiles = (over: Partial<Card> = {}): Card =>
  aCard({ state: 'review', postId: 'post-1', content, ...over });
const whyNot = (card: Card, transition: object): string | undefined => {
  const result = applyTransition(card, { at: later, by: 'U0BO', ...transition } as Transition);
  return 'refused' in result ? result.refused.why : undefined;
};
const change = (asked: object) => ({ type: 'change', pending: { what: 'edit', change: asked } });

test('a post without a profile allows every decision, with a warning', () => {
  assert.equal(whyNot(withoutProfiles(), { type: 'approve' }), undefined);
  assert.equal(whyNot(withoutProfiles(), change({ scheduledAt: later })), undefined);
  assert.equal(whyNot(withoutProfiles(), { type: 'reject', reason: 'Too early' }), undefined);
  assert.deepEqual(warningsOf(withoutProfiles()), [{ code: 'no_profiles' }]);
});

test('a post that was already decided is refused for that reason, with or without a profile', () => {
  assert.equal(whyNot(withoutProfiles({ state: 'rejected' }), { type: 'approve' }), 'decided');
});

test('if the listing leaves profiles out, a post may have some, until the listing includes them', () => {
  const origin = { workspace: 'T1', author: 'U0ANA', channel: 'C1' };
  const { brand } = aCard();
  const found = cardOfOutsidePost('card-2', origin, brand, aPost({ profiles: undefined }), at);
  assert.equal(hasNoProfiles(found), false);
  const seen = applyTransition(found, { type: 'observe', post: aPost({ profiles: [] }), at: later });
  assert.ok('card' in seen);
  assert.equal(hasNoProfiles(seen.card), true);
});
