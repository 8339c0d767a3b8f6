/** Slack calls that a job makes for anything but a card. All throw Slack's error, as a `Retriable`. */
import type { HomeView, KnownBlock } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { codeOf } from './refusals.ts';
import { orRenderFailed } from './render-failed.ts';

export type SlackCalls = ReturnType<typeof createSlackCalls>;

/**
 * Uses the bot's token, also for workflow steps: the one that comes with an execution expires after 15
 * minutes.
 */
export function createSlackCalls(client: WebClient) {
  /**
   * For an execution that is over, or isn't the app's, Slack's answer is final. In other calls, the same code
   * isn't.
   */
  const unlessOver = async (call: () => Promise<unknown>): Promise<void> => {
    try {
      await orRenderFailed(call);
    } catch (failed) {
      const isOver = codeOf((failed as Error).cause) === 'access_denied';
      throw isOver ? Object.assign(failed as Error, { retry: false }) : failed;
    }
  };
  return {
    publishHome: async (user: string, view: HomeView): Promise<void> => {
      await orRenderFailed(() => client.views.publish({ user_id: user, view }));
    },

    /**
     * Shows blocks below each of these links of a message, spelled as Slack spelled them. Doing it again
     * replaces the earlier blocks.
     */
    unfurl: async (
      { channel, ts }: { channel: string; ts: string },
      shown: ReadonlyMap<string, KnownBlock[]>,
    ): Promise<void> => {
      const unfurls = Object.fromEntries([...shown].map(([url, blocks]) => [url, { blocks }]));
      await orRenderFailed(() => client.chat.unfurl({ channel, ts, unfurls }));
    },

    completeStep: (function_execution_id: string, outputs: Record<string, string>): Promise<void> =>
      unlessOver(() => client.functions.completeSuccess({ function_execution_id, outputs })),

    /** `error`: plain text, which Slack shows to the person who ran the workflow. */
    failStep: (function_execution_id: string, error: string): Promise<void> =>
      unlessOver(() => client.functions.completeError({ function_execution_id, error })),
  };
}
