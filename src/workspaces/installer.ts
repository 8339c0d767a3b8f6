/** Bolt's installer with our store: how Presscheck comes into a workspace, and how it leaves. */

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

/** What came of an installation in the browser. */
type Installed = Omit<Installation, 'installedAt'>;

export interface Installing {
  clientId: string;
  clientSecret: string;
  /** The address where people reach the bot. */
  publicUrl: string;
  apiUrl: string;
  clientOptions: WebClientOptions;
  scopes: readonly string[];
  /** Those that a person can decline. */
  optionalScopes: readonly string[];
  /** Where Slack redirects the person who installs the app. */
  redirectPath: string;
  /** What an administrator types to enter the API key. */
  keyCommand: string;
  states: { begin(): string; isOpen(state: string): Promise<boolean>; finish(state: string): Promise<void> };
  install(installed: Installed): Promise<void>;
  /** With a token that is good now; `undefined`: not installed there. */
  installationOf(workspace: string): Promise<Installation | undefined>;
  /** It was uninstalled at `at` (epoch ms), or its token revoked. */
  uninstalled(workspace: string, at: number): Promise<void>;
  /** Something was done there while it was uninstalled, and may have written something. */
  outlasted(workspace: string): Promise<void>;
}

/** What the receiver takes for it. */
export function installerOptions(installing: Installing): Partial<HTTPReceiverOptions> {
  const { clientId, clientSecret, publicUrl, apiUrl, clientOptions, keyCommand, states } = installing;
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
        // Slack took the code by now, which nobody can make up: before, anonymous requests could fill Redis
        if (installation.metadata) await states.finish(installation.metadata);
        await installing.install(installed);
      },
      async fetchInstallation({ teamId }) {
        const found = teamId === undefined ? undefined : await installing.installationOf(teamId);
        if (!teamId || !found) throw new Refusal(...notInstalled);
        const { botToken: token, botId: id, botUser: userId } = found;
        // without its refresh token: Bolt would renew it in every process at once
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
            // the state comes back with the installation
            return { scopes, redirectUri, metadata: state };
          throw Object.assign(new Error('The state has already been used, or has expired.'), {
            code: 'slack_oauth_invalid_state',
          });
        },
      },
      callbackOptions: {
        success(installation, _options, _request, response) {
          const granted = installation.bot?.scopes ?? [];
          const declined = optionalScopes.filter((scope) => !granted.includes(scope));
          response.writeHead(200, html).end(installedPage(installation.team?.name, keyCommand, declined));
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

/** Slack is told that such an event arrived once `uninstalled` is done, and else delivers it again. */
export function listenForUninstall(app: App, { installationOf, uninstalled, outlasted }: Installing): void {
  app.use(async ({ context, next }) => {
    try {
      await next();
    } finally {
      const { botToken, teamId } = context;
      if (botToken && teamId && !(await installationOf(teamId))) await outlasted(teamId);
    }
  });
  const gone = async (workspace: string | undefined, seconds: number): Promise<void> => {
    if (workspace) await uninstalled(workspace, seconds * 1_000);
  };
  app.event('app_uninstalled', ({ body, context }) => gone(context.teamId, body.event_time));
  app.event('tokens_revoked', async ({ event, body, context }) => {
    // those of people are not ours
    if (event.tokens.bot?.length) await gone(context.teamId, body.event_time);
  });
}
