import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Post } from '#src/platform/publishing-api/post.ts';
import { applyTransition } from '#src/posts/card/apply-transition.ts';
import { bounded } from '#src/posts/card/bounds.ts';
import type { Card, Change } from '#src/posts/card/card.ts';
import { contentHash } from '#src/posts/card/content.ts';
import { cardOfCampaignPost, cardOfOutsidePost } from '#src/posts/card/new-card.ts';
import { approvalProgress, currentApprovers, ruleSchema } from '#src/posts/card/rule.ts';
import { contentShown } from '#src/posts/card/same-content.ts';
import type { Transition } from '#src/posts/card/transition.ts';
import { wrongLinks } from '#views/kit/links.ts';
import { aCard, aiPostRequest, aPost, at, campaignRequest, later, problem } from './samples.ts';

const rule = { approvers: { people: ['U0BO', 'U0CY'], groups: [] }, needed: 2, own: true, scheduled: true };

const sizeOf = (card: Card): number => JSON.stringify(card).length;

function after(card: Card, ...transitions: Transition[]): Card {
  return transitions.reduce((before, transition) => {
    const result = applyTransition(before, transition);
    if ('refused' in result) throw new Error(`${transition.type}: ${result.refused.why}`);
    return result.card;
  }, card);
}

const pages = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: `page-${1_000 + n}`,
    name: `Shop ${n}`,
    provider: 'facebook',
    image: undefined,
  }));
const files = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `https://files.example.com/${n}.png`);

/** Repeats the same transition and its confirmation. */
function edited(card: Card, times: number, change: (n: number) => Change): Card {
  let now = card;
  for (let n = 0; n < times; n += 1) {
    const pending = { what: 'edit' as const, change: change(n) };
    now = after(
      now,
      { type: 'change', by: 'U0BO', pending, at: later },
      { type: 'update', pending: { ...pending, at: later }, at: later },
    );
  }
  return now;
}

test('after 500 edits, a card’s record keeps the first and latest and counts the rest', () => {
  const card = aCard({ state: 'review', postId: 'post-1' });
  const caption = (n: number): Change => ({ caption: `Words ${String(n).padStart(3, '0')}` });
  const after60 = edited(card, 60, caption);
  const after500 = edited(card, 500, caption);
  assert.ok(sizeOf(after500) <= sizeOf(after60) + 10, `${sizeOf(after60)}, then ${sizeOf(after500)}`);
  assert.equal(after500.history[0]?.what, 'requested');
  assert.equal(after500.history.length + (after500.historyLeftOut ?? 0), 501);
  assert.equal(after500.content.caption, 'Words 499');
});

test('the number of files and profiles kept from edits is limited', () => {
  const card = edited(aCard({ state: 'review', postId: 'post-1' }), 500, (n) => ({
    media: { how: 'add', urls: [`https://files.example.com/${n}.png`] },
    profiles: { how: 'add', profiles: [{ id: `profile-${n}`, name: 'Page' }] },
  }));
  assert.ok(sizeOf(card) < 30_000, `${sizeOf(card)}`);
});

test('after 500 approvals that the service refuses, the record is limited, and the last one counts', () => {
  let card = aCard({ state: 'review', postId: 'post-1' });
  for (let n = 0; n < 500; n += 1)
    card = after(
      card,
      { type: 'approve', by: `U${n}`, at: later },
      { type: 'fail', problem: problem('publish'), at: later },
    );
  assert.ok(sizeOf(card) < 20_000, `${sizeOf(card)}`);
  assert.equal(card.approvals.at(-1)?.by, 'U499');
  assert.equal(card.attempts.publish, 500);
});

test('after 500 changes that void an approval under a rule, the record is limited', () => {
  const approvers = currentApprovers(ruleSchema.parse(rule), new Map());
  let card = aCard({ state: 'review', postId: 'post-1' });
  for (let n = 0; n < 500; n += 1) {
    const post = aPost({ caption: `Words ${n}` });
    card = after(
      card,
      { type: 'approve', by: 'U0BO', approvers, atPlannedTime: true, at: later },
      { type: 'observe', post, at: later },
    );
  }
  assert.equal(card.history.at(-1)?.what, 'voided');
  assert.equal(card.history.length, 50);
  assert.equal(card.history.length + (card.historyLeftOut ?? 0), 1501);
});

test('a rule can’t require more approvals than a card keeps, and all that are kept count', () => {
  const users = Array.from({ length: 51 }, (_, n) => `U${n}`);
  const needing = (needed: number) =>
    currentApprovers(
      ruleSchema.parse({ ...rule, needed, approvers: { people: users, groups: [] } }),
      new Map(),
    );
  const approved = users
    .slice(0, 50)
    .reduce(
      (card, by) => after(card, { type: 'approve', by, approvers: needing(50), at: later }),
      aCard({ state: 'review', postId: 'post-1' }),
    );
  assert.equal(approved.state, 'approved');
  assert.equal(approvalProgress(approved, needing(51)).needed, undefined);
});

