/** What the next drawing of a card is: how urgent, by which call of Slack, in which channel. */

import type { Card, CardMessage, Mentions, State } from './card.ts';
import type { NotAttached } from './file-checks.ts';
import { isBeingMade } from './making.ts';

/** What a card is drawn with that isn't on it. */
export interface DrawnBeside {
  /** The message about what it failed for, where that is elsewhere. */
  alert?: CardMessage | undefined;
  /** Its files that aren't attached, for a rule that takes nothing else. */
  notAttached?: NotAttached | undefined;
  /** Whom a new message notifies. */
  mentions?: Mentions | undefined;
}

const underWay: ReadonlySet<State> = new Set(['queued', 'creating', 'generating', 'publishing']);

/** How the posts of a campaign come, one after the other. */
const arriving: ReadonlySet<State> = new Set(['generating', 'review', 'scheduled']);

/**
 * The drawing says only how far the work is, or what the card is shown with, so it may wait behind one that tells a
 * decision, a result or a failure.
 * The first sight of a card is no progress, since it tells its author that the request was taken; the first sight of
 * a campaign's post is, since the campaign's card has told that.
 */
export function tellsProgress(card: Card): boolean {
  if (card.showInChannel) return false;
  if (card.message) return underWay.has(card.state) || card.rerender === true;
  return card.kind === 'campaign-post' && arriving.has(card.state);
}

/** A call of Slack: `post` is `chat.postMessage`, `update` is `chat.update`. */
export interface SlackCall {
  call: 'post' | 'update';
  channel: string;
}

/** What a drawing begins with; Slack may refuse it and make it go elsewhere. `below` is the card of the campaign. */
export function firstCall(card: Card, below: Card | undefined): SlackCall {
  const { message } = card;
  const bring = message?.aside && card.showInChannel;
  // its campaign was brought to the channel, so this post follows it there
  const moved = message && below?.message && below.message.channel !== message.channel;
  const due = card.repost && !isBeingMade(card);
  if (message && !bring && !moved && !due) return { call: 'update', channel: message.channel };
  return { call: 'post', channel: below?.message?.channel ?? card.channel };
}
