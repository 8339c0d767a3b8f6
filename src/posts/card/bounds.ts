/**
 * Limits what is kept of a card: it stays small however long it lives and whatever the service returns. Pure.
 */

import { createHash } from 'node:crypto';
import { longestText } from '#src/platform/publishing-api/request.ts';
import type { Card, Content } from './card.ts';
import { contentHash } from './content.ts';
import { unsigned } from './media-address.ts';

/** Far above what people need. The history grows with every edit. */
export const cardLimits = {
  history: 50,
  /** No rule can ask for more. */
  approvals: 50,
  posts: 100,
  /** More than the links and files that a form can hold, because `POST /post` has no limit. */
  mediaUrls: 300,
  profiles: 100,
  /** Characters. */
  caption: longestText,
} as const;

/**
 * The card with its lists cut. The first and the latest entries of the history stay, with a count of those
 * left out.
 */
export function bounded(card: Card): Card {
  const { history, approvals, content } = card;
  const leftOut = Math.max(0, history.length - cardLimits.history);
  return {
    ...card,
    content: boundedContent(content),
    ...(card.media && { media: card.media.slice(0, cardLimits.mediaUrls) }),
    approvals: boundedApprovals(card, approvals),
    ...(leftOut > 0 && {
      history: [...history.slice(0, 1), ...history.slice(1 + leftOut)],
      historyLeftOut: (card.historyLeftOut ?? 0) + leftOut,
    }),
  };
}

/** Approvals of earlier content go first. As many stay as a rule can ask for. */
function boundedApprovals(card: Card, approvals: Card['approvals']): Card['approvals'] {
  if (approvals.length <= cardLimits.approvals) return approvals;
  const hash = contentHash(card);
  const counting = approvals.filter(({ content }) => content === hash).slice(-cardLimits.approvals);
  const others = approvals.filter(({ content }) => content !== hash);
  const room = cardLimits.approvals - counting.length;
  const stay = new Set([...counting, ...(room > 0 ? others.slice(-room) : [])]);
  return approvals.filter((one) => stay.has(one));
}

/** A caption as a card keeps it. A longer one is cut, and shows that. */
export function keptCaption(caption: string): string {
  return caption.length > cardLimits.caption
    ? `${caption.slice(0, cardLimits.caption - 1).toWellFormed()}…`
    : caption;
}

/**
 * The content as a card keeps it. What is left out is kept as digests, because an approval covers all of the
 * content.
 */
export function boundedContent(content: Content): Content {
  const { caption, mediaUrls } = content;
  const isCut = content.profiles.length > cardLimits.profiles;
  // services may list them in any order
  const profiles = isCut ? content.profiles.toSorted((a, b) => (a.id < b.id ? -1 : 1)) : content.profiles;
  const beyond = {
    ...content.beyond,
    ...(caption.length > cardLimits.caption && { caption: digest([caption]) }),
    ...(mediaUrls.length > cardLimits.mediaUrls && {
      mediaUrls: digest(mediaUrls.slice(cardLimits.mediaUrls).map(unsigned)),
    }),
    ...(isCut && { profiles: digest(profiles.slice(cardLimits.profiles).map(({ id }) => id)) }),
  };
  return {
    ...content,
    caption: keptCaption(caption),
    mediaUrls: mediaUrls.slice(0, cardLimits.mediaUrls),
    profiles: profiles.slice(0, cardLimits.profiles),
    ...(Object.keys(beyond).length > 0 && { beyond }),
  };
}

const digest = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');
