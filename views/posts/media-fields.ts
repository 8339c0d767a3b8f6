/** Pictures and videos in a modal: links, files of a message, and files that someone attaches. */
import { createHash } from 'node:crypto';
import type { InputBlock, PlainTextOption } from '@slack/types';
import { type Media, mediaTypes, mediaValue, readMedia, type WrongMedia } from '#src/platform/slack/media.ts';
import type { Card } from '#src/posts/card/card.ts';
import { fileName, isVideo } from '#src/posts/card/media-address.ts';
import { addressesNow, generatedFiles, lostFiles } from '#src/posts/card/same-content.ts';
import { block, checkboxes, input, linksField, option } from '#views/kit/fields.ts';
import { listed } from '#views/kit/language.ts';
import { clip, slack } from '#views/kit/limits.ts';
import { type Reach, wrongLinks } from '#views/kit/links.ts';
import type { Fields, ModalContext } from '#views/kit/parse.ts';
import { count, plain, plural } from '#views/kit/text.ts';
import { expiredFiles } from './problems.ts';

export const filesBlock = 'files';
const takenBlock = 'taken';

const links = 'Public links to PNG, JPG, GIF, or MP4 files, one per line.';
/** Shown if a rule allows attached files only. */
export const noLinks =
  'The approval rule allows only attached files, so a post with links can’t be approved.';

const howToAttach = 'To attach files here, ask your Presscheck admin to turn on file uploads.';

/** What the link field starts with, and other texts of the fields. */
interface MediaOptions {
  linked?: readonly string[];
  /** The label of the files that the form starts with. */
  takenName?: string;
  linksHint?: string;
}

/** File fields only if the bot can serve files; otherwise the hint says how to get them. */
export function mediaFields(
  { taken = [], uploads, attachedOnly }: Pick<ModalContext, 'taken' | 'uploads' | 'attachedOnly'>,
  { linked = [], takenName = 'Files from the message', linksHint = links }: MediaOptions = {},
): InputBlock[] {
  const hint = `${attachedOnly ? `${noLinks} ` : ''}${uploads ? linksHint : `${linksHint} ${howToAttach}`}`;
  const field = linksField(block.media, 'Media links', hint, linked);
  if (!uploads) return [field];
  return [...(taken.length > 0 ? [takenField(taken, takenName)] : []), uploadField, field];
}

function takenField(taken: readonly Media[], name: string): InputBlock {
  const options = taken.map((media) => option(media.name, mediaValue(media)));
  return input(takenBlock, name, checkboxes(options, options), { optional: true });
}

export const uploadLabel = 'Images and videos';

const uploadField = input(
  filesBlock,
  uploadLabel,
  { type: 'file_input', filetypes: [...Object.keys(mediaTypes), 'jpeg'], max_files: slack.files },
  {
    optional: true,
    hint: 'PNG, JPG, GIF, or MP4, up to 10 MB each. To use larger files, share them in a message, then choose “Turn into a post” from its More actions menu.',
  },
);

/**
 * A field with what the post has, such as its files, each of which can be removed. No field if there's
 * nothing, or more than a field can hold.
 */
export function currentField(id: string, things: string, options: PlainTextOption[]): InputBlock[] {
  if (options.length === 0 || options.length > slack.options) return [];
  const placeholder = plain(`No ${things}`);
  const element = { type: 'multi_static_select', options, initial_options: options, placeholder } as const;
  return [input(id, `Current ${things}`, element, { optional: true })];
}

export const currentMediaBlock = 'current-media';

export const currentFilesField = (urls: readonly string[]): InputBlock[] =>
  currentField(
    currentMediaBlock,
    'files',
    // in the order in which the card shows them
    urls.map((url, i) =>
      option(`${i + 1}. ${fileName(url) ?? (isVideo(url) ? 'Video' : 'Image')}`, fileValue(url, i)),
    ),
  );

/**
 * An option's value: the file's position and a digest, since an address can be too long for it, and the post
 * can change while the form is open.
 */
const fileValue = (url: string, i: number): string =>
  `${i}.${createHash('sha256').update(url).digest('hex').slice(0, 16)}`;

/** The post's files that the form keeps; all of them if the form has no field for them. */
export function readCurrentFiles(
  fields: Fields,
  urls: readonly string[],
): { urls: string[]; wrong: string | undefined } {
  if (!fields.blocks.includes(currentMediaBlock)) return { urls: [...urls], wrong: undefined };
  const chosen = new Set(fields.choices(currentMediaBlock).map(({ id }) => id));
  const kept = urls.filter((url, i) => chosen.has(fileValue(url, i)));
  return { urls: kept, wrong: kept.length < chosen.size ? fileGone : undefined };
}

