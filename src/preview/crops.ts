/** How a network arranges the media of a post, and what it crops from each. Pure. */
import type { Lost } from '#views/preview/words.ts';
import { across, type Grid } from './grids.ts';
import type { Check } from './looks.ts';
import type { Medium } from './media.ts';

/** How much of a picture isn't visible, in percent of its height or width, at each end. */
export interface Cut extends Lost {
  /** The picture's number, from 1. */
  nth: number;
}

/** How the media are arranged. A carousel has one tile, for what's visible at first. */
export interface Stage extends Grid {
  cuts: Cut[];
}

const ratioOf = ({ picture }: Medium): number | undefined =>
  picture?.size && picture.size.width / picture.size.height;

/** `media`: the ones that the network accepts, at least one. */
export function arrange(media: readonly Medium[], check: Check): Stage {
  const ratios = media.map(ratioOf);
  const first = ratios[0];
  const { tallest, widest, several } = check;
  const clamped = (ratio: number): number => Math.min(widest, Math.max(tallest, ratio));
  if (typeof several === 'function' && media.length > 1) {
    const { ratio, tiles } = several(media.length, first ?? 1);
    const cuts = tiles.flatMap((tile, at) =>
      cutOf(at + 1, ratios[at], (ratio * tile.width) / tile.height, check),
    );
    return { ratio, tiles, cuts };
  }
  const alone = first === undefined ? check.ratio : clamped(first);
  const asFirst = several === 'as_first' && first !== undefined;
  const cuts = ratios.flatMap((ratio, at) =>
    cutOf(at + 1, ratio, asFirst || at === 0 ? alone : clamped(ratio ?? alone), check),
  );
  return { ratio: check.fills ? alone : check.ratio, tiles: across(1, 0, 1), cuts: check.fills ? cuts : [] };
}

/** Empty if less than half a percent is missing. */
function cutOf(nth: number, ratio: number | undefined, into: number, { keepsTop }: Check): Cut[] {
  if (ratio === undefined) return [];
  const isTall = ratio < into;
  const missing = isTall ? 1 - ratio / into : 1 - into / ratio;
  const atOneEnd = isTall && keepsTop;
  const percent = Math.round((missing * 100) / (atOneEnd ? 1 : 2));
  if (percent === 0) return [];
  if (atOneEnd) return [{ nth, percent, where: 'bottom' }];
  return [{ nth, percent, where: isTall ? 'top and bottom' : 'left and right' }];
}
