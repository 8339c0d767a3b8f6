/** Parses and checks the links that people enter in a field. */

import { isInside, isPortHere } from '#src/platform/inside.ts';
import { linkSchema } from '#src/platform/publishing-api/request.ts';
import type { Media } from '#src/platform/slack/media.ts';
import { count, listed, plural } from './language.ts';
import { clip } from './limits.ts';
import { andMore } from './lists.ts';
import { clipped } from './text.ts';

/**
 * Splits at line ends, blanks and commas, except for commas inside an address. A line without any address
 * isn't split.
 */
export function linksIn(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => (line.includes('://') ? line.split(/\s+|,(?=https?:)/i) : [line.trim()]))
    .map((link) => link.replace(/^,+|(?<!,),+$/g, ''))
    .filter((link) => link !== '');
}

/** What the publishing service can access. */
export interface Reach {
  /** The public address of a file in Slack; absent if files can't be served. */
  addressOf?: ((media: Media) => string) | undefined;
  /** Whether the address of an attached file has expired. */
  isExpired?(address: string): boolean;
  /**
   * The service is in a private network, as in the demo, so a link to this machine might be the service's
   * own.
   */
  localService?: boolean;
}

/** The error for links that aren't valid, or are too many; `undefined` if they're fine. */
export function wrongLinks(
  links: string[],
  max: number | undefined,
  { localService }: Reach,
): string | undefined {
  const wrong = links.filter((link) => !linkSchema.safeParse(link).success);
  if (wrong.length > 0) {
    const [none, other] = [
      plural(wrong.length, { one: 'isn’t a link', other: 'aren’t links' }),
      plural(wrong.length, { one: 'doesn’t', other: 'don’t' }),
    ];
    // the person meant it as a link
    return wrong.every((link) => otherScheme.test(link))
      ? `${quotedLinks(wrong)} ${other} start with http:// or https://.`
      : `${quotedLinks(wrong)} ${none}. Start each link with https://, and separate links with spaces or line breaks.`;
  }
  const inside = links.filter((link) => isInside(link) && !(localService && isPortHere(link)));
  if (inside.length > 0)
    return `${quotedLinks(inside)} ${plural(inside.length, { one: 'is', other: 'are' })} on a private computer or network that the publishing service can’t reach. Use a link that anyone can open.`;
  if (max !== undefined && links.length > max)
    return `You can add up to ${max} links. You added ${links.length}.`;
  return undefined;
}

const otherScheme = /^(?!https?:)[a-z][a-z0-9+.-]*:\/\//i;

const quotedAtMost = 3;

/** `“a.png”`, `“a.png” and “b.png”`; after three, how many more. */
export const quotedLinks = (links: readonly string[], join = listed): string =>
  join(
    andMore(
      links,
      quotedAtMost,
      (link) => `“${clip(link, 60)}”`,
      (more) => count(more, 'other'),
    ),
  );

/**
 * A sentence with quoted links as mrkdwn, because Slack would treat the closing quotation mark as a part of
 * the link. A shortened address isn't linked.
 */
export const withLinks = (text: string, max: number): string =>
  clipped(text, max).replaceAll(/“(https?:\/\/[^\s<>|”]*)”/g, (_, link: string) =>
    link.endsWith('…') ? `“\`${link}\`”` : `“<${link}>”`,
  );
