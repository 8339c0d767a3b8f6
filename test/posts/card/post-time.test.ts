import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byPostTime, postTime, postTimeSchema, sameTime } from '#src/platform/publishing-api/post-time.ts';
import { cardSchema } from '#src/posts/card/card.ts';
import { isSame } from '#src/posts/card/change.ts';
import { differences } from '#src/posts/card/difference.ts';
import { aCard, at } from './samples.ts';

const kept = '2026-11-29T08:30:00Z';
const spellings = [
  kept,
  '2026-11-29T08:30:00.000Z',
  '2026-11-29T08:30:00.987Z',
  '2026-11-29T09:30:00+01:00',
  '2026-11-29T03:30:00.5-05:00',
];

test('all formats of a time are stored in the same format', () => {
  for (const one of spellings) {
    assert.equal(postTime(one), kept);
    assert.equal(postTimeSchema.parse(one), kept);
    for (const other of spellings) assert.ok(sameTime(one, other), `${one} ${other}`);
    assert.ok(!sameTime(one, '2026-11-29T08:30:01Z'));
    assert.ok(!sameTime(one, undefined) && !sameTime(null, one));
  }
  assert.equal(postTime(Date.parse(kept)), kept);
  assert.ok(sameTime(undefined, undefined) && sameTime(null, null) && !sameTime(null, undefined));
});

test('times that an earlier version stored on a card are read as they are stored now', () => {
  for (const one of spellings) {
    const card = aCard({ content: { ...aCard().content, scheduledAt: one }, requestedTime: one });
    const pending = { what: 'schedule' as const, at, by: 'U0BO', change: { scheduledAt: one }, wanted: one };
    const read = cardSchema.parse({ ...card, pending, onSchedule: { by: 'U0BO', for: one } });
    assert.deepEqual(
      [
        read.content.scheduledAt,
        read.requestedTime,
        read.pending?.change.scheduledAt,
        read.pending?.wanted,
        read.onSchedule?.for,
      ],
      [kept, kept, kept, kept, kept],
    );
  }
});

test('another format of a time is no edit, and keeps approvals', () => {
  const content = aCard().content;
  for (const one of spellings) {
    assert.ok(isSame({ at, change: { scheduledAt: one } }, { at, change: { scheduledAt: kept } }));
    assert.deepEqual(differences({ ...content, scheduledAt: one }, { ...content, scheduledAt: kept }), []);
  }
  assert.ok(!isSame({ at, change: { scheduledAt: null } }, { at, change: {} }));
});

test('times sort by the moment they mean, whatever their spelling, and no time sorts first', () => {
  const ordered = [
    undefined,
    '2026-11-29T09:59:59+02:00',
    '2026-11-29T08:30:00Z',
    '2026-11-29T08:30:00.500Z',
  ];
  const rows = ordered.map((was) => ({ was }));
  assert.deepEqual(
    rows.toReversed().sort((a, b) => byPostTime(a.was, b.was)),
    rows,
  );
});
