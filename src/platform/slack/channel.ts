import type { Card } from '#src/posts/card/card.ts';

/** A channel, and no direct message: its id tells. What Slack calls a mention of it works for channels only. */
export const isChannel = (place: string): boolean => /^[CG]/.test(place);

/** Where the team has the card, or the author where it stands in their direct messages. */
export const placeOf = ({
  message,
  channel,
  author,
}: Pick<Card, 'message' | 'channel' | 'author'>): string =>
  message?.aside ? author : (message?.channel ?? channel);
