/** The pictures of a post, as small as they are drawn, or why one is not shown. */
import type { Card } from '#src/cards/card.ts';
import { isVideo } from '#src/cards/media-address.ts';
import type { ReadPicture } from '#src/cards/preview.ts';
import { limits } from '#src/cards/request.ts';
import { type Measured, measure, type Turn } from '#src/pictures/measure.ts';
import { mostBytes } from '#src/pictures/read-bytes.ts';
import type { NotShown } from '#views/preview-words.ts';
import type { Drawing } from './drawing.ts';

/** So many are ever seen at once; of the others only the size is wanted. */
const drawnAtMost = 5;
/** At once: each may be as large as is read. */
const readAtOnce = 3;
/** For all pictures of a post together. */
const withinMs = 10_000;
/** Decoded, each is four bytes in memory. */
const pixelsAtMost = 30_000_000;
/** The shorter side of what is drawn: as wide as a panel on a sharp screen. */
const shorter = 720;
const longer = 2_000;

export const most = { megabytes: mostBytes / 1024 / 1024, megapixels: pixelsAtMost / 1_000_000 };

export interface Picture {
  /** In pixels, as it is seen; `undefined`: not known. */
  size?: { width: number; height: number } | undefined;
  /** What is drawn of it: a PNG as an address that an SVG can hold, and its size. */
  shown?: { address: string; width: number; height: number };
  /** Absent where it is shown, or only its size matters. */
  not?: NotShown;
}

/** A picture or video of a post, with the name that stands for it. */
export interface Medium {
  name: string;
  video: boolean;
  picture: Picture;
}

/** In the order of the post; videos are not read. */
export async function picturesOf(card: Card, read: ReadPicture, drawing: Drawing): Promise<Picture[]> {
  const signal = AbortSignal.timeout(withinMs);
  const addresses = card.content.mediaUrls.slice(0, limits.mediaUrls);
  const pictures: Picture[] = addresses.map(() => ({}));
  const left = [...addresses.entries()].filter(([, address]) => !isVideo(address));
  const next = async (): Promise<void> => {
    for (let one = left.shift(); one; one = left.shift()) {
      const [at, address] = one;
      const found = await read(card.workspace, address, signal);
      if (typeof found === 'string') pictures[at] = { not: signal.aborted ? 'late' : found };
      else pictures[at] = await pictureOf(found, at < drawnAtMost ? drawing : undefined, signal);
    }
  };
  await Promise.all(Array.from({ length: readAtOnce }, next));
  return pictures;
}

async function pictureOf(
  { bytes, whole }: { bytes: Buffer; whole: boolean },
  drawing: Drawing | undefined,
  signal: AbortSignal,
): Promise<Picture> {
  const found = measure(bytes);
  if (!found) return { not: 'no picture' };
  const size = upright(found);
  const not = whole ? undrawable(found) : 'large';
  if (not) return { size, not };
  if (!drawing) return { size };
  const zoom = Math.min(
    1,
    shorter / Math.min(size.width, size.height),
    longer / Math.max(size.width, size.height),
  );
  const drawn = await drawing.draw({ svg: svgOf(found, bytes), zoom }, signal);
  if (drawn === 'late') return { size, not: 'late' };
  if (drawn === 'nothing') return { size, not: 'broken' };
  const address = `data:image/png;base64,${drawn.png.toString('base64')}`;
  return { size, shown: { address, width: size.width * zoom, height: size.height * zoom } };
}

function undrawable({ kind, width, height }: Measured): NotShown | undefined {
  if (kind === 'webp') return 'webp';
  return width * height > pixelsAtMost ? 'huge' : undefined;
}

/** From the fifth on a camera was held on its side. */
const upright = ({ width, height, turn }: Measured): { width: number; height: number } =>
  turn >= 5 ? { width: height, height: width } : { width, height };

/** What brings the stored picture upright. */
const turns: Record<Turn, (width: number, height: number) => string> = {
  1: () => '1 0 0 1 0 0',
  2: (width) => `-1 0 0 1 ${width} 0`,
  3: (width, height) => `-1 0 0 -1 ${width} ${height}`,
  4: (_, height) => `1 0 0 -1 0 ${height}`,
  5: () => '0 1 1 0 0 0',
  6: (_, height) => `0 1 -1 0 ${height} 0`,
  7: (width, height) => `0 -1 -1 0 ${height} ${width}`,
  8: (width) => `0 -1 1 0 0 ${width}`,
};

function svgOf({ kind, width, height, turn }: Measured, bytes: Buffer): string {
  const size = upright({ kind, width, height, turn });
  const image = `<image width="${width}" height="${height}" transform="matrix(${turns[turn](width, height)})" href="data:image/${kind};base64,${bytes.toString('base64')}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${image}</svg>`;
}
