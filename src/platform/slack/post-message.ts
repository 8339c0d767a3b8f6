/** Posts a message, and says where it is. */
import type { ChatPostMessageArguments, WebClient } from '@slack/web-api';
import type { Posted } from './messages.ts';

/** Throws Slack's error. */
export async function postMessage(client: WebClient, message: ChatPostMessageArguments): Promise<Posted> {
  const { channel, ts } = await client.chat.postMessage(message);
  if (!channel || !ts) throw new Error("Slack's answer has no channel or timestamp for the message");
  return { channel, ts };
}

/** For messages that have the links already: previews would be longer than the message. */
export const withoutPreviews = { unfurl_links: false, unfurl_media: false };
