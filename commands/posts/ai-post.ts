import { aiPostModal } from '#views/posts/ai-post-modal.ts';
import { requestCommand } from './request.ts';

export const aiPost = requestCommand(
  {
    slash: 'ai-post',
    word: 'ai',
    hint: '[prompt]',
    about: 'Generate a post from a short prompt',
    group: 'make',
    example: 'Our autumn menu is here',
  },
  aiPostModal,
);
