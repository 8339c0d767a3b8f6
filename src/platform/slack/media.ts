/** Pictures and videos in Slack: which of them the publishing service accepts. Pure. */
import { z } from 'zod';

/** The extensions that the service accepts, each with the type that Slack must report for it. */
export const mediaTypes = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  mp4: 'video/mp4',
} as const;
export type Ending = keyof typeof mediaTypes;

const mebibyte = 1024 * 1024;

/** In bytes. No network accepts a larger picture, and nobody would wait for a larger video. */
export const largestMedia: Record<Ending, number> = {
  png: 20 * mebibyte,
  jpg: 20 * mebibyte,
  gif: 20 * mebibyte,
  mp4: 200 * mebibyte,
};

/** In characters: names are part of a form's metadata, which is small. */
export const nameKept = 40;

const fileId = z.string().regex(/^[A-Z0-9]{1,40}$/);
const endings = Object.keys(mediaTypes) as Ending[];

/** A file in Slack that can be attached to a post. */
export const mediaSchema = z.object({ id: z.string(), name: z.string(), ending: z.enum(endings) });
export type Media = z.infer<typeof mediaSchema>;

/** What Slack says about a file: in a form, in a message, and in `files.info`. */
export const slackFileSchema = z.looseObject({
  id: fileId,
  name: z.string().nullish(),
  mimetype: z.string().nullish(),
  size: z.number().nullish(),
  mode: z.string().nullish(),
  url_private_download: z.string().nullish(),
});
export type SlackFile = z.infer<typeof slackFileSchema>;

/**
 * Why a file can't be read; `gone`: it was deleted, or the bot can't see it; `missing_scope`: the bot's token
 * can't read files.
 */
type NoFile = 'gone' | 'missing_scope' | 'rate_limited' | 'no_response';

export interface SlackFiles {
  /** Never throws. */
  info(id: string): Promise<SlackFile | NoFile>;
  /**
   * The file's bytes, or a range of them. Rejects for an address that isn't Slack's, and for one that
   * redirects elsewhere.
   */
  open(file: SlackFile, range: string | undefined, signal: AbortSignal): Promise<Response>;
}

/** Why a file can't be attached; a number: it's larger than this many bytes. */
export type WrongMedia = 'deleted' | 'wrong_type' | 'empty' | number;
export type MediaRead = { media: Media } | { wrong: WrongMedia };

export function readMedia(file: SlackFile): MediaRead {
  const ending = endings.find((one) => mediaTypes[one] === file.mimetype);
  if (file.mode === 'tombstone') return { wrong: 'deleted' };
  if (!ending || (file.mode ?? 'hosted') !== 'hosted') return { wrong: 'wrong_type' };
  if (file.size === 0) return { wrong: 'empty' };
  const largest = largestMedia[ending];
  if ((file.size ?? 0) > largest) return { wrong: largest };
  const name = (file.name ?? '').trim().slice(0, nameKept).toWellFormed() || file.id;
  return { media: { id: file.id, name, ending } };
}

/** Media as the value of an option. */
export const mediaValue = ({ id, ending }: Media): string => `${id}.${ending}`;
