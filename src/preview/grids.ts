/** The grids in which networks show several media next to each other. Pure. */

/** The place of one picture, in fractions of the whole grid: from 0 to 1. */
interface Tile {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Grid {
  /** Width divided by height of the whole grid. */
  ratio: number;
  tiles: Tile[];
}

/** Tiles next to each other, all of the same height. */
export const across = (count: number, y: number, height: number): Tile[] =>
  Array.from({ length: count }, (_, at) => ({ x: at / count, y, width: 1 / count, height }));

/** `share`: the first row's share of the height. */
const rows = (upper: number, lower: number, share = 1 / 2): Tile[] => [
  ...across(upper, 0, share),
  ...across(lower, share, 1 - share),
];

/** The same from left to right. */
const columns = (left: number, right: number, share?: number): Tile[] =>
  rows(left, right, share).map(({ x, y, width, height }) => ({ x: y, y: x, width: height, height: width }));

/** Two halves; one next to two; two above two. */
export function gridOfX(count: number): Grid {
  return { ratio: 16 / 9, tiles: count > 3 ? rows(2, 2) : columns(1, count - 1) };
}

/** Starts with the shape of the first picture: its width divided by its height. */
export function gridOfFacebook(count: number, first: number): Grid {
  if (count > 4) return { ratio: 6 / 5, tiles: rows(2, 3, 3 / 5) };
  const wide = first > 1.1;
  const tall = first < 0.9;
  if (count === 4 && !wide && !tall) return { ratio: 1, tiles: rows(2, 2) };
  if (count === 2 && !wide && !tall) return { ratio: 2, tiles: columns(1, 1) };
  const share = count === 4 ? 2 / 3 : 1 / 2;
  return { ratio: 1, tiles: tall ? columns(1, count - 1, share) : rows(1, count - 1, share) };
}

/** One large picture with the others stacked next to it; from five pictures on, the same as Facebook. */
export function gridOfLinkedin(count: number): Grid {
  if (count > 4) return gridOfFacebook(count, 1);
  const beside = count - 1;
  return { ratio: (beside + 1) / beside, tiles: columns(1, beside, beside / (beside + 1)) };
}
