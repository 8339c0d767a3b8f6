/** Reads a thread in one request: Slack allows some apps only one a minute, with fifteen messages. */
import { WebAPIRateLimitedError, type WebClient } from '@slack/web-api';
import type { Logger } from 'pino';
import { readMessage, type Threads } from './chat-message.ts';
import { codeOf, isRefusal, noPlace } from './refusals.ts';

/** More don't fit into a brief, and some apps get fewer from Slack. */
const messagesRead = 100;

export function createThreads(client: WebClient, log: Logger): Threads {
  return {
    async read(channel, ts) {
      try {
        const { messages = [], has_more } = await client.conversations.replies({
          channel,
          ts,
          limit: messagesRead,
        });
        return { messages: messages.flatMap((one) => readMessage(one) ?? []), more: has_more ?? false };
      } catch (cause) {
        if (isRefusal(cause, noPlace)) return { unread: 'not a member' };
        if (codeOf(cause) === 'missing_scope') return { unread: 'no right' };
        if (cause instanceof WebAPIRateLimitedError) return { unread: 'too often' };
        log.warn({ err: cause }, "couldn't read a thread");
        return { unread: 'no answer' };
      }
    },
  };
}
