/** How a post will look. Fonts and drawing are loaded with the first picture: most processes never draw any. */
import type { ReadPicture } from '#src/cards/preview.ts';
import type { DrawPreview } from '#src/ports.ts';

/** Each holds pictures in memory and a process beside this one. */
const atOnce = 2;

/** Draws no more than two at once; the next is told so and not kept waiting. */
export function createDrawPreview(read: ReadPicture): DrawPreview {
  let running = 0;
  return async (card) => {
    if (running >= atOnce) return 'busy';
    running += 1;
    try {
      const { drawPreview } = await import('./picture.ts');
      return await drawPreview(card, read);
    } finally {
      running -= 1;
    }
  };
}
