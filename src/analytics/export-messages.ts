/** Posts and updates the messages that show the progress of an export. */
import type { WebClient } from '@slack/web-api';
import { postMessage } from '#src/platform/slack/post-message.ts';
import { channelGone, noMessage, tooMuch, unlessRefusedFor } from '#src/platform/slack/refusals.ts';
import { orRenderFailed } from '#src/platform/slack/render-failed.ts';
import { renderExport } from '#views/analytics/analytics.ts';
import type { ExportMessage, ExportState } from './export-state.ts';

/** All methods throw Slack's error, as a `Retriable`. */
export type ExportMessages = ReturnType<typeof createExportMessages>;

export function createExportMessages(client: WebClient) {
  const post = async (channel: string, state: ExportState, aside: boolean): Promise<ExportMessage> => ({
    ...(await postMessage(client, { channel, ...renderExport(state, { aside }) })),
    aside,
  });
  return {
    /** Posts in the state's channel, or as a direct message if that isn't possible or was requested. */
    async open(state: ExportState, where?: 'aside'): Promise<ExportMessage> {
      return orRenderFailed(async () => {
        const isHere =
          where === 'aside'
            ? undefined
            : await unlessRefusedFor(channelGone, () => post(state.channel, state, false));
        return isHere ?? post(state.by, state, true);
      });
    },

    async show({ channel, ts, aside }: ExportMessage, state: ExportState): Promise<void> {
      const update = (plain: boolean) =>
        client.chat.update({ channel, ts, ...renderExport(state, { aside, plain }) });
      // if the message is gone, there's nothing to update
      await orRenderFailed(() =>
        unlessRefusedFor(noMessage, async () => {
          // not every workspace has Slack's charts and tables yet; without them, the message is plain text
          const updated = await unlessRefusedFor(tooMuch, () => update(false));
          if (!updated) await update(true);
        }),
      );
    },
  };
}
