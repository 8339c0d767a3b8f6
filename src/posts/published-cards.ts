/** The cards of posts that were published lately: no index has them anymore, but the audit trail does. */
import { skewMs } from './card/audit.ts';
import type { Card } from './card/card.ts';
import type { Core } from './ports.ts';

interface PublishedCard {
  card: Card;
  /**
   * When Presscheck learned that it's published (epoch ms): for a scheduled post, a moment after its time.
   */
  learnedAt: number;
}

/** The cards whose posts were published at `since` (epoch ms) or later, according to the audit trail. */
export async function publishedSince(
  { audit, cards }: Pick<Core, 'audit' | 'cards'>,
  workspace: string,
  since: number,
): Promise<PublishedCard[]> {
  const learned = new Map<string, number>();
  for await (const { entry } of audit.newest(workspace)) {
    const at = Date.parse(entry.at);
    if (at < since - skewMs) break;
    if (entry.what === 'published' && entry.card && !learned.has(entry.card)) learned.set(entry.card, at);
  }
  const found = await cards.getAll(workspace, [...learned.keys()]);
  return found.map((card) => ({ card, learnedAt: learned.get(card.id) ?? since }));
}
