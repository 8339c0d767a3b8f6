/** Posts and updates the messages that show the progress of an export. They throw Slack's error. */
import type { WebClient } from '@slack/web-api';
import { isRefusal, noMessage, noPlace, tooMuch } from '#src/platform/slack/refusals.ts';
import { renderExport } from '#views/analytics/analytics.ts';
import type { ExportMessage, ExportMessages, ExportState } from './export-state.ts';

export function createExportMessages(client: WebClient): ExportMessages {
  const post = async (channel: string, state: ExportState, aside: boolean): Promise<ExportMessage> => {
    const answer = await client.chat.postMessage({ channel, ...renderExport(state, { aside }) });
    if (!answer.channel || !answer.ts)
      throw new Error("Slack's answer has no channel or timestamp for the message");
    return { channel: answer.channel, ts: answer.ts, aside };
  };
  return {
    async open(state, where) {
      if (where === 'aside') return post(state.by, state, true);
      try {
        return await post(state.channel, state, false);
      } catch (cause) {
        if (!isRefusal(cause, noPlace)) throw cause;
        return post(state.by, state, true);
      }
    },

    async show({ channel, ts, aside }, state) {
      const update = (plain: boolean) =>
        client.chat.update({ channel, ts, ...renderExport(state, { aside, plain }) });
      try {
        await withoutRefused(update);
      } catch (cause) {
        // nothing is left to update
        if (!isRefusal(cause, noMessage)) throw cause;
      }
    },
  };
}

/** Not every workspace has Slack's charts and tables yet: there, the message is sent as `plain` text. */
async function withoutRefused<T>(send: (plain: boolean) => Promise<T>): Promise<T> {
  try {
    return await send(false);
  } catch (cause) {
    if (!isRefusal(cause, tooMuch)) throw cause;
    return send(true);
  }
}
