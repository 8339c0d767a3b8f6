import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Role } from '#src/platform/slack/role.ts';
import { applyTransition } from '#src/posts/card/apply-transition.ts';
import { type Card, states } from '#src/posts/card/card.ts';
import { contentHash } from '#src/posts/card/content.ts';
import {
  approvalProgress,
  canRequestAnywhere,
  currentApprovers,
  type Rule,
  reviewOf,
  ruleSchema,
} from '#src/posts/card/rule.ts';
import type { Transition } from '#src/posts/card/transition.ts';
import { aCard, aPost, at, later, problem } from '#test/posts/card/samples.ts';

const tomorrow = '2026-11-22T09:00:00Z';
const yesterday = '2026-11-20T09:00:00Z';

const rule = (over: Partial<Rule> = {}): Rule => ({
  approvers: { people: ['U0BO', 'U0CY'], groups: [] },
  needed: 1,
  own: false,
  scheduled: true,
  ...over,
});
const editors = { people: [], groups: ['S0EDITORS'] };
const members = new Map([['S0EDITORS', ['U0ANA', 'U0BO']]]);
const review = (over: Partial<Card> = {}): Card => aCard({ state: 'review', postId: 'post-1', ...over });
const given = (card: Card, ...by: string[]): Card => ({
  ...card,
  approvals: by.map((one) => ({ by: one, at, content: contentHash(card) })),
});

/** Which approvals of Ana's post count, how many are needed, and whether that's enough. */
const progressCases: [
  string,
  Rule,
  string[],
  { given: string[]; needed: number | undefined; complete: boolean },
][] = [
  ['nobody yet', rule(), [], { given: [], needed: 1, complete: false }],
  ['any one', rule(), ['U0CY'], { given: ['U0CY'], needed: 1, complete: true }],
  ['one of two', rule({ needed: 2 }), ['U0CY'], { given: ['U0CY'], needed: 2, complete: false }],
  [
    'one person twice',
    rule({ needed: 2 }),
    ['U0BO', 'U0BO'],
    { given: ['U0BO'], needed: 2, complete: false },
  ],
  ['all', rule({ needed: 'all' }), ['U0CY', 'U0BO'], { given: ['U0BO', 'U0CY'], needed: 2, complete: true }],
  ['someone who is not named', rule(), ['U0DAN'], { given: [], needed: 1, complete: false }],
  [
    'more than the list has',
    rule({ needed: 3 }),
    ['U0BO', 'U0CY'],
    { given: ['U0BO', 'U0CY'], needed: undefined, complete: false },
  ],
  [
    'an empty list',
    rule({ approvers: { people: [], groups: [] } }),
    ['U0BO'],
    { given: [], needed: undefined, complete: false },
  ],
  [
    'all of an empty list',
    rule({ approvers: { people: [], groups: [] }, needed: 'all' }),
    [],
    { given: [], needed: undefined, complete: false },
  ],
  ['the author', rule({ approvers: editors }), ['U0ANA'], { given: [], needed: 1, complete: false }],
  [
    'the author, where it is allowed',
    rule({ approvers: editors, own: true }),
    ['U0ANA'],
    { given: ['U0ANA'], needed: 1, complete: true },
  ],
  [
    'all but the author',
    rule({ approvers: editors, needed: 'all' }),
    ['U0BO'],
    { given: ['U0BO'], needed: 1, complete: true },
  ],
  [
    'the author alone',
    rule({ approvers: { people: ['U0ANA'], groups: [] } }),
    ['U0ANA'],
    { given: [], needed: undefined, complete: false },
  ],
  [
    'a group that cannot be read',
    rule({ approvers: { people: [], groups: ['S0LOST'] } }),
    ['U0BO'],
    { given: [], needed: undefined, complete: false },
  ],
  [
    'someone named in addition to such a group',
    rule({ approvers: { people: ['U0CY'], groups: ['S0LOST'] } }),
    ['U0CY'],
    { given: ['U0CY'], needed: 1, complete: true },
  ],
  [
    'all with such a group',
    rule({ approvers: { people: ['U0CY'], groups: ['S0LOST'] }, needed: 'all' }),
    ['U0CY'],
    { given: ['U0CY'], needed: undefined, complete: false },
  ],
];

