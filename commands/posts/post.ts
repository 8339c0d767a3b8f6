import { postModal } from '#views/posts/post-modal.ts';
import { requestCommand } from './request.ts';

export const post = requestCommand(
  {
    slash: 'post',
    word: 'post',
    shortcut: { type: 'global', id: 'new-post', name: 'New post' },
    hint: '[caption]',
    about: 'Write a post and save it as a draft or schedule it',
    group: 'make',
    example: 'Open until ten tonight',
  },
  postModal,
);
