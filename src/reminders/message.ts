/** What reminders and digests say, as data. */
import type { Card } from '#src/posts/card/card.ts';
import type { ChannelGone } from '#src/posts/deliver-each.ts';
import type { Digest } from './digest.ts';

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

export type ReminderMessage =
  /** Mentions these people in the card's thread. */
  | ({ kind: 'waits'; to: readonly string[] } & Waiting)
  /**
   * Lists cards for one person, in this order; `aloud`: others can read it, too; `why`: it's the last message
   * about these cards.
   */
  | { kind: 'list'; to: string; aloud: boolean; waiting: readonly Waiting[]; why?: Unanswered | undefined }
  | ({ kind: 'unanswered'; why: Unanswered } & Waiting)
  | { kind: 'digest'; digest: Digest }
  | ChannelGone;
