/** One brand, or all of them: what pauses, approval rules and updates of many cards are kept under. Pure. */
import type { Named } from '#src/platform/publishing-api/request.ts';

/** The key of a brand in stored records, or `all` without one. */
export const scopeOf = (brand: { id: string } | undefined): string =>
  brand === undefined ? 'all' : `brand.${brand.id}`;

/** The id of the brand that a scope names; `undefined`: all brands. */
export const brandOf = (scope: string): string | undefined => /^brand\.(.*)$/s.exec(scope)?.[1];

/** What a card knows about the pause of its brand, to refuse what would publish or schedule the post and to say why. */
export interface Paused {
  /** Absent: all brands are paused. */
  brand?: Named | undefined;
  /** The Slack user who paused it. */
  by: string;
  /** Since when (ISO, UTC). */
  at: string;
  reason: string;
}
