/** How many images a post gets. */

import type { InputBlock } from '@slack/types';
import { limits } from '#src/platform/publishing-api/request.ts';
import { block, option, selectField } from '#views/kit/fields.ts';
import { count } from '#views/kit/text.ts';
import { picturesNeeded } from './lengths.ts';

/** How many images a post can have, as option values; `0` for none. */
export const imageCounts = Array.from({ length: limits.images + 1 }, (_, n) => String(n));

export function imagesField(name: string): InputBlock {
  const options = imageCounts.map((value, n) =>
    option(n === 0 ? 'None' : count(n, 'image', 'images (carousel)'), value),
  );
  return selectField(block.images, name, options, { chosen: '0', hint: picturesNeeded() });
}