/** The error for files that a form keeps although nobody can fetch them anymore. `then`: what to do instead. */
export function lostKept(
  card: Card,
  kept: readonly string[],
  reach: Reach,
  then: (files: readonly number[]) => string,
): string | undefined {
  const now = addressesNow([card], reach);
  const lost = lostFiles(card.content.mediaUrls.map((url) => (kept.includes(url) ? now(url) : url)));
  return lost.length > 0 ? `${expiredFiles(lost)}. ${then(lost)}` : undefined;
}

/**
 * What a request takes of a post's files: where each can be fetched now, also because a worker without `PUBLIC_URL`
 * doesn't know which of our addresses have expired, and which of them the service generated.
 */
export function takenFiles(
  card: Card,
  kept: readonly string[],
  reach: Reach,
): { mediaUrls: string[]; generated: string[] } {
  const now = addressesNow([card], reach);
  const isGenerated = generatedFiles(card);
  const files = kept.map((url) => ({ address: now(url) ?? url, generated: isGenerated.has(url) }));
  return {
    mediaUrls: files.map(({ address }) => address),
    generated: files.flatMap(({ address, generated }) => (generated ? [address] : [])),
  };
}

export const attachAgainBelow = ({ length: n }: readonly number[]): string =>
  plural(n, {
    one: 'Remove the file here and attach it again below.',
    other: 'Remove the files here and attach them again below.',
  });

const fileGone = 'This post’s files have changed. Copy your text, cancel, and open the form again.';

/** Follows the name of a file and a colon. */
export function wrongMediaText(wrong: WrongMedia): string {
  if (wrong === 'deleted') return 'it was deleted.';
  if (wrong === 'empty') return 'it’s empty.';
  if (wrong === 'wrong_type')
    return `the publishing service accepts only ${listed(Object.keys(mediaTypes).map((type) => type.toUpperCase()))}.`;
  return `it’s larger than ${wrong / mebibyte} MB.`;
}

const mebibyte = 1024 * 1024;

/** The addresses of all media that were entered, and errors by block id. */
export function readMediaFields(
  fields: Fields,
  /** The files of the message that the form offered: no other files are accepted. */
  { taken = [] }: Pick<ModalContext, 'taken'>,
  reach: Reach,
  /** `most`: how many media the post can have, including the ones it has `already`; absent: any number. */
  { already = 0, most }: { already?: number; most?: number } = {},
): {
  mediaUrls: string[];
  /** The links only, without the addresses of attached files. */
  linked: string[];
  media: Media[];
  given: { links: number; files: number };
  wrong: Record<string, string | undefined>;
} {
  const { addressOf } = reach;
  const linked = fields.links(block.media);
  const attached = fields
    .files(filesBlock)
    .map((file) => ({ name: file.name ?? file.id, ...readMedia(file) }));
  const chosen = new Set(fields.choices(takenBlock).map(({ id }) => id));
  const media = [
    ...taken.filter((one) => chosen.has(mediaValue(one))),
    ...attached.flatMap((one) => ('media' in one ? [one.media] : [])),
  ];
  const all = linked.length + media.length;
  const tooMany = most !== undefined && all + already > most ? tooManyOf(all, already, most) : undefined;
  const notTaken = attached.flatMap((one) =>
    'wrong' in one ? [`${clip(one.name, 60)}: ${wrongMediaText(one.wrong)}`] : [],
  )[0];
  const unserved =
    media.length > 0 && !addressOf
      ? `${count(media.length, 'file')} can’t be sent because file uploads were turned off. Remove ${plural(media.length, { one: 'it', other: 'them' })}, or use links.`
      : undefined;
  return {
    mediaUrls: [...linked, ...(addressOf ? media.map(addressOf) : [])],
    linked,
    media,
    given: { links: linked.length, files: attached.length },
    wrong: {
      [block.media]: wrongLinks(linked, most, reach) ?? (media.length === 0 ? tooMany : undefined),
      [filesBlock]: notTaken ?? unserved ?? (media.length > 0 ? tooMany : undefined),
    },
  };
}

const tooManyOf = (all: number, already: number, most: number): string =>
  already > 0
    ? `A post can have up to ${most} files. This one has ${already}, and you added ${all}.`
    : `A post can have up to ${most} images and videos. You added ${all}.`;
