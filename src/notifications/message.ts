/** What a notification says, as data: `views/notifications/` writes its words. */
import type { Card } from '#src/posts/card/card.ts';
import type { PostEvent } from '#src/posts/card/events.ts';
import type { Mention } from './audience.ts';

/** One event, of a card as it is now. */
export interface Line {
  card: Card;
  event: PostEvent;
  /** The reader is asked to approve it. */
  asked: boolean;
  /** What made it untrue since. */
  ended?: PostEvent | undefined;
}

export interface NotificationMessage {
  kind: 'notification';
  /** In the order in which it happened. */
  lines: readonly Line[];
  mentions: readonly Mention[];
  /** The card in whose thread it is said; absent: in a channel or direct message, where every post is named. */
  root?: string | undefined;
  /** What people are called who did it: a mention would notify them of what they did themselves. */
  names: ReadonlyMap<string, string>;
  /** The message that counts the posts that failed for the same. */
  incident?: { channel: string; ts: string } | undefined;
}
