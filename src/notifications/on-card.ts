/**
 * What a card's message has to do with notifications: whom it notifies, and where the alert about its failure
 * is.
 */

import { isChannel } from '#src/platform/slack/channel.ts';
import type { Card, Mentions } from '#src/posts/card/card.ts';
import { isBeingMade, isOneOfMany, isRequestedPost } from '#src/posts/card/making.ts';
import { triedAgainBy } from '#src/posts/card/publisher.ts';
import { isInReview } from '#src/posts/card/state.ts';
import { audienceOf } from './audience.ts';
import type { Deps } from './deps.ts';
import { destinationsOf } from './place.ts';

/**
 * The people whom the card's new message notifies: nobody if the team is notified in the thread, or not at
 * all.
 */
export async function mentionsOf(
  deps: Deps,
  card: Card,
  posts: readonly Card[],
): Promise<Mentions | undefined> {
  const { state } = card;
  // nobody has to do anything about a version that was discarded
  if (card.replacedBy) return undefined;
  const isReadyCampaign = state === 'review' && posts.some(isInReview);
  const canMention =
    card.kind === 'campaign'
      ? card.showInChannel && isReadyCampaign
      : isRequestedPost(card) && !isOneOfMany(card) && !isBeingMade(card);
  if (!canMention) return undefined;
  const topic = state === 'failed' ? 'failed' : state === 'outcome_unknown' ? 'outcome_unknown' : 'ready';
  const { ready: destination } = await destinationsOf(deps, card);
  // before the card moved here, its thread notifications were in a direct message
  if (topic === 'ready' && destination !== 'channel' && !(destination === 'thread' && card.showInChannel))
    return undefined;
  // someone who retried is also notified if it fails again
  const by = topic === 'ready' ? undefined : triedAgainBy(card);
  const { mentions } = await audienceOf(deps, card, { topic, by, channel: card.channel });
  // moved to its channel: each person got a direct message before, but groups got none
  return card.showInChannel ? mentions.filter(({ kind }) => kind === 'group') : mentions;
}

/**
 * The alert about the cause of the failure, unless it's in the same place, or only one person can read it.
 */
export async function alertOf(deps: Deps, { workspace, problem, message, channel }: Card) {
  const alert = problem?.cause && (await deps.incidents.alert(workspace, problem.cause));
  return alert && isChannel(alert.channel) && alert.channel !== (message?.channel ?? channel)
    ? alert
    : undefined;
}
