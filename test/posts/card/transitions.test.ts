/** Every transition in every situation, as one table. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Decision, isMade, transitionOf } from '#src/campaigns/batch.ts';
import { applyTransition, refusalOf } from '#src/posts/card/apply-transition.ts';
import { workOf } from '#src/posts/card/attention.ts';
import { type Card, type State, states } from '#src/posts/card/card.ts';
import { contentHash } from '#src/posts/card/content.ts';
import { currentApprovers } from '#src/posts/card/rule.ts';
import type { Transition } from '#src/posts/card/transition.ts';
import { transitions } from '#src/posts/card/transition-table.ts';
import { cardFrom, cardText } from '#src/posts/save-card.ts';
import { aRule } from '#test/support/rules.ts';
import {
  aCard,
  aChange,
  aiPostRequest,
  at,
  campaignRequest,
  later,
  made,
  oneOfEach,
  problem,
} from './samples.ts';

const post = { postId: 'post-1' };
const approvals = [{ by: 'U0CY', at, content: 'x' }];
const scheduled = { rest: 'scheduled' as const, content: { ...aCard().content, scheduledAt: later } };

type Allowed = Partial<Record<Transition['type'], State>>;

/** Transitions that are possible in any state, and don't change it. */
const inEvery = (state: State): Allowed => ({
  record_message: state,
  add_version: state,
  keep: state,
  close_choice: state,
  rerender: state,
  show_in_channel: state,
});

