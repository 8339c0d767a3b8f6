/** The types that the parts of a preview exchange. */
import type { Card } from '#src/posts/card/card.ts';

export type { NotRead } from '#src/media/picture-reader.ts';

/**
 * Draws each network of the card's profiles; `undefined` if we know none of them. `busy`: this process is
 * drawing as many as it's allowed to.
 */
export type RenderPreview = (card: Card) => Promise<Preview | 'busy' | undefined>;

/** How a post will look, as a PNG. */
export interface Preview {
  png: Uint8Array;
  /** The alt text. */
  alt: string;
  /** The CPU time that drawing took, besides the worker's own. */
  cpuMs: number;
  /** A picture of the post couldn't be read this time, but may be the next time. */
  tryAgain: boolean;
}
