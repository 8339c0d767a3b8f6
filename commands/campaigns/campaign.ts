import { requestCommand } from '#commands/posts/request.ts';
import { campaignModal } from '#views/campaigns/modal.ts';

export const campaign = requestCommand(
  {
    slash: 'campaign',
    word: 'campaign',
    hint: '[brief]',
    about: 'Generate a campaign of posts from a brief',
    group: 'make',
    example: 'Two weeks until the summer sale',
  },
  campaignModal,
);