/** The other possible transitions from here, and their results. All transitions not in the row are refused. */
const rows: Record<string, { card: Card; allows: Allowed }> = {
  queued: {
    card: aCard({ state: 'queued' }),
    allows: {
      start_creating: 'creating',
      fail: 'failed',
    },
  },
  creating: {
    card: aCard({ state: 'creating' }),
    allows: {
      start_creating: 'creating',
      accept: 'generating',
      create: 'review',
      fail: 'failed',
      lose_track: 'outcome_unknown',
    },
  },
  'creating, with a time': {
    card: aCard({ state: 'creating', ...scheduled }),
    allows: {
      start_creating: 'creating',
      accept: 'generating',
      create: 'scheduled',
      fail: 'failed',
      lose_track: 'outcome_unknown',
    },
  },
  generating: {
    card: aCard({ state: 'generating', ...post }, aiPostRequest),
    allows: {
      add_post: 'generating',
      observe: 'review',
      complete_campaign: 'review',
      fail: 'failed',
      lose_track: 'outcome_unknown',
      note_missing: 'generating',
      warn: 'generating',
    },
  },
  review: {
    card: aCard({ state: 'review', ...post }),
    allows: {
      unschedule: 'review',
      leave_as_draft: 'review',
      observe: 'review',
      fail: 'failed',
      note_missing: 'review',
      warn: 'review',
      request_approval: 'review',
      approve: 'approved',
      reject: 'rejected',
      change: 'review',
      request_changes: 'changes_requested',
    },
  },
  'review, with a change under way': {
    card: aCard({ state: 'review', ...post, pending: aChange }),
    allows: {
      await_groups: 'review',
      unschedule: 'review',
      observe: 'review',
      fail: 'failed',
      note_missing: 'review',
      warn: 'review',
      update: 'review',
      doubt_update: 'review',
      fail_update: 'review',
      request_approval: 'review',
    },
  },
  'review of a campaign': {
    card: aCard({ state: 'review', posts: ['card-2'] }, campaignRequest),
    allows: {
      observe: 'review',
      fail: 'failed',
      note_missing: 'review',
      warn: 'review',
      request_approval: 'review',
    },
  },
  scheduled: {
    card: aCard({ state: 'scheduled', ...post, ...scheduled }),
    allows: {
      await_groups: 'scheduled',
      unschedule: 'review',
      observe: 'review',
      fail: 'failed',
      lose_track: 'outcome_unknown',
      note_missing: 'scheduled',
      warn: 'scheduled',
      approve: 'approved',
      change: 'scheduled',
      allow_schedule: 'scheduled',
      withhold: 'scheduled',
    },
  },
  'approved, and it can be taken back': {
    card: aCard({
      state: 'approved',
      ...post,
      approvals,
      publishAfter: later,
      history: [{ what: 'approved', by: 'U0CY', at }],
    }),
    allows: {
      await_groups: 'approved',
      observe: 'review',
      fail: 'failed',
      lose_track: 'outcome_unknown',
      note_missing: 'approved',
      start_publishing: 'publishing',
      unschedule: 'review',
      undo: 'review',
    },
  },
  approved: {
    card: aCard({ state: 'approved', ...post, approvals }),
    allows: {
      await_groups: 'approved',
      observe: 'review',
      fail: 'failed',
      lose_track: 'outcome_unknown',
      note_missing: 'approved',
      start_publishing: 'publishing',
      unschedule: 'review',
    },
  },
  publishing: {
    card: aCard({ state: 'publishing', ...post, approvals }),
    allows: {
      await_groups: 'publishing',
      observe: 'review',
      fail: 'failed',
      lose_track: 'outcome_unknown',
      note_missing: 'publishing',
      start_publishing: 'publishing',
      publish: 'published',
    },
  },
  'published, and not shown so yet': {
    card: aCard({ state: 'published', ...post, unverified: true }),
    allows: {
      observe: 'published',
      fail: 'failed',
      lose_track: 'outcome_unknown',
      note_missing: 'published',
    },
  },
  published: {
    card: aCard({ state: 'published', ...post }),
    allows: {},
  },
  rejected: {
    card: aCard({ state: 'rejected', ...post }),
    allows: {
      observe: 'rejected',
      note_missing: 'rejected',
      note_deleted: 'rejected',
      note_seen: 'rejected',
      reopen: 'review',
    },
  },
  changes_requested: {
    card: aCard({ state: 'changes_requested', ...post }),
    allows: {
      unschedule: 'changes_requested',
      leave_as_draft: 'changes_requested',
      observe: 'changes_requested',
      fail: 'failed',
      note_missing: 'changes_requested',
      reject: 'rejected',
      change: 'changes_requested',
      resubmit: 'review',
    },
  },
  'failed before there was a post': {
    card: aCard({ state: 'failed', problem: problem('create') }),
    allows: {
      retry: 'queued',
    },
  },
  'failed while generating': {
    card: aCard({ state: 'failed', ...post, problem: problem('generate') }, aiPostRequest),
    allows: {
      retry: 'queued',
    },
  },
  'failed while generating, since it is not listed': {
    card: aCard({ state: 'failed', ...post, problem: problem('generate'), missingSince: at }, aiPostRequest),
    allows: {
      observe: 'review',
      note_missing: 'failed',
      note_seen: 'failed',
      retry: 'queued',
    },
  },
  'failed at its time': {
    card: aCard({ state: 'failed', ...post, problem: problem('due') }),
    allows: {
      observe: 'failed',
      note_missing: 'failed',
      note_seen: 'failed',
      approve: 'approved',
      reject: 'rejected',
      change: 'failed',
    },
  },
  'failed, with a change under way': {
    card: aCard({ state: 'failed', ...post, pending: aChange, problem: problem('publish') }),
    allows: {
      await_groups: 'failed',
      update: 'review',
      doubt_update: 'failed',
      fail_update: 'failed',
    },
  },
  'unknown whether it was made': {
    card: aCard({ state: 'outcome_unknown', problem: problem('create') }),
    allows: {
      accept: 'generating',
      create: 'review',
      publish: 'published',
      retry: 'queued',
      check_again: 'creating',
    },
  },
  'unknown whether it is published': {
    card: aCard({ state: 'outcome_unknown', ...post, approvals, problem: problem('publish') }),
    allows: {
      observe: 'outcome_unknown',
      note_missing: 'outcome_unknown',
      note_seen: 'outcome_unknown',
      accept: 'generating',
      create: 'review',
      publish: 'published',
      retry: 'approved',
      check_again: 'publishing',
    },
  },
  'unknown whether it is published, since the listing could not be read': {
    card: aCard({
      state: 'outcome_unknown',
      ...post,
      approvals,
      problem: { step: 'proof', at, code: 'published_not_shown', seen: { as: 'unread' } },
    }),
    allows: {
      observe: 'outcome_unknown',
      note_missing: 'outcome_unknown',
      note_seen: 'outcome_unknown',
      accept: 'generating',
      create: 'review',
      publish: 'published',
      retry: 'approved',
      check_again: 'published',
    },
  },
};

