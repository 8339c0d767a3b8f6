/** What is wrong with media links of a spreadsheet that were opened. Plain text, behind the row and the column. Pure. */
import { plural } from '#views/kit/language.ts';
import { quotedLinks } from '#views/kit/links.ts';

export const missingLinks = (links: readonly string[]): string =>
  `There’s no file at ${quotedLinks(links)}. Check the ${plural(links.length, { one: 'link', other: 'links' })}.`;
