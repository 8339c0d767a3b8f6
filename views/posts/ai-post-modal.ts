/** `/ai-post`: a post that the service writes from a prompt. */
import type { ModalView } from '@slack/types';
import {
  type AiPostRequest,
  aiPostRequestSchema,
  limits,
  type Named,
  tones,
} from '#src/platform/publishing-api/request.ts';
import { chosenBrand, notOffered, present, wrongLength } from '#views/kit/checks.ts';
import { block, brandField, enumField } from '#views/kit/fields.ts';
import type { Reach } from '#views/kit/links.ts';
import { longTextFields, readLongText } from '#views/kit/long-text.ts';
import { contextOf, fieldsOf, type ModalContext, type Read, type Submitted } from '#views/kit/parse.ts';
import { plain } from '#views/kit/text.ts';
import { generationFields, readGeneration } from './generation-fields.ts';
import { channelFields, sourceBlocks } from './origin-fields.ts';

export const aiPostModal = {
  id: 'ai-post',

  render(context: ModalContext, prompt: string, profiles: readonly Named[] = []): ModalView {
    return {
      type: 'modal',
      callback_id: 'ai-post',
      title: plain('New AI post'),
      submit: plain('Generate'),
      close: plain('Cancel'),
      private_metadata: JSON.stringify(context),
      blocks: [
        ...sourceBlocks(context),
        ...channelFields(context),
        brandField(context.brand),
        ...longTextFields(block.prompt, 'Prompt', prompt, {
          hint: `What the post is about, in ${limits.prompt} characters or more.`,
          placeholder: 'Our autumn menu starts on Monday: pumpkin, chestnut, warm light',
        }),
        enumField(block.tone, 'Tone', tones),
        ...generationFields(context, profiles, {
          posts: 'post',
          length: 'Length',
          images: 'Images',
          hint: 'One per line. They guide the style, aren’t attached, and are used only if there are images.',
        }),
      ],
    };
  },

  read(view: Submitted, _now: number, reach: Reach): Read<AiPostRequest> {
    const fields = fieldsOf(view);
    const { brand: loaded, source } = contextOf(view);
    const { brand, wrong } = chosenBrand(fields, loaded);
    const prompt = readLongText(fields, block.prompt);
    const tone = fields.choice(block.tone);
    const { wrong: wrongGeneration, entered } = readGeneration(fields, brand, reach);
    const errors = present(fields, {
      [block.brand]: wrong,
      [block.prompt]: wrongLength(prompt, limits.prompt),
      [block.tone]: notOffered(tone, tones),
      ...wrongGeneration,
    });
    if (errors || !brand) return { errors: errors ?? {} };
    return {
      value: aiPostRequestSchema.parse({
        kind: 'ai-post',
        brand,
        prompt,
        tone: tone?.id,
        ...entered,
        source,
      }),
    };
  },
};
