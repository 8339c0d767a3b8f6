/** `Rewrite`: what should change in another version of an AI post. */
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import {
  type AiPostRequest,
  aiPostRequestSchema,
  longestText,
  postLengths,
  tones,
} from '#src/platform/publishing-api/request.ts';
import type { Card } from '#src/posts/card/card.ts';
import { section } from '#views/kit/blocks.ts';
import { notOffered, present } from '#views/kit/checks.ts';
import { block, enumField, option, selectField, textField } from '#views/kit/fields.ts';
import { clip, slack } from '#views/kit/limits.ts';
import { fieldsOf, type Read, type Submitted } from '#views/kit/parse.ts';
import { label } from '#views/kit/text.ts';
import { cardModal, requestedChanges } from './card-modals.ts';

export const rewriteBlocks = { change: 'rewrite-change', words: 'rewrite-words' } as const;

const changes = z.enum(['shorter', 'longer', 'tone', 'other']);
const changeNames = {
  shorter: 'Shorter',
  longer: 'Longer',
  tone: 'Different tone',
  other: 'Something else',
} as const;

export const rewriteTexts = {
  cost: ({ campaign, content, request }: Card): string =>
    [
      'This generates another version, which may count toward your plan’s limit.',
      ...(request?.kind === 'ai-post' && request.imageCount > 0
        ? [rewriteTexts.newImages]
        : content.mediaUrls.length > 0
          ? [rewriteTexts.otherImages]
          : []),
      `I’ll add it to the ${campaign ? 'campaign' : 'first version'}’s thread so you can keep the one you like.`,
    ].join(' '),
  newImages: 'Its images will be new, too.',
  otherImages: 'It won’t have the images you see here.',
  noTone: 'Choose a tone.',
  noWords: 'Describe what should change.',
} as const;

export const rewriteModal = {
  id: 'card.rewrite',

  render: (card: Card): ModalView =>
    cardModal('card.rewrite', card, 'Rewrite post', 'Rewrite', [
      section(rewriteTexts.cost(card)),
      ...requestedChanges(card),
      selectField(
        rewriteBlocks.change,
        'What should change',
        changes.options.map((value) => option(changeNames[value], value)),
      ),
      enumField(block.tone, 'Tone', tones, 'Keep the tone'),
      textField(rewriteBlocks.words, 'In your own words', {
        ...{ lines: true, optional: true },
        hint: 'For example: Begin with a question, and mention the terrace.',
      }),
    ]),

  /** The request for the new version. */
  read(view: Submitted, card: Card, request: AiPostRequest): Read<AiPostRequest> {
    const fields = fieldsOf(view);
    const change = changes.safeParse(fields.choice(rewriteBlocks.change)?.id).data;
    const tone = fields.choice(block.tone);
    const words = fields.text(rewriteBlocks.words);
    const errors = present(fields, {
      [rewriteBlocks.change]: change ? undefined : rewriteTexts.noWords,
      [block.tone]: change === 'tone' && !tone ? rewriteTexts.noTone : notOffered(tone, tones),
      [rewriteBlocks.words]: change === 'other' && words === '' ? rewriteTexts.noWords : undefined,
    });
    if (errors || !change) return { errors: errors ?? {} };
    const wish = [
      ...(change === 'shorter' || change === 'longer' ? [changeNames[change]] : []),
      ...(tone ? [`${label(tone.id)} tone`] : []),
      ...(words ? [words] : []),
    ].join(' · ');
    const prompt = request.rewrites?.prompt ?? request.prompt;
    return {
      value: aiPostRequestSchema.parse({
        ...request,
        brand: card.brand,
        profiles: card.content.profiles,
        prompt: promptOf(prompt, card.content.caption, wish),
        rewrites: { prompt, wish: clip(wish, slack.inputText) },
        tone: tone?.id ?? request.tone,
        postLength: lengthAfter(change, request.postLength),
      }),
    };
  },
};

/** Half of the longest prompt for what the post is about, and half for the version and what should change. */
function promptOf(prompt: string, caption: string, wish: string): string {
  const room = Math.floor(longestText / 2) - wish.length - 100;
  return `${clip(prompt, longestText / 2)}\n\nRewrite the version below. What should change: ${wish}\n\n${clip(caption, room)}`;
}

/** The next shorter or longer length; without one, the service's own words about length don't say which. */
function lengthAfter(
  change: z.infer<typeof changes>,
  length: AiPostRequest['postLength'],
): AiPostRequest['postLength'] {
  const step = change === 'shorter' ? -1 : change === 'longer' ? 1 : 0;
  if (step === 0) return length;
  const at = postLengths.indexOf(length ?? 'medium') + step;
  return postLengths[Math.min(Math.max(at, 0), postLengths.length - 1)];
}
