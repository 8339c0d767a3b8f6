/** Shows something below the links of a message that someone posted. */
import type { KnownBlock } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { codeOf, isRefusal, passing } from './refusals.ts';
import { orRenderFailed } from './render-failed.ts';

export type Unfurler = ReturnType<typeof createUnfurler>;

export function createUnfurler(client: WebClient) {
  return {
    /**
     * Shows blocks below each of these links, spelled as Slack did; shown again, they replace the earlier ones. Resolves to
     * Slack's code if it refused for good, such as for a message that is gone. Throws a `Retriable` if another attempt may succeed.
     */
    async unfurl(
      { channel, ts }: { channel: string; ts: string },
      shown: ReadonlyMap<string, KnownBlock[]>,
    ): Promise<string | undefined> {
      const unfurls = Object.fromEntries([...shown].map(([url, blocks]) => [url, { blocks }]));
      try {
        await orRenderFailed(() => client.chat.unfurl({ channel, ts, unfurls }));
        return undefined;
      } catch (failed) {
        const { cause } = failed as Error;
        const code = codeOf(cause);
        if (code === undefined || isRefusal(cause, passing)) throw failed;
        return code;
      }
    },
  };
}
