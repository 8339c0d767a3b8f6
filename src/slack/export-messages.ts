/** Posts and redraws the messages that say how an export goes. */
import { WebAPIPlatformError, type WebClient } from '@slack/web-api';
import type { ExportMessages } from '#src/ports.ts';
import { drawExport } from '#views/analytics.ts';

/** The bot may not post there (Slack: chat.postMessage, Errors). */
const noPlace = new Set([
  'channel_not_found',
  'not_in_channel',
  'is_archived',
  'restricted_action',
  'restricted_action_read_only_channel',
  'restricted_action_thread_only_channel',
]);

/** The message is gone, so there is nothing to redraw. */
const gone = new Set(['message_not_found', 'channel_not_found', 'is_archived', 'not_in_channel']);

export function createExportMessages(client: WebClient): ExportMessages {
  return {
    async open(state, where) {
      const post = async (channel: string, aside: boolean) => {
        const answer = await client.chat.postMessage({ channel, ...drawExport(state, { aside }) });
        if (!answer.channel || !answer.ts) throw new Error('Slack did not say where the message stands');
        return { channel: answer.channel, ts: answer.ts, aside };
      };
      if (where === 'aside') return post(state.by, true);
      try {
        return await post(state.channel, false);
      } catch (cause) {
        if (!(cause instanceof WebAPIPlatformError) || !noPlace.has(cause.data.error)) throw cause;
        return post(state.by, true);
      }
    },
    async show({ channel, ts, aside }, state) {
      try {
        await client.chat.update({ channel, ts, ...drawExport(state, { aside }) });
      } catch (cause) {
        if (!(cause instanceof WebAPIPlatformError) || !gone.has(cause.data.error)) throw cause;
      }
    },
  };
}
