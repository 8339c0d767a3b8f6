/** What people read about posts that look wrong but can be sent anyway. */

import type { KnownBlock, RichTextElement } from '@slack/types';
import { networkName, type Provider, providers } from '#src/platform/publishing-api/networks.ts';
import type { DoubtfulLink, Named } from '#src/platform/publishing-api/request.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { PlannedPost } from '#src/posts/card/clash.ts';
import type { NotAttached } from '#src/posts/card/file-checks.ts';
import type { Measure } from '#src/posts/card/lengths.ts';
import { needsMedia } from '#src/posts/card/needs-media.ts';
import { isEditable } from '#src/posts/card/state.ts';
import { type Warning, warningsOf } from '#src/posts/card/warnings.ts';
import { contextLine } from '#views/kit/blocks.ts';
import { listed, number } from '#views/kit/language.ts';
import { clip } from '#views/kit/limits.ts';
import { quotedLinks, withLinks } from '#views/kit/links.ts';
import { andMore, compact } from '#views/kit/lists.ts';
import { capital, clipped, count, oneLine, plural, timeAt } from '#views/kit/text.ts';
import { notAttachedText } from './problems.ts';

/** Also shown in forms, before anything is created. */
export const noProfiles = 'No social profiles are selected, so this might not be published anywhere.';

/** The same once the service reports the post as published. */
export const publishedNowhere = (what: 'this post' | 'these posts'): string =>
  `${what === 'this post' ? 'This post has no social profiles, so it' : 'These posts have no social profiles, so they'} might not be visible anywhere.`;

/**
 * What may be wrong with media links that were opened, as plain text. The publishing service may accept them
 * anyway.
 */
export const doubtfulText: Record<DoubtfulLink['found'], (links: readonly string[]) => string> = {
  page: (links) =>
    `${quotedLinks(links)} ${plural(links.length, { one: 'opens a web page, not an image or video', other: 'open web pages, not images or videos' })}. Use ${plural(links.length, { one: 'the link to the file itself', other: 'the links to the files themselves' })}.`,
  closed: (links) =>
    `${quotedLinks(links)} can’t be opened without signing in, so the publishing service might not get ${plural(links.length, { one: 'the file. Use a link', other: 'the files. Use links' })} that anyone can open.`,
  silent: (links) =>
    `${quotedLinks(links)} didn’t open when I checked, so the publishing service might not get ${plural(links.length, { one: 'the file', other: 'the files' })}.`,
};

/** `X (Twitter) allows 280; this counts 301: 21 too many.` */
function lengthText({ network, what, counts, allows }: Measure): string {
  return `${networkName(network)} allows ${number(allows)} ${what}. This has ${number(counts)}, which is ${number(counts - allows)} too many.`;
}

const tooMuch: Record<Measure['what'], string> = {
  characters: 'too long',
  hashtags: 'too many hashtags',
  mentions: 'too many mentions',
};

/** Shown where people choose the number of images, before anything is generated and paid for. */
export const picturesNeeded = (): string =>
  `${listed(providers.filter(needsMedia).map(networkName))} require an image or video.`;

/** Follows a sentence that mentions images and videos. */
export function noMediaText(networks: readonly Provider[]): string {
  return `${listed(networks.map(networkName))} ${plural(networks.length, { one: 'requires', other: 'require' })} one.`;
}

/** One line for each warning, as mrkdwn. `canEdit`: the reader has an *Edit* button. */
export function warningLines(card: Card, canEdit = false): string[] {
  return warningsOf(card).map((warning) => `:warning: ${warningText(warning, canEdit)}`);
}

function warningText(warning: Warning, canEdit: boolean): string {
  switch (warning.code) {
    case 'no_profiles':
      return canEdit ? `${noProfiles} Press *Edit* to choose some.` : noProfiles;
    case 'too_long':
      return `*${capital(tooMuch[warning.measure.what])}:* ${lengthText(warning.measure)}`;
    case 'no_media':
      return `*No image or video:* ${noMediaText(warning.networks)}`;
    case 'doubtful_links':
      return `*Media ${plural(warning.links.length, { one: 'link', other: 'links' })}:* ${withLinks(doubtfulText[warning.found](warning.links), 400)}`;
    case 'unusual_media':
      return `*${endingsText(warning.endings)}:* the publishing service may accept only PNG, JPG, GIF, and MP4.`;
    case 'unchecked_files': {
      const files = listed(warning.files.map(String));
      const one = warning.files.length === 1;
      return `*${one ? 'File' : 'Files'} ${files} can’t be checked:* I couldn’t read ${one ? 'it' : 'them'}, so I won’t notice if someone replaces ${one ? 'it' : 'them'} after approval.`;
    }
    case 'far_ahead':
      return '*More than a year from now:* check the year.';
  }
}

const clashesShown = 3;

/** How each sentence about close posts begins. */
export const closeInTime = 'planned around the same time as';
/** `posts`: how many are close. */
export const closeToPosts = (posts: number): string =>
  `${closeInTime} ${plural(posts, { one: 'another post', other: 'other posts' })} on the same network`;
/** Follows a post in a list of planned posts. */
export const closeMark: RichTextElement[] = [
  { type: 'text', text: '  ·  ' },
  { type: 'emoji', name: 'warning' },
  { type: 'text', text: ' close to another post' },
];
/** At the top of a form. The field for the time says which posts they are. */
export const closeNote = ':warning: Planned around the same time as other posts on the same network';

