/** The pictures and videos of a post, as a preview shows them. */
import type { NotShown } from '#views/preview/words.ts';

export interface Picture {
  /** In pixels, as displayed; `undefined` if it isn't known. */
  size?: { width: number; height: number } | undefined;
  /** The visible part, and its size. */
  shown?: { png: Uint8Array; width: number; height: number };
  /** Why the picture isn't shown; absent if it is, or if only its size matters. */
  not?: NotShown;
}

/** A picture or video of a post, with the name to show for it. */
export interface Medium {
  name: string;
  video: boolean;
  picture: Picture;
}
