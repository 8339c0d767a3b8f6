/** The buttons of cards, and the situations in which cards have them. */
import type { Card } from '#src/posts/card/card.ts';
import type { Problem } from '#src/posts/card/problem.ts';
import { aCard, at } from '#test/posts/card/samples.ts';
import { reviewActions } from '#views/campaigns/review.ts';
import { resumeActions } from '#views/pause/resume.ts';
import { bringAction } from '#views/posts/card.ts';
import { actions } from '#views/posts/card-buttons.ts';
import { previewAction, seeAllAction } from '#views/posts/card-content.ts';
import type { Act } from './who-can.ts';

export type Situation =
  | 'review'
  | 'a version'
  | 'approved'
  | 'scheduled'
  | 'changes_requested'
  | 'rejected'
  | 'published'
  | 'lost'
  | 'not made';

/** Each button, how to click it, and on which card. */
export const buttons: Record<string, [Act, Situation]> = {
  [actions.approve]: ['approve', 'review'],
  [actions.agree]: ['approve', 'review'],
  [actions.publishNow]: ['approve', 'scheduled'],
  [actions.undo]: ['undo', 'approved'],
  [actions.schedule]: ['touch', 'review'],
  [actions.reschedule]: ['touch', 'scheduled'],
  [actions.unschedule]: ['touch', 'scheduled'],
  [actions.addToQueue]: ['touch', 'review'],
  [actions.edit]: ['touch', 'review'],
  [actions.requestChanges]: ['decide', 'review'],
  [actions.resubmit]: ['resubmit', 'changes_requested'],
  [actions.reject]: ['decide', 'review'],
  [actions.rewrite]: ['touch', 'review'],
  [actions.duplicate]: ['touch', 'published'],
  [actions.keep]: ['decide', 'a version'],
  [actions.reopen]: ['decide', 'rejected'],
  [actions.checkAgain]: ['touch', 'lost'],
  [actions.retry]: ['touch', 'not made'],
  [bringAction]: ['touch', 'review'],
  [resumeActions.again]: ['touch', 'review'],
  [resumeActions.newTime]: ['touch', 'review'],
  [resumeActions.leave]: ['touch', 'review'],
  [resumeActions.keep]: ['touch', 'scheduled'],
  [resumeActions.off]: ['touch', 'scheduled'],
  [seeAllAction]: ['look', 'review'],
  [previewAction]: ['look', 'review'],
  [reviewActions.open]: ['look', 'review'],
  [reviewActions.openAll]: ['look', 'review'],
  [reviewActions.edit]: ['touch', 'review'],
};

/** The buttons of cards among these blocks. */
export const buttonsIn = (blocks: unknown): string[] =>
  [...JSON.stringify(blocks).matchAll(/"action_id":"(card\.[a-z-]+)"/g)].map(([, action = '']) => action);

/** When a scheduled card is published. */
export const scheduledAt = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 86_400_000).toISOString();
const problem = (step: Problem['step']): Problem => ({
  step,
  at,
  code: 'publish_failed',
  failure: { kind: 'internal' },
});
/** What a card has in each situation. */
export const situations: Record<Situation, Partial<Card>> = {
  review: { state: 'review' },
  'a version': { state: 'review', versions: ['another'] },
  approved: { state: 'approved', publishAfter: scheduledAt, history: [{ what: 'approved', by: 'U0BO', at }] },
  scheduled: { state: 'scheduled', rest: 'scheduled', content: { ...aCard().content, scheduledAt } },
  changes_requested: { state: 'changes_requested' },
  rejected: { state: 'rejected' },
  published: { state: 'published' },
  lost: { state: 'outcome_unknown', problem: problem('publish') },
  'not made': { state: 'failed', problem: problem('create') },
};
