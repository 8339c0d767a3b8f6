import type { Card } from '#src/posts/card/card.ts';

/** True for a channel, by its id, and false for a direct message. Slack's mention of a channel works for channels only. */
export const isChannel = (place: string): boolean => /^[CG]/.test(place);

/** The team's channel, or the requester if the card is in their direct messages. */
export const placeOf = ({
  message,
  channel,
  author,
}: Pick<Card, 'message' | 'channel' | 'author'>): string =>
  message?.aside ? author : (message?.channel ?? channel);
