/** The brands and posts that benchmarks request, and their cards. */
import type { Named, PostRequest } from '#src/platform/publishing-api/request.ts';
import type { Card } from '#src/posts/card/card.ts';
import { newCard } from '#src/posts/card/new-card.ts';
import { origin } from './deliveries.ts';

/** `brand-1` and so on, with names of typical length. */
export const brandNumber = (n: number): Named => ({ id: `brand-${n}`, name: `Northwind Coffee ${n}` });

/** A draft of two sentences. */
export function postFor(brand: Named, n: number): PostRequest {
  return {
    kind: 'post',
    brand,
    caption: `Open until ten tonight, with the new autumn menu on every table. Come as you are, number ${n}.`,
    mediaUrls: [],
    profiles: [{ id: 'profile-1', name: 'Instagram · northwind.coffee' }],
  };
}

/** A card whose message shows it. `n`: its number among all cards. */
export function aCard(
  n: number,
  request: PostRequest,
  own: Pick<Card, 'state' | 'postId'> & { rest?: Card['rest']; scheduledAt?: string; at?: string },
): Card {
  const { scheduledAt, at = new Date().toISOString(), ...more } = own;
  const card = newCard(`S${n}`, origin, request, at);
  return {
    ...card,
    ...more,
    content: { ...card.content, ...(scheduledAt && { scheduledAt }) },
    message: { channel: origin.channel, ts: `1770000000.${String(n).padStart(6, '0')}` },
    renderedVersion: card.version,
  };
}
