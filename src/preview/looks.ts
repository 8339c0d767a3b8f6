/**
 * How each network shows a post in its feed. Where a caption is folded is published by none of them and differs by
 * device, so these are about right: the numbers that guides for advertisers give.
 */
import type { Provider } from '#src/cards/networks.ts';

export interface Look {
  /** On its badge. */
  letters: string;
  color: string;
  /** The media stand above the caption. */
  mediaFirst: boolean;
  /** What is seen of a caption before somebody asks for more. */
  fold: { characters: number; lines: number };
  /** Of the frame that is drawn: width by height. */
  ratio: readonly [number, number];
  /** What the frame does to a picture of another shape. */
  crop: string;
  /** Beside each other, or one at a time. */
  several: 'grid' | 'carousel';
  /** So many are seen, or taken. */
  media: number;
}

export const looks: Record<Provider, Look> = {
  // Instagram Platform, IG User Media: ratios from 4:5 to 1.91:1, carousels of ten
  instagram: {
    ...{ letters: 'IG', color: '#c13584', mediaFirst: true, fold: { characters: 125, lines: 3 } },
    ...{ ratio: [4, 5], crop: 'Cut: what is taller than 4:5 or wider than 1.91:1' },
    ...{ several: 'carousel', media: 10 },
  },
  facebook: {
    ...{ letters: 'f', color: '#1877f2', mediaFirst: false, fold: { characters: 480, lines: 5 } },
    ...{ ratio: [1, 1], crop: 'Cut: what is taller than 4:5; several are cut square' },
    ...{ several: 'grid', media: 5 },
  },
  // X, media: four of them
  twitter: {
    ...{ letters: 'X', color: '#16181c', mediaFirst: false, fold: { characters: 280, lines: 280 } },
    ...{ ratio: [16, 9], crop: 'Cut: several to 16:9 together, one to no taller than 3:4' },
    ...{ several: 'grid', media: 4 },
  },
  linkedin: {
    ...{ letters: 'in', color: '#0a66c2', mediaFirst: false, fold: { characters: 210, lines: 3 } },
    ...{ ratio: [1.91, 1], crop: 'Cut: what is taller than 4:5; several are cut to fit' },
    ...{ several: 'grid', media: 9 },
  },
  // Pinterest, Product specs: 2:3, carousels of five, and the description is not in the feed
  pinterest: {
    ...{ letters: 'P', color: '#bd081c', mediaFirst: true, fold: { characters: 60, lines: 2 } },
    ...{ ratio: [2, 3], crop: 'Cut in the feed: what is taller than 2:3' },
    ...{ several: 'carousel', media: 5 },
  },
  // TikTok, Content Posting API: 35 photos or one video
  tiktok: {
    ...{ letters: 'TT', color: '#0f1419', mediaFirst: true, fold: { characters: 100, lines: 2 } },
    ...{ ratio: [9, 16], crop: 'Not cut: what is not 9:16 gets bars' },
    ...{ several: 'carousel', media: 35 },
  },
};
