/** Tells one person the result of what they requested. */
import type { KnownBlock } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Logger } from 'pino';
import type { SlackFetch } from './addresses.ts';
import type { Posted } from './messages.ts';
import { postMessage } from './post-message.ts';
import { channelGone, unlessRefusedFor } from './refusals.ts';
import { orRenderFailed } from './render-failed.ts';
import { respondAt } from './respond.ts';

/** The person, and the channel in which they asked. */
interface Recipient {
  channel: string;
  user: string;
  /** The first message of the thread to post in. */
  thread?: string | undefined;
  /** The response URL of the private message to replace, as long as Slack allows that. */
  instead?: string | undefined;
}

interface Message {
  text: string;
  blocks?: KnownBlock[];
}

export type PersonNotifier = ReturnType<typeof createPersonNotifier>;

/**
 * Tells one person the result of something that finished after they requested it. All throw Slack's error, as
 * a `Retriable`.
 */
export function createPersonNotifier(client: WebClient, log: Logger, send: SlackFetch) {
  async function privately({ channel, user, thread }: Recipient, message: Message): Promise<void> {
    const shown = await unlessRefusedFor(channelGone, () =>
      client.chat.postEphemeral({ channel, user, ...(thread && { thread_ts: thread }), ...message }),
    );
    if (!shown) await postMessage(client, { channel: user, ...message });
  }
  return {
    /**
     * Posts in the channel where they asked, visible only to them, or as a direct message if that isn't
     * possible.
     */
    async tell(to: Recipient, message: Message): Promise<void> {
      if (to.instead && (await inPlaceOf(to.instead, message, { log, send }))) return;
      await orRenderFailed(() => privately(to, message));
    },

    /** Sends a direct message. Returns where it is. */
    direct: (user: string, message: { text: string }): Promise<Posted> =>
      orRenderFailed(() => postMessage(client, { channel: user, ...message })),
  };
}

/** False if the response URL has expired, so that the old message stays. */
async function inPlaceOf(
  url: string,
  message: { text: string },
  { log, send }: { log: Logger; send: SlackFetch },
): Promise<boolean> {
  try {
    return await respondAt(send, url, { replace_original: true, ...message });
  } catch (cause) {
    log.warn({ err: cause }, "couldn't update a private message");
    return false;
  }
}
