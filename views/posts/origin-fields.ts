/** Where a request comes from, and where its card goes, in the modals that begin elsewhere than at a command. */
import type { InputBlock, KnownBlock } from '@slack/types';
import { block } from '#views/kit/fields.ts';
import { clip, slack } from '#views/kit/limits.ts';
import type { ModalContext } from '#views/kit/parse.ts';
import { escaped, messageLink, mrkdwn, plain } from '#views/kit/text.ts';

export const chooseChannel = 'Choose a channel.';

/** Where the card is to stand, asked for where the modal does not know it. */
export function channelFields({ channel }: ModalContext): InputBlock[] {
  if (channel !== '') return [];
  return [
    {
      type: 'input',
      block_id: block.channel,
      label: plain('Channel'),
      hint: plain('Where to post the card.'),
      element: {
        type: 'conversations_select',
        action_id: block.channel,
        default_to_current_conversation: true,
        filter: { include: ['public', 'private'], exclude_bot_users: true },
        placeholder: plain('Choose a channel'),
      },
    },
  ];
}

/** What the modal was made from, and what was left out of it. */
export function sourceBlocks({ source, remarks = [] }: ModalContext): KnownBlock[] {
  const from = source ? [`:link: From ${messageLink(source, 'this message')}`] : [];
  const lines = [...from, ...remarks.map((remark) => `:information_source: ${escaped(remark)}`)];
  return lines.length > 0
    ? [{ type: 'context', elements: [mrkdwn(clip(lines.join('\n'), slack.sectionText))] }]
    : [];
}
