import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Button } from '@slack/types';
import { textOfBlocks } from '#sandbox/chat/driver/shown-text.ts';
import { networkName, profileName, providers } from '#src/platform/publishing-api/networks.ts';
import { applyTransition } from '#src/posts/card/apply-transition.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { Step } from '#src/posts/card/problem.ts';
import { currentApprovers, type Permission, reviewOf } from '#src/posts/card/rule.ts';
import { aCard, at, later, problem } from '#test/posts/card/samples.ts';
import { aRule } from '#test/support/rules.ts';
import { approvalOffer } from '#views/approval/approval-offers.ts';
import { approvalBlocks } from '#views/posts/approval-progress.ts';
import { actions, cardButtons } from '#views/posts/card-buttons.ts';
import { seeAllModal } from '#views/posts/card-modals.ts';
import { confirmLeave, confirmPublish, retryButtons } from '#views/posts/card-questions.ts';

const nextYear = '2027-03-01T12:00:00.000Z';
const clock = { now: Date.parse(at), zone: 'Europe/Berlin' };

const buttonsAfter = (step: Step): string[] => {
  const card = aCard({ state: 'failed', postId: 'post-1', problem: problem(step) });
  return cardButtons(card, { clock }).flatMap((block) =>
    block.type === 'actions'
      ? block.elements.map((one) => (one.type === 'button' ? one.text.text : one.type))
      : [],
  );
};

test('a failed post that exists can be decided, and one that doesn’t can only be requested again', () => {
  for (const step of ['publish', 'due', 'update'] as const)
    assert.deepEqual(buttonsAfter(step), ['Approve & publish', 'Schedule', 'Edit', 'Reject'], step);
  assert.deepEqual(buttonsAfter('gone'), [retryButtons.createAnother]);
  assert.deepEqual(buttonsAfter('create'), [retryButtons.createAnother]);
});

/** What the button asks, and the state that the card has once Bo pressed it. */
function asked(over: Partial<Card>, rule = aRule()): { asks: string; becomes: string } {
  const approvers = currentApprovers(rule, new Map());
  const card = aCard({ postId: 'post-1', ...over });
  const buttons = cardButtons(card, {
    review: reviewOf(card, approvers, clock.now),
    undoForMs: 5_000,
    clock,
  });
  const button = buttons
    .flatMap((block) => (block.type === 'actions' ? (block.elements as Button[]) : []))
    .find(({ action_id, confirm }) => confirm && action_id !== actions.unschedule);
  assert.ok(button?.confirm?.text);
  const { title, text, confirm } = button.confirm;
  const planned = card.state !== 'scheduled';
  const result = applyTransition(card, {
    type: 'approve',
    by: 'U0BO',
    at,
    approvers,
    atPlannedTime: planned,
  });
  assert.ok('card' in result);
  const becomes = result.card.pending?.what ?? result.card.state;
  return { asks: [title?.text, text.text, confirm?.text].join(' | '), becomes };
}

