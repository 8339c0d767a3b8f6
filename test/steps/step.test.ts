/** What a card's state means for a workflow step. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { otherVersion, type Problem, type Step } from '#src/posts/card/problem.ts';
import { verdictOf } from '#src/steps/step.ts';
import { aCard, at, problem } from '#test/posts/card/samples.ts';

const message = { channel: 'C0SOCIAL', ts: '1764000000.000100' };

test('an existing post counts as created, even if publishing failed before its card is in Slack', () => {
  for (const state of ['failed', 'outcome_unknown'] as const)
    for (const [step, verdict] of [
      ['publish', 'done'],
      ['create', 'failed'],
      ['generate', 'failed'],
    ] satisfies [Step, string][]) {
      const card = aCard({ state, message, postId: 'post-1', problem: problem(step) });
      assert.equal(verdictOf('create_post', card, Date.parse(at)), verdict, `${state}, ${step}`);
    }
});

test('a version that wasn’t published because another one goes out doesn’t end the wait', () => {
  const withheld = { step: 'publish', at, code: 'publish_withheld', earlierRequestSent: false } as const;
  const card = (why: object) =>
    aCard({ state: 'review', message, postId: 'post-1', problem: { ...withheld, ...why } as Problem });
  assert.equal(verdictOf('wait_until_published', card(otherVersion), Date.parse(at)), 'wait');
  assert.equal(verdictOf('wait_until_published', card({ why: 'not_approved' }), Date.parse(at)), 'failed');
});
