import { limits } from '#src/cards/request.ts';
import { clip } from '#views/limits.ts';
import { postModal } from '#views/post-modal.ts';
import { fromMessage, inPlainWords } from './parts/from-message.ts';

export const turnIntoPost = fromMessage({
  shortcut: { id: 'turn-into-post', name: 'Turn into a post' },
  about: 'Make a post from a message: its text and a link back',
  modal: postModal,
  waiting: 'Reading the message…',
  async read(deps, { message }) {
    const [words = ''] = await inPlainWords(deps, [message]);
    const cut = words.length > limits.caption;
    const remark = `The message has ${words.length.toLocaleString('en')} characters, and a caption at most ${limits.caption.toLocaleString('en')}: its end was cut.`;
    return { text: clip(words, limits.caption), remarks: cut ? [remark] : [] };
  },
});