describe('the progress of approvals', () => {
  for (const [what, wanted, by, expected] of progressCases)
    test(what, () => {
      const card = given(review(), ...by);
      const progress = approvalProgress(card, currentApprovers(wanted, members));
      const { needed, complete } = progress;
      assert.deepEqual({ given: progress.given.map((one) => one.by), needed, complete }, expected);
    });

  test('approvals of other content don’t count', () => {
    const card = given(review(), 'U0BO');
    const changed = { ...card, content: { ...card.content, caption: 'Fresh bean' } };
    assert.equal(approvalProgress(changed, currentApprovers(rule(), members)).complete, false);
  });
});

test('the content hash covers every part of the content, and nothing else', () => {
  const card = review({ content: { ...aCard().content, scheduledAt: tomorrow } });
  const { content } = card;
  const others: Partial<Card>[] = [
    { content: { ...content, caption: `${content.caption}.` } },
    { content: { ...content, mediaUrls: ['https://example.com/1.png'] } },
    { content: { ...content, profiles: [] } },
    { content: { ...content, scheduledAt: later } },
    { brand: { id: 'brand-2', name: card.brand.name } },
    { requestedTime: yesterday },
  ];
  const hashes = others.map((other) => contentHash({ ...card, ...other }));
  assert.equal(new Set([contentHash(card), ...hashes]).size, others.length + 1);
  const { scheduledAt, ...untimed } = content;
  const same: Partial<Card>[] = [
    { id: 'card-2', author: 'U0BO', version: 9 },
    { content: untimed, requestedTime: scheduledAt },
    { content: { ...content, profiles: content.profiles.map(({ id }) => ({ id, name: 'Other name' })) } },
  ];
  for (const other of same) assert.equal(contentHash({ ...card, ...other }), contentHash(card));
});

