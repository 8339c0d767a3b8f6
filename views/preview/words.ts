/** The text in the picture of how a post will look, and the text for people who can't see it. */

import type { Provider } from '#src/platform/publishing-api/networks.ts';
import type { Measure } from '#src/posts/card/lengths.ts';
import type { NotRead } from '#src/preview/types.ts';
import { count, listed, number, plural } from '#views/kit/language.ts';
import { clip } from '#views/kit/limits.ts';
import { lower } from '#views/kit/text.ts';

/** `large`: too many bytes; `huge`: too many pixels; `late`: there was no time left for it. */
export type NotShown = NotRead | 'not_an_image' | 'webp' | 'large' | 'huge' | 'broken' | 'late';

/** What to say about images whose size isn't known. */
export const cropRules: Record<Provider, string> = {
  instagram: 'Crops anything taller than 4:5 or wider than 1.91:1',
  facebook: 'Crops anything taller than 4:5, and multiple images to fit',
  twitter: 'Crops a single image to between 3:4 and 2:1, and multiple images to 16:9',
  linkedin: 'Crops anything taller than 4:5 or wider than 3:1, and multiple images to fit',
  pinterest: 'The feed crops anything taller than 2:3',
  tiktok: 'Doesn’t crop, but adds bars to fill 9:16',
};

export const barsAround = 'Doesn’t crop, but adds bars to fill 9:16';
export const seenOnThePin = 'The description appears on the Pin, not in the feed';
export const needsMediaText = 'Requires an image or video';
export const videoOrPictures = 'Allows either one video or images, not both';

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
  `${number(hashtags)} hashtags: Instagram recommends at most ${number(most)}`;

export const foldedText = (characters: number): string =>
  `Collapsed after about ${number(characters)} characters`;

export const mediaSeenText = (seen: number, of: number): string =>
  `Shows ${number(seen)} of ${number(of)} images and videos at first`;

export const mediaTakenText = (taken: number, left: number): string =>
  `Only ${number(taken)} of ${number(taken + left)} images and videos fit`;

export interface Lost {
  percent: number;
  where: 'top and bottom' | 'left and right' | 'bottom';
}

/** `nths`: the numbers of the images that lose this part, from 1; `of`: how many images there are. */
export function cutText({ percent, where }: Lost, nths: readonly number[], of: number): string {
  const which =
    nths.length > 1 && nths.length === of
      ? 'Each image is cropped'
      : `${plural(nths.length, { one: 'Image', other: 'Images' })} ${listed(nths.map(String))} ${plural(nths.length, { one: 'is', other: 'are' })} cropped`;
  return `${of > 1 ? which : 'Cropped'}: ${percent}% off the ${where}`;
}

/** The profiles of one network: the names of two, and how many more. */
export const profilesText = (names: readonly string[]): string =>
  names.length > 2
    ? `${names.slice(0, 2).join(', ')}, and ${number(names.length - 2)} more`
    : names.join(', ');

/** The name of a file whose own name is too long to show. */
export const nthFile = (nth: number): string => `File ${nth}`;

export const firstOf = (media: number): string => `1 of ${media}`;
export const frameText = (video: boolean): string => (video ? 'video' : 'not shown');

export const foot = {
  about: 'Devices differ in how much of a caption they show at first and how they crop media.',
  videos: 'Videos are shown as empty frames.',
  again: 'To try again, press Preview.',
  boxes:
    'Boxes stand in for characters this preview can’t draw. Those characters will look right on the networks.',
};

export interface Most {
  megabytes: number;
  megapixels: number;
}

/** Which images aren't shown, and why; empty if all are. */
export function notShownText(pictures: readonly { name: string; not: NotShown }[], most: Most): string {
  const reasons: Record<NotShown, string> = {
    not_opened: 'I can open only public https links',
    gone: 'it’s no longer in Slack, or I’m not in its channel',
    no_response: 'its link didn’t return an image',
    not_an_image: 'it isn’t a PNG, JPG, or GIF',
    webp: 'previews can’t show WebP',
    large: `it’s larger than ${most.megabytes} MB`,
    huge: `it has more than ${most.megapixels} megapixels`,
    broken: 'it can’t be read',
    late: 'reading it took too long',
  };
  const named = pictures.map(({ name, not }) => `${name} (${reasons[not]})`);
  return named.length > 0 ? `Not shown: ${named.join(', ')}.` : '';
}

interface PanelText {
  title: string;
  length: Measure;
  /** What the network would refuse about the post. */
  wrong: readonly string[];
}

/** The alt text, which has to be short: Slack accepts 1,000 characters. */
export function previewAlt(brand: string, panels: readonly PanelText[], notShown: string): string {
  const lines = panels.map(({ title, length, wrong }) => {
    const of = `${number(length.counts)} of ${count(length.allows, 'character')}`;
    return `${title}: ${[of, ...wrong.map(lower)].join(', ')}.`;
  });
  return clip([`A preview of the post for ${brand}.`, ...lines, notShown].join(' ').trim(), 1_000);
}
