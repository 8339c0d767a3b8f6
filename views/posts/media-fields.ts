/** Pictures and videos in a modal: links, files of a message, and files that someone attaches. */
import type { InputBlock } from '@slack/types';
import { type Media, mediaTypes, mediaValue, readMedia, type WrongMedia } from '#src/platform/slack/media.ts';
import { block, linksField, option } from '#views/kit/fields.ts';
import { listed } from '#views/kit/language.ts';
import { clip, slack } from '#views/kit/limits.ts';
import { type Reach, wrongLinks } from '#views/kit/links.ts';
import type { Fields, ModalContext } from '#views/kit/parse.ts';
import { count, plain } from '#views/kit/text.ts';

export const filesBlock = 'files';
const takenBlock = 'taken';

const links = 'One link per line: png, jpg, gif or mp4 that anyone can open.';
/** Where a rule lets no links out. */
export const noLinks = 'The approval rule allows attached files only: a post with links can’t be approved.';

const howToAttach =
  'To attach files instead, your Presscheck admin has to set PUBLIC_URL and connect Slack over HTTP.';

/** Files only where the bot can serve them; else the links say what that would take. `linked`: those it begins with. */
export function mediaFields(
  { taken = [], uploads, attachedOnly }: Pick<ModalContext, 'taken' | 'uploads' | 'attachedOnly'>,
  linked: readonly string[] = [],
): InputBlock[] {
  const hint = `${attachedOnly ? `${noLinks} ` : ''}${uploads ? links : `${links} ${howToAttach}`}`;
  const field = linksField(block.media, 'Media links', hint, linked);
  if (!uploads) return [field];
  return [...(taken.length > 0 ? [takenField(taken)] : []), uploadField, field];
}

function takenField(taken: readonly Media[]): InputBlock {
  const options = taken.map((media) => option(media.name, mediaValue(media)));
  return {
    type: 'input',
    block_id: takenBlock,
    label: plain('Files from the message'),
    optional: true,
    element: { type: 'checkboxes', action_id: takenBlock, options, initial_options: options },
  };
}

const uploadField: InputBlock = {
  type: 'input',
  block_id: filesBlock,
  label: plain('Pictures and videos'),
  optional: true,
  hint: plain(
    'png, jpg, gif or mp4, each at most 10 MB. For larger files, share them in a message, then use Turn into a post.',
  ),
  element: {
    type: 'file_input',
    action_id: filesBlock,
    filetypes: [...Object.keys(mediaTypes), 'jpeg'],
    max_files: slack.files,
  },
};

/** Behind the name of a file and a colon. */
export function wrongMediaText(wrong: WrongMedia): string {
  if (wrong === 'deleted') return 'it was deleted.';
  if (wrong === 'empty') return 'it’s empty.';
  if (wrong === 'of another type')
    return `the publishing service accepts only ${listed(Object.keys(mediaTypes))}.`;
  return `it’s larger than ${wrong / mebibyte} MB.`;
}

const mebibyte = 1024 * 1024;

/** The addresses of all media that were given, and what is wrong with them, by block id. */
export function readMediaFields(
  fields: Fields,
  /** What the form offered of its message: nothing else is taken from there. */
  { taken = [] }: Pick<ModalContext, 'taken'>,
  reach: Reach,
  /** At most `most` of them, together with those the post has `already`; by default as many as they like. */
  { already = 0, most }: { already?: number; most?: number } = {},
): {
  mediaUrls: string[];
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
      ? `${count(media.length, 'file')} can’t be sent: PUBLIC_URL is no longer set. Remove them, or use links.`
      : undefined;
  return {
    mediaUrls: [...linked, ...(addressOf ? media.map(addressOf) : [])],
    given: { links: linked.length, files: attached.length },
    wrong: {
      [block.media]: wrongLinks(linked, most, reach) ?? (media.length === 0 ? tooMany : undefined),
      [filesBlock]: notTaken ?? unserved ?? (media.length > 0 ? tooMany : undefined),
    },
  };
}

const tooManyOf = (all: number, already: number, most: number): string =>
  already > 0
    ? `At most ${most} in total: the post has ${already}, and you added ${all}.`
    : `At most ${most} pictures and videos: you added ${all}.`;
