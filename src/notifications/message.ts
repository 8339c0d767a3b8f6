/** The content of a notification, as data. `views/notifications/` writes the text. */
import type { Card, Mention } from '#src/posts/card/card.ts';
import type { PostEvent } from '#src/posts/card/events.ts';

/** One event of a card, with the card's current state. */
export interface Line {
  card: Card;
  event: PostEvent;
  /** The reader is asked to approve the post. */
  asked: boolean;
  /** The later event that made this one untrue. */
  ended?: PostEvent | undefined;
}

export interface NotificationMessage {
  kind: 'notification';
  /** The events, in order. */
  lines: readonly Line[];
  mentions: readonly Mention[];
  /**
   * The card in whose thread it's posted; absent in a channel or direct message, where the text has to name
   * every post.
   */
  root?: string | undefined;
  /** The names of those who acted: a mention would notify them of what they did themselves. */
  names: ReadonlyMap<string, string>;
  /** The alert that counts the posts that failed for the same cause. */
  incident?: { channel: string; ts: string } | undefined;
}
