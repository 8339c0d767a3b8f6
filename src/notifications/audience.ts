/** Who is told of an event, and how: by a mention where the team has the card, or by a direct message, as they prefer. */
import type { Card } from '#src/cards/card.ts';
import type { PostEvent } from '#src/posts/events.ts';
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

/**
 * The card itself is the new message that tells this, and mentions people: it is posted when generation ends, well or not. A
 * campaign keeps its message, and the cards of its posts mention nobody: `campaign_ready` speaks for all of them.
 */
export function isToldByItsCard({ kind }: Card, event: PostEvent): boolean {
  if (kind === 'campaign' || kind === 'found-post') return false;
  if (event.type === 'post_ready') return true;
  if (event.type !== 'failed' && event.type !== 'outcome_unknown') return false;
  return event.problem.step === 'create' || event.problem.step === 'generate';
}
