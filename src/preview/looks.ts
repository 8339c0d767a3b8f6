/**
 * How each network shows a post in its feed. No network publishes where it folds captions, so those numbers
 * are from guides for advertisers.
 */
import type { Provider } from '#src/platform/publishing-api/networks.ts';
import { type Grid, gridOfFacebook, gridOfLinkedin, gridOfX } from './grids.ts';

export interface Check {
  /** The letters on its badge. */
  letters: string;
  color: string;
  /** The media are above the caption. */
  mediaFirst: boolean;
  /** How much of a caption is visible before someone expands it. */
  fold: { characters: number; lines: number };
  /** Width divided by height of the frame for a picture whose size isn't known. */
  ratio: number;
  /** The lowest and the highest width divided by height. A picture beyond them is cropped. */
  tallest: number;
  widest: number;
  /** False: the whole picture is visible, with bars around it. */
  fills: boolean;
  /** A picture that's too tall is cropped only at the bottom. */
  keepsTop?: true;
  /**
   * How several media are shown: next to each other in a grid, or one at a time, each in its own shape or all
   * cropped to the shape of the first.
   */
  several: ((count: number, first: number) => Grid) | 'each' | 'as_first';
  /** How many media are visible, or accepted. */
  media: number;
}

const any = Number.POSITIVE_INFINITY;

export const checks: Record<Provider, Check> = {
  // Instagram Platform, IG User Media: ratios from 4:5 to 1.91:1, carousels of ten, all cropped to the shape
  // of the first
  instagram: {
    letters: 'IG',
    color: '#c13584',
    mediaFirst: true,
    fold: { characters: 125, lines: 3 },
    ratio: 4 / 5,
    tallest: 4 / 5,
    widest: 1.91,
    fills: true,
    several: 'as_first',
    media: 10,
  },
  facebook: {
    letters: 'f',
    color: '#1877f2',
    mediaFirst: false,
    fold: { characters: 480, lines: 5 },
    ratio: 1,
    tallest: 4 / 5,
    widest: any,
    fills: true,
    several: gridOfFacebook,
    media: 5,
  },
  // X, media: four of them; a single one between 3:4 and 2:1 is shown whole
  twitter: {
    letters: 'X',
    color: '#16181c',
    mediaFirst: false,
    fold: { characters: 280, lines: 280 },
    ratio: 16 / 9,
    tallest: 3 / 4,
    widest: 2,
    fills: true,
    several: gridOfX,
    media: 4,
  },
  // LinkedIn Help, Sharing photos: 3:1 to 4:5, anything else is cropped around its center
  linkedin: {
    letters: 'in',
    color: '#0a66c2',
    mediaFirst: false,
    fold: { characters: 210, lines: 3 },
    ratio: 1.91,
    tallest: 4 / 5,
    widest: 3,
    fills: true,
    several: gridOfLinkedin,
    media: 9,
  },
  // Pinterest, Product specs: 2:3, carousels of five, and the feed doesn't show the description
  pinterest: {
    letters: 'P',
    color: '#bd081c',
    mediaFirst: true,
    fold: { characters: 60, lines: 2 },
    ratio: 2 / 3,
    tallest: 2 / 3,
    widest: any,
    fills: true,
    keepsTop: true,
    several: 'each',
    media: 5,
  },
  // TikTok, Content Posting API: 35 photos or one video
  tiktok: {
    letters: 'TT',
    color: '#0f1419',
    mediaFirst: true,
    fold: { characters: 100, lines: 2 },
    ratio: 9 / 16,
    tallest: 0,
    widest: any,
    fills: false,
    several: 'each',
    media: 35,
  },
};
