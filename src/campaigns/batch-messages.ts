/** Posts and updates the reports of batches, as direct messages. */
import type { WebClient } from '@slack/web-api';
import { isRefusal, noMessage } from '#src/platform/slack/refusals.ts';
import { orRenderFailed } from '#src/platform/slack/render-failed.ts';
import type { BatchMessages } from '#src/ports.ts';
import { batchWhy, renderBatch } from '#views/campaigns/batch-report.ts';

export function createBatchMessages(client: WebClient, slackUrl: () => Promise<string>): BatchMessages {
  return {
    why: batchWhy,
    async show(batch, posts, approvers) {
      const drawing = { ...renderBatch(batch, posts, approvers, await slackUrl()), unfurl_links: false };
      return orRenderFailed(async () => {
        const { message } = batch;
        if (message) {
          try {
            await client.chat.update({ channel: message.channel, ts: message.ts, ...drawing });
            return message;
          } catch (cause) {
            if (!isRefusal(cause, noMessage)) throw cause;
          }
        }
        const { channel, ts } = await client.chat.postMessage({ channel: batch.by, ...drawing });
        if (!channel || !ts) throw new Error("Slack's answer has no channel or timestamp for the report");
        return { channel, ts };
      });
    },
  };
}
