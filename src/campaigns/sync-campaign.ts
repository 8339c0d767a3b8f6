/** A campaign under way: its posts get cards as the listing shows them, until all are there. */

import { createHash } from 'node:crypto';
import type { JobDeps } from '#src/job-deps.ts';
import { isoNow } from '#src/platform/iso-now.ts';
import type { Post } from '#src/platform/publishing-api/post.ts';
import { waitedMs } from '#src/posts/card/attention.ts';
import type { Card } from '#src/posts/card/card.ts';
import { campaignPosts, claimable } from '#src/posts/card/matching.ts';
import { cardOfCampaignPost } from '#src/posts/card/new-card.ts';
import { isInTrouble } from '#src/posts/card/state.ts';
import { creationId } from '#src/posts/operations/operation.ts';
import { problemAt } from '#src/posts/problem-of.ts';

/** Adopts the campaign's posts in `listing`, and ends the campaign's generation once all are there. */
export async function watchCampaign(deps: JobDeps, campaign: Card, listing: Post[]): Promise<void> {
  const { workspace } = campaign;
  // a post that is being created in this brand has no card yet, and could be taken for one of the campaign
  const underWay = await deps.creations.underWay(workspace, campaign.brand.id, deps.now());
  const isAlone = underWay.every((id) => id === campaign.id);
  const before = (await deps.ledger.read(workspace, creationId(campaign)))?.before;
  const claims = await deps.cards.claims(workspace, claimable(listing));
  // a process that died may have created a post's card without telling the campaign
  const claimed = new Map(
    [...claims].filter(([post, card]) => card !== cardIdFor(campaign, post) || campaign.posts.includes(card)),
  );
  const arrived = campaignPosts(campaign, listing, before, claimed)
    .filter(({ id, campaignId }) => !claimed.has(id) && (campaignId !== undefined || isAlone))
    .sort(byTime);
  if (arrived[0]) await deps.creations.campaignPostSeen(workspace, arrived[0].campaignId !== undefined);
  for (const post of arrived) await adopt(deps, campaign, post);
  await settle(deps, campaign);
}

/** Numbered by their times, if the service says any. */
function byTime(a: Post, b: Post): number {
  const [one, other] = [a, b].map(({ scheduledAt }) => scheduledAt ?? '');
  return one && other ? Date.parse(one) - Date.parse(other) : 0;
}

async function adopt(deps: JobDeps, campaign: Card, post: Post): Promise<void> {
  const { workspace } = campaign;
  const at = isoNow(deps);
  const { card } = await deps.cards.add(cardOfCampaignPost(cardIdFor(campaign, post.id), campaign, post, at));
  await deps.failpoint('campaign post added');
  if (card.postId === post.id && card.campaign !== campaign.id) return;
  await deps.desk.move(workspace, campaign.id, {
    type: 'add_post',
    card: card.id,
    campaignId: post.campaignId,
  });
  if (post.status === 'generating') await deps.desk.follow(card);
  else if (card.state === 'generating')
    await deps.desk.move(workspace, card.id, { type: 'observe', post, expectedRevision: card.revision });
}

/** The same id for the same post, so that a process that died in between makes no second card. */
function cardIdFor(campaign: Card, post: string): string {
  return `${campaign.id}-${createHash('sha256').update(post).digest('hex').slice(0, 12)}`;
}

const isGenerating = ({ state }: Card): boolean => state === 'generating';

/** True if as many posts as requested are there, and none is being generated. */
async function settle(deps: JobDeps, campaign: Card): Promise<void> {
  const { workspace, id, request } = campaign;
  const now = await deps.desk.get(workspace, id);
  if (!now || request?.kind !== 'campaign') return;
  const posts = await deps.desk.posts(now);
  const writing = posts.filter(isGenerating).length;
  const failed = posts.filter(isInTrouble).length;
  const counts = {
    ready: posts.length - writing - failed,
    failed,
    requested: Math.max(posts.length, request.posts),
  };
  if (posts.length >= request.posts && writing === 0) {
    await deps.desk.move(workspace, id, { type: 'complete_campaign', posts: counts });
    return;
  }
  if (waitedMs(now, deps.now()) <= deps.watchForMs) return;
  const reason = { code: 'campaign_incomplete', came: posts.length, requested: request.posts } as const;
  const problem = problemAt('generate', reason, deps.now());
  await deps.desk.move(
    workspace,
    id,
    posts.length > 0
      ? { type: 'complete_campaign', posts: counts, problem }
      : { type: 'lose_track', problem },
  );
}
