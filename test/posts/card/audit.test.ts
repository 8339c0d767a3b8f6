import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matches, readSearch } from '#src/audit/search.ts';
import { applyTransition } from '#src/posts/card/apply-transition.ts';
import { entryText } from '#src/posts/card/audit.ts';
import { entryOfTransition } from '#src/posts/card/audit-entry.ts';
import type { Card } from '#src/posts/card/card.ts';
import { describeRule } from '#src/posts/card/rule.ts';
import type { Transition } from '#src/posts/card/transition.ts';
import { startOfDay } from '#src/time/moments.ts';
import { actionText } from '#views/audit/words.ts';
import { aCard, aPost, later, problem } from './samples.ts';

function entryOf(card: Partial<Card>, transition: Omit<Transition, 'at'>) {
  const before = aCard({ postId: 'post-1', ...card });
  const made = { ...transition, at: later } as Transition;
  const result = applyTransition(before, made);
  assert.ok('card' in result);
  return entryOfTransition(before, made, result.card);
}

const said = (card: Partial<Card>, transition: object): string | undefined => {
  const entry = entryOf(card, transition as Omit<Transition, 'at'>);
  return entry && [entry.by, entry.what, entry.result, entry.note].filter(Boolean).join(' ');
};

const pending = { what: 'edit', by: 'U0BO', at: later, change: { caption: 'New words' } } as const;

for (const [what, card, transition, words] of [
  [
    'a rejection with its reason',
    { state: 'review' },
    { type: 'reject', by: 'U0BO', reason: 'Typo' },
    'U0BO rejected rejected Typo',
  ],
  [
    'a wish to edit',
    { state: 'review' },
    { type: 'change', by: 'U0BO', pending },
    'U0BO asked to edit review',
  ],
  [
    'requested changes, with the note',
    { state: 'review' },
    { type: 'request_changes', by: 'U0BO', note: 'Shorter' },
    'U0BO changes requested changes requested Shorter',
  ],
  [
    'a post that is submitted again',
    { state: 'changes_requested' },
    { type: 'resubmit', by: 'U0ANA' },
    'U0ANA resubmitted review',
  ],
  [
    'a post that a rule keeps from being scheduled',
    { state: 'scheduled', rest: 'scheduled' },
    { type: 'withhold' },
    'presscheck held scheduled',
  ],
  [
    'a change elsewhere that voids an approval',
    { state: 'review', approvals: [{ by: 'U0BO', at: later, content: 'of before' }] },
    { type: 'observe', post: aPost({ caption: 'Other' }) },
    'outside changed review approval void',
  ],
  [
    'an edit that was applied',
    { state: 'review', pending },
    { type: 'update', pending },
    'presscheck changed review edit',
  ],
  [
    'a generated post',
    { state: 'generating' },
    { type: 'observe', post: aPost() },
    'presscheck generated review',
  ],
  [
    'a publish elsewhere',
    { state: 'review' },
    { type: 'observe', post: aPost({ status: 'published' }) },
    'outside published published',
  ],
  [
    'a change elsewhere',
    { state: 'review' },
    { type: 'observe', post: aPost({ caption: 'Other' }) },
    'outside changed review',
  ],
  [
    'a deletion elsewhere',
    { state: 'review' },
    { type: 'fail', problem: problem('gone') },
    'outside deleted failed',
  ],
  ['a read that shows nothing new', { state: 'review' }, { type: 'observe', post: aPost() }, undefined],
  [
    'the proof of a publish',
    { state: 'published', unverified: true },
    { type: 'observe', post: aPost({ status: 'published' }) },
    undefined,
  ],
  [
    'a lost answer',
    { state: 'publishing' },
    { type: 'lose_track', problem: problem('publish') },
    'presscheck outcome unknown outcome unknown publish',
  ],
] as [string, Partial<Card>, object, string | undefined][]) {
  test(`the entry of ${what} is ${words ?? 'none'}`, () => assert.equal(said(card, transition), words));
}

test('audit entries don’t contain captions, and their size is limited', () => {
  const entry = entryOf(
    { state: 'review', content: { caption: 'Secret words', mediaUrls: [], profiles: [] } },
    { type: 'reject', by: 'U0BO', reason: 'x'.repeat(10_000) } as never,
  );
  assert.ok(entry);
  const text = entryText(entry);
  assert.doesNotMatch(text, /Secret words/);
  assert.ok(text.length < 4_000);
  const shuffled = Object.fromEntries(Object.entries(entry).reverse()) as unknown as typeof entry;
  assert.equal(entryText(shuffled), text, 'the order of the fields is always the same');
});

