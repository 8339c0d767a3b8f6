import { postModal } from '#views/posts/post-modal.ts';
import { requestCommand } from './request.ts';

export const post = requestCommand(
  {
    slash: 'post',
    word: 'post',
    shortcut: { type: 'global', id: 'new-post', name: 'New post' },
    hint: '[caption]',
    about: 'Create a post from your own words, as a draft or for a set time',
    group: 'make',
    example: 'Open until ten tonight',
  },
  postModal,
);
