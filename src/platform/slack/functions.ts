/** Tells Slack how a step of a workflow ended. */
import type { WebClient } from '@slack/web-api';
import { codeOf, isRefusal, passing } from './refusals.ts';
import { orRenderFailed } from './render-failed.ts';

/** Resolve to Slack's code if it doesn't want to know anymore. Throw a `Retriable` if another attempt may succeed. */
export interface Functions {
  complete(execution: string, outputs: Record<string, string>): Promise<string | undefined>;
  /** `error`: plain text, which Slack shows to the person who ran the workflow. */
  fail(execution: string, error: string): Promise<string | undefined>;
}

/** Also for an execution that isn't the app's. */
const over = 'access_denied';

/**
 * With the bot's token: the one that comes with an execution expires after 15 minutes, and a step that waits for people takes longer.
 */
export function createFunctions(client: WebClient): Functions {
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
    complete: (function_execution_id, outputs) =>
      unlessOver(() => client.functions.completeSuccess({ function_execution_id, outputs })),
    fail: (function_execution_id, error) =>
      unlessOver(() => client.functions.completeError({ function_execution_id, error })),
  };
}