test('search terms are read as people, brands, posts, days and words', () => {
  const reads = (text: string, search: object): void => assert.deepEqual(readSearch(text), { search });
  reads('@Ana brand:"Harbor Yoga" since:2026-11-01 Approved "asked to"', {
    who: 'ana',
    brand: 'harbor yoga',
    since: '2026-11-01',
    words: ['approved', 'asked to'],
  });
  reads('<@U0BO|bo> post:V1', { by: ['U0BO'], post: 'v1', words: [] });
  reads('since:2026-11-21 until:2026-11-21', { since: '2026-11-21', until: '2026-11-21', words: [] });
  const wrong = (text: string, mistake: object): void => assert.deepEqual(readSearch(text), { mistake });
  wrong('since:2026-02-30', { noDay: '2026-02-30' });
  wrong('until:tomorrow', { noDay: 'tomorrow' });
  wrong('until:2026-11-21 since:2026-11-22', { since: '2026-11-22', until: '2026-11-21' });
});

test('a day begins at midnight in the reader’s time zone, also on the days when the clocks change', () => {
  assert.equal(startOfDay('2026-11-21', 'UTC'), '2026-11-21T00:00:00.000Z');
  assert.equal(startOfDay('2026-11-21', 'Asia/Tokyo'), '2026-11-20T15:00:00.000Z');
  assert.equal(startOfDay('2026-03-29', 'Europe/Madrid'), '2026-03-28T23:00:00.000Z');
  assert.equal(startOfDay('2026-03-29', 'Europe/Madrid', 1), '2026-03-29T22:00:00.000Z');
  assert.equal(startOfDay('2026-11-01', 'America/New_York'), '2026-11-01T04:00:00.000Z');
});

test('a day includes an entry at its first moment, but not an entry at the next day’s first moment', () => {
  const entry = entryOf({ state: 'review' }, { type: 'approve', by: 'U0BO' } as never);
  assert.ok(entry);
  assert.equal(matches({ words: [], since: later }, entry, ''), true);
  assert.equal(matches({ words: [], until: later }, entry, ''), false);
});

test('a word is searched for in the text people read, and a name finds people, not parts of an ID', () => {
  const entry = { at: later, by: 'U0CY', what: 'froze' as const, note: 'Banana recall' };
  const rule = { at: later, by: 'U0CY', what: 'set' as const, note: 'rule: needs 1, of U0ANA U0BO' };
  const finds = (words: string[], one: typeof entry | typeof rule, named = {}): boolean =>
    matches({ words, named }, one, actionText(one));
  assert.deepEqual([finds(['freeze'], entry), finds(['freeze'], rule)], [true, false]);
  assert.deepEqual([finds(['all brands', 'recall'], entry), finds(['froze'], entry)], [true, true]);
  assert.deepEqual([finds(['ana'], entry), finds(['ana'], rule)], [true, false]);
  const ana = { ana: ['U0ANA'] };
  assert.deepEqual([finds(['ana', 'rule'], rule, ana), finds(['cy'], rule, { cy: ['U0CY'] })], [true, true]);
  assert.equal(finds(['bo'], rule, ana), false);
  const gone = { ...rule, note: 'recurring post stopped: s1: Mon 09:30', result: 'file_gone' };
  assert.deepEqual([finds(['no longer in slack'], gone), finds(['file_gone'], gone)], [true, true]);
});

test('a rule of a hundred people is in the audit trail with every name', () => {
  const users = Array.from({ length: 100 }, (_, i) => `U0PERSON${i}`);
  const rule = { approvers: { people: users, groups: [] }, needed: 1, own: false, scheduled: true };
  const text = entryText({ at: later, by: 'U0CY', what: 'set', note: describeRule(rule) });
  for (const one of users) assert.ok(text.includes(one), one);
});

test('an entry about an import says what was done with it, without its ID', () => {
  const said = (note: string): string => actionText({ at: later, by: 'U0BO', what: 'imported', note });
  assert.equal(said('import started: I1, a, b.csv, 0 posts'), 'started checking an import a, b.csv');
  assert.equal(said('import confirmed: I1, plan.csv, 3 posts'), 'confirmed an import plan.csv, 3 posts');
  assert.equal(said('import canceled: I1, plan.csv, 3 posts'), 'canceled an import plan.csv, 3 posts');
  assert.equal(said('import stopped: I1, plan.csv, 3 posts'), 'stopped an import plan.csv, 3 posts');
  assert.equal(said('import finished: I1, plan.csv, 3 posts'), 'finished an import plan.csv, 3 posts');
});
