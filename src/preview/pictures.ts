/** The pictures of a post in the size in which they're drawn, or why one isn't shown. */

import { type Measured, measure } from '#src/media/measure.ts';
import type { ReadPicture } from '#src/media/picture-reader.ts';
import { mostBytes } from '#src/platform/http/read-bytes.ts';
import { limits } from '#src/platform/publishing-api/request.ts';
import type { Card } from '#src/posts/card/card.ts';
import { isVideo } from '#src/posts/card/media-address.ts';
import { keptMedia } from '#src/posts/card/same-content.ts';
import type { NotShown } from '#views/preview/words.ts';
import type { Drawing } from './drawing.ts';
import type { Picture } from './media.ts';
import { upright } from './upright.ts';

/** The most pictures that are visible at the same time. Only the size of the others is needed. */
const drawnAtMost = 5;
/** How many pictures are read at the same time, since each can be as large as the reading limit. */
const readAtOnce = 3;
/** The time limit for all pictures of a post together. */
const withinMs = 10_000;
/** The most pixels of a picture: each is four bytes in memory once it's decoded. */
const pixelsAtMost = 30_000_000;
/** The shorter side of a drawn picture: as wide as a panel on a high-resolution screen. */
const shorter = 720;
const longer = 2_000;

export const most = { megabytes: mostBytes / 1024 / 1024, megapixels: pixelsAtMost / 1_000_000 };

/** The pictures in the post's order. Videos aren't read. */
export async function picturesOf(card: Card, read: ReadPicture, message: Drawing): Promise<Picture[]> {
  const signal = AbortSignal.timeout(withinMs);
  const addresses = keptMedia(card).slice(0, limits.mediaUrls);
  const pictures: Picture[] = addresses.map(() => ({}));
  const left = [...addresses.entries()].filter(([, address]) => !isVideo(address));
  const next = async (): Promise<void> => {
    for (let one = left.shift(); one; one = left.shift()) {
      const [at, address] = one;
      const found = await read(card.workspace, address, signal);
      if (typeof found === 'string') pictures[at] = { not: signal.aborted ? 'late' : found };
      else pictures[at] = await pictureOf(found, at < drawnAtMost ? message : undefined, signal);
    }
  };
  await Promise.all(Array.from({ length: readAtOnce }, next));
  return pictures;
}

async function pictureOf(
  { bytes, whole }: { bytes: Buffer; whole: boolean },
  message: Drawing | undefined,
  signal: AbortSignal,
): Promise<Picture> {
  const found = measure(bytes);
  if (!found) return { not: 'not_an_image' };
  const size = upright(found);
  const not = whole ? undrawable(found) : 'large';
  if (not) return { size, not };
  if (!message) return { size };
  const zoom = Math.min(
    1,
    shorter / Math.min(size.width, size.height),
    longer / Math.max(size.width, size.height),
  );
  const drawn = await message.draw({ is: 'picture', measured: found, bytes, zoom }, signal);
  if (drawn === 'late') return { size, not: 'late' };
  if (drawn instanceof Error) return { size, not: 'broken' };
  return { size, shown: { png: drawn.png, width: size.width * zoom, height: size.height * zoom } };
}

function undrawable({ kind, width, height }: Measured): NotShown | undefined {
  if (kind === 'webp') return 'webp';
  return width * height > pixelsAtMost ? 'huge' : undefined;
}