describe('under a rule, a button’s question says what the click does', () => {
  const two = aRule({ people: ['U0BO', 'U0CY'], needed: 2 });
  const never = aRule({ people: ['U0ANA', 'U0BO'], needed: 2 });
  const scheduled = { state: 'scheduled' as const, content: { ...aCard().content, scheduledAt: later } };
  const rows: [string, Partial<Card>, ReturnType<typeof aRule>, string, RegExp][] = [
    [
      'the last approval',
      { state: 'review' },
      aRule(),
      'approved',
      /If you’re an approver, this is the final approval: it publishes the post right away, for everyone to see\. You have/,
    ],
    [
      'the last for a time',
      { state: 'review', requestedTime: later },
      aRule(),
      'schedule',
      /If you’re an approver, this is the final approval: it schedules the post for Nov 21, 10:05 AM CET\. \|/,
    ],
    [
      'the first of two',
      { state: 'review' },
      two,
      'review',
      /It needs 2 more approvals, including this one\..* \| Approve$/,
    ],
    [
      'one of more approvals than people can give',
      { state: 'review', requestedTime: later },
      never,
      'review',
      /This post can’t be fully approved: the rule requires more approvals than its approvers can give\..* \| Approve$/,
    ],
    [
      'the last before its time',
      scheduled,
      aRule(),
      'approved',
      /^Publish this post\?.*If you’re an approver, this is the final approval: it publishes the post right away, .*Its scheduled time, Nov 21, 10:05 AM CET, will be removed\. \| Publish$/,
    ],
    [
      'the first of two before its time',
      scheduled,
      two,
      'scheduled',
      /^Approve this post\?.*It needs 2 more approvals, including this one\. It stays scheduled for Nov 21, 10:05 AM CET\. \| Approve$/,
    ],
    [
      'one before its time that is not enough',
      scheduled,
      never,
      'scheduled',
      /^Approve this post\? \| .*This post can’t be fully approved.*stays scheduled/,
    ],
  ];
  for (const [what, card, rule, becomes, asks] of rows)
    test(what, () => {
      const question = asked(card, rule);
      assert.match(question.asks, asks);
      assert.equal(question.becomes, becomes);
    });
});

test('a card that no one can approve says so, and that it still goes out at its time', () => {
  const says = (state: Card['state'], users: string[], paused = false): string => {
    const approvers = currentApprovers(aRule({ people: users, needed: 2 }), new Map());
    const card = aCard({ postId: 'post-1', state, content: { ...aCard().content, scheduledAt: later } });
    return textOfBlocks(
      approvalBlocks(card, reviewOf(card, approvers, Date.parse(at)), { paused, now: Date.parse(at) }),
    );
  };
  const goesOut = /It still goes out at its scheduled time\.$/;
  assert.match(says('scheduled', []), /Nobody can publish it now, because there are no approvers\./);
  assert.match(
    says('scheduled', ['U0BO']),
    /its approvers can give, so this post can’t be published before its scheduled time\./,
  );
  for (const users of [[], ['U0BO']]) {
    assert.match(says('scheduled', users), goesOut);
    assert.doesNotMatch(says('scheduled', users, true), goesOut);
    assert.doesNotMatch(says('review', users), goesOut);
  }
  assert.match(says('review', []), /Nobody can approve it, because there are no approvers\./);
});

test('the question names as many profiles as the dialog has room for, and counts the others', () => {
  const asks = (names: string[]): string => {
    const profiles = names.map((name, i) => ({ id: `profile-${i}`, name }));
    const card = aCard({ state: 'review', postId: 'post-1', content: { ...aCard().content, profiles } });
    return confirmPublish(card, { undoForMs: 5_000, clock }).text.text;
  };
  const short = ['X · atlas', 'LinkedIn · Atlas', 'Facebook · Atlas Outdoor', 'Threads · atlas'];
  assert.match(
    asks(short),
    /goes to X · atlas, LinkedIn · Atlas, Facebook · Atlas Outdoor, and Threads · atlas\. This/,
  );
  const many = asks(Array.from({ length: 12 }, (_, i) => `LinkedIn · ${i} ${'a'.repeat(40)}`));
  assert.match(many, /LinkedIn · 3 a+…, and 8 more on LinkedIn\. This/);
  assert.ok(many.length <= 300 && many.length > 260, `${many.length} characters`);
});

