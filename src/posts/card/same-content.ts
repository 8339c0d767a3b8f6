/**
 * What counts as the same content: the one definition that detects changes made in the service's web app, and that approvals,
 * schedules, buttons and publishing rely on. The service's listing is put into the words of the card wherever it shows the same,
 * so that whatever compares contents after that compares exactly. `docs/approval.md` has the rules for people. Pure.
 */

import { profileName } from '#src/platform/publishing-api/networks.ts';
import type { Post } from '#src/platform/publishing-api/post.ts';
import { sameTime } from '#src/platform/publishing-api/post-time.ts';
import type { Card, Content, MediaSource } from './card.ts';

/** Services trim captions and fold white space; the words stay the same. */
export const folded = (caption: string): string => caption.replace(/\s+/g, ' ').trim();
export const sameWords = (one: string, other: string): boolean => folded(one) === folded(other);

export const sameIds = (one: readonly { id: string }[], other: readonly { id: string }[]): boolean =>
  JSON.stringify(one.map(({ id }) => id).sort()) === JSON.stringify(other.map(({ id }) => id).sort());

/** For so long after files were entered here the service may show its own copies of them for the first time. */
export const copiesWithinMs = 60_000;

type Known = Pick<Card, 'content' | 'media' | 'copying' | 'request'>;

/** Where each file comes from, in the order of `content.mediaUrls`. Cards of earlier releases don't say, so it is derived. */
export function sourcesOf({
  content,
  media,
  request,
}: Pick<Card, 'content' | 'media' | 'request'>): MediaSource[] {
  if (media?.length === content.mediaUrls.length) return media;
  const entered = new Set(request?.kind === 'post' ? request.mediaUrls : []);
  return content.mediaUrls.map((url) => ({ from: entered.has(url) ? 'entered' : 'shown' }));
}

/** The addresses at which the service keeps the files, as far as it showed them: these are what goes out. */
export function keptMedia(card: Pick<Card, 'content' | 'media' | 'request'>): string[] {
  const sources = sourcesOf(card);
  return card.content.mediaUrls.map((url, i) => sources[i]?.as ?? url);
}

interface Recognized {
  urls: string[];
  sources: MediaSource[];
}

/**
 * The files that the service shows, each under the address by which the card knows it. A file is known by its address, or by that
 * of the service's own copy once it was seen. Of an address that came from the service only its signature may change. `copies`:
 * new addresses for files that were entered here a moment ago are taken for the service's copies of them, if as many files
 * are shown as were entered.
 */
export function recognized(
  card: Known,
  shown: readonly string[],
  copies = card.copying !== undefined,
): Recognized {
  const sources = sourcesOf(card);
  const known = card.content.mediaUrls.map(
    (url, i): KnownFile => ({ url, source: sources[i] ?? fromService }),
  );
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

/** The service has shown no copy of it yet. */
const isUncopied = ({ from, as, copy }: MediaSource): boolean =>
  from === 'entered' && as === undefined && copy === undefined;

interface KnownFile {
  url: string;
  source: MediaSource;
}

/** Finds the files that an address may show, in their order: by a look-up, since a post may have hundreds of them. */
function filesAt(known: readonly KnownFile[]): (address: string) => KnownFile[] {
  const entered = Map.groupBy(known, ({ url, source }) => (source.from === 'entered' ? url : undefined));
  const kept = Map.groupBy(known, ({ url, source: { from, as, copy } }) => {
    const address = as ?? copy ?? (from === 'entered' ? undefined : url);
    return address === undefined ? undefined : unsigned(address);
  });
  return (address) => {
    const fit = new Set([...(entered.get(address) ?? []), ...(kept.get(unsigned(address)) ?? [])]);
    return fit.size < 2 ? [...fit] : known.filter((file) => fit.has(file));
  };
}

function at({ url, source: { from, as, copy = as } }: KnownFile, address: string): MediaSource {
  if (address !== url) return { from, as: address };
  return { from, ...(from === 'entered' && copy !== undefined && { copy }) };
}

/** The same address, or the same file of the same host with another signature. */
export function sameButSignature(one: string, other: string): boolean {
  return one === other || unsigned(one) === unsigned(other);
}

/** Without the parameters that storage services sign addresses with; they say until when an address works, not what is there. */
export function unsigned(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  const kept = [...url.searchParams].filter(([name]) => !signing.test(name));
  return `${url.origin}${url.pathname}?${JSON.stringify(kept)}${url.hash}`;
}

/** Amazon S3 and CloudFront, Google Cloud Storage, Azure (`sv`…`sig`), Alibaba, Tencent, Akamai, Meta, and usual names of others. */
const signing =
  /^(?:x-(?:amz|goog|oss|cos|ms)-.+|awsaccesskeyid|ossaccesskeyid|googleaccessid|key-pair-id|policy|signature|sig|sign|token|expires?|expiry|exp|hmac|hdne[at]|hdnts|verify|oh|oe|s[vprtei]|spr|sk(?:oid|tid|t|e|s|v))$/i;

/** The content that the service shows, in the words of the card where it is the same; what the listing leaves out is as the card knows it. */
export function contentShown(card: Known, post: Post): Content {
  const { caption, profiles, scheduledAt } = card.content;
  const time = sameTime(scheduledAt, post.scheduledAt) ? scheduledAt : post.scheduledAt;
  return {
    caption: sameWords(post.caption, caption) ? caption : post.caption,
    mediaUrls: recognized(card, post.mediaUrls).urls,
    profiles: post.profiles?.map((profile) => ({ id: profile.id, name: profileName(profile) })) ?? profiles,
    ...(time && { scheduledAt: time }),
  };
}

/** Where the files come from after a change that sets them to `urls`; what was entered with it may get copies of its own. */
export function sourcesAfter(
  card: Card,
  how: 'replace' | 'add' | 'remove',
  urls: readonly string[],
): MediaSource[] {
  const known = how === 'add' ? sourcesOf(card) : [];
  return urls.map((_, i) => known[i] ?? { from: 'entered' });
}

/** What a look at the listing tells about the files; `at`: of the look (ISO). */
export function mediaAfterLook(card: Card, post: Post, at: string): Pick<Card, 'media' | 'copying'> {
  const { sources } = recognized(card, post.mediaUrls);
  const generates = card.kind === 'ai-post' || card.kind === 'campaign-post';
  const media =
    card.state === 'generating' && generates
      ? post.mediaUrls.map((): MediaSource => ({ from: 'generated' }))
      : sources;
  return { media, copying: mayStillCopy(card, media, at) ? card.copying : undefined };
}

function mayStillCopy({ copying }: Card, media: MediaSource[], at: string): boolean {
  if (copying === undefined || Date.parse(at) - Date.parse(copying) >= copiesWithinMs) return false;
  return media.some(isUncopied);
}
