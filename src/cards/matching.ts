/** Which posts of a listing came from a request whose answer named none, or never arrived. Pure. */
import type { Card } from './card.ts';
import type { Post } from './post.ts';

/** Posts and campaigns have ids of their own, which may be the same. */
const campaignClaim = (id: string): string => `campaign.${id}`;

/** What a card holds of the service: its post, or its whole campaign. */
export function claimOf({ kind, postId, campaignId }: Card): string | undefined {
  return kind === 'campaign' ? campaignId && campaignClaim(campaignId) : postId;
}

/** Everything in a listing that a card may hold. */
export function claimable(listing: Post[]): string[] {
  const campaigns = new Set(listing.map(({ campaignId }) => campaignId).filter((id) => id !== undefined));
  return [...listing.map(({ id }) => id), ...[...campaigns].map(campaignClaim)];
}

/** True for a post of a campaign that a card holds, also before that card has made cards of its posts. */
function isOfClaimed({ campaignId }: Post, claims: ReadonlyMap<string, string>): boolean {
  return campaignId !== undefined && claims.has(campaignClaim(campaignId));
}

/** Posts that were not there before and belong to no card yet. */
export function newPosts(
  listing: Post[],
  before: readonly string[],
  claims: ReadonlyMap<string, string>,
): Post[] {
  const known = new Set(before);
  return listing.filter((post) => !known.has(post.id) && !claims.has(post.id) && !isOfClaimed(post, claims));
}

/** The new posts that this card's request may have made: for a written post by caption, time and profiles. */
export function candidates(card: Card, fresh: Post[]): Post[] {
  if (card.kind === 'campaign') return fresh;
  if (card.kind !== 'post') return fresh.filter((post) => post.campaignId === undefined);
  const { caption, scheduledAt, profiles } = card.content;
  return fresh.filter(
    (post) =>
      post.caption.trim() === caption.trim() &&
      sameTime(post.scheduledAt, scheduledAt) &&
      (post.profiles === undefined || sameSet(post.profiles, profiles)),
  );
}

/**
 * The posts of a campaign: those that carry its id; where the listing links none, those that are new.
 * `claims` says which card a post belongs to; posts of other cards are left alone.
 */
export function campaignPosts(
  campaign: Card,
  listing: Post[],
  before: readonly string[],
  claims: ReadonlyMap<string, string>,
): Post[] {
  const linked = listing.filter((post) => post.campaignId !== undefined);
  const id = campaign.campaignId ?? unclaimedCampaign(linked, before, claims);
  if (id !== undefined && linked.length > 0) return linked.filter((post) => post.campaignId === id);
  const own = new Set(campaign.posts);
  const known = new Set(before);
  return listing.filter((post) => {
    const owner = claims.get(post.id);
    return post.campaignId === undefined && (owner === undefined ? !known.has(post.id) : own.has(owner));
  });
}

/** The one new campaign that no card has a post of; `undefined` where there is none, or more than one. */
function unclaimedCampaign(
  linked: Post[],
  before: readonly string[],
  claims: ReadonlyMap<string, string>,
): string | undefined {
  const known = new Set(before);
  const taken = new Set(
    linked
      .filter((post) => claims.has(post.id) || known.has(post.id) || isOfClaimed(post, claims))
      .map(({ campaignId }) => campaignId),
  );
  const free = new Set(linked.map(({ campaignId }) => campaignId).filter((id) => !taken.has(id)));
  return free.size === 1 ? [...free][0] : undefined;
}

function sameTime(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return Math.floor(Date.parse(a) / 1_000) === Math.floor(Date.parse(b) / 1_000);
}

function sameSet(a: readonly { id: string }[], b: readonly { id: string }[]): boolean {
  const ids = new Set(a.map(({ id }) => id));
  return ids.size === new Set(b.map(({ id }) => id)).size && b.every(({ id }) => ids.has(id));
}
