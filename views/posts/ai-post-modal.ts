/** `/ai-post`: a post that the service generates from a prompt. */
import type { InputBlock, ModalView } from '@slack/types';
import {
  type AiPostRequest,
  aiPostRequestSchema,
  limits,
  type Named,
  tones,
} from '#src/platform/publishing-api/request.ts';
import { modal } from '#views/kit/blocks.ts';
import { chosenBrand, notOffered, present, wrongLength } from '#views/kit/checks.ts';
import { block, brandField, enumField } from '#views/kit/fields.ts';
import type { Reach } from '#views/kit/links.ts';
import { longTextFields, readLongText } from '#views/kit/long-text.ts';
import { contextOf, fieldsOf, type ModalContext, type Read, type Submitted } from '#views/kit/parse.ts';
import { generationFields, readGeneration } from './generation-fields.ts';
import { channelFields, sourceBlocks } from './origin-fields.ts';
import { notReplaced } from './template-field.ts';

export const promptFields = (prompt: string): InputBlock[] =>
  longTextFields(block.prompt, 'Prompt', prompt, {
    hint: `What the post is about. At least ${limits.prompt} characters.`,
    placeholder: 'Our autumn menu starts on Monday: pumpkin, chestnut, warm light',
  });

export const aiPostModal = {
  id: 'ai-post',

  render(context: ModalContext, prompt: string, profiles: readonly Named[] = []): ModalView {
    return modal({ callback_id: 'ai-post', title: 'New AI post', submit: 'Generate', context }, [
      ...sourceBlocks(context),
      ...channelFields(context),
      brandField(context),
      ...promptFields(prompt),
      enumField(block.tone, 'Tone', tones),
      ...generationFields(context, profiles, {
        posts: 'post',
        length: 'Length',
        images: 'Images',
        hint: 'One per line. They guide the style of the images and aren’t attached to the post.',
      }),
    ]);
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
      [block.prompt]: wrongLength(prompt, limits.prompt) ?? notReplaced(view, block.prompt, prompt),
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
