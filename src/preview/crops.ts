/** How a network arranges the media of a post, and what it cuts of each. Pure. */
import type { Lost } from '#views/preview/words.ts';
import { across, type Grid } from './grids.ts';
import type { Check } from './looks.ts';
import type { Medium } from './media.ts';

/** How much of a picture isn't visible, in percent of its height or width, at each named end. */
export interface Cut extends Lost {
  /** From 1, as people count. */
  nth: number;
}

/** A carousel has one tile: what's visible of it at first. */
export interface Stage extends Grid {
  cuts: Cut[];
}

const ratioOf = ({ picture }: Medium): number | undefined =>
  picture?.size && picture.size.width / picture.size.height;

/** `media`: those that the network takes, at least one. */
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

/** None where less than half a percent is missing. */
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
