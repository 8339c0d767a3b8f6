/** Which posts of a listing come from a request whose answer had no id, or never arrived. Pure. */

import { isGenerating, isGoingOut, type Post } from '#src/platform/publishing-api/post.ts';
import { sameTime } from '#src/platform/publishing-api/post-time.ts';
import type { Card } from './card.ts';
import { sameWords } from './same-content.ts';

/** Posts and campaigns have separate ids, which may be equal. */
const campaignClaim = (id: string): string => `campaign.${id}`;

/** What a card has in the service: its post, or its whole campaign. */
export function claimOf({ kind, postId, campaignId }: Card): string | undefined {
  return kind === 'campaign' ? campaignId && campaignClaim(campaignId) : postId;
}

/** The claims for every post and campaign in a listing. */
export function claimable(listing: Post[]): string[] {
  const campaigns = new Set(listing.map(({ campaignId }) => campaignId).filter((id) => id !== undefined));
  return [...listing.map(({ id }) => id), ...[...campaigns].map(campaignClaim)];
}

/** True for a post of the card's campaign, even before that card has created cards for its posts. */
function isOfClaimed({ campaignId }: Post, claims: ReadonlyMap<string, string>): boolean {
  return campaignId !== undefined && claims.has(campaignClaim(campaignId));
}

/** Posts that weren't there before and have no card yet. */
export function newPosts(
  listing: Post[],
  before: readonly string[],
  claims: ReadonlyMap<string, string>,
): Post[] {
  const known = new Set(before);
  return listing.filter((post) => !known.has(post.id) && !claims.has(post.id) && !isOfClaimed(post, claims));
}

/**
 * The new posts that this card's request may have created: a written post is matched by caption, time and
 * profiles, and a generated one may be any post that nothing rules out.
 */
export function candidates(card: Card, fresh: Post[]): Post[] {
  if (card.kind !== 'post')
    return fresh.filter(
      (post) => post.campaignId === undefined && !isGoingOut(post) && isForProfiles(card, post),
    );
  const { caption, scheduledAt, profiles } = card.content;
  return fresh.filter(
    (post) =>
      sameWords(post.caption, caption) &&
      sameTime(post.scheduledAt, scheduledAt) &&
      (post.profiles === undefined || sameSet(post.profiles, profiles)),
  );
}

/**
 * True if something distinguishes the only candidate from another person's post: needed if nobody knows
 * whether the request arrived. That the post is new isn't enough.
 */
export function isDistinct(card: Card, post: Post): boolean {
  const { profiles, scheduledAt } = post;
  if (card.kind === 'post') return true;
  const requested = card.content.profiles;
  if (profiles === undefined || scheduledAt !== undefined) return false;
  return sameSet(profiles, requested) && (requested.length > 0 || isGenerating(post));
}

/**
 * False if the post has other profiles than requested. A post that's being generated might not have its
 * profiles yet.
 */
function isForProfiles({ content: { profiles: requested } }: Card, post: Post): boolean {
  const { profiles } = post;
  if (profiles === undefined || requested.length === 0) return true;
  return sameSet(profiles, requested) || (isGenerating(post) && profiles.length === 0);
}

/**
 * Whether a person wrote the caption, which distinguishes the post from what the service generates and
 * usually from other people's posts.
 */
export const isWritten = ({ kind, content }: Card): boolean =>
  kind === 'post' && content.caption.trim() !== '';

/**
 * Whether another creation that is under way may have created the post, so that nobody can tell whose it is.
 */
export function mayBeOf(other: Card, post: Post, card: Card): boolean {
  if (isWritten(card) && other.kind !== 'post') return false;
  return other.kind === 'campaign' || candidates(other, [post]).length > 0;
}

/** What a listing shows of a campaign. */
interface CampaignPosts {
  own: Post[];
  /**
   * Posts of which nobody can tell which ones are the campaign's, because there are more than it requested.
   */
  unclear: Post[];
}

/**
 * The posts of a campaign: those with its id, or if the listing has no ids of campaigns, the new ones,
 * provided they aren't more than requested; `before`: the posts that were there before, `undefined` if nobody
 * knows. `claims` says which card has a post already; posts of other cards are left out.
 */
export function campaignPosts(
  campaign: Card,
  listing: Post[],
  before: readonly string[] | undefined,
  claims: ReadonlyMap<string, string>,
): CampaignPosts {
  const ofCampaigns = (ids: readonly string[]): Post[] =>
    listing.filter(({ campaignId }) => campaignId !== undefined && ids.includes(campaignId));
  if (listing.some(({ campaignId }) => campaignId !== undefined)) {
    const mayBe = campaign.campaignId
      ? [campaign.campaignId]
      : before
        ? newCampaigns(campaign, listing, before, claims)
        : [];
    return mayBe.length > 1
      ? { own: [], unclear: ofCampaigns(mayBe) }
      : { own: ofCampaigns(mayBe), unclear: [] };
  }
  const cards = new Set(campaign.posts);
  const own = listing.filter((post) => cards.has(claims.get(post.id) ?? ''));
  if (!before) return { own, unclear: [] };
  const known = new Set(before);
  const arrived = listing.filter(
    (post) => !claims.has(post.id) && !known.has(post.id) && isForProfiles(campaign, post),
  );
  return arrived.length <= postsRequested(campaign) - cards.size
    ? { own: [...own, ...arrived], unclear: [] }
    : { own, unclear: arrived };
}

/**
 * The campaigns that this card's request may have created, by their ids: new ones of which no card has a
 * post, with no more posts than requested and none for other profiles.
 */
export function newCampaigns(
  campaign: Card,
  listing: Post[],
  before: readonly string[],
  claims: ReadonlyMap<string, string>,
): string[] {
  const fresh = new Set(newPosts(listing, before, claims));
  const posts = Map.groupBy(listing, ({ campaignId }) => campaignId);
  return [...posts].flatMap(([id, its]) => {
    const may =
      its.length <= postsRequested(campaign) &&
      its.every((post) => fresh.has(post) && isForProfiles(campaign, post));
    return id !== undefined && may ? [id] : [];
  });
}

const postsRequested = ({ request }: Card): number => (request?.kind === 'campaign' ? request.posts : 0);

function sameSet(a: readonly { id: string }[], b: readonly { id: string }[]): boolean {
  const ids = new Set(a.map(({ id }) => id));
  return ids.size === new Set(b.map(({ id }) => id)).size && b.every(({ id }) => ids.has(id));
}
