import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyTransition } from '#src/posts/card/apply-transition.ts';
import type { Card } from '#src/posts/card/card.ts';
import { contentHash } from '#src/posts/card/content.ts';
import { eventsOf, type PostEvent, postEventSchema } from '#src/posts/card/events.ts';
import type { Problem } from '#src/posts/card/problem.ts';
import {
  aCard,
  aChange,
  aiPostRequest,
  aPost,
  at,
  campaignRequest,
  later,
  made,
  oneOfEach,
  problem,
} from './samples.ts';

type RequestedTransition = Parameters<typeof made>[0];

function eventsWhen(card: Partial<Card>, transition: object, request?: Card['request']): PostEvent[] {
  const before = aCard({ postId: 'post-1', ...card }, request);
  const requested = made(transition as RequestedTransition);
  const result = applyTransition(before, requested);
  assert.ok('card' in result, JSON.stringify(result));
  return eventsOf(before, requested, result.card);
}

const tomorrow = '2026-11-22T09:00:00Z';
const nextWeek = '2026-11-28T09:00:00Z';
const onSchedule = (time: string): Partial<Card> => ({
  state: 'scheduled',
  rest: 'scheduled',
  content: { ...aCard().content, scheduledAt: time },
});
const approvals = [{ by: 'U0CY', at, content: contentHash(aCard()) }];
const approvedBy = (by: string) => ({ history: [{ what: 'approved' as const, by, at }] });
const toTime = (time: string | null, what = 'schedule') => ({
  what,
  by: 'U0BO',
  at,
  change: { scheduledAt: time },
});
const failure = { kind: 'internal' } as const;
const stuck = (retrying: boolean): Problem => ({
  step: 'update',
  at,
  code: 'still_scheduled',
  failure,
  retrying,
  cause: 'away',
});
const doubt = (result: 'looking' | 'shown' | 'not_shown'): Problem => ({
  step: 'update',
  at,
  code: 'update_outcome_unknown',
  result,
});

