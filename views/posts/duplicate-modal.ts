/**
 * *Duplicate*: creates a copy of a post, for another time and other brands. Each brand gets a post of its
 * own.
 */

import type { Block, InputBlock, KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import type { Named, PostRequest } from '#src/platform/publishing-api/request.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { Paused } from '#src/posts/card/paused.ts';
import { contextLine, modal } from '#views/kit/blocks.ts';
import { block, brandOfProfiles, manyOf } from '#views/kit/fields.ts';
import { listed, plural } from '#views/kit/language.ts';
import { clip } from '#views/kit/limits.ts';
import type { Reach } from '#views/kit/links.ts';
import { compact } from '#views/kit/lists.ts';
import { oneField } from '#views/kit/long-text.ts';
import { contextBy, type Fields, fieldsOf, type ModalContext, type Submitted } from '#views/kit/parse.ts';
import { plain } from '#views/kit/text.ts';
import {
  attachAgainBelow,
  currentFilesField,
  currentMediaBlock,
  lostKept,
  mediaFields,
  readCurrentFiles,
  takenFiles,
} from './media-fields.ts';
import { pausesBlock, pausesInForm, savedAsDrafts } from './paused.ts';
import { captionFields, readWritten, whenFields } from './post-modal.ts';
import { profilesField } from './profile-fields.ts';
import { type ReadWithTime, slotBlock, slotFields, type WithSlot } from './time-fields.ts';

export const brandsList = 'duplicate.brands';
export const brandsBlock = 'brands';
/** Each brand is a post to create, and Slack waits only three seconds for the answer to a form. */
export const brandsAtMost = 10;

const contextSchema = z.object({
  card: z.string(),
  captionLimit: z.int().optional(),
  emptyCaption: z.boolean().optional(),
});

const contextIn = contextBy(contextSchema);

export const duplicatedIn = (view: { private_metadata: string }): string => contextIn(view).card;

export const duplicateTexts = {
  about:
    'Each brand gets a new post with its own card. If you set a time, the post is scheduled, or waits for approval if the brand’s rule covers scheduled posts. The original stays as it is.',
  brandsHint: `Up to ${brandsAtMost}, each with its own social profiles. If you don’t choose any profiles, the post might not be published anywhere.`,
  noBrand: 'Choose a brand.',
  tooMany: `Choose up to ${brandsAtMost} brands.`,
  profilesMissing: (brands: readonly Named[]): string =>
    `The social profiles for ${namesOf(brands)} aren’t shown yet. Wait a moment, or choose the ${plural(brands.length, { one: 'brand', other: 'brands' })} again.`,
  /** `created` is empty: nothing was created. */
  notAll: (created: readonly Named[], failed: readonly { brand: Named; why: NoCopy }[]): string =>
    compact([
      created.length > 0 &&
        `Created ${posts(created.length)} for ${namesOf(created)}, and submitting again won’t duplicate ${plural(created.length, { one: 'it', other: 'them' })}.`,
      ...[...Map.groupBy(failed, ({ why: { code, text } }) => text ?? code).values()].map((all) =>
        noCopyText(
          all[0]?.why,
          all.map(({ brand }) => brand),
        ),
      ),
    ]).join(' '),
};

/**
 * Why there's no copy for a brand. `existing`: the form was changed and submitted again after it had created
 * one.
 */
export type NoCopy =
  | { code: 'refused'; text: string }
  | { code: 'existing' | 'unsaved' | 'perhaps'; text?: undefined };

function noCopyText(why: NoCopy | undefined, brands: readonly Named[]): string {
  const [n, names] = [brands.length, namesOf(brands)];
  switch (why?.code) {
    case 'existing':
      return `You already created ${posts(n)} for ${names} from this form. To continue, remove ${plural(n, { one: 'that brand', other: 'those brands' })}.`;
    case 'perhaps':
      return `I couldn’t confirm whether ${plural(n, { one: 'a post was', other: 'posts were' })} created for ${names}. Submit this form again in a minute. That won’t create anything twice.`;
    case 'refused':
      return `Couldn’t create ${posts(n)} for ${names}. ${why.text}`;
    default:
      return `Couldn’t create ${posts(n)} for ${names}, and nothing was sent. Submit this form again in a minute.`;
  }
}

const posts = (n: number): string => plural(n, { one: 'a post', other: 'posts' });
const nameOf = ({ name }: Named): string => clip(name, 75);
const namesOf = (brands: readonly Named[]): string => listed(brands.map(nameOf));

/** A brand with the profiles that are chosen for it already, and its pause. */
interface ForBrand extends WithSlot {
  profiles: readonly Named[];
  paused?: Paused | undefined;
}

export const duplicateModal = {
  id: 'card.duplicate',

  render(
    card: Card,
    {
      profiles,
      paused,
      nextSlot,
      captionLimit,
      emptyCaption,
      ...about
    }: Omit<ForBrand, 'brand'> &
      Pick<ModalContext, 'captionLimit' | 'emptyCaption' | 'uploads' | 'attachedOnly'>,
  ): ModalView {
    const { brand, content } = card;
    const limits = { captionLimit, emptyCaption };
    const options = {
      callback_id: 'card.duplicate',
      title: 'Duplicate post',
      submit: 'Duplicate',
      context: { card: card.id, ...limits },
    };
    const view = modal(options, [
      contextLine(duplicateTexts.about),
      brandsField(brand),
      ...captionFields(limits, content.caption, oneField()),
      ...currentFilesField(content.mediaUrls),
      ...mediaFields(about),
      ...whenFields(),
    ]);
    return withBrands(view, [{ brand, profiles, paused, nextSlot }]);
  },

  /** One request for each brand. `now`: epoch ms; `card`: the one whose post is duplicated. */
  read(view: Submitted, now: number, card: Card, reach: Reach): ReadWithTime<PostRequest[]> {
    const fields = fieldsOf(view);
    const brands = fields.choices(brandsBlock);
    const files = readCurrentFiles(fields, card.content.mediaUrls);
    // a form without the field has too many files for it, and the copy's card says that some are lost
    const lost = fields.blocks.includes(currentMediaBlock)
      ? lostKept(card, files.urls, reach, attachAgainBelow)
      : undefined;
    const read = readWritten(view, {
      ...contextIn(view),
      now,
      reach,
      brand: brands[0],
      profiles: [],
      wrong: { [brandsBlock]: wrongBrands(fields, brands), [currentMediaBlock]: files.wrong ?? lost },
    });
    if ('errors' in read) return read;
    const posts = brands.map((brand) => ({ brand, profiles: fields.choices(block.profiles(brand)) }));
    if ('words' in read) return { ...read, posts };
    const taken = takenFiles(card, files.urls, reach);
    const mediaUrls = [...taken.mediaUrls, ...read.value.mediaUrls];
    const copyFor = (post: (typeof posts)[number]): PostRequest => ({
      ...read.value,
      mediaUrls,
      ...post,
      ...(taken.generated.length > 0 && { generated: taken.generated }),
    });
    return { ...read, ...(read.time && { time: { ...read.time, posts } }), value: posts.map(copyFor) };
  },
};

/** Words for a time are parsed in the time zone of the first brand. */
function wrongBrands(fields: Fields, brands: readonly Named[]): string | undefined {
  const missing = brands.filter((brand) => !fields.blocks.includes(block.profiles(brand)));
  if (brands.length === 0) return duplicateTexts.noBrand;
  if (brands.length > brandsAtMost) return duplicateTexts.tooMany;
  return missing.length > 0 ? duplicateTexts.profilesMissing(missing) : undefined;
}

function brandsField(brand: Named): InputBlock {
  const of = { channel: '', brand };
  return {
    ...manyOf(brandsBlock, 'Brands', brandsList, of, 'Choose brands', {
      max: brandsAtMost,
      chosen: [brand],
    }),
    optional: false,
    dispatch_action: true,
    hint: plain(duplicateTexts.brandsHint),
  };
}

/**
 * The open form with profiles, pauses and next posting slots of these brands. What was entered stays, since
 * Slack keeps it by block id.
 */
export function withBrands(open: ModalView, brands: readonly ForBrand[]): ModalView {
  const isOfProfiles = ({ block_id = '' }: Block | KnownBlock) => brandOfProfiles(block_id) !== undefined;
  const shown = new Map(open.blocks.filter(isOfProfiles).map((one) => [one.block_id, one]));
  const fields = brands.map(({ brand, profiles }): Block | KnownBlock => {
    const field = profilesField({ channel: '', brand }, profiles);
    return (
      shown.get(field.block_id) ?? { ...field, label: plain(`Social profiles for ${clip(brand.name, 150)}`) }
    );
  });
  const pauses = brands.flatMap(({ paused }) => paused ?? []);
  const isOfBrands = (one: Block | KnownBlock): boolean =>
    isOfProfiles(one) || one.block_id === pausesBlock || one.block_id === slotBlock;
  const blocks = open.blocks.flatMap((one) => {
    if (one.block_id === brandsBlock) return [one, ...fields, ...pausesInForm(pauses, savedAsDrafts)];
    return isOfBrands(one) ? [] : [one];
  });
  return { ...open, blocks: [...blocks, ...slotFields(brands)] };
}

/** The brands for which the open form has no field for profiles yet. */
export function brandsWithout(
  { blocks }: { blocks: readonly (Block | KnownBlock)[] },
  brands: readonly Named[],
): Named[] {
  const shown = new Set(blocks.map(({ block_id }) => block_id));
  return brands.filter((brand) => !shown.has(block.profiles(brand)));
}
