/** `/post`: a post that a person has written. */
import type { ModalView } from '@slack/types';
import type { Media } from '#src/cards/media.ts';
import type { Named, PostRequest } from '#src/cards/request.ts';
import { captionBlock, captionFields, readCaption } from './caption-fields.ts';
import { chosenBrand, present, timeForNobody, wrongCaption, wrongTime } from './checks.ts';
import { block, brandField, profilesField, timeField } from './fields.ts';
import { mediaFields, readMediaFields } from './media-fields.ts';
import { channelFields, sourceBlocks } from './origin-fields.ts';
import { contextOf, fieldsOf, type ModalContext, type Read, type Submitted } from './read.ts';
import { plain } from './text.ts';

export const postModal = {
  id: 'post',

  render(context: ModalContext, caption: string, profiles: readonly Named[] = []): ModalView {
    return {
      type: 'modal',
      callback_id: 'post',
      title: plain('New post'),
      submit: plain('Make the post'),
      close: plain('Cancel'),
      private_metadata: JSON.stringify(context),
      blocks: [
        ...sourceBlocks(context),
        ...channelFields(context),
        brandField(context.brand),
        ...captionFields(caption),
        ...mediaFields(context),
        profilesField(context, profiles),
        timeField('Schedule for', {
          optional: true,
          hint: 'In your time zone; it needs a social profile. Left empty, the post becomes a draft to review.',
        }),
      ],
    };
  },

  /** `now` in epoch milliseconds: a time in the past is refused. `addressOf`: the public address of a file. */
  read(view: Submitted, now: number, addressOf?: (media: Media) => string): Read<PostRequest> {
    const fields = fieldsOf(view);
    const { brand: loaded, source } = contextOf(view);
    const { brand, wrong } = chosenBrand(fields, loaded);
    const caption = readCaption(view);
    const { mediaUrls, wrong: wrongMedia } = readMediaFields(fields, addressOf);
    const scheduledAt = fields.time(block.time);
    const profiles = fields.choices(block.profiles(brand));
    const errors = present({
      [block.brand]: wrong,
      [captionBlock]: wrongCaption(caption),
      ...wrongMedia,
      [block.profiles(loaded)]: timeForNobody(scheduledAt, profiles.length),
      [block.time]: wrongTime(scheduledAt, now),
    });
    if (errors || !brand) return { errors: errors ?? {} };
    return {
      value: {
        kind: 'post',
        brand,
        caption,
        mediaUrls,
        profiles,
        ...(source && { source }),
        ...(scheduledAt && { scheduledAt }),
      },
    };
  },
};
