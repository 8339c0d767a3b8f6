import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import type { Fields } from '#sandbox/chat/json.ts';
import { type Chat, type ChatOptions, startChat } from '#sandbox/chat/start.ts';

/** A chat without a bot, and a client that calls it like a bot. */
export interface WebApiClient {
  chat: Chat;
  call(method: string, args?: Fields, token?: string): Promise<Fields & { ok: boolean; error?: string }>;
}

export async function startWebApiClient(
  t: TestContext,
  options: Partial<ChatOptions> = {},
): Promise<WebApiClient> {
  const chat = await startChat({ signingSecret: 's', botToken: 'xoxb-t', appToken: 'xapp-t', ...options });
  t.after(() => chat.close());
  return {
    chat,
    async call(method, args = {}, token = 'xoxb-t') {
      const response = await fetch(chat.apiUrl + method, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        body: JSON.stringify(args),
      });
      return (await response.json()) as Fields & { ok: boolean; error?: string };
    },
  };
}

/** An app that keeps what it's sent, with its number of retries, and responds with what `answer` says: JSON, or a status. */
export async function startListener(
  t: TestContext,
  chat: Chat,
  answer: (sent: Fields) => unknown = () => 200,
  // biome-ignore lint/suspicious/noExplicitAny: what Slack sends has many shapes
): Promise<Record<string, any>[]> {
  const heard: Fields[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const form = new URLSearchParams(body);
    const isJson = request.headers['content-type'] === 'application/json';
    const payload = isJson ? body : form.get('payload');
    const sent = { ...(payload ? JSON.parse(payload) : Object.fromEntries(form)) };
    heard.push({ ...sent, retry: request.headers['x-slack-retry-num'] });
    const answered = await answer(sent);
    if (typeof answered === 'number') response.writeHead(answered).end();
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(answered));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  chat.deliverTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return heard;
}

/** A manifest that grants these scopes. */
export function manifestWith(scopes: string[], commands: object[] = []): object {
  return { features: { slash_commands: commands }, oauth_config: { scopes: { bot: scopes } } };
}
