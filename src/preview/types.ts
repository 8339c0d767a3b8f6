/** What a preview is made from, and its result, as its parts pass it to each other. */

export type { NotRead } from '#src/media/picture-reader.ts';

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
