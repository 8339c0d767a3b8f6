/** Links as people write them into a field: how they are told apart, and what is wrong with them. */
import type { Media } from '#src/cards/media.ts';
import { isInside, isPortHere } from '#src/cards/media-address.ts';
import { linkSchema } from '#src/cards/request.ts';
import { clip } from './limits.ts';

/**
 * Told apart by line ends, blanks and commas. A comma inside an address, as in `w_300,h_200`, stays in it; a line
 * without any address is not taken apart.
 */
export function linksIn(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => (line.includes('://') ? line.split(/\s+|,(?=https?:)/i) : [line.trim()]))
    .map((link) => link.replace(/^,+|,+$/g, ''))
    .filter((link) => link !== '');
}

/** How the publishing service comes to what a post or a request is to have. */
export interface Reach {
  /** The public address of a file in Slack; absent: files cannot be served. */
  addressOf?: ((media: Media) => string) | undefined;
  /** It stands in a network of our own, as in the demo, so what listens on this machine may be its own. */
  localService?: boolean;
}

/** The message for links that are not links, or are too many; `undefined` when all is well. */
export function wrongLinks(
  links: string[],
  max: number | undefined,
  { localService }: Reach,
): string | undefined {
  const wrong = links.find((link) => !linkSchema.safeParse(link).success);
  if (wrong !== undefined)
    return `“${clip(wrong, 60)}” is not a link. Write one http or https address on each line.`;
  const inside = links.find((link) => isInside(link) && !(localService && isPortHere(link)));
  if (inside !== undefined)
    return `“${clip(inside, 60)}” is on a machine or a network of your own, which the publishing service cannot reach. Give an address that anyone can open.`;
  if (max !== undefined && links.length > max) return `At most ${max} links; these are ${links.length}.`;
  return undefined;
}

/** What the service takes, and the endings of programs, which may answer with any type. */
const takenEndings = /^(png|jpe?g|gif|mp4|php|aspx?|ashx|jsp|cgi)$/i;

/** The same for media that are attached: an address without an ending may be right, one with another is not. */
export function wrongMediaLinks(links: string[], max: number, reach: Reach): string | undefined {
  return wrongLinks(links, max, reach) ?? links.map(wrongEnding).find((message) => message !== undefined);
}

function wrongEnding(link: string): string | undefined {
  const ending = /[^/]\.([a-z][a-z0-9]{1,4})$/i.exec(new URL(link).pathname)?.[1];
  if (ending === undefined || takenEndings.test(ending)) return undefined;
  return `“${clip(link, 60)}” ends in .${ending}. The publishing service takes png, jpg, jpeg, gif and mp4.`;
}
