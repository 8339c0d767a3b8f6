/** What the bot posts by itself, as data: reminders, a brand's digest, alerts and reports of pauses. */

import type { PostResult } from '#src/analytics/results.ts';
import type { WeekReport } from '#src/analytics/summary.ts';
import type { Pause, Progress } from '#src/pause/pause.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { Cause } from '#src/posts/card/problem.ts';
import type { Digest } from '#src/reminders/digest.ts';

/** A card that waits for a decision, and since when (epoch ms). */
export interface Waiting {
  card: Card;
  since: number;
}

/** Why nobody is reminded of a card anymore: it was done often enough, or there is nobody to remind. */
export type Unanswered = 'reminded' | 'author reminded' | 'nobody may';

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

export type Announcement =
  /** Mentions these people in the card's thread. */
  | ({ kind: 'waits'; to: readonly string[] } & Waiting)
  /** Lists cards for one person, in this order; `aloud`: others read it too; `why`: it's the last message about them. */
  | { kind: 'list'; to: string; aloud: boolean; waiting: readonly Waiting[]; why?: Unanswered | undefined }
  | ({ kind: 'unanswered'; why: Unanswered } & Waiting)
  | { kind: 'digest'; digest: Digest }
  /** What posts of one thread achieved. */
  | { kind: 'results'; results: readonly PostResult[] }
  | { kind: 'report'; report: WeekReport }
  /** Tells the person who set up the digest or the weekly report that the bot can't post in its channel. */
  | { kind: 'no place'; of: 'digest' | 'report'; brand: Named; channel: string }
  | { kind: 'incident'; incident: Incident }
  | { kind: 'pause'; pause: Pause; progress: Progress };
