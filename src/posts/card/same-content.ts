/**
 * What counts as the same content: the one definition that detects changes made in the service's web app, and
 * that approvals, schedules, buttons and publishing rely on. The listing is translated to the card's own
 * values wherever it shows the same, so that everything that compares contents later can compare exactly.
 * `docs/approval.md` has the rules for people. Pure.
 */

import type { PostFiles } from '#src/media/fingerprint.ts';
import { profileName } from '#src/platform/publishing-api/networks.ts';
import type { Post } from '#src/platform/publishing-api/post.ts';
import { sameTime } from '#src/platform/publishing-api/post-time.ts';
import { boundedContent, cardLimits } from './bounds.ts';
import type { Card, Content, MediaSource } from './card.ts';
import { isSigned, unsigned } from './media-address.ts';
import { isBeingGenerated } from './state.ts';

/** Services trim captions and collapse white space. The words stay the same. */
export const folded = (caption: string): string => caption.replace(/\s+/g, ' ').trim();
export const sameWords = (one: string, other: string): boolean => folded(one) === folded(other);

export const sameIds = (one: readonly { id: string }[], other: readonly { id: string }[]): boolean =>
  JSON.stringify(one.map(({ id }) => id).sort()) === JSON.stringify(other.map(({ id }) => id).sort());

/** How long after files were entered here the service may first show its own copies of them. */
export const copiesWithinMs = 60_000;

type Known = Pick<Card, 'content' | 'media' | 'copying' | 'request'>;

/**
 * Where each file comes from, in the order of `content.mediaUrls`. Derived for cards of earlier releases,
 * which don't say.
 */
export function sourcesOf({
  content,
  media,
  request,
}: Pick<Card, 'content' | 'media' | 'request'>): MediaSource[] {
  const entered = new Set(request?.kind === 'post' ? request.mediaUrls : []);
  const taken =
    request?.kind === 'ai-post' ? request.rewrites : request?.kind === 'post' ? request : undefined;
  const generated = new Set(taken?.generated);
  const known = media?.length === content.mediaUrls.length ? media : undefined;
  return content.mediaUrls.map((url, i) => ({
    ...(known?.[i] ?? { from: entered.has(url) ? 'entered' : 'shown' }),
    ...(generated.has(url) && { generated: true }),
  }));
}

/** The addresses at which the service keeps the files, as far as it has shown them: these are published. */
export function keptMedia(card: Pick<Card, 'content' | 'media' | 'request'>): string[] {
  const sources = sourcesOf(card);
  return card.content.mediaUrls.map((url, i) => sources[i]?.as ?? url);
}

interface Recognized {
  urls: string[];
  sources: MediaSource[];
}

/**
 * The files that the service shows, each with the address by which the card knows it. A file is recognized by
 * that address, or by the address of the service's copy once that was seen. In an address of the service,
 * only the signature may change. `copies`: new addresses are taken for the service's copies of files that
 * were just entered here, if as many files are shown as were entered.
 */
export function recognized(
  card: Known,
  shown: readonly string[],
  copies = card.copying !== undefined,
): Recognized {
  const known = filesOf(card);
  const free = new Set(known);
  const fitting = filesAt(known);
  const found = shown.map((address, i) => {
    const fit = fitting(address).filter((file) => free.has(file));
    const one = fit.find((file) => file === known[i]) ?? fit[0];
    if (one) free.delete(one);
    return one;
  });
  const mayBeCopies = copies && shown.length === known.length;
  const uncopied = (one: KnownFile | undefined) =>
    one && free.has(one) && isUncopied(one.source) ? one : undefined;
  const files = shown.map((address, i): KnownFile => {
    const one = found[i] ?? (mayBeCopies ? uncopied(known[i]) : undefined);
    if (!one) return { url: address, source: fromService };
    return { url: one.url, source: at(one, address) };
  });
  return { urls: files.map(({ url }) => url), sources: files.map(({ source }) => source) };
}

const fromService: MediaSource = { from: 'shown' };

/** Where the service keeps the file, or last kept it; `undefined`: it has only shown the address entered here. */
function serviceAddress({ url, source: { from, as, copy, earlier } }: KnownFile): string | undefined {
  return as ?? copy ?? earlier ?? (from === 'entered' ? undefined : url);
}

/** The service has shown no copy of it yet, or none since an edit sent it again. */
const isUncopied = ({ from, as, copy }: MediaSource): boolean =>
  from === 'entered' && as === undefined && copy === undefined;

interface KnownFile {
  url: string;
  source: MediaSource;
}

function filesOf(card: Pick<Card, 'content' | 'media' | 'request'>): KnownFile[] {
  const sources = sourcesOf(card);
  return card.content.mediaUrls.map((url, i) => ({ url, source: sources[i] ?? fromService }));
}

/**
 * Finds the files that an address may show, in order. Uses a map, since a post may have hundreds of files.
 */
function filesAt(known: readonly KnownFile[]): (address: string) => KnownFile[] {
  const entered = Map.groupBy(known, ({ url, source }) => (source.from === 'entered' ? url : undefined));
  const kept = Map.groupBy(known, (file) => {
    const address = serviceAddress(file);
    return address === undefined ? undefined : unsigned(address);
  });
  return (address) => {
    const fit = new Set([...(entered.get(address) ?? []), ...(kept.get(unsigned(address)) ?? [])]);
    return fit.size < 2 ? [...fit] : known.filter((file) => fit.has(file));
  };
}

