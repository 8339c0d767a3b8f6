import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Step } from '#src/cards/card.ts';
import { aCard, problem } from '#test/cards/samples.ts';
import { cardButtons } from '#views/card-buttons.ts';

const buttonsAfter = (step: Step): string[] => {
  const card = aCard({ state: 'failed', postId: 'post-1', problem: problem(step) });
  return cardButtons(card).flatMap((block) =>
    block.type === 'actions'
      ? block.elements.map((one) => (one.type === 'button' ? one.text.text : one.type))
      : [],
  );
};

test('what failed with a post that exists is decided like any other, what failed before is asked for again', () => {
  for (const step of ['publish', 'due', 'update'] as const)
    assert.deepEqual(buttonsAfter(step), ['Approve & publish', 'Schedule', 'Edit', 'Reject'], step);
  assert.deepEqual(buttonsAfter('gone'), ['Try again']);
  assert.deepEqual(buttonsAfter('create'), ['Try again']);
});
