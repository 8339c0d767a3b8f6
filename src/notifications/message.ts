/** The content of notifications and alerts, as data. `views/notifications/` writes the text. */
import type { Card, Mention } from '#src/posts/card/card.ts';
import type { PostEvent } from '#src/posts/card/events.ts';
import type { Cause } from '#src/posts/card/problem.ts';

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
  /** The events, in order. */
  lines: readonly Line[];
  mentions: readonly Mention[];
  /**
   * The card in whose thread it's posted; absent in a channel or direct message, where the text has to name
   * every post.
   */
  root?: string | undefined;
  /**
   * The names of those who acted, `undefined` if they can't be read: a mention would notify them of what they
   * did themselves.
   */
  names: ReadonlyMap<string, string | undefined>;
  /** The alert that counts the posts that failed for the same cause. */
  incident?: { channel: string; ts: string } | undefined;
}

/** A cause for which several cards of a workspace failed. */
export interface Incident {
  cause: Cause;
  /** When the first one failed (ISO, UTC). */
  since: string;
  /** The cards to name, latest first: only those in the place where the message is. */
  cards: readonly Card[];
  /** How many cards failed. */
  count: number;
  /** How many of them are in other places, and in how many channels and direct messages. */
  elsewhere: { count: number; places: number };
  /** Since when the cause is over (ISO, UTC). */
  over?: string | undefined;
  /** Where the alert continues; `to`: the other channel, or the only person who reads it there. */
  goesOn?: { channel: string; ts: string; to?: string | undefined } | undefined;
}
