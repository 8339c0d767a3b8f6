/** `/campaign`: several posts that the service writes from one brief. */
import type { ModalView } from '@slack/types';
import {
  type CampaignRequest,
  campaignRequestSchema,
  limits,
  type Named,
  objectives,
  postLengths,
} from '#src/cards/request.ts';
import { chosenBrand, notOffered, present, tooShort } from './checks.ts';
import {
  block,
  brandField,
  designsField,
  enumField,
  imageCounts,
  imagesField,
  libraryField,
  linksField,
  numberField,
  profilesField,
  textField,
} from './fields.ts';
import { wrongLinks } from './links.ts';
import { channelFields, sourceBlocks } from './origin-fields.ts';
import { contextOf, fieldsOf, type ModalContext, type Read, type Submitted, wholeNumber } from './read.ts';
import { plain } from './text.ts';

/** The contract's defaults (`service-api.md`, Limits). */
const defaults = { days: 7, posts: 7 } as const;

export const campaignModal = {
  id: 'campaign',

  render(context: ModalContext, brief: string, profiles: readonly Named[] = []): ModalView {
    return {
      type: 'modal',
      callback_id: 'campaign',
      title: plain('New campaign'),
      submit: plain('Generate'),
      close: plain('Cancel'),
      private_metadata: JSON.stringify(context),
      blocks: [
        ...sourceBlocks(context),
        ...channelFields(context),
        brandField(context.brand),
        textField(block.brief, 'Brief', {
          text: brief,
          lines: true,
          hint: `What the campaign is about, in ${limits.brief} characters or more.`,
          placeholder: 'Opening week of the new shop in Porto',
        }),
        enumField(block.objective, 'Objective', objectives),
        numberField(block.days, 'Days', 1, limits.campaignDays, defaults.days),
        numberField(block.posts, 'Posts', 1, limits.campaignPosts, defaults.posts),
        enumField(block.length, 'Length of each post', postLengths),
        profilesField(context, profiles),
        libraryField(context),
        imagesField('Images per post'),
        linksField(
          block.references,
          'Reference image links',
          `One on a line, at most ${limits.campaignReferences}. Used only when there are images.`,
        ),
        designsField(context, limits.campaignReferences),
      ],
    };
  },

  read(view: Submitted): Read<CampaignRequest> {
    const fields = fieldsOf(view);
    const { brand: loaded, source } = contextOf(view);
    const { brand, wrong } = chosenBrand(fields, loaded);
    const brief = fields.text(block.brief);
    const [objective, length] = [fields.choice(block.objective), fields.choice(block.length)];
    const images = fields.choice(block.images);
    const days = wholeNumber(fields.text(block.days), 1, limits.campaignDays);
    const posts = wholeNumber(fields.text(block.posts), 1, limits.campaignPosts);
    const referenceUrls = fields.links(block.references);
    const referenceDesigns = fields.choices(block.designs(brand));
    const errors = present(fields, {
      [block.brand]: wrong,
      [block.brief]: tooShort(brief, limits.brief),
      [block.objective]: notOffered(objective, objectives),
      [block.days]: 'wrong' in days ? days.wrong : undefined,
      [block.posts]: 'wrong' in posts ? posts.wrong : undefined,
      [block.length]: notOffered(length, postLengths),
      [block.images]: notOffered(images, imageCounts),
      [block.references]: wrongLinks(referenceUrls, limits.campaignReferences),
      [block.designs(brand)]:
        referenceDesigns.length > limits.campaignReferences
          ? `At most ${limits.campaignReferences} designs; these are ${referenceDesigns.length}.`
          : undefined,
    });
    if (errors || !brand || 'wrong' in days || 'wrong' in posts) return { errors: errors ?? {} };
    return {
      value: campaignRequestSchema.parse({
        kind: 'campaign',
        brand,
        brief,
        objective: objective?.id,
        days: days.value,
        posts: posts.value,
        postLength: length?.id,
        profiles: fields.choices(block.profiles(brand)),
        hashtagLibrary: fields.choice(block.library(brand)),
        imageCount: Number(images?.id ?? 0),
        referenceUrls,
        referenceDesigns,
        source,
      }),
    };
  },
};
