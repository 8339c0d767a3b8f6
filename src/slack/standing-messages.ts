/** Messages that say how something goes, redrawn in place. */
import type { KnownBlock } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { ExportMessage } from '#src/cards/export.ts';
import { isRefusal, noMessage, noPlace } from './refusals.ts';

type Draw = (where: { aside: boolean }) => { text: string; blocks?: KnownBlock[] };

/** Both throw what Slack said. */
export function createStandingMessages(client: WebClient) {
  return {
    /** In the channel; as a direct message to the user where that is not possible, or when it is asked for. */
    async open(to: { channel: string; user: string; aside?: boolean }, draw: Draw): Promise<ExportMessage> {
      const post = async (channel: string, aside: boolean): Promise<ExportMessage> => {
        const answer = await client.chat.postMessage({ channel, ...draw({ aside }) });
        if (!answer.channel || !answer.ts) throw new Error('Slack did not say where the message stands');
        return { channel: answer.channel, ts: answer.ts, aside };
      };
      if (to.aside) return post(to.user, true);
      try {
        return await post(to.channel, false);
      } catch (cause) {
        if (!isRefusal(cause, noPlace)) throw cause;
        return post(to.user, true);
      }
    },

    async show({ channel, ts, aside }: ExportMessage, draw: Draw): Promise<void> {
      try {
        await client.chat.update({ channel, ts, ...draw({ aside }) });
      } catch (cause) {
        // nothing is left to redraw
        if (!isRefusal(cause, noMessage)) throw cause;
      }
    },
  };
}
