/** Whether the bot may post in a channel, asked with the scopes that it has: those that read threads. */
import { setTimeout as pause } from 'node:timers/promises';
import type { WebClient } from '@slack/web-api';
import type { Logger } from 'pino';
import { codeOf } from './refusals.ts';

/** No message has it: Slack says first whether the bot knows the channel. */
const noMessage = '1.000000';

/** A person waits, and Slack for the modal. */
const patienceMs = 1_500;

export function createPlaces(client: WebClient, log: Logger): Places {
  async function ask(channel: string): Promise<boolean | undefined> {
    try {
      await client.conversations.replies({ channel, ts: noMessage, limit: 1 });
      return true;
    } catch (cause) {
      const code = codeOf(cause);
      // `chat:write.public`: a public channel need not have it as a member
      if (code === 'thread_not_found' || code === 'not_in_channel') return true;
      if (code === 'channel_not_found') return false;
      log.warn({ err: cause, channel }, 'it is not known whether the bot may post in a channel');
      return undefined;
    }
  }
  return {
    mayPost: (channel) => Promise.race([ask(channel), pause(patienceMs, undefined, { ref: false })]),
  };
}

export interface Places {
  /** Whether the bot can post in this channel; `undefined` if Slack doesn't say. Never throws. */
  mayPost(channel: string): Promise<boolean | undefined>;
}
