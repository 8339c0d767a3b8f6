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

/** A manifest that grants these scopes. */
export function manifestWith(scopes: string[], commands: object[] = []): object {
  return { features: { slash_commands: commands }, oauth_config: { scopes: { bot: scopes } } };
}
