/**
 * How long a caption may be on each network, counted as that network counts. X, TikTok (UTF-16) and Pinterest
 * (code points) publish how they count. For the others UTF-16 is the cautious choice (docs/networks.md).
 */

import { networkIn, type Provider } from '#src/platform/publishing-api/networks.ts';
import type { Content } from './card.ts';
import { weightedLength } from './weighted-length.ts';

/** One thing that a network counts. */
export interface Measure {
  network: Provider;
  what: 'characters' | 'hashtags' | 'mentions';
  counts: number;
  allows: number;
}

type Counted = Pick<Content, 'caption' | 'mediaUrls'>;

const characters = ({ caption }: Counted): number => caption.length;
const codePoints = ({ caption }: Counted): number => [...caption].length;
/** A word with at least one letter, as Instagram links it. */
const hashtags = ({ caption }: Counted): number =>
  caption.match(/(?<![\p{L}\p{N}_&])#(?=[\p{N}_]*\p{L})[\p{L}\p{M}\p{N}_]+/gu)?.length ?? 0;

/** A name as Instagram accepts it; part of an email address isn't one. */
const mentions = ({ caption }: Counted): number =>
  caption.match(/(?<![\p{L}\p{N}_.+@/-])@[a-z0-9_][a-z0-9_.]*/giu)?.length ?? 0;

interface Rule {
  what?: Measure['what'];
  count: (post: Counted) => number;
  allows: number | ((post: Counted) => number);
}

const rules: Record<Provider, Rule[]> = {
  /** Facebook, announcement of 30 November 2011: 63,206 characters. */
  facebook: [{ count: characters, allows: 63_206 }],
  /** Instagram Platform, IG User Media, `caption`: at most 2,200 characters, 30 hashtags and 20 @ tags. */
  instagram: [
    { count: characters, allows: 2_200 },
    { what: 'hashtags', count: hashtags, allows: 30 },
    { what: 'mentions', count: mentions, allows: 20 },
  ],
  /** X, Counting characters: 280 weighted ones; paid accounts can write more. */
  twitter: [{ count: ({ caption }) => weightedLength(caption), allows: 280 }],
  /** LinkedIn, Posts API, `commentary`: 3,000 characters. */
  linkedin: [{ count: characters, allows: 3_000 }],
  /** Pinterest, OpenAPI description of API v5, PinCreate, `description`: a `maxLength` of 800. */
  pinterest: [{ count: codePoints, allows: 800 }],
  /** TikTok, Content Posting API: a video's `title` 2,200, a photo's `description` 4,000 UTF-16 units. */
  tiktok: [{ count: characters, allows: (post) => (onlyPhotos(post) ? 4_000 : 2_200) }],
};

function onlyPhotos({ mediaUrls }: Counted): boolean {
  return mediaUrls.length > 0 && mediaUrls.every((url) => /\.(png|jpe?g|gif)($|\?)/i.test(url));
}

/** The length first, then whatever else the network counts. */
export function measuresOf(network: Provider, post: Counted): [Measure, ...Measure[]] {
  const measured = rules[network].map(({ what = 'characters', count, allows }) => ({
    network,
    what,
    counts: count(post),
    allows: typeof allows === 'number' ? allows : allows(post),
  }));
  return measured as [Measure, ...Measure[]];
}

/** What the networks of a post's profiles would refuse. Networks that we don't know refuse nothing. */
export const tooLongForNetworks = (content: Content): Measure[] =>
  networksOf(content)
    .flatMap((network) => measuresOf(network, content))
    .filter(({ counts, allows }) => counts > allows);

/** The networks of a post's profiles, each once, in the order of the profiles. */
export function networksOf({ profiles }: Pick<Content, 'profiles'>): Provider[] {
  return [...new Set(profiles.flatMap(({ name }) => networkIn(name)?.network ?? []))];
}
