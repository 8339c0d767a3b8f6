import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { around, differences } from '#src/cards/difference.ts';

const later = '2026-11-21T09:05:00.000Z';

describe('the difference', () => {
  test('names what changed, as it was and as it is', () => {
    const before = { caption: 'Old', mediaUrls: ['a'], profiles: [{ id: '1', name: 'One' }] };
    const now = { caption: 'New', mediaUrls: [], profiles: [{ id: '2', name: 'Two' }], scheduledAt: later };
    assert.deepEqual(differences(before, now), [
      { what: 'caption', from: 'Old', to: 'New' },
      { what: 'media', from: 'a', to: '' },
      { what: 'profiles', from: 'One', to: 'Two' },
      { what: 'time', from: '', to: later },
    ]);
    assert.deepEqual(differences(now, { ...now, scheduledAt: '2026-11-21T09:05:00Z' }), []);
  });

  test('of a long caption shows the place, and no half of a character', () => {
    const long = '😀'.repeat(400);
    const { from, to } = around(`${long}a${long}`, `${long}b${long}`, 41);
    for (const text of [from, to]) assert.ok(text.isWellFormed() && text.length <= 43, text);
    assert.match(from, /^…😀+a😀+…$/u);
    assert.match(to, /^…😀+b😀+…$/u);
  });
});
