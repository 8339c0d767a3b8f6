/** A post that someone opened from a link, shown only to them, with the buttons that they can use. */
import { z } from 'zod';
import type { Card } from '#src/posts/card/card.ts';
import type { Paused } from '#src/posts/card/paused.ts';
import { contextLine, section } from '#views/kit/blocks.ts';
import type { RefusalText } from '#views/kit/command-refusals.ts';
import { type RenderedMessage, rowBlock } from '#views/kit/paged.ts';
import { bold, escaped, messageLink, timeAt } from '#views/kit/text.ts';
import { openInService } from '#views/posts/card.ts';
import { stateInBrief } from '#views/posts/card-state.ts';
import { pauseNotice } from '#views/posts/paused.ts';
import { type RowOptions, rowBlocks } from '#views/posts/posts.ts';
import { type PostRef, postRef } from './unfurl.ts';

export const openList = 'open';

const refSchema = z.object({
  card: z.string().optional(),
  post: z.string().optional(),
  brand: z.string().optional(),
});

/** `undefined` if the value isn't from one of our buttons. */
export function readPostRef(text: string | undefined): PostRef | undefined {
  try {
    return refSchema.parse(JSON.parse(text ?? ''));
  } catch {
    return undefined;
  }
}

interface OpenedOptions extends Omit<RowOptions, 'block_id' | 'paused'> {
  paused: Paused | undefined;
  /** The address of the post in the publishing service's web app, if that's known. */
  address: string | undefined;
  /** When the brand's listing was read (epoch ms), if the post has no card. */
  readAt: number | undefined;
}

export function openedPost(
  card: Card,
  { paused, address, readAt, ...options }: OpenedOptions,
): RenderedMessage {
  const block_id = rowBlock({ list: openList, page: 0, of: postRef({ card: card.id }) }, 0);
  const [, ...row] = rowBlocks(card, { ...options, paused: paused !== undefined, block_id });
  const facts = [
    bold(card.brand.name),
    ...(readAt === undefined ? [] : [`as of ${timeAt(readAt)}`]),
    ...(address ? [messageLink(address, openInService)] : []),
  ];
  return {
    text: `${escaped(card.brand.name)}: ${stateInBrief(card)}`,
    blocks: [contextLine(facts.join('  ·  ')), ...(paused ? [pauseNotice(paused)] : []), ...row],
  };
}

/** `follows`: the result will be a new message. */
export function lookingFor(follows: boolean): RenderedMessage {
  const text = `Looking for this post…${follows ? ' I’ll share what I find in a new message.' : ''}`;
  return { text, blocks: [section(text)] };
}

/**
 * `open`: the command. `isAddressed`: the installation knows the addresses of posts in the publishing
 * service.
 */
export const whichLink = (open: string, isAddressed: boolean): RefusalText => [
  'Which post?',
  isAddressed
    ? `Paste a link to its card or to the post in the publishing service: \`${open} <link>\``
    : `Paste a link to its card: \`${open} <link>\`. To get one, open a card’s ⋮ menu and choose *Copy link*.`,
];

export const noPostThere = (isAddressed: boolean): RefusalText => [
  'I can’t find a post at this link.',
  isAddressed
    ? 'Check that it’s a link to a card in Slack or to a post in the publishing service. New posts can take a minute to show up.'
    : 'Check that it’s a link to a card in Slack.',
];

export const postGone: RefusalText = [
  'I can’t find this post anymore.',
  'It may have been deleted in the publishing service.',
];