const situations = Object.entries(rows).map(([situation, { card, allows }]) => ({
  situation,
  card,
  allows: { ...allows, ...inEvery(card.state) },
}));
const everyTransition = Object.values(oneOfEach).map(made);

describe('every transition in every situation', () => {
  for (const { situation, card, allows } of situations) {
    test(`${situation}: ${Object.keys(allows).join(', ')}, and nothing else`, () => {
      const led = everyTransition.flatMap((transition) => {
        const result = applyTransition(card, transition);
        return 'card' in result ? [[transition.type, result.card.state] as const] : [];
      });
      assert.deepEqual(Object.fromEntries(led), allows);
    });

    test(`${situation}: a transition returns a new version of the card, and a refusal says why`, () => {
      for (const transition of everyTransition) {
        const before = structuredClone(card);
        const paused = deepFrozen(structuredClone(card));
        const result = applyTransition(paused, transition);
        assert.deepEqual(paused, before);
        assert.equal('refused' in result, refusalOf(card, transition) !== undefined);
        if ('refused' in result) {
          assert.ok(['busy', 'decided', 'not_now', 'too_late'].includes(result.refused.why));
          continue;
        }
        assert.equal(result.card.version, card.version + 1);
        assert.equal(result.card.updatedAt, later);
        assert.equal(result.card.id, card.id);
        // what the store writes it can read again
        assert.doesNotThrow(() => cardFrom(cardText(result.card)));
      }
    });
  }
});

test('every state has a situation', () => {
  assert.deepEqual(new Set(situations.map(({ card }) => card.state)), new Set(states));
});

test('a transition leads only where the table says', () => {
  for (const { card, allows } of situations)
    for (const [type, state] of Object.entries(allows)) {
      const { to } = transitions[type as Transition['type']];
      assert.ok(state === card.state || to.includes(state), `${card.state}: ${type} leads to ${state}`);
    }
});

function deepFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) deepFrozen(one);
  return Object.freeze(value);
}

test('the result of an edit counts only for that edit, not for one that a rule changed it to', () => {
  const change = { caption: 'Other words', scheduledAt: later };
  const card = aCard({ state: 'scheduled', postId: 'post-1', pending: { ...aChange, change } });
  for (const pending of [
    { ...aChange, change, at: later },
    { ...aChange, change: { ...change, scheduledAt: null } },
  ])
    for (const transition of ['update', 'doubt_update', 'fail_update', 'withhold'] as const)
      assert.deepEqual(applyTransition(card, made({ ...oneOfEach[transition], pending } as Transition)), {
        refused: { why: 'not_now', state: 'scheduled' },
      });
});

test('a post in doubt that the list shows as scheduled isn’t attributed to anyone here', () => {
  const pending = { ...aChange, what: 'schedule' as const, change: { scheduledAt: later } };
  const card = aCard({ state: 'review', postId: 'post-1', pending: { ...pending, inDoubt: true } });
  const result = applyTransition(
    { ...card, problem: problem('update') },
    { type: 'update', pending, at: later },
  );
  assert.ok('card' in result);
  assert.equal(result.card.problem, undefined);
  assert.equal(workOf(result.card), 'check_schedule');
});

