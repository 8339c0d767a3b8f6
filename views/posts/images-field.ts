/** How many images a post gets. */

import type { InputBlock } from '@slack/types';
import { limits } from '#src/platform/publishing-api/request.ts';
import { block, option } from '#views/kit/fields.ts';
import { count, plain } from '#views/kit/text.ts';
import { picturesNeeded } from './lengths.ts';

/** How many images a post may have, as values of the options: `0` for none. */
export const imageCounts = Array.from({ length: limits.images + 1 }, (_, n) => String(n));

export function imagesField(name: string): InputBlock {
  const options = imageCounts.map((value, n) =>
    option(n === 0 ? 'None' : count(n, 'image', 'images (carousel)'), value),
  );
  return {
    type: 'input',
    block_id: block.images,
    label: plain(name),
    hint: plain(picturesNeeded()),
    element: {
      type: 'static_select',
      action_id: block.images,
      options,
      initial_option: option('None', '0'),
    },
  };
}
