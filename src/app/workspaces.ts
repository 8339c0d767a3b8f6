/** Builds the workspaces by the settings: one by its token, or many by OAuth. */

import type { Authorize } from '@slack/bolt';
import { WebClient } from '@slack/web-api';
import { welcomeJob } from '#src/onboarding/jobs.ts';
import type { QuotaState } from '#src/platform/publishing-api/quota.ts';
import type { JobQueue } from '#src/platform/queue/queue.ts';
import type { Locks } from '#src/platform/redis/locks.ts';
import { createVault, readSecretKeys } from '#src/platform/secrets.ts';
import { clientOptions } from '#src/platform/slack/client.ts';
import type { AuditTrail } from '#src/posts/ports.ts';
import { type ApiKeys, createApiKeys } from '#src/workspaces/api-keys.ts';
import { createInstallations } from '#src/workspaces/installation-store.ts';
import type { Installing } from '#src/workspaces/installer.ts';
import { createStates } from '#src/workspaces/oauth-states.ts';
import {
  createByToken,
  createQuotaForgetting,
  createRemoval,
  removeWorkspaceJob,
} from '#src/workspaces/removal.ts';
import { createFreshTokens } from '#src/workspaces/tokens.ts';
import { enteredKey, nothingChanged } from '#views/kit/command-refusals.ts';
import { linkScopes, optionalScopes, redirectPath, scopes } from './manifest.ts';
import { openManyWorkspaces } from './many-workspaces.ts';
import { slackRefused } from './start-error.ts';
import {
  type Context,
  createWorkspaceContext,
  lookupsIn,
  type WorkspaceContextOf,
} from './workspace-context.ts';

interface Parts {
  locks: Locks;
  queue: JobQueue;
  audit: AuditTrail;
  /** What a person types to enter an API key. */
  keyCommand: string;
}

export interface Workspaces {
  contextOf: WorkspaceContextOf;
  /** How to tell which workspace a delivery of Slack is for. */
  access: { workspace: string; authorize: Authorize<boolean> } | { installing: Installing };
  /** `undefined` if the key is in the settings. */
  apiKeys: ApiKeys | undefined;
  /** Deletes everything that is stored for a workspace that has uninstalled Presscheck. */
  remove(workspace: string): Promise<void>;
  /** The state of the quota if there is one key; `undefined` if there are many. */
  quotaState(): Promise<QuotaState | undefined>;
  /** Loads what the first person would otherwise have to wait for. Never rejects. */
  warmUp(): Promise<void>;
  /** The workspace for the log, if there's only one. */
  named: { workspace?: string };
}

/** Rejects if Slack refuses the token of the one workspace. */
export function openWorkspaces(context: Context, parts: Parts): Promise<Workspaces> {
  return context.config.SLACK_CLIENT_ID ? many(context, parts) : one(context);
}

/**
 * One workspace, whose token and key are in the settings. Everything that Slack delivers is for it, because
 * the token is valid for no other workspace.
 */
async function one(context: Context): Promise<Workspaces> {
  const { config, redis, log, count } = context;
  const { SLACK_BOT_TOKEN: botToken = '', SOCIAL_API_KEY: apiKey } = config;
  const slack = new WebClient(botToken, clientOptions(config, log, count.slackAnswered));
  const answer = await slack.auth.test().catch((cause: unknown) => {
    throw slackRefused(cause);
  });
  const { team_id: workspace = '', bot_id: botId = '', user_id: botUserId = '', url: slackUrl = '' } = answer;
  const workspaceContext = createWorkspaceContext(context, { workspace, botToken, slackUrl, apiKey });
  await createByToken(redis, config.REDIS_PREFIX).note(workspace);
  return {
    // an older release, or another app on this Redis, may have left jobs of another workspace
    contextOf: async (requestedId) => (requestedId === workspace ? workspaceContext : undefined),
    access: { workspace, authorize: async () => ({ botToken, botId, botUserId, teamId: workspace }) },
    apiKeys: undefined,
    // another workspace's data may be from an earlier token
    remove: async () => undefined,
    quotaState: () => workspaceContext.quotaState(),
    async warmUp() {
      try {
        await workspaceContext.catalog.brands();
      } catch (cause) {
        log.warn({ err: cause }, "couldn't preload the brands");
      }
    },
    named: { workspace },
  };
}

