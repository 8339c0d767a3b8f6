/** The words in the picture of how a post will look, and those for who does not see it. */

import type { Provider } from '#src/platform/publishing-api/networks.ts';
import type { Measure } from '#src/posts/card/lengths.ts';
import type { NotRead } from '#src/preview/types.ts';
import { count, listed, number, plural } from '#views/kit/language.ts';
import { clip } from '#views/kit/limits.ts';

/** `large`: in bytes; `huge`: in pixels; `late`: there was no time for it. */
export type NotShown = NotRead | 'no picture' | 'webp' | 'large' | 'huge' | 'broken' | 'late';

/** What is said of pictures whose size nobody knows. */
export const cropRules: Record<Provider, string> = {
  instagram: 'Anything taller than 4:5 or wider than 1.91:1 is cropped',
  facebook: 'Anything taller than 4:5 is cropped, and several are cropped to fit',
  twitter: 'One is cropped to between 3:4 and 2:1, several to 16:9 together',
  linkedin: 'Anything taller than 4:5 or wider than 3:1 is cropped, and several are cropped to fit',
  pinterest: 'The feed crops anything taller than 2:3',
  tiktok: 'Nothing is cropped: bars fill it up to 9:16',
};

export const barsAround = 'Nothing is cropped: bars fill it up to 9:16';
export const seenOnThePin = 'The description shows on the Pin, not in the feed';
export const needsMediaText = 'Needs a picture or a video';
export const videoOrPictures = 'Takes either one video or pictures, not both';

/** `22 / 2,200` */
export const lengthShown = ({ counts, allows }: Measure): string => `${number(counts)} / ${number(allows)}`;

export function tooManyText({ what, counts, allows }: Measure): string {
  const over = counts - allows;
  const things = {
    characters: { one: 'character', other: 'characters' },
    hashtags: { one: 'hashtag', other: 'hashtags' },
    mentions: { one: 'mention', other: 'mentions' },
  }[what];
  return `${number(over)} ${plural(over, things)} too many`;
}

export const hashtagsText = (hashtags: number, most: number): string =>
  `${number(hashtags)} hashtags: Instagram asks for ${number(most)} at most`;

export const foldedText = (characters: number): string =>
  `Collapsed: about ${number(characters)} characters show at first`;

export const mediaSeenText = (seen: number, of: number): string =>
  `${number(seen)} of ${number(of)} media show at first`;

export const mediaTakenText = (taken: number, left: number): string =>
  `Takes ${number(taken)} media: ${number(left)} too many`;

export interface Lost {
  percent: number;
  where: 'at the top and at the bottom' | 'at the left and at the right' | 'at the bottom';
}

/** `nths`: the pictures that lose it, the first is 1; `of`: so many stand there. */
export function cutText({ percent, where }: Lost, nths: readonly number[], of: number): string {
  const which =
    nths.length > 1 && nths.length === of
      ? 'Each picture is cropped'
      : `${plural(nths.length, { one: 'Picture', other: 'Pictures' })} ${listed(nths.map(String))} ${plural(nths.length, { one: 'is', other: 'are' })} cropped`;
  return `${of > 1 ? which : 'Cropped'}: ${percent}% ${where}`;
}

/** The profiles of one network: two by name. */
export const profilesText = (names: readonly string[]): string =>
  names.length > 2
    ? `${names.slice(0, 2).join(', ')} and ${number(names.length - 2)} more`
    : names.join(', ');

/** The name of a file whose own is too long to be read. */
export const nthFile = (nth: number): string => `File ${nth}`;

export const firstOf = (media: number): string => `1 of ${media}`;
export const frameText = (video: boolean): string => (video ? 'video' : 'not shown');

export const foot = {
  about: 'How much of a caption shows at first, and how media is cropped, varies by device.',
  videos: 'Videos aren’t opened for this: a frame stands in for each.',
  again: 'Press Preview again to retry that.',
  boxes: 'A box stands in for a letter that this picture has no font for. The networks show it.',
};

export interface Most {
  megabytes: number;
  megapixels: number;
}

/** Which pictures are not shown, and why; empty: all are. */
export function notShownText(pictures: readonly { name: string; not: NotShown }[], most: Most): string {
  const reasons: Record<NotShown, string> = {
    'not opened': 'only https addresses on the internet are opened',
    gone: 'it’s gone from Slack, or I’m not in its channel',
    'no answer': 'no picture came from its address',
    'no picture': 'it isn’t a PNG, JPEG, GIF or WebP',
    webp: 'WebP can’t be shown here',
    large: `it’s larger than ${most.megabytes} MB`,
    huge: `it has more than ${most.megapixels} megapixels`,
    broken: 'it can’t be shown',
    late: 'there was no time left for it',
  };
  const named = pictures.map(({ name, not }) => `${name} (${reasons[not]})`);
  return named.length > 0 ? `Not shown: ${named.join(', ')}.` : '';
}

interface Said {
  title: string;
  length: Measure;
  /** What is wrong with it on that network. */
  wrong: readonly string[];
}

/** For those who do not see it, and short: Slack takes 1,000 characters. */
export function previewAlt(brand: string, panels: readonly Said[], notShown: string): string {
  const lines = panels.map(({ title, length, wrong }) => {
    const of = `${number(length.counts)} of ${count(length.allows, 'character')}`;
    return `${title}: ${[of, ...wrong.map((text) => text.toLowerCase())].join(', ')}.`;
  });
  return clip([`The post for ${brand} as it will look.`, ...lines, notShown].join(' ').trim(), 1_000);
}
