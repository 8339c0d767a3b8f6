/**
 * Whether the bot can post in a channel, found out with the scopes that it has: the one for reading threads,
 * or the one for members of private channels.
 */
import type { WebClient } from '@slack/web-api';
import type { Logger } from 'pino';
import { within } from '#src/platform/within.ts';
import { codeOf, missingScope } from './refusals.ts';

/** No message has this `ts`, but Slack first says whether the bot knows the channel. */
const noMessage = '1.000000';

/** How long to wait for Slack: a person is waiting, and Slack waits for the modal. */
const patienceMs = 1_500;

export type Channels = ReturnType<typeof createChannels>;

export function createChannels(client: WebClient, log: Logger) {
  /**
   * By members if the scope for threads is missing: Slack shows the members of a private channel only to a
   * bot that is one of them, and of public ones none without another scope.
   */
  async function ask(channel: string, by: 'thread' | 'members' = 'thread'): Promise<boolean | undefined> {
    try {
      if (by === 'thread') await client.conversations.replies({ channel, ts: noMessage, limit: 1 });
      else await client.conversations.members({ channel, limit: 1 });
      return true;
    } catch (cause) {
      const code = codeOf(cause);
      if (code === 'channel_not_found') return false;
      // With `chat:write.public`, the bot needn't be a member of a public channel.
      if (code === 'thread_not_found' || code === 'not_in_channel') return true;
      if (code === 'missing_scope' && by === 'thread') return ask(channel, 'members');
      if (missingScope(cause) === 'channels:read') return true;
      log.warn({ err: cause, channel }, "couldn't check whether the bot can post in a channel");
      return undefined;
    }
  }
  return {
    /** Whether the bot can post in this channel; `undefined` if Slack doesn't say. Never throws. */
    async mayPost(channel: string): Promise<boolean | undefined> {
      const answer = ask(channel);
      return (await within(answer, patienceMs)) ? answer : undefined;
    },
  };
}
