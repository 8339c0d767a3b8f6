/** Which of two versions goes out if people decided about both at the same moment. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Card } from '#src/posts/card/card.ts';
import { lateVersion } from '#src/posts/card/versions.ts';
import { aCard, aiPostRequest, at, later } from './samples.ts';

const first = (over: Partial<Card>): Card =>
  aCard({ kind: 'ai-post', id: 'first', postId: 'post-1', versions: ['second'], ...over }, aiPostRequest);
const second = (over: Partial<Card>): Card =>
  aCard({ kind: 'ai-post', id: 'second', postId: 'post-2', rewriteOf: 'first', ...over }, aiPostRequest);
const approved = (when: string, state: Card['state'] = 'approved'): Partial<Card> => ({
  state,
  history: [{ what: 'approved', by: 'U0BO', at: when }],
});

describe('of two versions that are about to be published', () => {
  for (const [what, one, other] of [
    ['the earlier approval counts', approved(at), approved(later)],
    [
      'the earlier approval counts once both are being sent',
      approved(at, 'publishing'),
      approved(later, 'publishing'),
    ],
    ['one that may have been sent counts', approved(later, 'publishing'), approved(at)],
  ] as const)
    test(what, () => {
      for (const [ahead, behind] of [
        [first(one), second(other)],
        [second(one), first(other)],
      ] as const) {
        assert.equal(lateVersion(ahead, [behind]), undefined);
        assert.deepEqual(lateVersion(behind, [ahead]), { why: 'other_published' });
      }
    });

  test('one counts if both were approved in the same millisecond', () => {
    const [one, other] = [first(approved(at)), second(approved(at))];
    assert.equal([lateVersion(one, [other]), lateVersion(other, [one])].filter(Boolean).length, 1);
  });
});

test('a scheduled version can be published while another one is kept', () => {
  const kept = first({ state: 'review', keptVersion: 'first', keptAt: at, discards: { by: 'U0ANA' } });
  const rest = { createdAt: at, rest: 'scheduled' } as const;
  assert.equal(lateVersion(second({ ...rest, state: 'scheduled' }), [kept]), undefined);
  assert.equal(lateVersion(second({ ...rest, ...approved(later) }), [kept]), undefined);
});

test('an approval counts if another version was kept after it', () => {
  const keptAt = (when: string): Card =>
    first({ state: 'review', keptVersion: 'first', keptAt: when, discards: { by: 'U0ANA' } });
  const afterBoth = '2026-11-21T09:10:00.000Z';
  assert.equal(lateVersion(second(approved(later)), [keptAt(afterBoth)]), undefined);
  assert.deepEqual(lateVersion(second(approved(afterBoth)), [keptAt(later)]), { why: 'other_kept' });
});
