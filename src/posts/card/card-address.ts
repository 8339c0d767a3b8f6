import { messageAddress } from '#src/platform/slack/message-address.ts';
import type { Card } from './card.ts';

/**
 * The address of a card's message in Slack; `undefined` if it has none, or only one person can see it.
 * `slackUrl` can be empty.
 */
export const addressForEveryone = (
  { message }: Pick<Card, 'message'>,
  slackUrl: string,
): string | undefined =>
  message && !message.aside && slackUrl ? messageAddress(slackUrl, message) : undefined;
