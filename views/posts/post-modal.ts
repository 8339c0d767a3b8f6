/** `/post`: a post that a person has written. */
import type { InputBlock, ModalView } from '@slack/types';
import { limits, type Named, type PostRequest } from '#src/platform/publishing-api/request.ts';
import { modal } from '#views/kit/blocks.ts';
import { chosenBrand, present, wrongCaption } from '#views/kit/checks.ts';
import { block, brandField } from '#views/kit/fields.ts';
import { number } from '#views/kit/language.ts';
import type { Reach } from '#views/kit/links.ts';
import { longTextFields, oneField, readLongText } from '#views/kit/long-text.ts';
import { contextOf, fieldsOf, type ModalContext, type Submitted } from '#views/kit/parse.ts';
import { mediaFields, readMediaFields } from './media-fields.ts';
import { channelFields, sourceBlocks } from './origin-fields.ts';
import { newProfilesField } from './profile-fields.ts';
import { notReplaced } from './template-field.ts';
import {
  knownIn,
  type ReadWithTime,
  readTime,
  slotFields,
  timeFields,
  unreadIn,
  type WithSlot,
} from './time-fields.ts';

export const postModal = {
  id: 'post',

  render(
    context: ModalContext,
    caption: string,
    profiles: readonly Named[] = [],
    links: readonly string[] = [],
  ): ModalView {
    return modal({ callback_id: 'post', title: 'New post', submit: 'Create post', context }, [
      ...sourceBlocks(context),
      ...channelFields(context),
      brandField(context),
      ...captionFields(
        context,
        caption,
        `${oneField()} For a longer caption (up to ${number(captionLimitOf(context))} characters), close this form and paste the caption after ${context.postCommand ?? '/post'} in the message field.`,
      ),
      ...mediaFields(context, { linked: links }),
      newProfilesField(context, profiles, 'post'),
      ...whenFields(context.brand && [{ brand: context.brand, nextSlot: context.nextSlot }]),
    ]);
  },

  /**
   * `now`: epoch ms; a time in the past is refused. `words` in the result: a time to be parsed and shown
   * first.
   */
  read(view: Submitted, now: number, reach: Reach): ReadWithTime<PostRequest> {
    const fields = fieldsOf(view);
    const context = contextOf(view);
    const { brand, wrong } = chosenBrand(fields, context.brand);
    const { source, filesOf } = context;
    const read = readWritten(view, {
      ...context,
      now,
      reach,
      brand,
      profiles: fields.choices(block.profiles(brand)),
      wrong: { [block.brand]: wrong },
    });
    if (!('value' in read)) return read;
    return { ...read, value: { ...read.value, ...(source && { source }), ...(filesOf && { filesOf }) } };
  },
};

type Limits = Pick<ModalContext, 'captionLimit' | 'emptyCaption'>;

const captionLimitOf = ({ captionLimit }: Limits): number => captionLimit ?? limits.caption;

/** The fields for the caption of a new post; `hint` is shown if one field is enough. */
export const captionFields = (context: Limits, caption: string, hint: string): InputBlock[] =>
  longTextFields(block.caption, 'Caption', caption, {
    hint,
    most: captionLimitOf(context),
    ...(context.emptyCaption && { optional: true }),
  });

export const whenFields = (brands: readonly WithSlot[] = []): InputBlock[] => [
  ...timeFields('Schedule for', {
    hint: 'In your time zone. Without a time, the post is saved as a draft for review.',
  }),
  ...slotFields(brands),
];

interface Writing extends Limits, Pick<ModalContext, 'taken'> {
  /** Epoch milliseconds. */
  now: number;
  reach: Reach;
  /** The brand in whose time zone words for a time are parsed. */
  brand: Named | undefined;
  profiles: Named[];
  /** The errors of the form's other fields, by block id. */
  wrong: Record<string, string | undefined>;
}

/** Parses what all forms of a written post have in common. */
export function readWritten(
  view: Submitted,
  { now, reach, brand, profiles, wrong, ...context }: Writing,
): ReadWithTime<PostRequest> {
  const fields = fieldsOf(view);
  const caption = readLongText(fields, block.caption);
  const { mediaUrls, wrong: wrongMedia } = readMediaFields(fields, context, reach);
  const time = readTime(view, fields, now);
  const errors = present(fields, {
    ...wrong,
    [block.caption]:
      wrongCaption(caption, captionLimitOf(context), context.emptyCaption) ??
      notReplaced(view, block.caption, caption),
    ...wrongMedia,
    ...('errors' in time && time.errors),
  });
  if (errors || !brand || 'errors' in time) return { errors: errors ?? {}, ...unreadIn(time, brand) };
  const posts = [{ brand, profiles }];
  if ('words' in time) return { words: time.words, brand, posts };
  return {
    ...knownIn(time, posts),
    value: {
      kind: 'post',
      brand,
      caption,
      mediaUrls,
      profiles,
      ...(time.at && { scheduledAt: time.at }),
      ...(time.inSlot && { inSlot: true }),
    },
  };
}
