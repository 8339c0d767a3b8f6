/** Which versions of a post can't be published because of another one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Card } from '#src/posts/card/card.ts';
import { lateVersion, tooLateToKeep } from '#src/posts/card/versions.ts';
import { aCard, aiPostRequest, at, later } from './samples.ts';

const first = (over: Partial<Card>): Card =>
  aCard({ kind: 'ai-post', id: 'first', postId: 'post-1', versions: ['second'], ...over }, aiPostRequest);
const second = (over: Partial<Card>): Card =>
  aCard({ kind: 'ai-post', id: 'second', postId: 'post-2', rewriteOf: 'first', ...over }, aiPostRequest);
const approved = (state: Card['state'] = 'approved'): Partial<Card> => ({
  state,
  history: [{ what: 'approved', by: 'U0BO', at: later }],
});

test('neither of two versions goes out that earlier releases approved at the same moment', () => {
  for (const state of ['approved', 'publishing'] as const) {
    const [one, other] = [first(approved(state)), second(approved())];
    assert.deepEqual(lateVersion(one, [other]), { why: 'other_published' });
    assert.deepEqual(lateVersion(other, [one]), { why: 'other_published' });
  }
});

test('a scheduled version can be published while another one is kept', () => {
  const kept = first({ state: 'review', keptVersion: 'first', keptAt: at, discards: { by: 'U0ANA' } });
  const rest = { createdAt: at, rest: 'scheduled' } as const;
  assert.equal(lateVersion(second({ ...rest, state: 'scheduled' }), [kept]), undefined);
  assert.equal(lateVersion(second({ ...rest, ...approved() }), [kept]), undefined);
});

test('an approved version doesn’t go out if the web app published another one first', () => {
  const out = first({ state: 'published', keptVersion: 'first', keptAt: later, discards: {} });
  assert.deepEqual(lateVersion(second(approved()), [out]), { why: 'other_published' });
});

test('a version that was published is kept, although another one is being published', () => {
  const out = second({ state: 'published', keptVersion: 'second', keptAt: later, discards: {} });
  assert.equal(tooLateToKeep('second', [first(approved()), out]), undefined);
  assert.deepEqual(tooLateToKeep('second', [first(approved()), second({})]), { why: 'other_published' });
});
