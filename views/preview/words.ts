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
  instagram: 'What is taller than 4:5 or wider than 1.91:1 is cut',
  facebook: 'What is taller than 4:5 is cut, and several are cut to fit',
  twitter: 'One is cut to between 3:4 and 2:1, several to 16:9 together',
  linkedin: 'What is taller than 4:5 or wider than 3:1 is cut, and several are cut to fit',
  pinterest: 'In the feed what is taller than 2:3 is cut',
  tiktok: 'Nothing is cut: what is not 9:16 gets bars',
};

export const barsAround = 'Nothing is cut: bars fill what is not 9:16';
export const seenOnThePin = 'The description is seen on the Pin, not in the feed';
export const needsMediaText = 'Needs a picture or a video';
export const videoOrPictures = 'Takes one video, or pictures, and not both';

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
  `Folded: about ${number(characters)} characters are seen at first`;

export const mediaSeenText = (seen: number, of: number): string =>
  `${number(seen)} of ${number(of)} media are seen at first`;

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
      ? 'Each picture is cut'
      : `${plural(nths.length, { one: 'Picture', other: 'Pictures' })} ${listed(nths.map(String))} ${plural(nths.length, { one: 'is', other: 'are' })} cut`;
  return `${of > 1 ? which : 'Cut'}: ${percent}% ${where}`;
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
  about: 'How much of a caption is seen at first, and how media are cut, differs a little by device.',
  videos: 'Videos are not opened for this: frames stand for them.',
  again: 'Press Preview again to have that tried once more.',
  boxes: 'A box stands for a letter that this picture has no font for; the networks show it.',
};

export interface Most {
  megabytes: number;
  megapixels: number;
}

/** Which pictures are not shown, and why; empty: all are. */
export function notShownText(pictures: readonly { name: string; not: NotShown }[], most: Most): string {
  const reasons: Record<NotShown, string> = {
    'not opened': 'only https addresses on the internet are opened',
    gone: 'it is gone from Slack, or I am not in its channel',
    'no answer': 'no picture came from its address',
    'no picture': 'this is no PNG, JPEG, GIF or WebP',
    webp: 'WebP cannot be drawn here',
    large: `it is larger than ${most.megabytes} MB`,
    huge: `it has more than ${most.megapixels} megapixels`,
    broken: 'it cannot be drawn',
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
