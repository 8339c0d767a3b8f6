/** Caption and pictures of a post. A caption is shown verbatim: nothing in it is treated as markup. */
import type { Button, ImageElement, KnownBlock, MrkdwnElement } from '@slack/types';
import { linkSchema } from '#src/platform/publishing-api/request.ts';
import type { Card } from '#src/posts/card/card.ts';
import { wordsOf } from '#src/posts/card/content.ts';
import { networksOf } from '#src/posts/card/lengths.ts';
import { fileName, isVideo, isWebp } from '#src/posts/card/media-address.ts';
import { keptMedia } from '#src/posts/card/same-content.ts';
import { isResting } from '#src/posts/card/state.ts';
import { button, buttonRow, contextLine, quote } from '#views/kit/blocks.ts';
import { number } from '#views/kit/language.ts';
import { clip, slack } from '#views/kit/limits.ts';
import { andMore, compact } from '#views/kit/lists.ts';
import { count, escaped, literal, messageLink, mrkdwn } from '#views/kit/text.ts';

/** Longer captions are cut here; `seeAllText` shows the rest. */
const captionShown = 700;
const picturesShown = 3;
/** A context block holds ten elements: these, and the one that says how many more there are. */
const linksShown = 9;

export const seeAllAction = 'card.see-all';
export const seeAllText = 'Show full post';
export const previewAction = 'card.preview';

/** A button that shows more of a card and changes nothing. */
export const showButton = ({ id }: Pick<Card, 'id'>, action_id: string, text: string): Button =>
  button(action_id, text, { value: id });

export function captionBlocks(card: Card): KnownBlock[] {
  const { caption } = card.content;
  const prompt = card.request?.kind === 'ai-post' && caption === '' ? wordsOf(card) : undefined;
  if (prompt)
    return [
      {
        type: 'context',
        elements: [{ type: 'plain_text', text: clip(`Prompt: ${prompt}`, captionShown), emoji: false }],
      },
    ];
  if (caption === '') return [];
  const cut = caption.length > captionShown;
  return compact([
    quote(clip(literal(caption), captionShown)),
    cut && contextLine(`First ${captionShown} of ${number(caption.length)} characters`),
  ]);
}

const isWhole = ({ content: { caption, mediaUrls } }: Card): boolean =>
  caption.length <= captionShown &&
  mediaUrls.filter(isPicture).length <= picturesShown &&
  mediaUrls.length <= linksShown;

/** The buttons that don't change the post: *Show full post*, *Preview*, and `others`. */
export function showBlocks(card: Card, others: readonly Button[]): KnownBlock[] {
  const hasCaption = card.content.caption !== '';
  const hasPreview = isResting(card) && networksOf(card.content).length > 0;
  return buttonRow([
    hasCaption && !isWhole(card) && showButton(card, seeAllAction, seeAllText),
    hasCaption && hasPreview && showButton(card, previewAction, 'Preview'),
    ...others,
  ]);
}

/** A picture or video of a post, numbered among those of its kind. */
interface Medium {
  url: string;
  kind: 'Image' | 'Video' | 'File';
  n: number;
  of: number;
}

export function mediaOf(urls: readonly string[]): Medium[] {
  const kinds = urls.map(kindOf);
  return urls.map((url, i) => {
    const kind = kindOf(url);
    const upTo = (end: number): number => kinds.slice(0, end).filter((one) => one === kind).length;
    return { url, kind, n: upTo(i + 1), of: upTo(kinds.length) };
  });
}

function kindOf(url: string): Medium['kind'] {
  if (isVideo(url)) return 'Video';
  return isPicture(url) || isWebp(url) ? 'Image' : 'File';
}

/** Pictures as blocks if Slack can show them. Other pictures, and videos, as links. */
export function pictureBlocks(card: Card, pictures: boolean): KnownBlock[] {
  const media = mediaOf(keptMedia(card).filter((url) => linkSchema.safeParse(url).success));
  const displayable = pictures ? media.filter(({ url }) => isPicture(url)) : [];
  const rendered = displayable.slice(0, picturesShown);
  const linked = media.filter((one) => !rendered.includes(one));
  return compact([
    displayable.length > rendered.length &&
      contextLine(`${rendered.length} of ${count(displayable.length, 'image')}`),
    ...rendered.map((one) => pictureBlock(one, card.brand.name)),
    linked.length > 0 && { type: 'context' as const, elements: linkElements(linked) },
  ]);
}

export function pictureBlock(medium: Medium, brand: string): KnownBlock & ImageElement {
  return {
    type: 'image',
    image_url: medium.url,
    alt_text: clip(`${counted(medium)} for ${brand}`, slack.imageAlt),
  };
}

export function firstPicture(card: Card): ImageElement | undefined {
  const picture = mediaOf(keptMedia(card)).find(({ url }) => isPicture(url));
  return picture && pictureBlock(picture, card.brand.name);
}

/** `Video`, or `Video 2 of 3`. */
const counted = ({ kind, n, of }: Medium): string => (of > 1 ? `${kind} ${n} of ${of}` : kind);

/**
 * A picture by its file extension, or an address without one. Slack doesn't show other files (WebP, videos).
 */
export function isPicture(url: string): boolean {
  if (url.length > 3_000 || !linkSchema.safeParse(url).success) return false;
  const ending = /\.([a-z0-9]{2,5})$/i.exec(new URL(url).pathname)?.[1];
  return ending === undefined || /^(png|jpe?g|gif)$/i.test(ending);
}

/**
 * One element for each address, because a signed address can be nearly as long as a text is allowed to be.
 */
function linkElements(links: Medium[]): MrkdwnElement[] {
  return andMore(links, linksShown, mediaLink, (more) => `and ${more} more`).map(mrkdwn);
}

/**
 * A link to a media file with its type and name. An address that's too long for Slack is named without a
 * link.
 */
export function mediaLink(medium: Medium): string {
  const { url } = medium;
  const name = fileName(url);
  const text = name ? `${counted(medium)}: ${escaped(name)}` : counted(medium);
  const link = messageLink(url, text);
  return link.length <= slack.sectionText && linkSchema.safeParse(url).success ? link : text;
}
