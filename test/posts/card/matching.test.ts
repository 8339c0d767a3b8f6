import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Post } from '#src/platform/publishing-api/post.ts';
import { campaignPosts, candidates, isDistinct, newCampaigns, newPosts } from '#src/posts/card/matching.ts';
import { aCard, aiPostRequest, aPost, campaignRequest } from './samples.ts';

const ids = (posts: Post[]): string[] => posts.map(({ id }) => id);
const nobody = new Map<string, string>();

describe('posts created by a request whose response had no IDs', () => {
  test('are those that weren’t there before and belong to no card', () => {
    const listing = ['old', 'mine', 'new'].map((id) => aPost({ id }));
    assert.deepEqual(ids(newPosts(listing, ['old'], new Map([['mine', 'card-9']]))), ['new']);
  });

  for (const [what, post, fits] of [
    ['the same words', {}, true],
    ['the same words and other blanks', { caption: ' Fresh \n beans\n' }, true],
    ['other words', { caption: 'Stale beans' }, false],
    ['another time', { scheduledAt: '2026-11-22T09:00:00Z' }, false],
    ['other profiles', { profiles: [] }, false],
    ['profiles that the listing does not tell', { profiles: undefined }, true],
  ] as const)
    test(`a written post ${fits ? 'may be' : 'is not'} one with ${what}`, () => {
      assert.deepEqual(ids(candidates(aCard(), [aPost(post as Partial<Post>)])), fits ? ['post-1'] : []);
    });

  test('two spellings of a time are the same time, to the second', () => {
    const content = { ...aCard().content, scheduledAt: '2026-11-22T09:00:00.400Z' };
    const post = aPost({ scheduledAt: '2026-11-22T10:00:00+01:00' });
    assert.deepEqual(ids(candidates(aCard({ content }), [post])), ['post-1']);
  });

  test('an AI post may be any new post except a campaign’s', () => {
    const fresh = [aPost({ id: 'a' }), aPost({ id: 'b', campaignId: 'campaign-1' })];
    assert.deepEqual(ids(candidates(aCard({}, aiPostRequest), fresh)), ['a']);
  });

  const elsewhere = [{ id: 'profile-2', name: 'Elsewhere', provider: 'x', image: undefined }];
  const nowhere = aCard({ content: { caption: '', mediaUrls: [], profiles: [] } }, aiPostRequest);
  for (const [what, post, may, told] of [
    ['for the profiles that were asked for', {}, true, true],
    ['whose profiles nobody tells', { profiles: undefined }, true, false],
    ['that is being written, still without profiles', { profiles: [], status: 'generating' }, true, false],
    ['without profiles', { profiles: [] }, false, false],
    ['for other profiles', { profiles: elsewhere }, false, false],
    ['that is published', { status: 'published' }, false, false],
    ['with a time', { scheduledAt: '2026-11-22T09:00:00Z' }, true, false],
  ] as const)
    test(`a new post ${what} ${may ? 'may be' : 'is not'} the AI post, ${told ? 'also' : 'not'} after a lost response`, () => {
      const card = aCard({}, aiPostRequest);
      const one = aPost(post as Partial<Post>);
      assert.equal(candidates(card, [one]).length === 1, may);
      assert.equal(may && isDistinct(card, one), told);
    });

  test('an AI post without profiles can be recognized only while it’s generating', () => {
    const draft = aPost({ profiles: [] });
    assert.equal(candidates(nowhere, [draft]).length, 1);
    assert.equal(isDistinct(nowhere, draft), false);
    assert.equal(isDistinct(nowhere, { ...draft, status: 'generating' }), true);
  });
});

describe("a campaign's posts", () => {
  const campaign = aCard(
    { state: 'generating', campaignId: 'campaign-1', posts: ['card-a'] },
    campaignRequest,
  );
  const { campaignId: _, ...nameless } = campaign;
  const linked = (id: string, campaignId: string | undefined) => aPost({ id, campaignId });

  test('are those with its ID, and no others', () => {
    const listing = [linked('a', 'campaign-1'), linked('b', 'campaign-2'), linked('c', undefined)];
    assert.deepEqual(ids(campaignPosts(campaign, listing, [], nobody).own), ['a']);
  });

  test('are its own posts and new unclaimed posts, if the listing links none', () => {
    const listing = ['a', 'b', 'old', 'other'].map((id) => linked(id, undefined));
    const claims = new Map([
      ['a', 'card-a'],
      ['other', 'card-z'],
    ]);
    assert.deepEqual(ids(campaignPosts(campaign, listing, ['old'], claims).own), ['a', 'b']);
  });

  test('are those of the only new unclaimed campaign, if its response had no ID', () => {
    const listing = [linked('a', 'campaign-7'), linked('b', 'campaign-7'), linked('old', 'campaign-6')];
    assert.deepEqual(ids(campaignPosts(nameless, listing, ['old'], nobody).own), ['a', 'b']);
  });

  test('are never another campaign’s: with two new campaigns, it’s unclear which is meant', () => {
    const listing = [linked('a', 'campaign-7'), linked('b', 'campaign-8')];
    assert.deepEqual(ids(campaignPosts(nameless, listing, [], nobody).own), []);
    assert.deepEqual(ids(campaignPosts(nameless, listing, [], new Map([['b', 'card-z']])).own), ['a']);
  });

  test('may be any new campaign’s with no more posts than requested, all for its profiles', () => {
    const other = { ...linked('z', 'other-profiles'), profiles: [] };
    const listing = [
      ...['a', 'b', 'c'].map((id) => linked(id, 'as-many')),
      ...['d', 'e', 'f', 'g'].map((id) => linked(id, 'too-many')),
      ...['h', 'old'].map((id) => linked(id, 'not-new')),
      ...['i', 'mine'].map((id) => linked(id, 'of-a-card')),
      linked('j', 'claimed'),
      linked('k', undefined),
      other,
    ];
    const claims = new Map([
      ['mine', 'card-z'],
      ['campaign.claimed', 'card-y'],
    ]);
    assert.deepEqual(newCampaigns(nameless, listing, ['old'], claims), ['as-many']);
  });

  test('never include a draft without a campaign if the listing links posts to campaigns', () => {
    const listing = [linked('a', 'campaign-6'), linked('b', undefined)];
    assert.deepEqual(ids(campaignPosts(nameless, listing, ['a'], nobody).own), []);
  });

  test('are no more than were requested and none for other profiles, if the listing links none', () => {
    const claims = new Map([['a', 'card-a']]);
    const of = (...more: string[]) => ['a', ...more].map((id) => linked(id, undefined));
    assert.deepEqual(ids(campaignPosts(campaign, of('b', 'c'), [], claims).own), ['a', 'b', 'c']);
    assert.deepEqual(ids(campaignPosts(campaign, of('b', 'c', 'd'), [], claims).own), ['a']);
    const foreign = { ...linked('d', undefined), profiles: [] };
    assert.deepEqual(ids(campaignPosts(campaign, [...of('b', 'c'), foreign], [], claims).own), [
      'a',
      'b',
      'c',
    ]);
  });
});
