/**
 * Several workspaces behind one address, like Slack: the token identifies the workspace, and OAuth issues the tokens. Each
 * workspace is its own chat, and the URLs in its responses point here.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { forward, startReverseProxy } from '../reverse-proxy.ts';
import { readBody, sendJson, sendText } from './http-tools.ts';
import { createOAuth, type OAuth, type OAuthOptions } from './oauth.ts';
import { type Chat, type ChatOptions, startChat } from './start.ts';

export interface MultiWorkspace {
  url: string;
  apiUrl: string;
  oauth: OAuth;
  chats: Chat[];
  /** The page of each workspace, on its own address, because the proxy doesn't stream events. */
  pageUrls: string[];
  close(): Promise<void>;
}

export type MultiWorkspaceOptions = OAuthOptions & {
  /** One per workspace. OAuth issues their tokens. */
  chats: Omit<ChatOptions, 'botToken'>[];
};

export async function startMultiWorkspace(options: MultiWorkspaceOptions): Promise<MultiWorkspace> {
  const { url, close } = await startReverseProxy(route);
  const pageUrls: string[] = [];
  const chats = await Promise.all(
    options.chats.map((chat, i) =>
      startChat({
        ...chat,
        botToken: '',
        publicUrl: `${url}/workspace-${i}`,
        onListening: (at) => (pageUrls[i] = at),
      }),
    ),
  );
  const oauth = createOAuth(options, chats);

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams, search } = new URL(request.url ?? '/', url);
    const body = await readBody(request);
    if (pathname === '/oauth/v2/authorize') return oauth.authorize(searchParams, response);
    if (pathname === '/api/oauth.v2.access') {
      const form = new URLSearchParams(body.toString());
      if (form.get('grant_type') === 'refresh_token') await oauth.renewalsAfter;
      return sendJson(response, 200, oauth.access(form));
    }
    const [, first = '', ...rest] = pathname.split('/');
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? tokenIn(body);
    const at =
      first === 'api' ? oauth.workspaceOf(token) : Number(/^workspace-(\d+)$/.exec(first)?.[1] ?? -1);
    const pageUrl = pageUrls[at];
    if (pageUrl === undefined) {
      if (first === 'api') return sendJson(response, 200, { ok: false, error: 'invalid_auth' });
      return sendText(response, 404, 'There is no such workspace.');
    }
    const path = first === 'api' ? pathname : `/${rest.join('/')}`;
    await forward(request, response, `${pageUrl}${path}${search}`, body);
  }

  return {
    url,
    apiUrl: `${url}/api/`,
    oauth,
    chats,
    pageUrls,
    async close() {
      await close();
      await Promise.all(chats.map((chat) => chat.close()));
    },
  };
}

const tokenIn = (body: Buffer): string => new URLSearchParams(body.toString()).get('token') ?? '';