for (const [what, card, transition, events, request] of [
  ['a post that was created', { state: 'creating' }, oneOfEach.create, [{ type: 'post_ready' }]],
  [
    'a post that was created with a time',
    { ...onSchedule(tomorrow), state: 'creating' },
    oneOfEach.create,
    [{ type: 'post_ready' }],
  ],
  ['a generated post', { state: 'generating' }, oneOfEach.observe, [{ type: 'post_ready' }], aiPostRequest],
  [
    'a post that was found while it was generating',
    { state: 'generating', kind: 'found-post' },
    oneOfEach.observe,
    [],
  ],
  [
    'a campaign',
    { state: 'generating' },
    oneOfEach.complete_campaign,
    [{ type: 'campaign_ready', posts: { ready: 3, failed: 0, requested: 3 } }],
    campaignRequest,
  ],
  [
    'a campaign with a post that failed',
    { state: 'generating' },
    { type: 'complete_campaign', posts: { ready: 3, failed: 1, requested: 4 } },
    [{ type: 'campaign_ready', posts: { ready: 3, failed: 1, requested: 4 } }],
    campaignRequest,
  ],
  ['an approval', { state: 'review' }, oneOfEach.approve, [{ type: 'approved', by: 'U0BO' }]],
  [
    'an approval that was undone',
    { state: 'approved', publishAfter: later, history: [{ what: 'approved', by: 'U0CY', at }] },
    oneOfEach.undo,
    [{ type: 'approval_undone', by: 'U0CY' }],
  ],
  [
    'requested changes',
    { state: 'review', approvals },
    oneOfEach.request_changes,
    [{ type: 'changes_requested', by: 'U0BO', note: 'Shorter, please' }],
  ],
  [
    'a rejection',
    { state: 'review' },
    oneOfEach.reject,
    [{ type: 'rejected', by: 'U0BO', reason: 'Too early' }],
  ],
  [
    'a post that is submitted again',
    { state: 'changes_requested', history: [{ what: 'changes_requested', by: 'U0BO', at, note: 'Shorter' }] },
    oneOfEach.resubmit,
    [{ type: 'resubmitted', by: 'U0ANA', changesRequestedBy: 'U0BO', unchanged: true }],
  ],
  [
    'a post that is reopened',
    { state: 'rejected', history: [{ what: 'rejected', by: 'U0CY', at, note: 'Too early' }] },
    oneOfEach.reopen,
    [{ type: 'reopened', by: 'U0ANA', rejectedBy: 'U0CY' }],
  ],
  [
    'a failure that someone retries',
    { state: 'failed', postId: undefined, problem: problem('create') },
    oneOfEach.retry,
    [{ type: 'retried', by: 'U0BO' }],
  ],
  [
    'a publish',
    { state: 'publishing', ...approvedBy('U0BO') },
    oneOfEach.publish,
    [{ type: 'published', by: 'U0BO', onSchedule: false }],
  ],
  [
    'a post that is published in the web app',
    { state: 'review' },
    { type: 'observe', post: aPost({ status: 'published' }) },
    [{ type: 'published', onSchedule: false }],
  ],
  [
    'a post that goes out on schedule',
    { ...onSchedule('2026-11-21T09:04:00Z'), onSchedule: { by: 'U0BO', for: '2026-11-21T09:04:00Z' } },
    { type: 'observe', post: aPost({ status: 'published', scheduledAt: '2026-11-21T09:04:00Z' }) },
    [{ type: 'published', by: 'U0BO', onSchedule: true }],
  ],
  [
    'a publish in doubt that the list shows',
    { state: 'outcome_unknown', problem: problem('proof'), ...approvedBy('U0BO') },
    { type: 'observe', post: aPost({ status: 'published' }) },
    [{ type: 'published', by: 'U0BO', onSchedule: false }],
  ],
  [
    'a published post that the list shows',
    { state: 'published', unverified: true },
    { type: 'observe', post: aPost({ status: 'published' }) },
    [],
  ],
  [
    'a publish that failed',
    { state: 'publishing', ...approvedBy('U0BO') },
    { type: 'fail', problem: problem('publish') },
    [{ type: 'failed', by: 'U0BO', problem: problem('publish') }],
  ],
  [
    'a generation that failed',
    { state: 'generating' },
    oneOfEach.fail,
    [{ type: 'failed', problem: problem('generate') }],
  ],
  [
    'a post that was not published at its time',
    { state: 'scheduled', onSchedule: { by: 'U0CY', for: tomorrow } },
    { type: 'fail', problem: problem('due') },
    [{ type: 'failed', by: 'U0CY', problem: problem('due') }],
  ],
  [
    'a publish whose response was lost',
    { state: 'publishing', ...approvedBy('U0BO') },
    { type: 'lose_track', problem: problem('publish') },
    [{ type: 'outcome_unknown', by: 'U0BO', problem: problem('publish') }],
  ],
  [
    'a change that failed',
    { state: 'review', pending: aChange },
    oneOfEach.fail_update,
    [{ type: 'failed', by: 'U0CY', problem: problem('update') }],
  ],
  [
    'a change that is in doubt',
    { state: 'review', pending: aChange },
    { type: 'doubt_update', pending: aChange, problem: doubt('looking') },
    [{ type: 'outcome_unknown', by: 'U0CY', problem: doubt('looking') }],
  ],
  [
    'a change that stays in doubt',
    { state: 'review', pending: { ...aChange, inDoubt: true } },
    { type: 'fail_update', pending: aChange, problem: doubt('not_shown') },
    [],
  ],
  [
    'a change in doubt that the list shows',
    { state: 'review', pending: { ...aChange, inDoubt: true } },
    { type: 'fail_update', pending: aChange, problem: doubt('shown') },
    [{ type: 'recovered' }],
  ],
  [
    'a change in doubt that was applied',
    { state: 'review', pending: { ...aChange, inDoubt: true } },
    { ...oneOfEach.update, pending: aChange },
    [{ type: 'recovered' }],
  ],
  [
    'a post that stays scheduled against its rule',
    onSchedule(tomorrow),
    { type: 'warn', problem: stuck(false) },
    [{ type: 'failed', problem: stuck(false) }],
  ],
  [
    'one that is tried again',
    onSchedule(tomorrow),
    { type: 'warn', problem: stuck(true) },
    [{ type: 'delayed', problem: stuck(true) }],
  ],
  [
    'an approved post that was not sent because it was changed',
    { state: 'review', ...approvedBy('U0BO') },
    { type: 'warn', problem: problem('publish') },
    [{ type: 'failed', by: 'U0BO', problem: problem('publish') }],
  ],
  [
    'a schedule request that the service did not confirm',
    { state: 'review' },
    { type: 'change', by: 'U0BO', pending: { what: 'schedule', change: { scheduledAt: tomorrow } } },
    [],
  ],
  [
    'a post that was scheduled',
    { state: 'review', pending: toTime(tomorrow) },
    { type: 'update', pending: toTime(tomorrow) },
    [{ type: 'scheduled', by: 'U0BO', time: tomorrow }],
  ],
  [
    'a post that was rescheduled',
    { ...onSchedule(tomorrow), pending: toTime(nextWeek) },
    { type: 'update', pending: toTime(nextWeek) },
    [{ type: 'scheduled', by: 'U0BO', time: nextWeek, was: tomorrow }],
  ],
  [
    'a post that was rescheduled in the web app',
    onSchedule(tomorrow),
    { type: 'observe', post: aPost({ status: 'scheduled', scheduledAt: nextWeek }) },
    [{ type: 'scheduled', time: nextWeek, was: tomorrow }],
  ],
  [
    'a post that was unscheduled',
    { ...onSchedule(tomorrow), pending: toTime(null, 'unschedule') },
    { type: 'update', pending: toTime(null, 'unschedule') },
    [{ type: 'unscheduled', by: 'U0BO', was: tomorrow }],
  ],
  [
    'a post that its rule unschedules',
    { ...onSchedule(tomorrow), pending: { ...toTime(null, 'withhold'), by: undefined, wanted: tomorrow } },
    { type: 'update', pending: { ...toTime(null, 'withhold'), by: undefined, requested: tomorrow } },
    [{ type: 'unscheduled', was: tomorrow, why: 'needs_approval' }],
  ],
  [
    'a post that a pause unschedules',
    onSchedule(tomorrow),
    oneOfEach.unschedule,
    [{ type: 'unscheduled', by: 'U0BO', was: tomorrow, why: 'paused' }],
  ],
  [
    'an edit that clears approvals',
    { state: 'review', approvals, pending: aChange },
    oneOfEach.update,
    [{ type: 'approvals_cleared', by: 'U0CY', approvers: ['U0CY'], changed: ['caption'] }],
  ],
  [
    'an edit in the web app that clears approvals',
    { state: 'review', approvals },
    { type: 'observe', post: aPost({ caption: 'Other words' }) },
    [{ type: 'approvals_cleared', approvers: ['U0CY'], changed: ['caption'] }],
  ],
  [
    'a post that failed and is listed again',
    { state: 'failed', problem: problem('gone'), missingSince: at },
    oneOfEach.observe,
    [{ type: 'recovered' }],
  ],
  ['a drawing', { state: 'review' }, oneOfEach.record_message, []],
] as [string, Partial<Card>, object, PostEvent[], Card['request']?][])
  test(`${what}: ${events.map(({ type }) => type).join(', ') || 'no event'}`, () => {
    const found = eventsWhen(card, transition, request);
    assert.deepEqual(found, events);
    // as stored
    assert.deepEqual(
      found.map((event) => postEventSchema.parse(JSON.parse(JSON.stringify(event)))),
      found,
    );
  });

test('a new card has no events', () => {
  assert.deepEqual(eventsOf(undefined, made(oneOfEach.record_message), aCard()), []);
});
