/** Caption and pictures of a post. A caption is shown as it is: nothing in it is read as markup. */
import type { Button, KnownBlock, MrkdwnElement } from '@slack/types';
import type { Card } from '#src/cards/card.ts';
import { networksOf } from '#src/cards/lengths.ts';
import { linkSchema } from '#src/cards/request.ts';
import { number } from './language.ts';
import { clip, slack } from './limits.ts';
import { count, escapedAddress, literal, mrkdwn, plain } from './text.ts';

/** Longer captions are cut here; `See all` shows the rest. */
const captionShown = 700;
const picturesShown = 3;
/** With the one that says how many more there are, as many as a context block takes. */
const linksShown = 9;

export const seeAllAction = 'card.see-all';
export const previewAction = 'card.preview';

export function captionBlocks(card: Card): KnownBlock[] {
  const { caption } = card.content;
  const prompt = card.request?.kind === 'ai-post' && caption === '' ? card.request.prompt : undefined;
  if (prompt)
    return [
      {
        type: 'context',
        elements: [{ type: 'plain_text', text: clip(`Prompt: ${prompt}`, captionShown), emoji: false }],
      },
    ];
  if (caption === '') return [];
  const cut = caption.length > captionShown;
  const shown: KnownBlock = {
    type: 'rich_text',
    elements: [
      { type: 'rich_text_quote', elements: [{ type: 'text', text: clip(literal(caption), captionShown) }] },
    ],
  };
  return isWhole(card) ? [shown] : [shown, cutLine(card, cut)];
}

const isWhole = ({ content: { caption, mediaUrls } }: Card): boolean =>
  caption.length <= captionShown && mediaUrls.length <= picturesShown;

/** The buttons that change nothing: everything of the post, and how it will look. */
export function lookBlocks(card: Card): KnownBlock[] {
  if (card.content.caption === '') return [];
  const look = (action_id: string, text: string): Button => ({
    type: 'button',
    action_id,
    text: plain(text),
    value: card.id,
  });
  const elements = [
    ...(isWhole(card) ? [] : [look(seeAllAction, 'See all')]),
    ...(previews(card) ? [look(previewAction, 'Preview')] : []),
  ];
  return elements.length > 0 ? [{ type: 'actions', elements }] : [];
}

function cutLine({ content: { caption, mediaUrls } }: Card, cut: boolean): KnownBlock {
  const says = cut
    ? `The first ${captionShown} of ${number(caption.length)} characters`
    : `${picturesShown} of ${count(mediaUrls.length, 'picture')}`;
  return { type: 'context', elements: [mrkdwn(says)] };
}

/** As long as somebody can still change it. */
const waiting = new Set<Card['state']>(['review', 'changes requested', 'scheduled']);

function previews(card: Card): boolean {
  return waiting.has(card.state) && networksOf(card.content).length > 0;
}

/** Pictures as blocks where that is safe; the rest, and videos, as links. */
export function pictureBlocks(card: Card, pictures: boolean): KnownBlock[] {
  const links = card.content.mediaUrls.filter((url) => linkSchema.safeParse(url).success);
  const drawn = pictures ? links.filter(isPicture).slice(0, picturesShown) : [];
  const linked = links.filter((url) => !drawn.includes(url));
  return [
    ...drawn.map((url, i): KnownBlock => pictureBlock(url, i + 1, links.length, card.brand.name)),
    ...(linked.length > 0 ? [{ type: 'context' as const, elements: linkElements(linked) }] : []),
  ];
}

export function pictureBlock(url: string, n: number, of: number, brand: string): KnownBlock {
  return {
    type: 'image',
    image_url: url,
    alt_text: clip(of > 1 ? `Picture ${n} of ${of} for ${brand}` : `Picture for ${brand}`, slack.imageAlt),
  };
}

/** A picture by its ending, or an address without one; Slack does not draw the others (WebP, videos). */
export function isPicture(url: string): boolean {
  if (url.length > 3_000 || !linkSchema.safeParse(url).success) return false;
  const ending = /\.([a-z0-9]{2,5})$/i.exec(new URL(url).pathname)?.[1];
  return ending === undefined || /^(png|jpe?g|gif)$/i.test(ending);
}

/** Each its own element: a signed address may be nearly as long as a text may be. */
function linkElements(links: string[]): MrkdwnElement[] {
  const shown = links.slice(0, linksShown).map((url, i) => mrkdwn(mediaLink(url, i + 1)));
  const more = links.length - shown.length;
  return [...shown, ...(more > 0 ? [mrkdwn(`and ${more} more`)] : [])];
}

/** A link to a media file; an address that Slack could not take whole is only named. */
export function mediaLink(url: string, n: number): string {
  const link = `<${escapedAddress(url.replaceAll('|', '%7C'))}|Media ${n}>`;
  return link.length <= slack.sectionText && linkSchema.safeParse(url).success ? link : `Media ${n}`;
}