/** The posts that are close to a post that someone just gave a time, as mrkdwn; empty if there are none. */
export function clashText(caption: string, clashes: readonly PlannedPost[]): string {
  if (clashes.length === 0) return '';
  return [
    `:warning: ${caption ? `“${clipped(oneLine(caption), 80)}”` : 'This post'} is *${closeToPosts(clashes.length)}*. This is only a warning: the post keeps its time.`,
    ...clashRows(clashes),
  ].join('\n');
}

function clashRows(clashes: readonly PlannedPost[]): string[] {
  const rowOf = ({ at, caption, networks }: PlannedPost): string =>
    `• ${listed(networks)}, ${timeAt(at)}: ${clipped(oneLine(caption), 80) || 'a post without a caption'}`;
  return andMore(clashes, clashesShown, rowOf, (more) => `and ${more} more`);
}

/** The posts of a brand that are close to the time in a form. */
export interface CloseOfBrand {
  brand: Named;
  posts: readonly PlannedPost[];
}

/** The same in a form whose time isn't saved yet, which may be for several brands. */
export function clashesInForm(close: readonly CloseOfBrand[]): string {
  const [first, ...others] = close.filter(({ posts }) => posts.length > 0);
  if (!first) return '';
  const rows =
    others.length === 0
      ? clashRows(first.posts)
      : [first, ...others].map(
          ({ brand, posts }) =>
            `• ${clipped(brand.name, 75)}: ${count(posts.length, 'post')} on ${listed(networksOf(posts))}`,
        );
  return [
    `:warning: This is *${closeToPosts(others.length > 0 ? rows.length : first.posts.length)}*:`,
    ...rows,
  ].join('\n');
}

const networksOf = (posts: readonly PlannedPost[]): string[] => [
  ...new Set(posts.flatMap(({ networks }) => networks)),
];

/** The same as part of a line. `clashes` has at least one post. */
export const clashLine = (clashes: readonly PlannedPost[]): string =>
  `:warning: *${closeTo(clashes)}:* ${listed(andMore(clashes, clashesShown, ({ at }) => timeAt(at)))}`;

const closeTo = (clashes: readonly PlannedPost[]): string =>
  `Close to ${count(clashes.length, 'other post')} on ${listed(networksOf(clashes))}`;

/**
 * The same as plain text, with captions: a workflow that runs twice creates the same post twice. Empty if
 * there are none.
 */
export function plainClashes(clashes: readonly PlannedPost[]): string {
  if (clashes.length === 0) return '';
  const wordsOf = ({ caption }: PlannedPost): string =>
    caption ? `“${clip(oneLine(caption), 80)}”` : 'a post without a caption';
  return `${closeTo(clashes)}: ${listed(andMore(clashes, clashesShown, wordsOf))}`;
}

const endingsShown = 3;

/** `.pdf and .tiff files`. */
const endingsText = (endings: readonly string[]): string =>
  `${listed(
    andMore(
      endings,
      endingsShown,
      (ending) => `.${ending}`,
      () => 'other',
    ),
  )} files`;

/**
 * The warnings below the caption, as long as someone can still change it. `refused`: files that the rule
 * doesn't allow.
 */
export function warningBlocks(card: Card, canEdit: boolean, refused?: NotAttached): KnownBlock[] {
  const lines = warningsOnCard(card, canEdit, refused).map((warning) => `:warning: ${warning}`);
  return lines.length > 0 ? [contextLine(lines.join('\n'))] : [];
}

/** The same as plain text. */
export const plainWarnings = (card: Card, refused: NotAttached | undefined): string =>
  warningsOnCard(card, false, refused).join('\n').replaceAll('*', '');

function warningsOnCard(card: Card, canEdit: boolean, refused: NotAttached | undefined): string[] {
  if (!isEditable(card) || card.pending) return [];
  return [
    ...(refused ? [notAttachedText(refused)] : []),
    ...warningsOf(card).map((warning) => warningText(warning, canEdit)),
  ];
}

/**
 * Warnings for a dialog, which has little room: at most two sentences, the most important first. Empty if
 * nothing looks wrong.
 */
export function briefWarnings(card: Card): string[] {
  const warnings = warningsOf(card);
  const refused = refusedText(warnings);
  const endings = warnings.flatMap((warning) => (warning.code === 'unusual_media' ? warning.endings : []));
  const sentences = compact([
    warnings.some(({ code }) => code === 'no_profiles') && noProfiles,
    refused && refused,
    warnings.some(({ code }) => code === 'doubtful_links') && '*A media link might not work.*',
    endings.length > 0 && `*The publishing service may reject ${endingsText(endings)}.*`,
    warnings.some(({ code }) => code === 'far_ahead') && '*Its time is more than a year from now.*',
  ]);
  return sentences.slice(0, briefSentences);
}

/** A dialog has 300 characters, and also has to name the profiles. */
const briefSentences = 2;

function refusedText(warnings: readonly Warning[]): string | undefined {
  const found = warnings.flatMap((it): [what: string, networks: Provider[]][] => {
    if (it.code === 'too_long') return [[tooMuch[it.measure.what], [it.measure.network]]];
    return it.code === 'no_media' ? [['no image or video', it.networks]] : [];
  });
  if (found.length === 0) return undefined;
  const reasons = [...Map.groupBy(found, ([what]) => what)].map(
    ([what, all]) => [what, all.flatMap(([, networks]) => networks)] as const,
  );
  const named = reasons.length > 1 ? 1 : 2;
  const of = (networks: Provider[]): string =>
    networks.length > named ? `${networks.length} networks` : listed(networks.map(networkName));
  const why = listed(reasons.map(([what, networks]) => `${what} for ${of(networks)}`));
  const all = new Set(found.flatMap(([, networks]) => networks));
  return `*${capital(why)}*, so ${plural(all.size, { one: 'the network', other: 'the networks' })} will probably reject it.`;
}