test('every question that can lead to publishing says where the post goes, and when if it has a time', () => {
  const content = { ...aCard().content, scheduledAt: nextYear };
  const cards: Partial<Card>[] = [
    { state: 'review', versions: ['card-2'] },
    { state: 'scheduled', versions: ['card-2'] },
    { state: 'changes_requested', versions: ['card-2'] },
    { state: 'failed', problem: problem('gone') },
    { state: 'outcome_unknown', problem: problem('create') },
  ];
  const asked = cards.flatMap((over) =>
    cardButtons(aCard({ postId: 'post-1', content, ...over }), { undoForMs: 5_000, clock })
      .flatMap((block) => (block.type === 'actions' ? (block.elements as Button[]) : []))
      .flatMap(({ text, confirm }) => (confirm ? [`${text.text}: ${confirm.text?.text}`] : [])),
  );
  const named = new Set(asked.map((one) => one.split(':')[0]));
  for (const button of [
    'Publish now',
    'Unschedule',
    'Keep this version',
    retryButtons.createAnother,
    retryButtons.createUnknown,
  ])
    assert.ok(named.has(button), `${button} is missing: ${[...named]}`);
  for (const one of asked) {
    // choosing a version sends nothing anywhere
    const keeps = one.startsWith('Keep this version');
    assert.equal(/goes to Instagram · northwind\.coffee\./.test(one), !keeps, one);
    assert.match(one, /Mar 1, 2027, 1:00 PM CET/);
  }
  const left = confirmLeave(aCard({ postId: 'post-1', content }), clock)?.text?.text ?? '';
  assert.match(left, /goes to Instagram · northwind\.coffee\. Its planned time, Mar 1, 2027, 1:00 PM CET,/);
});

test('the question cuts profiles’ names only if the dialog has no room for all of them', () => {
  const asks = (names: string[]): string => {
    const profiles = names.map((name, i) => ({ id: `profile-${i}`, name }));
    const card = aCard({ state: 'review', postId: 'post-1', content: { ...aCard().content, profiles } });
    return confirmPublish(card, { undoForMs: 5_000, clock }).text.text;
  };
  const long = `LinkedIn · ${'Northwind Coffee Roasters '.repeat(3)}of Berlin`;
  assert.ok(asks([long]).includes(`goes to ${long}.`), asks([long]));
  const two = asks([long, `LinkedIn · ${'a'.repeat(200)}`]);
  assert.match(two, /goes to LinkedIn · Northwind Coffee Roaste… and LinkedIn · a+…\. This/);
});

test('the question names all networks and the removed time, however little room there is', () => {
  const profiles = [...providers, ...providers].map((provider, i) => ({
    id: `profile-${i}`,
    name: profileName({ provider, name: `${'a'.repeat(60)}${i}` }),
  }));
  const content = { ...aCard().content, profiles, caption: 'a'.repeat(5_000), scheduledAt: nextYear };
  const card = aCard({ state: 'scheduled', postId: 'post-1', content });
  const { text } = confirmPublish(card, {
    undoForMs: 600_000,
    clock: { ...clock, zone: 'Asia/Kolkata' },
  }).text;
  for (const provider of providers) assert.ok(text.includes(networkName(provider)), text);
  assert.match(text, /right away.*Its scheduled time, Mar 1, 2027, 5:30 PM GMT\+5:30, will be removed\.$/);
  assert.ok(text.length <= 300, `${text.length} characters`);
});

test('a question that only an approver reads has no *if*', () => {
  const card = aCard({ state: 'review', postId: 'post-1' });
  const review = reviewOf(card, currentApprovers(aRule(), new Map()), clock.now);
  const asks = (permissions?: ReadonlySet<Permission>): string =>
    JSON.stringify(cardButtons(card, { review, ...(permissions && { permissions }), clock }));
  assert.match(asks(), /If you’re an approver, this is the final approval/);
  assert.match(asks(new Set(['approve'])), / This is the final approval: it publishes the post/);
  const offered = JSON.stringify(approvalOffer(card, 'reply', { review, undoForMs: 0, clock }));
  assert.match(offered, / This is the final approval: it publishes the post/);
});

test('the full post shows no planned time once it is published', () => {
  const content = { ...aCard().content, scheduledAt: nextYear };
  const shown = (state: Card['state']): string =>
    textOfBlocks(seeAllModal(aCard({ state, content }), true).blocks);
  assert.match(shown('review'), /planned for <!date/);
  assert.doesNotMatch(shown('published'), /planned for/);
});
