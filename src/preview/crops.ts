/** How a network arranges the media of a post, and what it cuts of each. Pure. */
import type { Look } from './looks.ts';
import type { Medium } from './panels.ts';

/** Where one of them is seen, in parts of the whole place: from 0 to 1. */
export interface Tile {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What is not seen of a picture, in percent of its height or width, at each end that is named. */
export interface Cut {
  /** From 1, as people count. */
  nth: number;
  percent: number;
  where: 'at the top and at the bottom' | 'at the left and at the right' | 'at the bottom';
}

export interface Grid {
  /** Of the whole place: width through height. */
  ratio: number;
  tiles: Tile[];
}

/** A carousel has one tile: what is seen of it at first. */
export interface Stage extends Grid {
  cuts: Cut[];
}

/** Beside each other, all of one height. */
const across = (count: number, y: number, height: number): Tile[] =>
  Array.from({ length: count }, (_, at) => ({ x: at / count, y, width: 1 / count, height }));

/** `share`: of the height, for the first row. */
const rows = (upper: number, lower: number, share = 1 / 2): Tile[] => [
  ...across(upper, 0, share),
  ...across(lower, share, 1 - share),
];

/** The same from left to right. */
const columns = (left: number, right: number, share?: number): Tile[] =>
  rows(left, right, share).map(({ x, y, width, height }) => ({ x: y, y: x, width: height, height: width }));

/** Half and half; one beside two; two above two. */
export function gridOfX(count: number): Grid {
  return { ratio: 16 / 9, tiles: count > 3 ? rows(2, 2) : columns(1, count - 1) };
}

/** Begins with the shape of the first picture, by its width through its height. */
export function gridOfFacebook(count: number, first: number): Grid {
  if (count > 4) return { ratio: 6 / 5, tiles: rows(2, 3, 3 / 5) };
  const wide = first > 1.1;
  const tall = first < 0.9;
  if (count === 4 && !wide && !tall) return { ratio: 1, tiles: rows(2, 2) };
  if (count === 2 && !wide && !tall) return { ratio: 2, tiles: columns(1, 1) };
  const share = count === 4 ? 2 / 3 : 1 / 2;
  return { ratio: 1, tiles: tall ? columns(1, count - 1, share) : rows(1, count - 1, share) };
}

/** One large and the others below each other beside it; from five on as Facebook does. */
export function gridOfLinkedin(count: number): Grid {
  if (count > 4) return gridOfFacebook(count, 1);
  const beside = count - 1;
  return { ratio: (beside + 1) / beside, tiles: columns(1, beside, beside / (beside + 1)) };
}

const ratioOf = ({ picture }: Medium): number | undefined =>
  picture?.size && picture.size.width / picture.size.height;

/** `media`: those that the network takes, at least one. */
export function arrange(media: readonly Medium[], look: Look): Stage {
  const ratios = media.map(ratioOf);
  const first = ratios[0];
  const { tallest, widest, several } = look;
  const clamped = (ratio: number): number => Math.min(widest, Math.max(tallest, ratio));
  if (typeof several === 'function' && media.length > 1) {
    const { ratio, tiles } = several(media.length, first ?? 1);
    const cuts = tiles.flatMap((tile, at) =>
      cutOf(at + 1, ratios[at], (ratio * tile.width) / tile.height, look),
    );
    return { ratio, tiles, cuts };
  }
  const alone = first === undefined ? look.ratio : clamped(first);
  const asFirst = several === 'as the first' && first !== undefined;
  const cuts = ratios.flatMap((ratio, at) =>
    cutOf(at + 1, ratio, asFirst || at === 0 ? alone : clamped(ratio ?? alone), look),
  );
  return { ratio: look.fills ? alone : look.ratio, tiles: across(1, 0, 1), cuts: look.fills ? cuts : [] };
}

/** None where less than half a percent is missing. */
function cutOf(nth: number, ratio: number | undefined, into: number, { keepsTop }: Look): Cut[] {
  if (ratio === undefined) return [];
  const isTall = ratio < into;
  const missing = isTall ? 1 - ratio / into : 1 - into / ratio;
  const atOneEnd = isTall && keepsTop;
  const percent = Math.round((missing * 100) / (atOneEnd ? 1 : 2));
  if (percent === 0) return [];
  if (atOneEnd) return [{ nth, percent, where: 'at the bottom' }];
  return [{ nth, percent, where: isTall ? 'at the top and at the bottom' : 'at the left and at the right' }];
}
