/** Removes a message that a newer one has replaced. */
import type { KnownBlock } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Logger } from 'pino';
import { codeOf, isRefusal, noMessage, temporary } from './refusals.ts';

const gone: ReadonlySet<string> = new Set([...noMessage, 'thread_not_found']);

const noThread: ReadonlySet<string> = new Set(['thread_not_found', 'message_not_found']);

const isGone = (cause: unknown): boolean => isRefusal(cause, gone);

/** Whether Slack refused, and would refuse again. */
const isRefused = (cause: unknown): boolean => codeOf(cause) !== undefined && !isRefusal(cause, temporary);

/**
 * Deletes the message if Slack says that it has no replies. Otherwise (it has some, or the bot can't find
 * out) it becomes `link`, so that no reply loses the message that it answers. Throws Slack's error if the
 * same call can succeed later.
 */
export async function removeOldMessage(
  client: WebClient,
  log: Pick<Logger, 'warn'>,
  { channel, ts }: { channel: string; ts: string },
  link: { text: string; blocks: KnownBlock[] },
): Promise<void> {
  try {
    if (await hasNoReplies(client, channel, ts)) {
      await client.chat.delete({ channel, ts });
      return;
    }
  } catch (cause) {
    if (isGone(cause)) return;
    if (!isRefused(cause)) throw cause;
    log.warn({ err: cause }, "couldn't delete a replaced message");
  }
  try {
    await client.chat.update({ channel, ts, ...link });
  } catch (cause) {
    if (!isRefused(cause)) throw cause;
    if (!isGone(cause)) log.warn({ err: cause }, "couldn't edit a replaced message");
  }
}

/**
 * False if that can't be found out, too. Some apps can ask Slack for this only once a minute, so it isn't
 * asked twice.
 */
async function hasNoReplies(client: WebClient, channel: string, ts: string): Promise<boolean> {
  try {
    const { messages = [] } = await client.conversations.replies({ channel, ts, limit: 2 });
    return messages.length > 0 && messages.every((one) => one.ts === ts);
  } catch (cause) {
    if (isRefusal(cause, noThread)) throw cause;
    return false;
  }
}
