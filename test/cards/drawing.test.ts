import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Card, type State, states } from '#src/cards/card.ts';
import { firstCall, tellsProgress } from '#src/cards/drawing.ts';
import { aCard, problem } from './samples.ts';

const message = { channel: 'C1', ts: '1.1' };

const progressAmong = (over: Partial<Card>): State[] =>
  states.filter((state) => tellsProgress(aCard({ ...over, state, problem: problem('create') })));

test('a card that is seen tells progress while work is under way, and something to wait for else', () => {
  assert.deepEqual(progressAmong({ message }), ['queued', 'creating', 'generating', 'publishing']);
});

test('the first sight of a card is never progress, and neither is one that a person asked for', () => {
  assert.deepEqual(progressAmong({}), []);
  assert.deepEqual(progressAmong({ message: { ...message, aside: true }, bring: true }), []);
});

test('the posts of a campaign come as its progress, unless one failed or was decided meanwhile', () => {
  assert.deepEqual(progressAmong({ kind: 'campaign-post' }), ['generating', 'review', 'scheduled']);
  assert.deepEqual(progressAmong({ kind: 'campaign-post', message }), progressAmong({ message }));
});

test('a card is drawn where it stands, or posted where it belongs', () => {
  const campaign = aCard({ kind: 'campaign', message: { channel: 'D1', ts: '2.2', aside: true } });
  const aside = { channel: 'D1', ts: '3.3', aside: true };
  for (const [card, below, call] of [
    [aCard(), undefined, { call: 'post', channel: 'C1' }],
    [aCard({ message: aside }), undefined, { call: 'update', channel: 'D1' }],
    [aCard({ message: aside, bring: true }), undefined, { call: 'post', channel: 'C1' }],
    [aCard({ kind: 'campaign-post' }), campaign, { call: 'post', channel: 'D1' }],
    [aCard({ kind: 'campaign-post', message: aside }), campaign, { call: 'update', channel: 'D1' }],
    [aCard({ kind: 'campaign-post', message }), campaign, { call: 'post', channel: 'D1' }],
  ] as const)
    assert.deepEqual(firstCall(card, below), call);
});
