/** Who is told of an event, and how: by a mention where the team has the card, or by a direct message, as they prefer. */
import type { Card } from '#src/cards/card.ts';
import type { Topic } from './preferences.ts';

/** What Slack writes a mention of: a user, or a user group as a whole. */
export interface Mention {
  kind: 'user' | 'group';
  id: string;
}

export interface Audience {
  /** To mention in the channel or thread; never the person who did it, but of failures and unknown outcomes. */
  mentions: Mention[];
  /** Users who get a direct message instead, each with whether they're asked to approve (then it has the buttons). */
  direct: { user: string; asked: boolean }[];
}

/** What an event is about, as far as it decides who is told. */
export interface Told {
  topic: Topic;
  /** Who did it. */
  by?: string | undefined;
  /** People whom it concerns beside the one who asked for the post, such as those whose approvals were cleared. */
  also?: readonly string[] | undefined;
}

/** Asked when a notification is delivered, so that rule, groups and preferences are those of that moment. */
export type AudienceOf = (card: Card, told: Told) => Promise<Audience>;
