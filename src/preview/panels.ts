/** What the picture says for each network of a post's profiles. Pure. */

import { networkIn, networkName, type Provider } from '#src/platform/publishing-api/networks.ts';
import type { Content } from '#src/posts/card/card.ts';
import { type Measure, measuresOf, networksOf } from '#src/posts/card/lengths.ts';
import { fileName, isVideo } from '#src/posts/card/media-address.ts';
import { needsMedia } from '#src/posts/card/needs-media.ts';
import {
  barsAround,
  cropRules,
  cutText,
  foldedText,
  hashtagsText,
  mediaSeenText,
  mediaTakenText,
  needsMediaText,
  nthFile,
  profilesText,
  seenOnThePin,
  tooManyText,
  videoOrPictures,
} from '#views/preview/words.ts';
import { arrange, type Cut, type Stage } from './crops.ts';
import { type Check, checks } from './looks.ts';
import type { Medium, Picture } from './media.ts';

/** `stop`: the network will refuse the post; `cut`: something won't be visible; `tell`: good to know. */
export interface Note {
  weight: 'stop' | 'cut' | 'tell';
  text: string;
}

export interface Panel {
  network: Provider;
  /** `Instagram` */
  title: string;
  /** The names of its profiles. */
  profiles: string;
  length: Measure;
  /** The part of the caption that's visible at first. */
  shown: string;
  folded: boolean;
  media: Medium[];
  /** `undefined` if there are no media. */
  stage: Stage | undefined;
  notes: Note[];
}

/**
 * One panel for each network that we know, in the order of the profiles. `pictures`: the post's media, as far
 * as they're known.
 */
export function panelsFor(content: Content, pictures: readonly Picture[] = []): Panel[] {
  const media = content.mediaUrls.map((url, at) => mediumOf(url, at, pictures[at] ?? {}));
  return networksOf(content).map((network) => panelsOf(network, content, media));
}

function panelsOf(network: Provider, content: Content, media: Medium[]): Panel {
  const check = checks[network];
  const measures = measuresOf(network, content);
  const shown = folded(content.caption, check.fold);
  const isFolded = shown.length < content.caption.trim().length;
  const seen = media.slice(0, check.media);
  const stage = seen.length > 0 ? arrange(seen, check) : undefined;
  return {
    network,
    title: networkName(network),
    profiles: profilesOf(network, content),
    length: measures[0],
    shown,
    folded: isFolded,
    media,
    stage,
    notes: [
      ...measures.flatMap(overNote),
      ...hashtagNote(network, measures),
      ...mediaNotes(network, media),
      ...cutNotes(stage?.cuts ?? [], seen),
      ...(isFolded ? [{ weight: 'cut' as const, text: foldedText(check.fold.characters) }] : []),
      ...shapeNote(network, seen, check),
      ...(network === 'pinterest' ? [{ weight: 'tell' as const, text: seenOnThePin }] : []),
    ],
  };
}

function profilesOf(network: Provider, { profiles }: Content): string {
  const names = profiles.flatMap(({ name }) => {
    const found = networkIn(name);
    return found?.network === network ? [found.name] : [];
  });
  return profilesText(names);
}

const overNote = (measure: Measure): Note[] =>
  measure.counts > measure.allows ? [{ weight: 'stop', text: tooManyText(measure) }] : [];

/**
 * Since December 2025, Instagram's apps accept five hashtags, but its API still publishes 30, so more than
 * five don't stop a post.
 */
const hashtagsOfApps = 5;

function hashtagNote(network: Provider, measures: Measure[]): Note[] {
  const hashtags = measures.find(({ what }) => what === 'hashtags')?.counts ?? 0;
  if (network !== 'instagram' || hashtags <= hashtagsOfApps) return [];
  return [{ weight: 'cut', text: hashtagsText(hashtags, hashtagsOfApps) }];
}

function mediaNotes(network: Provider, media: Medium[]): Note[] {
  const check = checks[network];
  const videos = media.filter(({ video }) => video).length;
  if (media.length === 0) return needsMedia(network) ? [{ weight: 'stop', text: needsMediaText }] : [];
  if (network === 'tiktok' && videos > 0 && media.length > 1)
    return [{ weight: 'stop', text: videoOrPictures }];
  const left = media.length - check.media;
  if (left <= 0) return [];
  return network === 'facebook'
    ? [{ weight: 'cut', text: mediaSeenText(check.media, media.length) }]
    : [{ weight: 'stop', text: mediaTakenText(check.media, left) }];
}

/** The part of a caption that's visible: to the end of a word if that's near, and never half a character. */
function folded(caption: string, fold: { characters: number; lines: number }): string {
  const lines = caption.trim().split('\n').slice(0, fold.lines).join('\n');
  if (lines.length <= fold.characters) return lines.trimEnd();
  const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(
    lines.slice(0, fold.characters + 40),
  );
  let cut = 0;
  for (const { index, segment } of graphemes) {
    if (index + segment.length > fold.characters) break;
    cut = index + segment.length;
  }
  const blank = lines.slice(0, cut + 1).search(/\s\S{0,15}$/);
  return lines.slice(0, blank > 0 ? blank : cut).trimEnd();
}

/** Pictures that lose the same share one sentence, and there are no more sentences than people would read. */
function cutNotes(cuts: Cut[], seen: Medium[]): Note[] {
  const alike = Object.groupBy(cuts, ({ percent, where }) => `${percent}% ${where}`);
  return Object.values(alike).flatMap((group = []): Note[] => {
    const [lost] = group;
    const nths = group.map(({ nth }) => nth);
    return lost ? [{ weight: 'cut', text: cutText(lost, nths, seen.length) }] : [];
  });
}

/** For pictures of unknown size, only the rule; for the others, only what won't be visible. */
function shapeNote(network: Provider, seen: Medium[], { fills, ratio }: Check): Note[] {
  const sizes = seen.map(({ picture }) => picture.size);
  if (sizes.includes(undefined)) return [{ weight: 'tell', text: cropRules[network] }];
  const hasBars = sizes.some((size) => size && Math.abs(size.width / size.height / ratio - 1) > 0.01);
  return !fills && hasBars ? [{ weight: 'tell', text: barsAround }] : [];
}

/** The name of a picture or video. If its address has none, it's numbered. */
const mediumOf = (url: string, at: number, picture: Picture): Medium => ({
  name: fileName(url) ?? nthFile(at + 1),
  video: isVideo(url),
  picture,
});
