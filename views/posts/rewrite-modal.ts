/** `Rewrite`: what should change in another version of an AI post. */
import type { InputBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import {
  type AiPostRequest,
  aiPostRequestSchema,
  limits,
  longestText,
  postLengths,
  tones,
} from '#src/platform/publishing-api/request.ts';
import type { Card } from '#src/posts/card/card.ts';
import { section } from '#views/kit/blocks.ts';
import { notOffered, present } from '#views/kit/checks.ts';
import { block, enumField, option, selectField, textField } from '#views/kit/fields.ts';
import { plural } from '#views/kit/language.ts';
import { clip, slack } from '#views/kit/limits.ts';
import type { Reach } from '#views/kit/links.ts';
import { fieldsOf, type Read, type Submitted } from '#views/kit/parse.ts';
import { label } from '#views/kit/text.ts';
import { cardModal, requestedChanges } from './card-modals.ts';
import { lostKept, takenFiles } from './media-fields.ts';

export const rewriteBlocks = {
  change: 'rewrite-change',
  words: 'rewrite-words',
  files: 'rewrite-files',
} as const;

/** Forms of 0.4.0 also offer *Different tone* and *Something else*, which say no more than the other fields. */
const changes = z.enum(['shorter', 'longer']);
const changeNames = { shorter: 'Shorter', longer: 'Longer' } as const;

export const rewriteTexts = {
  cost: (card: Card): string =>
    [
      'This generates another version, which may count toward your plan’s limit.',
      ...(card.content.mediaUrls.length > 0 && !canKeepFiles(card) ? [rewriteTexts.otherFiles] : []),
      `I’ll add it to the ${card.campaign ? 'campaign' : 'first version'}’s thread so you can keep the one you like.`,
    ].join(' '),
  filesLabel: 'Files',
  otherFiles: 'It won’t include this version’s files.',
  keepFiles: 'Keep current files',
  newImages: 'Generate new images',
  noFiles: 'None',
  attachFirst: ({ length: n }: readonly number[]): string =>
    `Choose the other option, or cancel and press “Edit” to attach ${plural(n, { one: 'the file', other: 'the files' })} again.`,
  changeHint: 'Choose a length, choose a tone, or use your own words. You can combine them.',
  noWords: 'Choose a length or a tone, or describe the change below.',
} as const;

export const rewriteModal = {
  id: 'card.rewrite',

  /** `request`: what the post was generated from, if that's known. */
  render: (card: Card, request?: AiPostRequest): ModalView =>
    cardModal('card.rewrite', card, 'Rewrite post', 'Rewrite', [
      section(rewriteTexts.cost(card)),
      ...requestedChanges(card),
      selectField(
        rewriteBlocks.change,
        'What should change',
        changes.options.map((value) => option(changeNames[value], value)),
        { optional: true, hint: rewriteTexts.changeHint },
      ),
      enumField(block.tone, 'Tone', tones, 'Keep tone'),
      textField(rewriteBlocks.words, 'In your own words', {
        lines: true,
        optional: true,
        hint: 'For example: Begin with a question, and mention the terrace.',
      }),
      canKeepFiles(card) && filesField(request),
    ]),

  read(view: Submitted, card: Card, request: AiPostRequest, reach: Reach): Read<AiPostRequest> {
    const fields = fieldsOf(view);
    const change = changes.safeParse(fields.choice(rewriteBlocks.change)?.id).data;
    const tone = fields.choice(block.tone);
    const words = fields.text(rewriteBlocks.words);
    const keepsFiles = fields.choice(rewriteBlocks.files)?.id === 'keep';
    const errors = present(fields, {
      [rewriteBlocks.change]: change || tone || words ? undefined : rewriteTexts.noWords,
      [block.tone]: notOffered(tone, tones),
      [rewriteBlocks.files]: keepsFiles
        ? lostKept(card, card.content.mediaUrls, reach, rewriteTexts.attachFirst)
        : undefined,
    });
    if (errors) return { errors };
    const wish = [
      ...(change ? [changeNames[change]] : []),
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
        rewrites: {
          prompt,
          wish: clip(wish, slack.inputText),
          ...(keepsFiles && takenFiles(card, card.content.mediaUrls, reach)),
        },
        tone: tone?.id ?? request.tone,
        postLength: lengthAfter(change, request.postLength),
      }),
    };
  },
};

/** The service accepts as many files as the post has, and the card knows all of them. */
const canKeepFiles = ({ content: { mediaUrls, beyond } }: Card): boolean =>
  mediaUrls.length > 0 && mediaUrls.length <= limits.mediaUrls && !beyond?.mediaUrls;

function filesField(request: AiPostRequest | undefined): InputBlock {
  const { keepFiles, newImages, noFiles } = rewriteTexts;
  const others = request && request.imageCount > 0 ? newImages : noFiles;
  const options = [option(keepFiles, 'keep'), option(others, 'new')];
  return selectField(rewriteBlocks.files, rewriteTexts.filesLabel, options, { chosen: 'keep' });
}

/**
 * The prompt of a rewrite: half of the longest prompt is for what the post is about, and half for the version
 * and what should change.
 */
function promptOf(prompt: string, caption: string, wish: string): string {
  const room = Math.floor(longestText / 2) - wish.length - 100;
  return `${clip(prompt, longestText / 2)}\n\nRewrite the version below. What should change: ${wish}\n\n${clip(caption, room)}`;
}

/**
 * The next shorter or longer length. Without one, the service's words about length don't say which is longer.
 */
function lengthAfter(
  change: z.infer<typeof changes> | undefined,
  length: AiPostRequest['postLength'],
): AiPostRequest['postLength'] {
  if (!change) return length;
  const at = postLengths.indexOf(length ?? 'medium') + (change === 'shorter' ? -1 : 1);
  return postLengths[Math.min(Math.max(at, 0), postLengths.length - 1)];
}
