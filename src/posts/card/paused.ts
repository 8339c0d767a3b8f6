import type { Named } from '#src/platform/publishing-api/request.ts';

/** What a card knows about its brand's pause: enough to refuse publishing and scheduling, and to say why. */
export interface Paused {
  /** Absent: all brands are paused. */
  brand?: Named | undefined;
  /** The Slack user who paused it. */
  by: string;
  /** Since when (ISO, UTC). */
  at: string;
  reason: string;
}
