import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyTransition } from '#src/posts/card/apply-transition.ts';
import { needsRendering } from '#src/posts/card/attention.ts';
import { type Card, type State, states } from '#src/posts/card/card.ts';
import { firstCall, tellsProgress } from '#src/posts/card/rendering.ts';
import type { RequestedTransition, Transition } from '#src/posts/card/transition.ts';
import { aCard, later, problem } from './samples.ts';

const message = { channel: 'C1', ts: '1.1' };

const progressAmong = (over: Partial<Card>): State[] =>
  states.filter((state) => tellsProgress(aCard({ ...over, state, problem: problem('create') })));

test('an update of a posted card is progress only in states with work in progress', () => {
  assert.deepEqual(progressAmong({ message }), ['queued', 'creating', 'generating', 'publishing']);
});

test('a card’s first message is never progress, nor is a requested one', () => {
  assert.deepEqual(progressAmong({}), []);
  assert.deepEqual(progressAmong({ message: { ...message, aside: true }, showInChannel: true }), []);
});

test('new posts of a campaign are progress, unless a post failed or was decided meanwhile', () => {
  assert.deepEqual(progressAmong({ kind: 'campaign-post' }), ['generating', 'review', 'scheduled']);
  assert.deepEqual(progressAmong({ kind: 'campaign-post', message }), progressAmong({ message }));
});

test('a card is updated where its message is, or posted where it belongs', () => {
  const campaign = aCard({ kind: 'campaign', message: { channel: 'D1', ts: '2.2', aside: true } });
  const aside = { channel: 'D1', ts: '3.3', aside: true };
  for (const [card, parent, call] of [
    [aCard(), undefined, { call: 'post', channel: 'C1' }],
    [aCard({ message: aside }), undefined, { call: 'update', channel: 'D1' }],
    [aCard({ message: aside, showInChannel: true }), undefined, { call: 'post', channel: 'C1' }],
    [aCard({ kind: 'campaign-post' }), campaign, { call: 'post', channel: 'D1' }],
    [aCard({ kind: 'campaign-post', message: aside }), campaign, { call: 'update', channel: 'D1' }],
    [aCard({ kind: 'campaign-post', message }), campaign, { call: 'post', channel: 'D1' }],
  ] as const)
    assert.deepEqual(firstCall(card, parent), call);
});

test('a rerender can wait like progress, as long as nothing else on the card is new', () => {
  const change = (card: Card, ...transitions: RequestedTransition[]): Card =>
    transitions.reduce((from, transition) => {
      const result = applyTransition(from, { ...transition, at: later } as Transition);
      if ('refused' in result) throw new Error(result.refused.why);
      return result.card;
    }, card);
  const review = aCard({ state: 'review', postId: 'post-1', message, version: 5, renderedVersion: 5 });
  const rerender = { type: 'rerender' } as const;
  const note = { type: 'request_changes', by: 'U0BO', note: 'Shorter' } as const;
  const rendered = (version: number) =>
    ({ type: 'record_message', message, renderedVersion: version }) as const;

  const behind = change(review, rerender);
  assert.ok(needsRendering(behind) && tellsProgress(behind));
  assert.ok(tellsProgress(change(behind, rerender)), 'twice');
  assert.ok(tellsProgress(change(behind, rerender, rendered(behind.version))), 'and rendered in between');
  for (const [how, card] of [
    ['decided after it', change(behind, note)],
    ['decided before it', change(review, note, rerender)],
    ['posted anew, without its buttons', change(behind, rendered(0))],
    ['not seen yet', change({ ...review, message: undefined }, rerender)],
  ] as const)
    assert.ok(needsRendering(card) && !tellsProgress(card), how);
  const whole = change(behind, rendered(behind.version));
  assert.ok(!needsRendering(whole) && !tellsProgress(change(whole, note)));
});
