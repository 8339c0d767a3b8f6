/** What the forms of AI posts and campaigns share: brand, profiles, and what the text is generated from. */

import type { InputBlock } from '@slack/types';
import { limits, type Named, postLengths } from '#src/platform/publishing-api/request.ts';
import { notOffered } from '#views/kit/checks.ts';
import {
  block,
  designsField,
  enumField,
  libraryField,
  linksField,
  option,
  selectField,
} from '#views/kit/fields.ts';
import { type Reach, wrongLinks } from '#views/kit/links.ts';
import type { Fields, ModalContext } from '#views/kit/parse.ts';
import { count } from '#views/kit/text.ts';
import { newProfilesField } from './profile-fields.ts';
import { picturesNeeded } from './warnings.ts';

/** How many images a post can have, as option values; `0` for none. */
const imageCounts = Array.from({ length: limits.images + 1 }, (_, n) => String(n));

function imagesField(name: string): InputBlock {
  const options = imageCounts.map((value, n) =>
    option(n === 0 ? 'None' : count(n, 'image', 'images (carousel)'), value),
  );
  return selectField(block.images, name, options, { chosen: '0', hint: picturesNeeded() });
}

interface Texts {
  length: string;
  images: string;
  /** Shown below the field for links. */
  hint: string;
  posts: 'post' | 'posts';
  /** How many links, and how many designs, are allowed; absent: any number. */
  most?: number;
}

export function generationFields(
  context: ModalContext,
  profiles: readonly Named[],
  { length, images, hint, posts, most }: Texts,
): InputBlock[] {
  return [
    enumField(block.length, length, postLengths),
    newProfilesField(context, profiles, posts),
    libraryField(context),
    imagesField(images),
    linksField(block.references, 'Reference image links', hint),
    designsField(context, most),
  ];
}

/** Returns this part of the request, and the errors by block id. */
export function readGeneration(fields: Fields, brand: Named | undefined, reach: Reach, most?: number) {
  const [length, images] = [fields.choice(block.length), fields.choice(block.images)];
  const referenceUrls = fields.links(block.references);
  const referenceDesigns = fields.choices(block.designs(brand));
  return {
    wrong: {
      [block.length]: notOffered(length, postLengths),
      [block.images]: notOffered(images, imageCounts),
      [block.references]: wrongLinks(referenceUrls, most, reach),
      [block.designs(brand)]:
        most !== undefined && referenceDesigns.length > most
          ? `Choose up to ${most} designs. You chose ${referenceDesigns.length}.`
          : undefined,
    },
    entered: {
      postLength: length?.id,
      profiles: fields.choices(block.profiles(brand)),
      hashtagLibrary: fields.choice(block.library(brand)),
      imageCount: Number(images?.id ?? 0),
      referenceUrls,
      referenceDesigns,
    },
  };
}