async function many(context: Context, parts: Parts): Promise<Workspaces> {
  const { config, redis, log, now, slash, count } = context;
  const { locks, queue, audit, keyCommand } = parts;
  const { SLACK_CLIENT_ID: clientId = '', SLACK_CLIENT_SECRET: clientSecret = '' } = config;
  const { REDIS_PREFIX: prefix, SECRETS_KEY: secretKeys = '', PUBLIC_URL: publicUrl = '' } = config;
  const vault = createVault(readSecretKeys(secretKeys) ?? []);
  const installations = createInstallations(redis, prefix, vault);
  const options = clientOptions(config, log, count.slackAnswered);
  const forgetQuota = createQuotaForgetting(redis, prefix, installations);
  const fresh = createFreshTokens({
    clientId,
    clientSecret,
    clientOptions: options,
    installations,
    locks,
    log,
    now,
  });
  const { contextOf, installationOf } = openManyWorkspaces(context, {
    installations,
    fresh,
    forgetQuota,
    keyCommand,
  });
  const removeLater = (workspace: string) => queue.enqueue(removeWorkspaceJob, { workspace });
  const { uninstalled, remove } = createRemoval({
    forgetQuota,
    redis,
    prefix,
    installations,
    byToken: createByToken(redis, prefix),
    log,
    forgetJobs: (workspace, isNeeded) => queue.forget(workspace, isNeeded),
    removeLater,
  });
  // it's installed anyway: an administrator who opens it gets the welcome message instead
  const greet = (workspace: string, user: string): Promise<void> =>
    queue
      .enqueue(welcomeJob, { workspace, user, installer: true })
      .catch((cause: unknown) => log.warn({ err: cause, workspace }, "couldn't send the welcome message"));
  const { renewed, unreadable } = await installations.resealAll();
  if (renewed > 0) log.info({ renewed }, 'encrypted stored secrets again with the first key of SECRETS_KEY');
  if (unreadable > 0)
    log.error({ unreadable }, "couldn't decrypt the secrets of some workspaces with the keys in SECRETS_KEY");
  return {
    contextOf,
    access: {
      installing: {
        clientId,
        clientSecret,
        publicUrl,
        apiUrl: config.SLACK_API_URL,
        clientOptions: options,
        social: slash('social'),
        scopes: [...scopes, ...(config.POST_URL_PATTERN === undefined ? [] : linkScopes)],
        optionalScopes,
        redirectPath,
        states: createStates(redis, { prefix, secret: clientSecret, now }),
        async install(installed) {
          const { workspace, by } = installed;
          // an earlier installation's data that no worker has removed yet
          if (!(await installations.sealed(workspace))) await remove(workspace);
          const installedAt = now();
          const at = new Date(installedAt).toISOString();
          await installations.install(
            { ...installed, installedAt },
            { at, by, what: 'set', note: 'installed' },
          );
          audit.soon(workspace);
          log.info({ workspace, by }, 'Presscheck was installed');
          await greet(workspace, by);
        },
        hasApiKey: async (workspace) => typeof (await installations.sealed(workspace))?.apiKey === 'string',
        installationOf,
        uninstalled,
        uninstalledMeanwhile: removeLater,
      },
    },
    apiKeys: createApiKeys({
      installations,
      audit,
      now,
      whose({ workspace, botToken }, key) {
        const account = { workspace, botToken, apiKey: key, keyHint: nothingChanged };
        return lookupsIn(createWorkspaceContext(context, account).service, log, enteredKey).me();
      },
    }),
    remove,
    quotaState: async () => undefined,
    warmUp: async () => undefined,
    named: {},
  };
}
