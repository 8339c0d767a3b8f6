import { messageAddress } from '#src/platform/slack/message-address.ts';
import type { Card } from '#src/posts/card/card.ts';
import { slack } from '#views/kit/limits.ts';
import { messageLink } from '#views/kit/text.ts';

/** Who reads a list, and the address of the workspace in Slack; empty if it can't be read. */
export interface Reader {
  user: string;
  slackUrl: string;
}

/** A link to the card's message; `undefined` if this person can't see that. */
export function linked(
  { message, author }: Card,
  words: string,
  { user, slackUrl }: Reader,
): string | undefined {
  if (!message || slackUrl === '' || (message.aside && author !== user)) return undefined;
  const address = messageAddress(slackUrl, message);
  return address.length > slack.linkUrl ? undefined : messageLink(address, words);
}
