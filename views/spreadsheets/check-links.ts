/** What is wrong with media links of a spreadsheet that were opened. Plain text, behind the row and the column. Pure. */
import { plural } from '#views/kit/language.ts';
import { quotedLinks } from '#views/kit/links.ts';

export const missingLinks = (links: readonly string[]): string =>
  `There’s no file at ${quotedLinks(links)}. Check the ${plural(links.length, { one: 'link', other: 'links' })}.`;

export const pageLinks = (links: readonly string[]): string =>
  `${quotedLinks(links)} ${plural(links.length, { one: 'opens a web page', other: 'open web pages' })}, not an image or video. Use ${plural(links.length, { one: 'the link to the file itself', other: 'the links to the files themselves' })}.`;

export const closedLinks = (links: readonly string[]): string =>
  `${quotedLinks(links)} can’t be opened without signing in, so the publishing service might not get ${plural(links.length, { one: 'the file. Use a link', other: 'the files. Use links' })} that anyone can open.`;

export const silentLinks = (links: readonly string[]): string =>
  `${quotedLinks(links)} didn’t open when I checked, so the publishing service might not get ${plural(links.length, { one: 'the file', other: 'the files' })}.`;
