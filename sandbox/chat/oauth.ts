/** Slack's OAuth: a code for whoever allows it, a token for the code, and tokens that run out where rotation is on. */
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
  /** Given: Slack's token rotation is on. How long the first tokens live; renewed ones live for twelve hours. */
  firstTokenSeconds?: number;
  /** Who allows it in the browser. Default: Cy. */
  installer?: string;
  /** The Enterprise organisation of the workspaces; it can be chosen in place of one of them. */
  organisation?: { id: string; name: string };
}

export interface OAuth {
  /** The page that asks whether the app may be added, and where; with `team` in the query yes was said for that one. */
  authorize(query: URLSearchParams, response: ServerResponse): void;
  /** `oauth.v2.access`. */
  access(form: URLSearchParams): Fields;
  /** The number of the workspace that this token opens; -1: none. */
  workspaceOf(token: string): number;
  /** Every token, code and refresh token that was given. */
  readonly secrets: string[];
  /** How often tokens were asked for, with what; `refused` came to nothing. */
  readonly asked: { grant: string; refused?: string }[];
  /** True: tokens are no longer renewed. */
  refuseRenewals: boolean;
  /** Renewals are answered when this has ended; absent: at once. */
  renewalsAfter: Promise<void> | undefined;
  /** Uninstalls the app: its tokens are no longer good, and it is told so. */
  uninstall(workspace: number, how?: 'app_uninstalled' | 'tokens_revoked'): Promise<void>;
}

const hours = (n: number): number => n * 3_600;

export function createOAuth(options: OAuthOptions, chats: readonly Chat[]): OAuth {
  const { clientId, clientSecret, firstTokenSeconds, installer = 'U0CY', organisation } = options;
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
      enterprise: organisation ?? null,
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
    // each is good for one use
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
      // the organisation counts as one more
      const choices = [...chats.map(({ world }) => world.workspace), ...(organisation ? [organisation] : [])];
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
    // the organisation's is good in all of them
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
