import type { Deps } from '#commands/kit/command.ts';
import { type Media, readMedia, type SlackFile } from '#src/platform/slack/media.ts';
import type { Card } from '#src/posts/card/card.ts';
import { addressesNow, lostFiles } from '#src/posts/card/same-content.ts';
import { clip, slack } from '#views/kit/limits.ts';
import { postModal } from '#views/posts/post-modal.ts';
import { fileLeftOut, filesLeftOut, lostLeftOut, messageCut, moreLeftOut } from '#views/posts/refusals.ts';
import { cardOf, filesOf, fromMessage, inPlainWords, type Pointed } from './from-message.ts';
import type { Filling } from './open-modal.ts';

export const turnIntoPost = fromMessage({
  shortcut: { id: 'turn-into-post', name: 'Turn into a post' },
  about: 'Create a post from this message’s text and files',
  modal: postModal,
  waiting: 'Loading message…',
  async read(deps, pointed) {
    const card = await cardOf(deps, pointed);
    if (card) return ofPost(deps, card);
    const [[words = ''], { taken, remarks }] = await Promise.all([
      inPlainWords(deps, [pointed.message]),
      takeFiles(deps, pointed),
    ]);
    const caption = captionOf(deps, words);
    return { text: caption.text, taken, remarks: [...caption.remarks, ...remarks] };
  },
});

/** For one of our cards: the post's text and media, without the rest of the card. */
function ofPost(deps: Deps, card: Card): Filling {
  const { text, remarks } = captionOf(deps, card.content.caption);
  const addresses = card.content.mediaUrls.map(addressesNow([card], deps.postFiles));
  const mediaUrls = addresses.flatMap((url) => url ?? []);
  const lost = lostFiles(addresses);
  let room = slack.inputText + 1;
  const links = mediaUrls.filter((url) => {
    room -= url.length + 1;
    return room >= 0;
  });
  const more = mediaUrls.length - links.length;
  return {
    text,
    links,
    filesOf: card.id,
    remarks: [
      ...remarks,
      ...(more > 0 ? [moreLeftOut(more)] : []),
      ...(lost.length > 0 ? [lostLeftOut(lost)] : []),
    ],
  };
}

function captionOf({ captionLimit: most }: Deps, words: string): { text: string; remarks: string[] } {
  const remarks = words.length > most ? [messageCut(words.length, 'a caption', most)] : [];
  return { text: clip(words, most), remarks };
}

/** How many files of a message are read. */
const filesRead = 20;
/** How many remarks are shown, so that the form stays small. */
const remarksShown = 4;

/** The files of the message that can be attached, and why the others can't. */
async function takeFiles(deps: Deps, pointed: Pointed): Promise<{ taken: Media[]; remarks: string[] }> {
  const files = filesOf(pointed);
  if (files.length === 0) return { taken: [], remarks: [] };
  if (!deps.fileAddress) return { taken: [], remarks: [filesLeftOut(files.length)] };
  const read = await Promise.all(files.slice(0, filesRead).map((file) => readFile(deps, file)));
  const media = read.flatMap((one) => ('media' in one ? [one.media] : []));
  const taken = media.slice(0, slack.checkboxes);
  const left = read.flatMap((one) => ('left' in one ? [one.left] : []));
  const more = files.length - taken.length - Math.min(left.length, remarksShown);
  const tooMany = media.length > taken.length ? slack.checkboxes : undefined;
  return {
    taken,
    remarks: [...left.slice(0, remarksShown), ...(more > 0 ? [moreLeftOut(more, tooMany)] : [])],
  };
}

/** Asks Slack, because a message names files even if the bot can't see them. */
async function readFile(deps: Deps, { id, name }: SlackFile): Promise<{ media: Media } | { left: string }> {
  const known = await deps.files.info(id);
  const read = typeof known === 'string' ? known : readMedia(known);
  return typeof read === 'object' && 'media' in read ? read : { left: fileLeftOut(name ?? id, read) };
}
