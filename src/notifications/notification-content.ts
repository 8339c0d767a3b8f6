/** What the bot posts by itself, as data: reminders, a brand's digest, alerts and reports of pauses. */

import type { PostResult } from '#src/analytics/results.ts';
import type { WeekReport } from '#src/analytics/summary.ts';
import type { Pause, Progress } from '#src/pause/pause.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { Cause } from '#src/posts/card/problem.ts';
import type { ReminderMessage } from '#src/reminders/message.ts';

/** A cause for which several cards of a workspace failed. */
export interface Incident {
  cause: Cause;
  /** When the first one failed (ISO, UTC). */
  since: string;
  /** The cards that are named, the latest first: those of the place where the message is. */
  cards: readonly Card[];
  /** How many cards failed. */
  count: number;
  /** How many of them are elsewhere, and in how many channels and direct messages. */
  elsewhere: { count: number; places: number };
  /** Since when it works again (ISO, UTC). */
  over?: string | undefined;
  /** Where later messages about it go; `to` is the other channel, or the only person who reads it there. */
  goesOn?: { channel: string; ts: string; to?: string | undefined } | undefined;
}

export type NotificationContent =
  | ReminderMessage
  /** What posts of one thread achieved. */
  | { kind: 'results'; results: readonly PostResult[] }
  | { kind: 'report'; report: WeekReport }
  | { kind: 'incident'; incident: Incident }
  | { kind: 'pause'; pause: Pause; progress: Progress };
