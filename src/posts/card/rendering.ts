/** The next render of a card: how urgent it is, which Slack method it calls, and in which channel. */

import type { SlackCall } from '#src/platform/slack/channel-rate-limiter.ts';
import type { Card, CardMessage, Mentions } from './card.ts';
import type { NotAttached } from './file-checks.ts';
import { isBeingMade, isOneOfMany } from './making.ts';
import { isApprovalUnknown, type Review } from './rule.ts';
import { isBeingCreated, isBeingGenerated, isInReview, isScheduled } from './state.ts';
import { transitions } from './transition-table.ts';

/** What a card is rendered with, besides itself. */
export interface RenderedWith {
  /** The alert about the cause of its failure, if that is elsewhere. */
  alert?: CardMessage | undefined;
  /** The card of the version that people kept or published instead. */
  kept?: { message: CardMessage | undefined; isPublished: boolean } | undefined;
  /** Its files that aren't attached, for a rule that allows nothing else. */
  notAttached?: NotAttached | undefined;
  /** The people whom a new message notifies. */
  mentions?: Mentions | undefined;
}

/**
 * Whether a render only shows progress, or something that the card is rendered with, so that it can wait
 * behind a render that shows a decision, a result or a failure.
 * A card's first message isn't progress, since it tells its author that the request was accepted. The first
 * message of a campaign's post is, since the campaign's card has said that.
 */
export function tellsProgress(card: Card): boolean {
  if (card.showInChannel) return false;
  if (card.message) return isBeingCreated(card) || card.state === 'publishing' || card.rerender === true;
  return isOneOfMany(card) && (isBeingGenerated(card) || isInReview(card) || isScheduled(card));
}

/**
 * The first Slack call of a render. If Slack refuses it, the renderer tries another place. `parent`: the card
 * of its campaign, or its first version.
 */
export function firstCall(card: Card, parent: Card | undefined): SlackCall {
  const { message } = card;
  const bring = message?.aside && card.showInChannel;
  // its campaign was moved to the channel, so this post follows it there
  const isNewChannel = message && parent?.message && parent.message.channel !== message.channel;
  const due = card.repost && !isBeingMade(card);
  if (message && !bring && !isNewChannel && !due) return { call: 'update', channel: message.channel };
  return { call: 'post', channel: parent?.message?.channel ?? card.channel };
}

/** Whether the card says who can approve it. */
export const asksForApproval = ({ state, pending }: Card): boolean =>
  transitions.approve.from.includes(state) && !pending;

/** Whether the card says that a group can't be read at the moment, which is no longer true once it can. */
export const saysUnavailable = (card: Card, review: Review | undefined): boolean =>
  review !== undefined && asksForApproval(card) && isApprovalUnknown(card, review.approvers);
