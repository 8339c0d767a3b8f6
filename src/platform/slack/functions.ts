/** Tells Slack how a step of a workflow ended. */
import type { WebClient } from '@slack/web-api';
import { codeOf, isRefusal, passing } from './refusals.ts';
import { orRenderFailed } from './render-failed.ts';

/** Also for an execution that isn't the app's. */
const over = 'access_denied';

/** Resolve to Slack's code if it doesn't want to know anymore. Throw a `Retriable` if another attempt may succeed. */
export type Functions = ReturnType<typeof createFunctions>;

/**
 * With the bot's token: the one that comes with an execution expires after 15 minutes, and a step that waits for people takes longer.
 */
export function createFunctions(client: WebClient) {
  const unlessOver = async (call: () => Promise<unknown>): Promise<string | undefined> => {
    try {
      await orRenderFailed(call);
      return undefined;
    } catch (failed) {
      const { cause } = failed as Error;
      const code = codeOf(cause);
      if (code === undefined || (code !== over && isRefusal(cause, passing))) throw failed;
      return code;
    }
  };
  return {
    complete: (function_execution_id: string, outputs: Record<string, string>): Promise<string | undefined> =>
      unlessOver(() => client.functions.completeSuccess({ function_execution_id, outputs })),
    /** `error`: plain text, which Slack shows to the person who ran the workflow. */
    fail: (function_execution_id: string, error: string): Promise<string | undefined> =>
      unlessOver(() => client.functions.completeError({ function_execution_id, error })),
  };
}