function at({ url, source }: KnownFile, address: string): MediaSource {
  const { from, generated, as, copy = as, earlier } = source;
  const origin = { from, ...(generated && { generated }) };
  if (address !== url) return { ...origin, as: address };
  return {
    ...origin,
    ...(from === 'entered' && copy !== undefined && { copy }),
    ...(earlier && { earlier }),
  };
}

/** The same address, or the same file on the same host with another signature. */
export function sameButSignature(one: string, other: string): boolean {
  return one === other || unsigned(one) === unsigned(other);
}

/**
 * The service's content in the card's own values where it's the same, and as much of it as a card keeps. What
 * the listing leaves out is taken from the card.
 */
export function contentShown(card: Known, post: Post): Content {
  const { caption, profiles, scheduledAt, beyond } = card.content;
  const time = sameTime(scheduledAt, post.scheduledAt) ? scheduledAt : post.scheduledAt;
  const shown = boundedContent({
    caption: post.caption,
    mediaUrls: post.mediaUrls,
    profiles: post.profiles?.map((profile) => ({ id: profile.id, name: profileName(profile) })) ?? profiles,
    ...(time && { scheduledAt: time }),
    ...(!post.profiles && beyond?.profiles && { beyond: { profiles: beyond.profiles } }),
  });
  return {
    ...shown,
    caption: sameWords(shown.caption, caption) ? caption : shown.caption,
    mediaUrls: recognized(card, shown.mediaUrls).urls,
  };
}

/**
 * Where the files come from after a change that sets them to `urls`. Files that were entered with it may get
 * copies.
 */
export function sourcesAfter(
  card: Card,
  how: 'replace' | 'add' | 'remove',
  urls: readonly string[],
): MediaSource[] {
  const known = filesOf(card);
  const before = new Map(known.map((file) => [file.url, file]));
  return urls.map((url, i) => (how === 'add' && known[i]?.source) || enteredAgain(before.get(url)));
}

/** The source of a file that an edit sets; `before`: the file, if the post had it. */
function enteredAgain(before: KnownFile | undefined): MediaSource {
  const earlier = before && serviceAddress(before);
  return {
    from: 'entered',
    ...(before && wasGenerated(before) && { generated: true }),
    ...(earlier && { earlier }),
  };
}

const wasGenerated = ({ source: { from, generated } }: KnownFile): boolean =>
  from === 'generated' || generated === true;

/**
 * The addresses by which the card knows the files that the service generated, for this post or for the one that
 * it's a copy or a rewrite of.
 */
export const generatedFiles = (card: Pick<Card, 'content' | 'media' | 'request'>): Set<string> =>
  new Set(
    filesOf(card)
      .filter(wasGenerated)
      .map(({ url }) => url),
  );

/**
 * Where a post can fetch a file that it takes from these cards, by the address that they have: our addresses of
 * attached files expire, and so do signed ones of the service. A link that someone entered stays as it is.
 * `undefined`: the address has expired, and the service keeps no copy.
 */
export function addressesNow(
  cards: readonly Pick<Card, 'content' | 'media' | 'request'>[],
  files: Partial<Pick<PostFiles, 'isExpired'>>,
): (address: string) => string | undefined {
  const find = filesToTake(cards, files);
  return (address) => find(address).now;
}

/** Whether the address now is one that the service signs, so that it may have a newer one by now. */
export function isSignedByService(
  card: Pick<Card, 'content' | 'media' | 'request'>,
  files: Partial<Pick<PostFiles, 'isExpired'>>,
): (address: string) => boolean {
  const find = filesToTake([card], files);
  return (address) => {
    const { now, isLink } = find(address);
    return !isLink && now !== undefined && isSigned(now);
  };
}

/** `isLink`: someone entered the address, and the service keeps no copy of the file. */
function filesToTake(
  cards: readonly Pick<Card, 'content' | 'media' | 'request'>[],
  { isExpired = () => false }: Partial<Pick<PostFiles, 'isExpired'>>,
): (address: string) => { now: string | undefined; isLink: boolean } {
  const fitting = filesAt(cards.flatMap(filesOf));
  return (address) => {
    const fit = fitting(address);
    const file = fit.find(({ url }) => url === address) ?? fit[0];
    const kept = file && serviceAddress(file);
    // a file that the service keeps under the same address with another signature isn't somebody's link
    const isLink =
      !file ||
      (file.source.from === 'entered' &&
        !wasGenerated(file) &&
        !isExpired(file.url) &&
        !sameButSignature(kept ?? '', file.url));
    const now = isLink ? address : (kept ?? file.url);
    return { now: isExpired(now) ? undefined : now, isLink };
  };
}

/** The numbers (from 1) of the files that nobody can fetch anymore, because they have no address now. */
export const lostFiles = (addresses: readonly (string | undefined)[]): number[] =>
  addresses.flatMap((address, i) => (address === undefined ? [i + 1] : []));

/** What a check of the listing says about the files; `at`: when it was made (ISO). */
export function mediaAfterCheck(card: Card, post: Post, at: string): Pick<Card, 'media' | 'copying'> {
  const shown = post.mediaUrls.slice(0, cardLimits.mediaUrls);
  const { sources } = recognized(card, shown);
  const generates = card.kind === 'ai-post' || card.kind === 'campaign-post';
  const media =
    isBeingGenerated(card) && generates ? shown.map((): MediaSource => ({ from: 'generated' })) : sources;
  return { media, copying: mayStillCopy(card, media, at) ? card.copying : undefined };
}

function mayStillCopy({ copying }: Card, media: MediaSource[], at: string): boolean {
  if (copying === undefined || Date.parse(at) - Date.parse(copying) >= copiesWithinMs) return false;
  return media.some(isUncopied);
}
