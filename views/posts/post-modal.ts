/** `/post`: a post that a person has written. */
import type { ModalView } from '@slack/types';
import { limits, type Named, type PostRequest } from '#src/platform/publishing-api/request.ts';
import { chosenBrand, present, wrongCaption } from '#views/kit/checks.ts';
import { block, brandField } from '#views/kit/fields.ts';
import { number } from '#views/kit/language.ts';
import type { Reach } from '#views/kit/links.ts';
import { longTextFields, oneField, readLongText } from '#views/kit/long-text.ts';
import { contextOf, fieldsOf, type ModalContext, type Submitted } from '#views/kit/parse.ts';
import { plain } from '#views/kit/text.ts';
import { mediaFields, readMediaFields } from './media-fields.ts';
import { channelFields, sourceBlocks } from './origin-fields.ts';
import { newProfilesField } from './profile-fields.ts';
import { pickedIn, type ReadWithTime, readTime, slotField, timeFields, unreadIn } from './time-fields.ts';

export const postModal = {
  id: 'post',

  render(
    context: ModalContext,
    caption: string,
    profiles: readonly Named[] = [],
    links: readonly string[] = [],
  ): ModalView {
    return {
      type: 'modal',
      callback_id: 'post',
      title: plain('New post'),
      submit: plain('Create post'),
      close: plain('Cancel'),
      private_metadata: JSON.stringify(context),
      blocks: [
        ...sourceBlocks(context),
        ...channelFields(context),
        brandField(context.brand),
        ...longTextFields(block.caption, 'Caption', caption, {
          hint: `${oneField()} For a longer caption, up to ${number(captionLimitOf(context))}, type it after the command that opens this form.`,
          most: captionLimitOf(context),
          ...(context.emptyCaption && { optional: true }),
        }),
        ...mediaFields(context, links),
        newProfilesField(context, profiles, 'post'),
        ...timeFields('Schedule for', {
          hint: 'In your time zone. Without a time, the post becomes a draft to review.',
        }),
        ...(context.hasSlots ? [slotField()] : []),
      ],
    };
  },

  /**
   * `now` in epoch milliseconds: a time in the past is refused. `words` in what comes back: a time to be read and shown
   * first.
   */
  read(view: Submitted, now: number, reach: Reach): ReadWithTime<PostRequest> {
    const fields = fieldsOf(view);
    const context = contextOf(view);
    const { brand: loaded, source } = context;
    const { brand, wrong } = chosenBrand(fields, loaded);
    const caption = readLongText(fields, block.caption);
    const { mediaUrls, wrong: wrongMedia } = readMediaFields(fields, context, reach);
    const time = readTime(view, fields, now);
    const profiles = fields.choices(block.profiles(brand));
    const errors = present(fields, {
      [block.brand]: wrong,
      [block.caption]: wrongCaption(caption, captionLimitOf(context), context.emptyCaption),
      ...wrongMedia,
      ...('errors' in time && time.errors),
    });
    if (errors || !brand || 'errors' in time) return { errors: errors ?? {}, ...unreadIn(time, brand) };
    if ('words' in time) return { words: time.words, brand };
    return {
      ...pickedIn(time, brand),
      value: {
        kind: 'post',
        brand,
        caption,
        mediaUrls,
        profiles,
        ...(source && { source }),
        ...(time.at && { scheduledAt: time.at }),
        ...(time.inSlot && { inSlot: true }),
      },
    };
  },
};

const captionLimitOf = ({ captionLimit }: ModalContext): number => captionLimit ?? limits.caption;
