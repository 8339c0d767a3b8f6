/**
 * Draws how a post will look: one PNG with a panel for each network. Slow work happens in a process of its
 * own.
 */

import type { ReadPicture } from '#src/media/picture-reader.ts';
import type { Card } from '#src/posts/card/card.ts';
import { networksOf } from '#src/posts/card/lengths.ts';
import { foot, notShownText, previewAlt } from '#views/preview/words.ts';
import { startDrawing } from './drawing.ts';
import type { Medium, Picture } from './media.ts';
import { type Panel, panelsFor } from './panels.ts';
import { most, picturesOf } from './pictures.ts';
import type { Preview, RenderPreview } from './types.ts';

/** The same post would take as long, or fail, the next time, too. */
class NotDrawn extends Error {
  /** The worker doesn't retry this, so the person is told right away. */
  readonly retry = false;
}

/**
 * `undefined` if we know none of its networks. `withinMs`: the time limit for each picture, and for the
 * whole, which rejects after that.
 */
async function renderPreview(card: Card, read: ReadPicture, withinMs: number): Promise<Preview | undefined> {
  const { brand, content } = card;
  if (networksOf(content).length === 0) return undefined;
  // a new process for each preview: one that decoded a post's pictures never sees another post
  const message = startDrawing(withinMs);
  try {
    const pictures = await picturesOf(card, read, message);
    const panels = panelsFor(content, pictures);
    const drawn = await message.draw({
      is: 'post',
      brand: brand.name,
      content,
      pictures,
      foot: footOf(panels),
    });
    if (drawn === 'late') throw new NotDrawn(`the preview wasn't rendered within ${withinMs} ms`);
    if (drawn instanceof Error) throw new NotDrawn("the preview couldn't be rendered", { cause: drawn });
    const { png, cpuMs } = drawn;
    return { png, cpuMs, alt: altText(brand.name, panels), tryAgain: pictures.some(mayComeYet) };
  } finally {
    message.end();
  }
}

const mayComeYet = ({ not }: Picture): boolean => not === 'no_response' || not === 'late';

/** What applies to all panels, and why some media aren't shown. */
function footOf(panels: Panel[]): string[] {
  const media = panels[0]?.media ?? [];
  return [
    foot.about,
    ...(media.some(({ video }) => video) ? [foot.videos] : []),
    ...[notShown(media)].filter((text) => text !== ''),
    ...(media.some(({ picture }) => mayComeYet(picture)) ? [foot.again] : []),
  ];
}

const notShown = (media: Medium[]): string =>
  notShownText(
    media.flatMap(({ name, picture: { not } }) => (not ? [{ name, not }] : [])),
    most,
  );

function altText(brand: string, panels: Panel[]): string {
  const said = panels.map(({ title, length, notes }) => ({
    title,
    length,
    wrong: notes.filter(({ weight }) => weight !== 'tell').map(({ text }) => text),
  }));
  return previewAlt(brand, said, notShown(panels[0]?.media ?? []));
}

/** How many previews are drawn at the same time: each has pictures in memory and a process of its own. */
const atOnce = 2;

/**
 * The time limit for one picture of a post, or for the whole: far more than needed, because a busy machine
 * takes many times as long.
 */
const drawWithinMs = 30_000;

/** Draws at most two previews at the same time. Otherwise returns `busy` right away, without waiting. */
export function createPreviewRenderer(read: ReadPicture, withinMs = drawWithinMs): RenderPreview {
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
