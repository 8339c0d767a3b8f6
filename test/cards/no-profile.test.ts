import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Card } from '#src/cards/card.ts';
import type { Move } from '#src/cards/move.ts';
import { makeMove } from '#src/cards/moves.ts';
import { cardOfFoundPost } from '#src/cards/new-card.ts';
import { aCard, aPost, at, later } from './samples.ts';

const content = { ...aCard().content, profiles: [] };
const nowhere = (over: Partial<Card> = {}): Card =>
  aCard({ state: 'review', postId: 'post-1', content, ...over });
const whyNot = (card: Card, move: object): string | undefined => {
  const moved = makeMove(card, { at: later, by: 'U0BO', ...move } as Move);
  return 'refused' in moved ? moved.refused.why : undefined;
};
const approve = { type: 'approve' };
const change = (asked: object) => ({ type: 'change', pending: { what: 'edit', change: asked } });
const profiles = { how: 'add', profiles: [{ id: 'profile-1', name: 'Instagram' }] };

test('nothing that would publish a post to nowhere is done, and everything else is', () => {
  assert.equal(whyNot(nowhere(), approve), 'no profile');
  assert.equal(whyNot(nowhere(), change({ scheduledAt: later })), 'no profile');
  assert.equal(whyNot(nowhere(), change({ scheduledAt: later, profiles })), undefined);
  assert.equal(whyNot(nowhere(), change({ caption: 'Other words' })), undefined);
  assert.equal(whyNot(nowhere({ state: 'scheduled' }), change({ scheduledAt: null })), undefined);
  assert.equal(whyNot(nowhere(), { type: 'reject', reason: 'Too early' }), undefined);
});

test('a post that was decided already is refused for that, with or without a profile', () => {
  assert.equal(whyNot(nowhere({ state: 'rejected' }), approve), 'decided');
});

test('where the listing does not say which profiles a post has, it may have some, until the listing says', () => {
  const origin = { workspace: 'T1', author: 'U0ANA', channel: 'C1' };
  const { brand } = aCard();
  const found = cardOfFoundPost('card-2', origin, brand, aPost({ profiles: undefined }), at);
  assert.equal(whyNot(found, approve), undefined);
  const seen = makeMove(found, { type: 'observe', post: aPost({ profiles: [] }), at: later });
  assert.ok('card' in seen);
  assert.equal(whyNot(seen.card, approve), 'no profile');
});
