/** New cards: of a request, of a campaign's post, or of a post that was created elsewhere. */

import type { Post } from '#src/platform/publishing-api/post.ts';
import type { Named, Origin, Request } from '#src/platform/publishing-api/request.ts';
import { applyTransition } from './apply-transition.ts';
import { bounded } from './bounds.ts';
import type { Card } from './card.ts';
import { timeOf } from './content.ts';
import { fieldsFromListing } from './observe.ts';
import { keptMedia } from './same-content.ts';
import { isInReview } from './state.ts';

const blank = {
  version: 1,
  revision: 0,
  rest: 'review' as const,
  renderedVersion: 0,
  posts: [],
  approvals: [],
  attempts: { create: 1, publish: 0 },
};

/** The card of a request. `id` comes from the submission, so that submitting twice creates one card. */
export function newCard(id: string, origin: Origin, request: Request, at: string): Card {
  const { brand, profiles } = request;
  return {
    ...blank,
    id,
    ...origin,
    // the posts of an import are shown and decided about like those of a campaign, and nothing is generated
    // for it
    kind: request.kind === 'import' ? 'campaign' : request.kind,
    state: request.kind === 'import' ? 'generating' : 'queued',
    brand,
    request,
    content: {
      caption: request.kind === 'post' ? request.caption : '',
      mediaUrls: request.kind === 'post' ? request.mediaUrls : [],
      profiles,
      ...(request.kind === 'post' && request.scheduledAt && { scheduledAt: request.scheduledAt }),
    },
    rest: request.kind === 'post' && request.scheduledAt ? 'scheduled' : 'review',
    history: [{ what: 'requested', by: origin.author, at }],
    createdAt: at,
    updatedAt: at,
  };
}

/** The card of one of a campaign's posts, with the campaign's author, channel and thread. */
export function cardOfCampaignPost(id: string, campaign: Card, post: Post, at: string): Card {
  return bounded({
    ...blank,
    id,
    workspace: campaign.workspace,
    author: campaign.author,
    channel: campaign.channel,
    kind: 'campaign-post',
    state: 'generating',
    watchedSince: at,
    brand: campaign.brand,
    content: { caption: post.caption, mediaUrls: post.mediaUrls, profiles: campaign.content.profiles },
    postId: post.id,
    campaign: campaign.id,
    history: [{ what: 'requested', by: campaign.author, at }],
    createdAt: at,
    updatedAt: at,
  });
}

/**
 * The card of a post that was created in the service's web app. `origin` says who asked to see it, and where.
 */
export function cardOfOutsidePost(id: string, origin: Origin, brand: Named, post: Post, at: string): Card {
  const blankCard = bounded({
    ...blank,
    id,
    ...origin,
    kind: 'found-post',
    state: 'generating',
    watchedSince: at,
    brand,
    content: { caption: post.caption, mediaUrls: post.mediaUrls, profiles: [] },
    ...(!post.profiles && { profilesUnknown: true }),
    postId: post.id,
    history: [],
    createdAt: at,
    updatedAt: at,
  });
  const observed = applyTransition(blankCard, { type: 'observe', post, at });
  return 'card' in observed ? { ...observed.card, version: 1 } : blankCard;
}

/** A draft without a time gets this one as its planned time; any other card is returned unchanged. */
export const withPlannedTime = (card: Card, time: string | undefined): Card =>
  time && isInReview(card) && timeOf(card) === undefined ? { ...card, requestedTime: time } : card;

/** True if the service shows the post differently than the card does, or confirms what the card says. */
export function differs(card: Card, post: Post, at: string): boolean {
  const observed = applyTransition(card, { type: 'observe', post, at });
  if ('refused' in observed) return false;
  const shown = (one: Card): string => JSON.stringify([fieldsFromListing(one), keptMedia(one), one.copying]);
  return shown(observed.card) !== shown(card);
}

/** A recorded request. `conflict`: the card with this id has another request. */
export interface Recorded {
  card: Card;
  conflict: boolean;
}
