/** Posts and updates the messages that show the progress of an export. */
import type { WebClient } from '@slack/web-api';
import { channelGone, isRefusal, noMessage, tooMuch } from '#src/platform/slack/refusals.ts';
import { renderExport } from '#views/analytics/analytics.ts';
import type { ExportMessage, ExportState } from './export-state.ts';

/** All methods throw Slack's error. */
export type ExportMessages = ReturnType<typeof createExportMessages>;

export function createExportMessages(client: WebClient) {
  const post = async (channel: string, state: ExportState, aside: boolean): Promise<ExportMessage> => {
    const answer = await client.chat.postMessage({ channel, ...renderExport(state, { aside }) });
    if (!answer.channel || !answer.ts)
      throw new Error("Slack's answer has no channel or timestamp for the message");
    return { channel: answer.channel, ts: answer.ts, aside };
  };
  return {
    /** Posts in the state's channel, or as a direct message if that isn't possible or was requested. */
    async open(state: ExportState, where?: 'aside'): Promise<ExportMessage> {
      if (where === 'aside') return post(state.by, state, true);
      try {
        return await post(state.channel, state, false);
      } catch (cause) {
        if (!isRefusal(cause, channelGone)) throw cause;
        return post(state.by, state, true);
      }
    },

    async show({ channel, ts, aside }: ExportMessage, state: ExportState): Promise<void> {
      const update = (plain: boolean) =>
        client.chat.update({ channel, ts, ...renderExport(state, { aside, plain }) });
      try {
        // not every workspace has Slack's charts and tables yet; without them, the message is plain text
        await update(false).catch((cause: unknown) => {
          if (!isRefusal(cause, tooMuch)) throw cause;
          return update(true);
        });
      } catch (cause) {
        // if the message is gone, there's nothing to update
        if (!isRefusal(cause, noMessage)) throw cause;
      }
    },
  };
}
