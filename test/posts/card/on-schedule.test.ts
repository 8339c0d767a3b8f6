import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyTransition } from '#src/posts/card/apply-transition.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { Transition } from '#src/posts/card/transition.ts';
import { aCard, aPost, at, later, postRequest } from './samples.ts';

const due = '2026-11-21T09:03:00Z';
const tomorrow = '2026-11-22T09:00:00Z';
type Step = Transition extends infer M
  ? M extends Transition
    ? Omit<M, 'at'> & { at?: string }
    : never
  : never;

const after = (card: Card, ...steps: Step[]): Card =>
  steps.reduce((before, step) => {
    const result = applyTransition(before, { at, ...step } as Transition);
    assert.ok('card' in result, step.type);
    return result.card;
  }, card);

const draft = aCard({ state: 'review', postId: 'post-1' });
const wants = (scheduledAt: string | null): Step => ({
  type: 'change',
  by: 'U0BO',
  pending: { what: 'schedule', change: { scheduledAt } },
});
const scheduled = (scheduledAt: string | null): Step[] => [
  wants(scheduledAt),
  { type: 'update', pending: { what: 'schedule', at, change: { scheduledAt } } },
];
const seen = (status: 'published' | 'scheduled' | 'draft', scheduledAt?: string): Step => ({
  type: 'observe',
  post: aPost({ status, scheduledAt }),
  at: later,
});
const withTime = aCard({ state: 'creating' }, { ...postRequest, scheduledAt: due });

for (const [what, card, steps, entry] of [
  ['at the time that someone here set', draft, scheduled(due), { by: 'U0BO', at: due }],
  [
    'at the time that its author requested',
    withTime,
    [{ type: 'create', postId: 'post-1' }],
    { by: 'U0ANA', at: due },
  ],
  ['before that time', draft, scheduled(tomorrow), undefined],
  ['at a time that was set in the web app', draft, [seen('scheduled', due)], undefined],
  [
    'at a time other than the one set here',
    draft,
    [...scheduled(tomorrow), seen('scheduled', due)],
    undefined,
  ],
  [
    'after it was unscheduled and scheduled in the web app',
    draft,
    [...scheduled(due), ...scheduled(null), seen('scheduled', due)],
    undefined,
  ],
  ['as a draft', draft, [], undefined],
] as [string, Card, Step[], { by: string; at: string } | undefined][])
  test(`a post that is published ${what} went out ${entry ? 'on schedule' : 'in the service'}`, () => {
    const last = after(card, ...steps, seen('published')).history.at(-1);
    assert.deepEqual(
      last,
      entry ? { what: 'published_on_schedule', ...entry } : { what: 'published', at: later },
    );
  });
