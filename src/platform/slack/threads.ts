/** Reads a thread in one request: Slack allows some apps only one a minute, with fifteen messages. */
import { WebAPIRateLimitedError, type WebClient } from '@slack/web-api';
import type { Logger } from 'pino';
import { type ChatMessage, readMessage } from './chat-message.ts';
import { channelGone, codeOf, isRefusal } from './refusals.ts';

/** More messages don't fit into a brief, and Slack gives some apps fewer. */
const messagesRead = 100;

/** The messages of a thread, oldest first, and whether there are more; or why they can't be read. */
type ThreadRead =
  | { messages: ChatMessage[]; more: boolean }
  | { unread: 'not_in_channel' | 'missing_scope' | 'rate_limited' | 'no_response' };

export type Threads = ReturnType<typeof createThreads>;

export function createThreads(client: WebClient, log: Logger) {
  return {
    /** The thread that begins with `ts`. Never throws. */
    async read(channel: string, ts: string): Promise<ThreadRead> {
      try {
        const { messages = [], has_more } = await client.conversations.replies({
          channel,
          ts,
          limit: messagesRead,
        });
        return { messages: messages.flatMap((one) => readMessage(one) ?? []), more: has_more ?? false };
      } catch (cause) {
        if (isRefusal(cause, channelGone)) return { unread: 'not_in_channel' };
        if (codeOf(cause) === 'missing_scope') return { unread: 'missing_scope' };
        if (cause instanceof WebAPIRateLimitedError) return { unread: 'rate_limited' };
        log.warn({ err: cause }, "couldn't read a thread");
        return { unread: 'no_response' };
      }
    },
  };
}
