/** Tells one person about what they just did, wherever they did it. */
import type { App } from '@slack/bolt';
import { z } from 'zod';
import type { SlackFetch } from './addresses.ts';
import { respondAt } from './respond.ts';

const bodySchema = z.object({
  response_url: z.string().optional(),
  user_id: z.string().optional(),
  user: z.object({ id: z.string() }).optional(),
});

interface Ways {
  client: App['client'];
  send: SlackFetch;
  /** The bot's token in the workspace where it happened; absent: nobody there can be sent a message. */
  token: string | undefined;
}

/**
 * Through the response URL if there is one (it works even if the bot isn't a member), or else as a direct
 * message.
 */
export async function tellPrivately(
  { client, send, token }: Ways,
  body: unknown,
  text: string,
): Promise<void> {
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success) return;
  const { response_url: url, user_id, user } = parsed.data;
  if (url) {
    const taken = await respondAt(send, url, { replace_original: false, text }).catch(() => false);
    if (taken) return;
  }
  const to = user_id ?? user?.id;
  if (to && token) await client.chat.postMessage({ channel: to, text, token });
}
