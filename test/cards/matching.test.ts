import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { campaignPosts, candidates, newPosts } from '#src/cards/matching.ts';
import type { Post } from '#src/cards/post.ts';
import { aCard, aiPostRequest, aPost, campaignRequest } from './samples.ts';

const ids = (posts: Post[]): string[] => posts.map(({ id }) => id);
const nobody = new Map<string, string>();

describe('posts that came from a request whose answer named none', () => {
  test('new are those that were not there before and belong to no card', () => {
    const listing = ['old', 'mine', 'new'].map((id) => aPost({ id }));
    assert.deepEqual(ids(newPosts(listing, ['old'], new Map([['mine', 'card-9']]))), ['new']);
  });

  for (const [what, post, fits] of [
    ['the same words', {}, true],
    ['the same words with blanks around', { caption: ' Fresh beans\n' }, true],
    ['other words', { caption: 'Stale beans' }, false],
    ['another time', { scheduledAt: '2026-11-22T09:00:00Z' }, false],
    ['other profiles', { profiles: [] }, false],
    ['profiles that the listing does not tell', { profiles: undefined }, true],
  ] as const)
    test(`a written post ${fits ? 'may be' : 'is not'} one with ${what}`, () => {
      assert.deepEqual(ids(candidates(aCard(), [aPost(post as Partial<Post>)])), fits ? ['post-1'] : []);
    });

  test('a time is the same time however it is written, to the second', () => {
    const content = { ...aCard().content, scheduledAt: '2026-11-22T09:00:00.400Z' };
    const post = aPost({ scheduledAt: '2026-11-22T10:00:00+01:00' });
    assert.deepEqual(ids(candidates(aCard({ content }), [post])), ['post-1']);
  });

  test('an AI post may be any new post but those of a campaign', () => {
    const fresh = [aPost({ id: 'a' }), aPost({ id: 'b', campaignId: 'campaign-1' })];
    assert.deepEqual(ids(candidates(aCard({}, aiPostRequest), fresh)), ['a']);
  });
});

describe("a campaign's posts", () => {
  const campaign = aCard(
    { state: 'generating', campaignId: 'campaign-1', posts: ['card-a'] },
    campaignRequest,
  );
  const { campaignId: _, ...nameless } = campaign;
  const linked = (id: string, campaignId: string | undefined) => aPost({ id, campaignId });

  test('are those that carry its id, and no others', () => {
    const listing = [linked('a', 'campaign-1'), linked('b', 'campaign-2'), linked('c', undefined)];
    assert.deepEqual(ids(campaignPosts(campaign, listing, [], nobody)), ['a']);
  });

  test('are, where the listing links none, its own and those that are new and nobody’s', () => {
    const listing = ['a', 'b', 'old', 'other'].map((id) => linked(id, undefined));
    const claims = new Map([
      ['a', 'card-a'],
      ['other', 'card-z'],
    ]);
    assert.deepEqual(ids(campaignPosts(campaign, listing, ['old'], claims)), ['a', 'b']);
  });

  test('are, when its answer named no id, those of the one new campaign that is nobody’s', () => {
    const listing = [linked('a', 'campaign-7'), linked('b', 'campaign-7'), linked('old', 'campaign-6')];
    assert.deepEqual(ids(campaignPosts(nameless, listing, ['old'], nobody)), ['a', 'b']);
  });

  test('are never taken from another campaign: with two new ones nobody knows which is meant', () => {
    const listing = [linked('a', 'campaign-7'), linked('b', 'campaign-8')];
    assert.deepEqual(ids(campaignPosts(nameless, listing, [], nobody)), []);
    assert.deepEqual(ids(campaignPosts(nameless, listing, [], new Map([['b', 'card-z']]))), ['a']);
  });
});
