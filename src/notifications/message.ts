/** The content of a notification, as data. `views/notifications/` writes the text. */
import type { Card, Mention } from '#src/posts/card/card.ts';
import type { PostEvent } from '#src/posts/card/events.ts';

/** One event of a card, with the card's current state. */
export interface Line {
  card: Card;
  event: PostEvent;
  /** The reader is asked to approve it. */
  asked: boolean;
  /** The later event that made it untrue. */
  ended?: PostEvent | undefined;
}

export interface NotificationMessage {
  kind: 'notification';
  /** In the order of the events. */
  lines: readonly Line[];
  mentions: readonly Mention[];
  /** The card in whose thread it's posted; absent in a channel or direct message, where every post is named. */
  root?: string | undefined;
  /** The names of those who acted: a mention would notify them of what they did themselves. */
  names: ReadonlyMap<string, string>;
  /** The alert that counts the posts that failed for the same cause. */
  incident?: { channel: string; ts: string } | undefined;
}