test('a card waits for a group until its work continues; rendering it doesn’t end the wait', () => {
  const card = aCard({ state: 'approved', postId: 'post-1', publishAfter: later });
  const waits = applyTransition(card, { type: 'await_groups', groups: ['S0EDITORS'], at: later });
  assert.ok('card' in waits);
  for (const [type, left] of [
    ['rerender', ['S0EDITORS']],
    ['note_missing', ['S0EDITORS']],
    ['start_publishing', undefined],
    ['fail', undefined],
  ] as const) {
    const result = applyTransition(waits.card, made(oneOfEach[type]));
    assert.ok('card' in result);
    assert.deepEqual(result.card.waitsForGroups, left, type);
  }
});

test('a post is approved for its planned time only while that is ahead', () => {
  const card = aCard({ state: 'review', ...post, requestedTime: later });
  const approved = (now: string) =>
    applyTransition(card, { type: 'approve', by: 'U0BO', atPlannedTime: true, at: now });
  const ahead = approved(at);
  assert.ok('card' in ahead);
  assert.equal(Date.parse(ahead.card.pending?.change.scheduledAt ?? ''), Date.parse(later));
  assert.deepEqual(approved(later), { refused: { why: 'time_passed' } });
});

test('a decision counts for the version that its author saw; someone who’s too late sees the new version first', () => {
  const seen = aCard({ state: 'review', postId: 'post-1' });
  const approve = { type: 'approve', by: 'U0BO', at: later, contentHash: contentHash(seen) } as const;
  assert.ok('card' in applyTransition(seen, approve));
  const changed = { ...seen, content: { ...seen.content, caption: 'Fresh bean' } };
  assert.deepEqual(applyTransition(changed, approve), { refused: { why: 'changed' } });
  const timed = { ...seen, requestedTime: later };
  assert.deepEqual(applyTransition(timed, approve), { refused: { why: 'changed' } });
  const gone = applyTransition({ ...changed, state: 'published' }, approve);
  assert.equal('refused' in gone && gone.refused.why, 'decided');
});

test('a card remembers the batch that decided it, and isn’t counted as another’s work', () => {
  const card = aCard({ state: 'review', postId: 'post-1' });
  const item = { seen: contentHash(card), to: later };
  const who = { by: 'U0BO', approves: true, paused: undefined, undoForMs: 0, batch: 'V1' };
  const acts: Decision[] = [{ what: 'publish' }, { what: 'reject', reason: 'No' }, { what: 'move' }];
  for (const approvers of [undefined, currentApprovers(aRule(), new Map())])
    for (const act of acts) {
      const result = applyTransition(card, transitionOf(act, item, { ...who, approvers }, at));
      assert.ok('card' in result);
      const { pending } = result.card;
      const done = pending ? applyTransition(result.card, { type: 'update', at, pending }) : result;
      assert.ok('card' in done);
      // the worker's clock is behind the clock that confirmed it
      const batch = { id: 'V1', act, by: 'U0BO', at: later };
      const told = [card, result.card, done.card].map((one) => isMade(one, batch));
      assert.deepEqual(told, [false, true, true], act.what);
      assert.equal(isMade(done.card, { id: 'V2' }), false);
    }
});

test('a version that was open when another was kept can’t be kept, unless it was reopened', () => {
  const first = aCard({ keptVersion: 'card-1', keptAt: at });
  const keeps = (version: string, opened: string) =>
    applyTransition(first, { type: 'keep', by: 'U0CY', version, opened, at: later });
  assert.deepEqual(keeps('card-2', first.createdAt), { refused: { why: 'other_kept' } });
  assert.ok('card' in keeps('card-1', first.createdAt));
  const reopened = keeps('card-2', later);
  assert.ok('card' in reopened);
  assert.deepEqual([reopened.card.keptVersion, reopened.card.keptAt], ['card-2', later]);
});
