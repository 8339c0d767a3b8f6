/** Earlier releases read and write the same cards during an upgrade, so stored fields keep their names. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentHash } from '#src/posts/card/content.ts';
import { refusalWords, transitionWords } from '#src/posts/card/stored.ts';
import { cardFrom, cardText } from '#src/posts/save-card.ts';
import { aCard, at } from './samples.ts';

const later = '2026-11-29T08:30:00Z';

test('a card is stored under its first field names, and read with today’s', () => {
  const card = aCard({
    state: 'changes_requested',
    revision: 7,
    renderedVersion: 3,
    rerender: true,
    showInChannel: true,
    attempts: { create: 2, publish: 1 },
    unverified: true,
    requestedTime: later,
    publishAfter: later,
    schedulableHash: contentHash(aCard()),
    pending: { what: 'withhold', at, change: { scheduledAt: null } },
    history: (
      ['requested', 'retried', 'checked_again', 'undone', 'unscheduled_by_pause', 'withheld'] as const
    ).map((what) => ({ what, at })),
  });
  const text = cardText(card);
  const { history, pending, ...stored } = JSON.parse(text);
  assert.partialDeepStrictEqual(stored, {
    state: 'changes requested',
    moves: 7,
    drawn: 3,
    redraw: true,
    bring: true,
    tries: { create: 2, publish: 1 },
    unproven: true,
    wantedAt: later,
    goesOutAt: later,
    cleared: card.schedulableHash,
  });
  assert.equal(pending.what, 'hold');
  assert.deepEqual(
    history.map(({ what }: { what: string }) => what),
    ['asked', 'asked again', 'looked again', 'taken back', 'frozen', 'held'],
  );
  assert.deepEqual(cardFrom(text), card);
});

test('audit entries and metrics keep the words for transitions and refusals', () => {
  for (const [code, word] of [
    ['record_message', 'draw'],
    ['withhold', 'hold'],
    ['lose_track', 'lose track'],
  ] as const) {
    assert.equal(transitionWords.write(code), word);
    assert.equal(transitionWords.read(word), code);
  }
  for (const [code, word] of [
    ['paused', 'frozen'],
    ['not_yours', 'not yours'],
  ] as const) {
    assert.equal(refusalWords.write(code), word);
    assert.equal(refusalWords.read(word), code);
  }
});
