/** Bolt's installer with our store: how Presscheck is installed in a workspace, and uninstalled. */

import type { App, HTTPReceiverOptions, Installation as SlackInstallation } from '@slack/bolt';
import type { WebClientOptions } from '@slack/web-api';
import { Refusal } from '#src/platform/refusal.ts';
import {
  installedPage,
  installPage,
  notInstalledPage,
  wholeOrganisation,
} from '#views/workspaces/install-pages.ts';
import { notInstalled } from '#views/workspaces/refusals.ts';
import type { Installation } from './installation-store.ts';

const installPath = '/slack/install';

/** The result of an installation in the browser. */
type Installed = Omit<Installation, 'installedAt'>;

export interface Installing {
  clientId: string;
  clientSecret: string;
  /** The address where people reach the bot. */
  publicUrl: string;
  apiUrl: string;
  clientOptions: WebClientOptions;
  scopes: readonly string[];
  /** The scopes that a person can decline. */
  optionalScopes: readonly string[];
  /** Where Slack redirects the person who installs the app. */
  redirectPath: string;
  /** The command for everything else, such as `/social`. */
  social: string;
  states: { begin(): string; isOpen(state: string): Promise<boolean>; finish(state: string): Promise<void> };
  install(installed: Installed): Promise<void>;
  /** Whether the workspace has an API key, from an installation before. */
  hasApiKey(workspace: string): Promise<boolean>;
  /** With a token that is currently valid; `undefined` if it isn't installed there. */
  installationOf(workspace: string): Promise<Installation | undefined>;
  /** Called when the app was uninstalled at `at` (epoch ms), or its token was revoked. */
  uninstalled(workspace: string, at: number): Promise<void>;
  /** Called if the workspace was uninstalled while a delivery was handled, which may have written data since. */
  uninstalledMeanwhile(workspace: string): Promise<void>;
}

/** The receiver's options for installing. */
export function installerOptions(installing: Installing): Partial<HTTPReceiverOptions> {
  const { clientId, clientSecret, publicUrl, apiUrl, clientOptions, social, states } = installing;
  const { optionalScopes, redirectPath } = installing;
  const scopes = [...installing.scopes];
  const redirectUri = new URL(redirectPath, publicUrl).href;
  const html = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
  return {
    clientId,
    clientSecret,
    scopes,
    redirectUri,
    installationStore: {
      async storeInstallation(installation) {
        const installed = installedFrom(installation);
        // only after Slack has accepted the code, which nobody can make up: otherwise, anonymous requests
        // could fill Redis
        if (installation.metadata) await states.finish(installation.metadata);
        await installing.install(installed);
      },
      async fetchInstallation({ teamId }) {
        const found = teamId === undefined ? undefined : await installing.installationOf(teamId);
        if (!teamId || !found) throw new Refusal(...notInstalled);
        const { botToken: token, botId: id, botUser: userId } = found;
        // without its refresh token, because Bolt would renew the token in every process at once
        return {
          team: { id: teamId },
          enterprise: undefined,
          user: { id: '', token: undefined, scopes: undefined },
          bot: { token, id, userId, scopes: [] },
        };
      },
    },
    installerOptions: {
      clientOptions,
      authorizationUrl: new URL('/oauth/v2/authorize', apiUrl).href,
      installPath,
      redirectUriPath: redirectPath,
      renderHtmlForInstallPath: installPage,
      stateStore: {
        generateStateParam: async () => states.begin(),
        async verifyStateParam(_now, state) {
          if (await states.isOpen(state))
            // Slack returns the state with the installation
            return { scopes, redirectUri, metadata: state };
          throw Object.assign(new Error('The state has already been used, or has expired.'), {
            code: 'slack_oauth_invalid_state',
          });
        },
      },
      callbackOptions: {
        async successAsync({ team, bot }, _options, _request, response) {
          const granted = bot?.scopes ?? [];
          const declined = optionalScopes.filter((scope) => !granted.includes(scope));
          // the installation succeeded even if this can't be read
          const keyed = await installing.hasApiKey(team?.id ?? '').catch(() => false);
          response.writeHead(200, html).end(installedPage(team?.name, { social, keyed, declined }));
        },
        failure({ code }, _options, _request, response) {
          const status = code === 'slack_oauth_unknown_error' ? 500 : 400;
          response.writeHead(status, html).end(notInstalledPage(code, installPath));
        },
      },
    },
  };
}

function installedFrom(installation: SlackInstallation<'v1' | 'v2', boolean>): Installed {
  const { team, bot, user } = installation;
  if (!team || !bot || installation.isEnterpriseInstall)
    throw Object.assign(
      new Error('Presscheck can only be installed in a workspace, not in an entire organization'),
      { code: wholeOrganisation },
    );
  return {
    workspace: team.id,
    name: team.name,
    botToken: bot.token,
    botId: bot.id,
    botUser: bot.userId,
    scopes: bot.scopes,
    refreshToken: bot.refreshToken,
    expiresAt: bot.expiresAt === undefined ? undefined : bot.expiresAt * 1_000,
    by: user.id,
  };
}

/**
 * Slack gets its acknowledgment for such an event once `uninstalled` is done, and otherwise delivers it
 * again.
 */
export function listenForUninstall(
  app: App,
  { installationOf, uninstalled, uninstalledMeanwhile }: Installing,
): void {
  app.use(async ({ context, next }) => {
    try {
      await next();
    } finally {
      const { botToken, teamId } = context;
      if (botToken && teamId && !(await installationOf(teamId))) await uninstalledMeanwhile(teamId);
    }
  });
  const gone = async (workspace: string | undefined, seconds: number): Promise<void> => {
    if (workspace) await uninstalled(workspace, seconds * 1_000);
  };
  app.event('app_uninstalled', ({ body, context }) => gone(context.teamId, body.event_time));
  app.event('tokens_revoked', async ({ event, body, context }) => {
    // tokens of users aren't ours
    if (event.tokens.bot?.length) await gone(context.teamId, body.event_time);
  });
}