test('approvals for other content make room for those that count', () => {
  const card = aCard({ state: 'review', postId: 'post-1' });
  const own = { by: 'U0BO', at, content: contentHash(card) };
  const others = Array.from({ length: 60 }, (_, n) => ({ by: `U${n}`, at, content: 'of another time' }));
  const { approvals } = bounded({ ...card, approvals: [own, ...others] });
  assert.equal(approvals.length, 50);
  assert.ok(approvals.some(({ by }) => by === 'U0BO'));
});

test('a campaign accepts no more posts than it can keep', () => {
  let card = aCard({ state: 'generating' }, campaignRequest);
  for (let n = 0; n < 500; n += 1) {
    const result = applyTransition(card, {
      type: 'add_post',
      card: `card-${n}`,
      campaignId: 'c1',
      at: later,
    });
    if ('card' in result) card = result.card;
  }
  assert.equal(card.posts.length, 100);
  assert.equal(card.version, 101, 'a refusal is no transition, and renders nothing');
});

test('the amount kept of what the service shows is limited, however a card got it', () => {
  const post = aPost({
    caption: '𝄞'.repeat(100_000),
    mediaUrls: Array.from({ length: 5_000 }, (_, n) => `https://files.example.com/${n}.png`),
  });
  const campaign = aCard({ state: 'generating' }, campaignRequest);
  const origin = { workspace: 'T1', author: 'U0ANA', channel: 'C1' };
  for (const card of [
    after(aCard({ state: 'generating' }, aiPostRequest), { type: 'observe', post, at: later }),
    cardOfCampaignPost('card-2', campaign, post, at),
    cardOfOutsidePost('card-3', origin, campaign.brand, post, at),
  ]) {
    assert.ok(sizeOf(card) < 40_000, `${sizeOf(card)}`);
    assert.match(card.content.caption, /𝄞.?…$/u);
  }
});

for (const [what, shown, other] of [
  [
    '101 profiles',
    aPost({ profiles: pages(101) }),
    aPost({ profiles: [...pages(100), ...pages(102).slice(101)] }),
  ],
  [
    '301 files',
    aPost({ mediaUrls: files(301) }),
    aPost({ mediaUrls: [...files(300), 'https://example.com/x.png'] }),
  ],
  ['20,001 characters', aPost({ caption: 'x'.repeat(20_001) }), aPost({ caption: `${'x'.repeat(20_000)}y` })],
] as const)
  test(`approving a post with ${what} approves all of it, even what its card leaves out`, () => {
    const card = after(aCard({ state: 'review', postId: 'post-1' }), {
      type: 'observe',
      post: shown,
      at: later,
    });
    const hashOf = (post: Post): string => contentHash({ ...card, content: contentShown(card, post) });
    const reversed = { ...shown, ...(shown.profiles && { profiles: shown.profiles.toReversed() }) };
    assert.equal(hashOf(reversed), contentHash(card));
    assert.notEqual(hashOf(other), contentHash(card));
    const kept = after(card, { type: 'warn', problem: problem('publish'), at: later });
    assert.equal(contentHash(kept), contentHash(card));
  });

test('an address that only opens on someone’s own machine or network is refused, in any spelling', () => {
  const inside = [
    'localhost',
    'localhost:8080',
    'LOCALHOST.',
    'app.localhost',
    'nas',
    'printer.local',
    'db.internal',
  ];
  const private4 = [
    '127.0.0.1',
    '127.0.0.1:3000',
    '0x7f.1',
    '2130706433',
    '10.0.0.7:8080',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
  ];
  for (const host of [
    ...inside,
    ...private4,
    '0.0.0.0',
    '100.64.0.1',
    '[::1]',
    '[fe80::1]',
    '[fd00::1]',
    '[::ffff:10.0.0.1]',
  ])
    assert.match(
      wrongLinks([`http://${host}/a.png`], undefined, {}) ?? '',
      /Use a link that anyone can open/,
      host,
    );
  for (const host of [
    'example.com',
    '8.8.8.8',
    '172.32.0.1',
    '100.128.0.1',
    '10.example.com',
    '[2606:4700::1]',
  ])
    assert.equal(wrongLinks([`https://${host}/a.png`], undefined, {}), undefined, host);
  // like the demo service's image URLs
  const local = (host: string) => wrongLinks([`http://${host}/a.png`], undefined, { localService: true });
  assert.equal(local('127.0.0.1:3000'), undefined);
  for (const host of ['127.0.0.1', 'localhost:3000', '10.0.0.7:8080']) assert.ok(local(host), host);
});
