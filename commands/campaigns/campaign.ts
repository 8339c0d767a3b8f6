import { requestCommand } from '#commands/posts/request.ts';
import { campaignModal } from '#views/campaigns/modal.ts';

export const campaign = requestCommand(
  {
    slash: 'campaign',
    word: 'campaign',
    hint: '[brief]',
    about: 'Have a campaign of several posts written from a brief',
    group: 'make',
    example: 'Two weeks until the summer sale',
  },
  campaignModal,
);
