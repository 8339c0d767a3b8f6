/** How a post will look. Fonts and drawing are loaded with the first picture: most processes never draw any. */
import type { DrawPreview } from '#src/ports.ts';

export const drawPreview: DrawPreview = async (card) => {
  const picture = await import('./picture.ts');
  return picture.drawPreview(card);
};
