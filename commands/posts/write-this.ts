import { longestText } from '#src/platform/publishing-api/request.ts';
import { wordsOf } from '#src/posts/card/content.ts';
import { clip } from '#views/kit/limits.ts';
import { aiPostModal } from '#views/posts/ai-post-modal.ts';
import { filesNotUsed, messageCut } from '#views/posts/refusals.ts';
import { cardOf, filesOf, fromMessage, inPlainWords } from './from-message.ts';

/** For one of our cards: the post's text, to be rewritten from scratch. */
export const writeThis = fromMessage({
  shortcut: { id: 'write-this', name: 'Write this for me' },
  about: 'Generate an AI post with this message as the prompt',
  modal: aiPostModal,
  waiting: 'Loading message…',
  async read(deps, pointed) {
    const card = await cardOf(deps, pointed);
    const [words = ''] = card ? [wordsOf(card)] : await inPlainWords(deps, [pointed.message]);
    const { length: files } = card ? card.content.mediaUrls : filesOf(pointed);
    const remarks = [
      ...(words.length > longestText ? [messageCut(words.length, 'a prompt', longestText)] : []),
      ...(files > 0 ? [filesNotUsed(files)] : []),
    ];
    return { text: clip(words, longestText), remarks };
  },
});
