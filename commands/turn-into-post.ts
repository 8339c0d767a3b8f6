import { type Media, readMedia, type SlackFile, slackFileSchema } from '#src/cards/media.ts';
import { limits } from '#src/cards/request.ts';
import { clip } from '#views/limits.ts';
import { postModal } from '#views/post-modal.ts';
import { fileLeftOut, filesLeftOut, messageCut, moreLeftOut } from '#views/refusals.ts';
import type { Deps } from './command.ts';
import { fromMessage, inPlainWords, type Pointed } from './parts/from-message.ts';

export const turnIntoPost = fromMessage({
  shortcut: { id: 'turn-into-post', name: 'Turn into a post' },
  about: 'Make a post from a message: its text, its files and a link back',
  modal: postModal,
  waiting: 'Reading the message…',
  async read(deps, pointed) {
    const [[words = ''], { taken, remarks }] = await Promise.all([
      inPlainWords(deps, [pointed.message]),
      takeFiles(deps, pointed),
    ]);
    const { captionLimit: most } = deps;
    const remark = words.length > most ? [messageCut(words.length, 'a caption', most)] : [];
    return { text: clip(words, most), taken, remarks: [...remark, ...remarks] };
  },
});

/** More than these are not looked at. */
const filesRead = 20;
/** So that a form stays small. */
const remarksShown = 4;

/** The files of the message that can be attached, and why the others cannot. */
async function takeFiles(deps: Deps, { delivered }: Pointed): Promise<{ taken: Media[]; remarks: string[] }> {
  const { files: all } = delivered as { files?: unknown };
  const files = Array.isArray(all) ? all.flatMap((one) => slackFileSchema.safeParse(one).data ?? []) : [];
  if (files.length === 0) return { taken: [], remarks: [] };
  if (!deps.fileAddress) return { taken: [], remarks: [filesLeftOut(files.length)] };
  const read = await Promise.all(files.slice(0, filesRead).map((file) => readFile(deps, file)));
  const media = read.flatMap((one) => ('media' in one ? [one.media] : []));
  const taken = media.slice(0, limits.mediaUrls);
  const left = read.flatMap((one) => ('left' in one ? [one.left] : []));
  const more = files.length - taken.length - Math.min(left.length, remarksShown);
  const tooMany = media.length > taken.length ? limits.mediaUrls : undefined;
  return {
    taken,
    remarks: [...left.slice(0, remarksShown), ...(more > 0 ? [moreLeftOut(more, tooMany)] : [])],
  };
}

/** Slack is asked, because a message carries its files also to where the bot may not see them. */
async function readFile(deps: Deps, { id, name }: SlackFile): Promise<{ media: Media } | { left: string }> {
  const known = await deps.files.info(id);
  const read = typeof known === 'string' ? known : readMedia(known);
  return typeof read === 'object' && 'media' in read ? read : { left: fileLeftOut(name ?? id, read) };
}
