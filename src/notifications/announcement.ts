/** What the bot says by itself, as data: reminders, the digest of a brand, alerts, and how a freeze goes. */

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

/** Why nobody is reminded of a card any more: it was done often enough, or there is nobody to remind. */
export type Unanswered = 'reminded' | 'author reminded' | 'nobody may';

/** What cards of a workspace failed for. */
export interface Incident {
  cause: Cause;
  /** When the first failed (ISO, UTC). */
  since: string;
  /** Those that are named, the latest first: of the place where it is told. */
  cards: readonly Card[];
  /** How many there are in all. */
  count: number;
  /** How many of them stand elsewhere, and in how many channels and direct messages together. */
  elsewhere: { count: number; places: number };
  /** Since when it works again (ISO, UTC). */
  over?: string | undefined;
  /** Where it is told from now on; `to`: the other channel, or the person who alone reads it there. */
  goesOn?: { channel: string; ts: string; to?: string | undefined } | undefined;
}

export type Announcement =
  /** To these people, in the thread of the card. */
  | ({ kind: 'waits'; to: readonly string[] } & Waiting)
  /** To one person, in the order in which they are shown; `aloud`: others read it too. */
  | { kind: 'list'; to: string; aloud: boolean; waiting: readonly Waiting[] }
  | ({ kind: 'unanswered'; why: Unanswered } & Waiting)
  | { kind: 'digest'; digest: Digest }
  /** To whoever set the digest: the bot may not post in its channel. */
  | { kind: 'no place'; brand: Named; channel: string }
  | { kind: 'incident'; incident: Incident }
  | { kind: 'freeze'; freeze: Pause; progress: Progress };
