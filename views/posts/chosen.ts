/**
 * A post that someone chose in a modal, as the next modals keep it in their metadata, which holds 3,000
 * characters.
 */
import { z } from 'zod';
import type { Card } from '#src/posts/card/card.ts';
import { contentHash } from '#src/posts/card/content.ts';

/** A chosen post: its number in the campaign, and the beginning of the hash of the content that was shown. */
export interface ChosenPost {
  n: number;
  contentHash: string;
}

/** How much of a hash is kept where there's little room: enough that no two match by chance. */
export const hashKept = 16;

export const isAsShown = (card: Card, { contentHash: hash }: ChosenPost): boolean =>
  contentHash(card).startsWith(hash);

/** `3:0123456789abcdef`. */
export const chosenSchema = z.codec(z.string().regex(/^\d{1,3}:[0-9a-f]{16}$/), z.custom<ChosenPost>(), {
  decode: (text) => {
    const [n, hash = ''] = text.split(':');
    return { n: Number(n), contentHash: hash };
  },
  encode: ({ n, contentHash: hash }) => `${n}:${hash.slice(0, hashKept)}`,
});
