/** The exact content that an approval is bound to. */
import { createHash } from 'node:crypto';
import type { Card } from './card.ts';

/** A SHA-256 over brand, caption, media, profiles and time: equal content, equal hash, whatever the card's id. */
export function contentHash(card: Card): string {
  const { caption, mediaUrls, profiles, scheduledAt } = card.content;
  const seconds = scheduledAt ? Math.floor(Date.parse(scheduledAt) / 1_000) : null;
  const parts = [card.brand.id, caption, mediaUrls, profiles.map((p) => p.id).sort(), seconds];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
