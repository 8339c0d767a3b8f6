/** Tells one person the result of what they requested. */
import type { WebClient } from '@slack/web-api';
import type { Logger } from 'pino';
import type { SlackFetch } from '#src/platform/slack/addresses.ts';
import { isRefusal, noPlace } from '#src/platform/slack/refusals.ts';
import { orRenderFailed } from '#src/platform/slack/render-failed.ts';
import { respondAt } from '#src/platform/slack/respond.ts';
import type { PersonNotifier } from '#src/ports.ts';

export function createPersonNotifier(client: WebClient, log: Logger, send: SlackFetch): PersonNotifier {
  const tell: PersonNotifier['tell'] = async ({ channel, user, thread, instead }, message) => {
    if (instead && (await inPlaceOf(instead, message, { log, send }))) return;
    await orRenderFailed(() => privately({ channel, user, thread }, message));
  };
  const privately: PersonNotifier['tell'] = async ({ channel, user, thread }, message) => {
    try {
      await client.chat.postEphemeral({ channel, user, ...(thread && { thread_ts: thread }), ...message });
    } catch (cause) {
      if (!isRefusal(cause, noPlace)) throw cause;
      await client.chat.postMessage({ channel: user, ...message });
    }
  };
  const direct: PersonNotifier['direct'] = async (user, message) => {
    const { channel, ts } = await orRenderFailed(() =>
      client.chat.postMessage({ channel: user, ...message }),
    );
    if (!channel || !ts) throw new Error("Slack's answer has no channel or timestamp for the message");
    return { channel, ts };
  };
  return { tell, direct };
}

/** False if the response URL has expired, so the message stays as it is. */
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
