/** What the bot posts by itself, as data: reminders, digests, alerts, reports of pauses, and results. */

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

export type NotificationContent =
  | ReminderMessage
  /** The results of a thread's posts. */
  | { kind: 'results'; results: readonly PostResult[] }
  | { kind: 'report'; report: WeekReport }
  | { kind: 'incident'; incident: Incident }
  | { kind: 'pause'; pause: Pause; progress: Progress };
