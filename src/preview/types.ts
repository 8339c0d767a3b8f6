/** What a preview is made from, and its result, as its parts pass it to each other. */
import type { Card } from '#src/posts/card/card.ts';

export type { NotRead } from '#src/media/picture-reader.ts';

/** For each network of its profiles; `undefined` if we know none of them. `busy`: as many as allowed are being drawn here. */
export type RenderPreview = (card: Card) => Promise<Preview | 'busy' | undefined>;

/** How a post will look, as a PNG. */
export interface Preview {
  png: Uint8Array;
  /** Alt text. */
  alt: string;
  /** CPU time that drawing it took, besides the worker's. */
  cpuMs: number;
  /** A picture of the post could not be had this time, and perhaps the next. */
  tryAgain: boolean;
}
