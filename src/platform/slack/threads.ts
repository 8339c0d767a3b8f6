/** Reads a thread: one request, because Slack lets some apps make one a minute, of fifteen messages. */
import { WebAPIRateLimitedError, type WebClient } from '@slack/web-api';
import type { Logger } from 'pino';
import { readMessage, type Threads } from './chat-message.ts';
import { codeOf, isRefusal, noPlace } from './refusals.ts';

/** More do not fit into a brief; Slack gives some apps fewer. */
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
        log.warn({ err: cause }, 'a thread could not be read');
        return { unread: 'no answer' };
      }
    },
  };
}
