/** Slack's OAuth v2: the consent page, codes, access tokens, and token rotation. */
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { app, type Workspace } from './defaults.ts';
import { sendText } from './http-tools.ts';
import type { Fields } from './json.ts';
import { oauthPage } from './oauth-page.ts';
import type { Chat } from './start.ts';

export interface OAuthOptions {
  clientId: string;
  clientSecret: string;
  /** Turns on token rotation: the lifetime of the first tokens. Refreshed ones last twelve hours. */
  firstTokenSeconds?: number;
  /** The user who approves the installation. Default: Cy. */
  installer?: string;
  /** The Enterprise organization of the workspaces, into which the app can be installed instead of a single one. */
  organization?: { id: string; name: string };
}

export interface OAuth {
  /** The consent page. With `team` in the query, the installer has approved that workspace. */
  authorize(query: URLSearchParams, response: ServerResponse): void;
  /** `oauth.v2.access`. */
  access(form: URLSearchParams): Fields;
  /** The index of the token's workspace; -1 if it's invalid. */
  workspaceOf(token: string): number;
  /** All tokens, refresh tokens, and codes issued so far. */
  readonly secrets: string[];
  /** The token requests so far, by grant type. `refused`: why one was refused. */
  readonly asked: { grant: string; refused?: string }[];
  /** Whether to refuse refreshing tokens. */
  refuseRenewals: boolean;
  /** Delays responses to refresh requests until this settles. */
  renewalsAfter: Promise<void> | undefined;
  /** Uninstalls the app: revokes its tokens and sends the event. */
  uninstall(workspace: number, how?: 'app_uninstalled' | 'tokens_revoked'): Promise<void>;
}

const hours = (n: number): number => n * 3_600;

export function createOAuth(options: OAuthOptions, chats: readonly Chat[]): OAuth {
  const { clientId, clientSecret, firstTokenSeconds, installer = 'U0CY', organization } = options;
  const tokens = new Map<string, number>();
  const refreshTokens = new Map<string, number>();
  const codes = new Map<string, number>();
  const secrets: string[] = [];
  const asked: OAuth['asked'] = [];
  const give = (prefix: string, to: Map<string, number>, workspace: number): string => {
    const secret = `${prefix}${randomBytes(12).toString('hex')}`;
    secrets.push(secret);
    to.set(secret, workspace);
    return secret;
  };

  function answer(workspace: number, lives: number | undefined): Fields {
    const team = chats[workspace]?.world.workspace;
    return {
      ok: true,
      app_id: app.id,
      authed_user: { id: installer },
      scope: (chats[workspace]?.scopes ?? ['commands', 'chat:write']).join(','),
      token_type: 'bot',
      access_token: give(lives === undefined ? 'xoxb-' : 'xoxe.xoxb-', tokens, workspace),
      bot_user_id: app.botUser,
      ...(lives !== undefined && {
        refresh_token: give('xoxe-', refreshTokens, workspace),
        expires_in: lives,
      }),
      team: team ? { id: team.id, name: team.name } : null,
      enterprise: organization ?? null,
      is_enterprise_install: team === undefined,
    };
  }

  function access(form: URLSearchParams): Fields {
    if (form.get('client_id') !== clientId) return { ok: false, error: 'invalid_client_id' };
    if (form.get('client_secret') !== clientSecret) return { ok: false, error: 'bad_client_secret' };
    const renewing = form.get('grant_type') === 'refresh_token';
    const [known, secret] = renewing
      ? [refreshTokens, form.get('refresh_token') ?? '']
      : [codes, form.get('code') ?? ''];
    if (renewing && oauth.refuseRenewals) return { ok: false, error: 'internal_error' };
    const workspace = known.get(secret);
    // each can be used once
    known.delete(secret);
    if (workspace === undefined)
      return { ok: false, error: renewing ? 'invalid_refresh_token' : 'invalid_code' };
    return answer(workspace, renewing ? hours(12) : firstTokenSeconds);
  }

  const oauth: OAuth = {
    refuseRenewals: false,
    renewalsAfter: undefined,
    authorize(query, response) {
      const back = query.get('redirect_uri') ?? '';
      if (query.get('client_id') !== clientId || !URL.canParse(back))
        return sendText(response, 400, 'This app is not known.');
      const backWith = (key: string, value: string): string => {
        const to = new URL(back);
        to.searchParams.set(key, value);
        to.searchParams.set('state', query.get('state') ?? '');
        return to.href;
      };
      // the organization is one more choice
      const choices = [...chats.map(({ world }) => world.workspace), ...(organization ? [organization] : [])];
      const chosen = choices.findIndex(({ id }) => id === query.get('team'));
      if (chosen >= 0) {
        response.writeHead(302, { location: backWith('code', give('code-', codes, chosen)) }).end();
        return;
      }
      const allow = ({ id }: Workspace): string => `?${new URLSearchParams([...query, ['team', id]])}`;
      const scopes = (query.get('scope') ?? '').split(',');
      const page = oauthPage(choices, scopes, allow, backWith('error', 'access_denied'));
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    },
    access(form) {
      const answered = access(form);
      const refused = typeof answered.error === 'string' ? { refused: answered.error } : {};
      asked.push({ grant: form.get('grant_type') ?? 'code', ...refused });
      return answered;
    },
    // the organization's token works in all of them
    workspaceOf: (token) => Math.min(tokens.get(token) ?? -1, chats.length - 1),
    secrets,
    asked,
    async uninstall(workspace, how = 'app_uninstalled') {
      for (const known of [tokens, refreshTokens])
        for (const [secret, whose] of known) if (whose === workspace) known.delete(secret);
      const event = how === 'app_uninstalled' ? {} : { tokens: { oauth: [], bot: [app.botUser] } };
      await chats[workspace]?.sendEvent({ type: how, ...event });
    },
  };
  return oauth;
}
