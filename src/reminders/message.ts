/** What reminders say, as data. */
import type { Card } from '#src/posts/card/card.ts';

/** A card that waits for a decision, and since when (epoch ms). */
export interface Waiting {
  card: Card;
  since: number;
}

/**
 * Why nobody is reminded of a card anymore: reminders were sent often enough, or there is nobody to send one
 * to.
 */
export type Unanswered = 'reminded' | 'author_reminded' | 'no_approver';

/**
 * Lists cards for one person, in this order (by planned time, not by how long they wait); `aloud`: others can
 * read it, too; `why`: it's the last message about these cards.
 */
export interface ReminderList {
  to: string;
  aloud: boolean;
  waiting: readonly Waiting[];
  why?: Unanswered | undefined;
}
