/** `/campaign`: several posts that the service generates from one brief. */
import type { ModalView } from '@slack/types';
import {
  type CampaignRequest,
  campaignRequestSchema,
  limits,
  type Named,
  objectives,
} from '#src/platform/publishing-api/request.ts';
import { modal } from '#views/kit/blocks.ts';
import { chosenBrand, notOffered, present, wrongLength } from '#views/kit/checks.ts';
import { block, brandField, enumField, numberField } from '#views/kit/fields.ts';
import type { Reach } from '#views/kit/links.ts';
import { longTextFields, readLongText } from '#views/kit/long-text.ts';
import {
  contextOf,
  fieldsOf,
  type ModalContext,
  type Read,
  type Submitted,
  wholeNumber,
} from '#views/kit/parse.ts';
import { generationFields, readGeneration } from '#views/posts/generation-fields.ts';
import { channelFields, sourceBlocks } from '#views/posts/origin-fields.ts';

/** The contract's defaults (`service-api.md`, Limits). */
const defaults = { days: 7, posts: 7 } as const;

export const campaignModal = {
  id: 'campaign',

  render(context: ModalContext, brief: string, profiles: readonly Named[] = []): ModalView {
    return modal({ callback_id: 'campaign', title: 'New campaign', submit: 'Generate', context }, [
      ...sourceBlocks(context),
      ...channelFields(context),
      brandField(context),
      ...longTextFields(block.brief, 'Brief', brief, {
        hint: `What the campaign is about. At least ${limits.brief} characters.`,
        placeholder: 'Opening week of the new shop in Porto',
      }),
      enumField(block.objective, 'Objective', objectives),
      numberField(block.days, 'Days', {
        about: 'How many days the campaign covers',
        min: 1,
        max: limits.campaignDays,
        initial: defaults.days,
      }),
      numberField(block.posts, 'Posts', {
        about: 'How many posts to generate in total (not per day)',
        min: 1,
        max: limits.campaignPosts,
        initial: defaults.posts,
      }),
      ...generationFields(context, profiles, {
        posts: 'posts',
        length: 'Length of each post',
        images: 'Images per post',
        hint: `One per line, up to ${limits.campaignReferences}. Used only if the posts have images.`,
        most: limits.campaignReferences,
      }),
    ]);
  },

  read(view: Submitted, _now: number, reach: Reach): Read<CampaignRequest> {
    const fields = fieldsOf(view);
    const { brand: loaded, source } = contextOf(view);
    const { brand, wrong } = chosenBrand(fields, loaded);
    const brief = readLongText(fields, block.brief);
    const objective = fields.choice(block.objective);
    const days = wholeNumber(fields.text(block.days), 1, limits.campaignDays);
    const posts = wholeNumber(fields.text(block.posts), 1, limits.campaignPosts);
    const { wrong: wrongGeneration, entered } = readGeneration(
      fields,
      brand,
      reach,
      limits.campaignReferences,
    );
    const errors = present(fields, {
      [block.brand]: wrong,
      [block.brief]: wrongLength(brief, limits.brief),
      [block.objective]: notOffered(objective, objectives),
      [block.days]: 'wrong' in days ? days.wrong : undefined,
      [block.posts]: 'wrong' in posts ? posts.wrong : undefined,
      ...wrongGeneration,
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
        ...entered,
        source,
      }),
    };
  },
};
