/** What may be wrong with media links that were opened. Plain text. Pure. */
import type { DoubtfulLink } from '#src/platform/publishing-api/request.ts';
import { plural } from '#views/kit/language.ts';
import { quotedLinks } from '#views/kit/links.ts';

/** They may work for the publishing service all the same. */
export const doubtfulText: Record<DoubtfulLink['found'], (links: readonly string[]) => string> = {
  page: (links) =>
    `${quotedLinks(links)} ${plural(links.length, { one: 'opens a web page, not an image or video', other: 'open web pages, not images or videos' })}. Use ${plural(links.length, { one: 'the link to the file itself', other: 'the links to the files themselves' })}.`,
  closed: (links) =>
    `${quotedLinks(links)} can’t be opened without signing in, so the publishing service might not get ${plural(links.length, { one: 'the file. Use a link', other: 'the files. Use links' })} that anyone can open.`,
  silent: (links) =>
    `${quotedLinks(links)} didn’t open when I checked, so the publishing service might not get ${plural(links.length, { one: 'the file', other: 'the files' })}.`,
};
