/** Where a request comes from, and where its card goes, in modals that aren't opened by a command. */
import type { InputBlock, KnownBlock } from '@slack/types';
import { isChannel } from '#src/platform/slack/channel.ts';
import { contextLine } from '#views/kit/blocks.ts';
import { block, channelSelect, input } from '#views/kit/fields.ts';
import { clip, slack } from '#views/kit/limits.ts';
import type { ModalContext } from '#views/kit/parse.ts';
import { escaped, messageLink, place } from '#views/kit/text.ts';

export const chooseChannel = 'Choose a channel.';

/** Where to post the card, if the modal doesn't know. */
export function channelFields({ channel }: ModalContext): InputBlock[] {
  if (channel !== '') return [];
  const menu = { ...channelSelect('Choose a channel'), default_to_current_conversation: true };
  return [
    input(block.channel, 'Channel', menu, {
      hint: 'Where to post the card. If the brand has its own channel, the card is posted there instead.',
    }),
  ];
}

/** What the modal's text was taken from, where the card goes, and what was left out. */
export function sourceBlocks({ source, channel, remarks = [] }: ModalContext): KnownBlock[] {
  const goesTo = isChannel(channel)
    ? `. I’ll post the card in ${place(channel)}, or in the brand’s own channel if it has one.`
    : '';
  const from = source ? [`:link: From ${messageLink(source, 'this message')}${goesTo}`] : [];
  const lines = [...from, ...remarks.map((remark) => `:information_source: ${escaped(remark)}`)];
  return lines.length > 0 ? [contextLine(clip(lines.join('\n'), slack.sectionText))] : [];
}
