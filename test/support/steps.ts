/** Starts a bot with its Workflow Builder steps turned on. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type BotOptions, startBot } from './bot.ts';
import { eventually } from './eventually.ts';

export async function startSteps(t: TestContext, options: BotOptions = {}) {
  const started = await startBot(t, {
    ...options,
    settings: { WORKFLOW_STEPS: 'true', ...options.settings },
  });
  const { chat } = started;
  return {
    ...started,
    /** The run, once it has ended. */
    ended: (id: string) =>
      eventually(() => {
        const run = chat.workflows.get(id);
        assert.notEqual(run?.state, 'running');
        return run;
      }),
  };
}

export const postInputs = {
  brand: 'northwind coffee',
  caption: 'Open until ten tonight',
  channel: 'C0SOCIAL',
  requester: 'U0ANA',
  profiles: 'Instagram',
};
