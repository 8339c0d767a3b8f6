/** Cards in a list, one line each. Rich text, so nothing in a caption is markup. */
import type { RichTextBlock, RichTextElement, RichTextSection } from '@slack/types';
import type { Card } from '#src/posts/card/card.ts';
import { addressForEveryone } from '#src/posts/card/card-address.ts';
import { wordsOf } from '#src/posts/card/content.ts';
import { clip, slack } from '#views/kit/limits.ts';
import { literal, noCaption, oneLine } from '#views/kit/text.ts';

/**
 * What messages that aren't answers are rendered with. `slackUrl` ends in a slash; if it's empty, nothing
 * links to messages.
 */
export interface OwnMessageOptions {
  slackUrl: string;
  /** Epoch ms. */
  now: number;
  /** The slash command of this installation for a name. */
  slash(name: string): string;
  /** The address of a card's post in the publishing service's web app, if it's known. */
  addressOf?(card: Card): string | undefined;
}

/** A row of a list. The caption is separate because only that is shortened and linked. */
export interface Row {
  before?: string;
  caption: string;
  /** Absent: the row isn't a link. */
  url?: string | undefined;
  after: RichTextElement[];
}

const captionShown = 80;

/**
 * The first words of a card, with a link to its message unless only one person can see it. `slackUrl` can be
 * empty.
 */
export function rowOf(card: Card, slackUrl: string): Pick<Row, 'caption'> & { url: string | undefined } {
  return { caption: wordsOf(card), url: addressForEveryone(card, slackUrl) };
}

/** The same for a post that may have no card. */
export const postRow = (
  { card, caption }: { card: Card | undefined; caption: string },
  slackUrl: string,
): Pick<Row, 'caption'> & { url: string | undefined } =>
  card ? rowOf(card, slackUrl) : { caption, url: undefined };

/** Renders at most `shown` rows; the caller says how many are left. */
export function rowsBlock(rows: readonly Row[], shown: number): RichTextBlock {
  return {
    type: 'rich_text',
    elements: [{ type: 'rich_text_list', style: 'bullet', elements: rows.slice(0, shown).map(section) }],
  };
}

function section({ before, caption, url, after }: Row): RichTextSection {
  const text = clip(oneLine(literal(caption)), captionShown) || noCaption;
  return {
    type: 'rich_text_section',
    elements: [
      ...(before ? [{ type: 'text' as const, text: `${before}  `, style: { bold: true } }] : []),
      url && url.length <= slack.linkUrl ? { type: 'link', url, text } : { type: 'text', text },
      ...after,
    ],
  };
}

/** Details that follow a row's caption. */
export const aside = (text: string): RichTextElement => ({ type: 'text', text: `  ·  ${text}` });

/** A time in the reader's time zone; the fallback is UTC. */
export function asideTime(words: string, iso: string): RichTextElement[] {
  return [
    aside(`${words} `),
    {
      type: 'date',
      timestamp: Math.floor(Date.parse(iso) / 1_000),
      format: '{date_short_pretty} at {time}',
      fallback: `${new Date(iso).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    },
  ];
}
