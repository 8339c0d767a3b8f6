/** One workspace, whose token and key are in the settings. */
import { WebClient } from '@slack/web-api';
import { clientOptions } from '#src/platform/slack/client.ts';
import type { WorkspaceContextOf } from '#src/ports.ts';
import { slackRefused } from './start-error.ts';
import { type Built, type Context, createWorkspaceContext } from './workspace-context.ts';

export interface OneWorkspace {
  workspaceContext: Built;
  contextOf: WorkspaceContextOf;
  /** For everything that Slack delivers: the token is valid only for this workspace, so everything belongs to it. */
  authorize(): Promise<{ botToken: string; botId: string; botUserId: string; teamId: string }>;
}

/** Asks Slack which workspace the token is for. Rejects with `StartError` if Slack doesn't say. */
export async function openOneWorkspace(context: Context): Promise<OneWorkspace> {
  const { config, log, count } = context;
  const { SLACK_BOT_TOKEN: botToken = '', SOCIAL_API_KEY: apiKey } = config;
  const slack = new WebClient(botToken, clientOptions(config, log, count.slackAnswered));
  const asked = await slack.auth.test().catch((cause: unknown) => {
    throw slackRefused(cause);
  });
  const { team_id: workspace = '', bot_id: botId = '', user_id: botUserId = '', url: slackUrl = '' } = asked;
  const workspaceContext = createWorkspaceContext(context, { workspace, botToken, slackUrl, apiKey });
  return {
    workspaceContext,
    // an older release, or another app on this Redis, may have left jobs of another workspace
    contextOf: async (wanted) => (wanted === workspace ? workspaceContext : undefined),
    authorize: async () => ({ botToken, botId, botUserId, teamId: workspace }),
  };
}
