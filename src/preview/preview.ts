/** How a post will look. */

import type { ReadPicture } from '#src/media/picture-reader.ts';
import type { RenderPreview } from '#src/ports.ts';
import { renderPreview } from './picture.ts';

/** Each has pictures in memory and a process of its own. */
const atOnce = 2;

/** For one picture of a post, or for the whole: far more than it takes, because a busy machine takes many times as long. */
const drawWithinMs = 30_000;

/** Draws no more than two at once; the next caller is told so and isn't kept waiting. */
export function createDrawPreview(read: ReadPicture, withinMs = drawWithinMs): RenderPreview {
  let running = 0;
  return async (card) => {
    if (running >= atOnce) return 'busy';
    running += 1;
    try {
      return await renderPreview(card, read, withinMs);
    } finally {
      running -= 1;
    }
  };
}