describe('transitions under a rule', () => {
  const under = currentApprovers(rule({ needed: 2 }), members);
  const one = currentApprovers(rule(), members);
  const make = (card: Card, transition: Transition): Card => {
    const result = applyTransition(card, transition);
    assert.ok('card' in result, JSON.stringify(result));
    return result.card;
  };
  const approve = (by: string, approvers = under, planned = true): Transition => ({
    type: 'approve',
    by,
    atPlannedTime: planned,
    approvers,
    at: later,
  });

  test('only the last approval publishes', () => {
    const first = make(review(), approve('U0BO'));
    assert.equal(first.state, 'review');
    assert.equal(make(first, approve('U0CY')).state, 'approved');
    assert.deepEqual(applyTransition(first, approve('U0BO')), {
      refused: { why: 'already_approved', progress: approvalProgress(first, under) },
    });
  });

  test('the last approval is refused if the approver saw that others still have to approve', () => {
    const oneOfSeveral = (by: string) => ({ ...approve(by), moreNeeded: true }) as Transition;
    for (const [requestedTime, does] of [
      [undefined, 'publishes'],
      [tomorrow, 'schedules'],
    ] as const) {
      const first = make(review({ requestedTime }), oneOfSeveral('U0BO'));
      const refused = { why: 'final_approval', by: 'U0BO', does };
      assert.deepEqual(applyTransition(first, oneOfSeveral('U0CY')), { refused });
    }
    // after the planned time, the last approval neither schedules nor publishes
    const late = given(review({ requestedTime: yesterday }), 'U0BO');
    assert.equal(make(late, { ...oneOfSeveral('U0CY'), atPlannedTime: false } as Transition).state, 'review');
  });

  for (const [what, requestedTime, pending] of [
    ['schedules a post for the time that is wanted', tomorrow, { scheduledAt: tomorrow }],
    ['does nothing after that time', yesterday, undefined],
  ] as const)
    test(`the last approval ${what}`, () => {
      const next = make(review({ requestedTime }), approve('U0BO', one));
      assert.equal(next.state, 'review');
      assert.deepEqual(next.pending?.change, pending);
    });

  test('publishing now requires a confirmation, unless one approval is enough', () => {
    for (const requestedTime of [yesterday, tomorrow]) {
      const planned = review({ requestedTime });
      assert.equal(make(planned, approve('U0BO', one, false)).state, 'approved');
    }
    // the other approvals included the time
    const last = make(given(review({ requestedTime: tomorrow }), 'U0BO'), approve('U0CY', under, false));
    assert.equal(last.state, 'review');
    assert.equal(last.pending?.change.scheduledAt, tomorrow);
    const late = make(given(review({ requestedTime: yesterday }), 'U0BO'), approve('U0CY', under, false));
    assert.deepEqual([late.state, late.pending], ['review', undefined]);
    assert.equal(make(late, approve('U0CY', under, false)).state, 'approved');
  });

  test('an approved post is late only if the service wasn’t given its time', () => {
    const isLate = (state: Card['state']): boolean =>
      reviewOf(given(review({ state, requestedTime: yesterday }), 'U0BO'), one, Date.parse(at)).late;
    assert.deepEqual(states.filter(isLate), ['review', 'changes_requested', 'failed']);
  });

  const edit = { what: 'edit' as const, by: 'U0ANA', at, change: { caption: 'Fresh bean' } };
  for (const [what, transition] of [
    ['an edit', { type: 'update', pending: edit, at: later }],
    ['a change in the service', { type: 'observe', post: aPost({ caption: 'Fresh bean' }), at: later }],
  ] as [string, Transition][])
    test(`${what} clears the approvals and keeps the approved content`, () => {
      const card = given(review({ pending: edit }), 'U0BO');
      const next = make(card, transition);
      assert.deepEqual(next.approvals, []);
      assert.equal(next.before?.caption, 'Fresh beans');
      assert.equal(next.history.at(-1)?.what, 'voided');
      assert.equal(next.history.at(-1)?.note, 'caption');
      assert.equal(next.history.at(-1)?.by, transition.type === 'update' ? 'U0ANA' : undefined);
    });

  test('a new time for an approved post is set at once by approvers, and waits if others choose it', () => {
    const scheduled = { ...aCard().content, scheduledAt: tomorrow };
    const card = given(review({ state: 'scheduled', rest: 'scheduled', content: scheduled }), 'U0BO');
    const change = (approves: boolean): Transition => ({
      type: 'change',
      by: 'U0CY',
      pending: { what: 'schedule', change: { scheduledAt: later } },
      approvers: one,
      approves,
      at,
    });
    assert.deepEqual(make(card, change(true)).pending?.change, { scheduledAt: later });
    const waits = make(card, change(false));
    assert.deepEqual(waits.pending?.change, { scheduledAt: null });
    assert.ok(waits.pending);
    const off = make(waits, { type: 'update', pending: waits.pending, at: later });
    assert.equal(off.state, 'review');
    assert.equal(off.requestedTime, later);
    assert.deepEqual(off.approvals, []);
  });

  test('a post whose publish was lost is published again only with all approvals', () => {
    const lost = review({
      state: 'outcome_unknown',
      problem: problem('publish'),
    });
    const ask: Transition = { type: 'retry', by: 'U0BO', approvers: under, at };
    const result = applyTransition(lost, ask);
    assert.ok('refused' in result && result.refused.why === 'not_enough');
    assert.equal(make(given(lost, 'U0CY'), ask).state, 'approved');
  });
});

test('a rule that names no approver is refused', () => {
  assert.equal(ruleSchema.safeParse(rule({ needed: 0 as 1 })).success, false);
});

test('external users can create posts only if a rule names them, and guests also if the brand allows it', () => {
  const rules = { brands: new Map([['brand-1', rule({ approvers: { people: ['U0NAMED'], groups: [] } })]]) };
  const can = (user: string, role: Role, letsGuestsIn: boolean): boolean =>
    canRequestAnywhere(rules, { user, role, letsGuestsIn });
  for (const role of ['administrator', 'member', 'unknown'] as const)
    assert.ok(can('U0ANA', role, false), role);
  for (const role of ['guest', 'outsider'] as const) {
    assert.ok(can('U0NAMED', role, false), role);
    assert.ok(!can('U0ANA', role, false), role);
  }
  assert.ok(can('U0ANA', 'guest', true));
  assert.ok(!can('U0ANA', 'outsider', true));
});
