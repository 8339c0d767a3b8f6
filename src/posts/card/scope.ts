/** One brand, or all of them: the key of pauses, approval rules and updates of many cards. Pure. */
import type { Named } from '#src/platform/publishing-api/request.ts';

/** A brand's key in stored records, or `all` without one. */
export const scopeOf = (brand: { id: string } | undefined): string =>
  brand === undefined ? 'all' : `brand.${brand.id}`;

/** The brand's id of a scope; `undefined`: all brands. */
export const brandOf = (scope: string): string | undefined => /^brand\.(.*)$/s.exec(scope)?.[1];

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
