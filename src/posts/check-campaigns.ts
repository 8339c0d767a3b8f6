/**
 * What the listing shows of campaigns in progress: their posts get cards as they appear, until all are there.
 */

import { createHash } from 'node:crypto';
import { isoNow } from '#src/platform/iso-now.ts';
import { isGenerating, isInProgress, type Post } from '#src/platform/publishing-api/post.ts';
import { waitedMs } from '#src/posts/card/attention.ts';
import type { Card } from '#src/posts/card/card.ts';
import { campaignPosts, claimable } from '#src/posts/card/matching.ts';
import { cardOfCampaignPost } from '#src/posts/card/new-card.ts';
import { isBeingGenerated, isInTrouble, isReady } from '#src/posts/card/state.ts';
import { creationId } from '#src/posts/operations/operation.ts';
import { isSettled } from '#src/posts/post-index/lag.ts';
import { problemAt } from '#src/posts/problem-of.ts';
import type { CheckDeps } from './operations/deps.ts';

/** What a brand's listing shows. `readAt`: when it was read (epoch ms). */
interface Listing {
  posts: Post[];
  readAt: number;
}

/**
 * Adopts the posts of a brand's campaigns, and ends the generation of each campaign once all its posts are
 * there.
 */
export async function checkCampaigns(deps: CheckDeps, campaigns: Card[], listing: Listing): Promise<void> {
  for (const campaign of campaigns) await adoptPosts(deps, campaign, listing.posts);
  // What one of them has adopted can't be another's.
  for (const campaign of campaigns) await settle(deps, campaign, listing);
}

async function adoptPosts(deps: CheckDeps, campaign: Card, listing: Post[]): Promise<void> {
  const { workspace } = campaign;
  // a post that is being created in this brand has no card yet, and could be taken for one of the campaign
  const isAlone = (await othersUnderWay(deps, campaign)).length === 0;
  const { own, claimed } = await postsOf(deps, campaign, listing);
  const arrived = own
    .filter(({ id, campaignId }) => !claimed.has(id) && (campaignId !== undefined || isAlone))
    .sort(byTime);
  if (arrived[0]) await deps.creations.campaignPostSeen(workspace, arrived[0].campaignId !== undefined);
  for (const post of arrived) await adopt(deps, campaign, post);
}

async function othersUnderWay(deps: CheckDeps, { workspace, brand, id }: Card): Promise<string[]> {
  const underWay = await deps.creations.underWay(workspace, brand.id, deps.now());
  return underWay.filter((other) => other !== id);
}

/** What the listing shows of the campaign, and which cards have its posts. */
async function postsOf(deps: CheckDeps, campaign: Card, listing: Post[]) {
  const { workspace } = campaign;
  const before = (await deps.ledger.read(workspace, creationId(campaign)))?.before;
  const claims = await deps.cards.claims(workspace, claimable(listing));
  // a process that died may have created a post's card without telling the campaign
  const claimed = new Map(
    [...claims].filter(([post, card]) => card !== cardIdFor(campaign, post) || campaign.posts.includes(card)),
  );
  return { ...campaignPosts(campaign, listing, before, claimed), claimed };
}

/** Numbered by their times, if the service says any. */
function byTime(a: Post, b: Post): number {
  const [one, other] = [a, b].map(({ scheduledAt }) => scheduledAt ?? '');
  return one && other ? Date.parse(one) - Date.parse(other) : 0;
}

async function adopt(deps: CheckDeps, campaign: Card, post: Post): Promise<void> {
  const { workspace } = campaign;
  const at = isoNow(deps);
  const { card } = await deps.cards.add(cardOfCampaignPost(cardIdFor(campaign, post.id), campaign, post, at));
  await deps.failpoint('campaign post added');
  if (card.postId === post.id && card.campaign !== campaign.id) return;
  await deps.desk.transition(workspace, campaign.id, {
    type: 'add_post',
    card: card.id,
    campaignId: post.campaignId,
  });
  if (isGenerating(post)) await deps.desk.follow(card);
  else if (isBeingGenerated(card))
    await deps.desk.transition(workspace, card.id, {
      type: 'observe',
      post,
      expectedRevision: card.revision,
    });
}

/** The same id for the same post, so that a process that died in between makes no second card. */
function cardIdFor(campaign: Card, post: string): string {
  return `${campaign.id}-${createHash('sha256').update(post).digest('hex').slice(0, 12)}`;
}

/**
 * Ends the generation if all requested posts are there and none is being generated, or if waiting longer is
 * no use.
 */
async function settle(deps: CheckDeps, campaign: Card, listing: Listing): Promise<void> {
  const { workspace, id, request } = campaign;
  const now = await deps.desk.get(workspace, id);
  if (!now || request?.kind !== 'campaign' || !isBeingGenerated(now)) return;
  const posts = await deps.desk.posts(now);
  const writing = posts.filter(isBeingGenerated).length;
  const failed = posts.filter(isInTrouble).length;
  const ready = posts.filter(isReady).length;
  const counts = {
    ready,
    failed,
    reviewed: posts.length - writing - failed - ready,
    requested: Math.max(posts.length, request.posts),
  };
  if (posts.length >= request.posts && writing === 0) {
    await deps.desk.transition(workspace, id, { type: 'complete_campaign', posts: counts });
    return;
  }
  const unclear = await unclearPosts(deps, now, listing);
  if (unclear.length === 0 && waitedMs(now, deps.now()) <= deps.watchForMs) return;
  const ids = new Set(unclear.flatMap(({ campaignId }) => campaignId ?? []));
  const reason =
    posts.length === 0 && unclear.length > 0
      ? ({ code: 'created_not_found', what: 'campaign', answered: true, found: ids.size } as const)
      : ({
          code: 'campaign_incomplete',
          came: posts.length - writing,
          requested: counts.requested,
        } as const);
  const problem = problemAt('generate', reason, deps.now());
  await deps.desk.transition(
    workspace,
    id,
    posts.length > 0
      ? { type: 'complete_campaign', posts: counts, problem }
      : { type: 'lose_track', problem },
  );
}

/**
 * The posts of which nobody will ever know which ones are the campaign's: all are listed and generated, and
 * no other request may claim one.
 */
async function unclearPosts(deps: CheckDeps, campaign: Card, { posts, readAt }: Listing): Promise<Post[]> {
  if (!campaign.watchedSince || !isSettled(deps, campaign.watchedSince, readAt)) return [];
  const { unclear } = await postsOf(deps, campaign, posts);
  if (unclear.some(isInProgress)) return [];
  const others = await deps.cards.getAll(campaign.workspace, await othersUnderWay(deps, campaign));
  return others.some(({ state }) => state === 'creating') ? [] : unclear;
}
