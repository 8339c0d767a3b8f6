/** Says something to one person about what they just did, wherever they did it. */
import type { App } from '@slack/bolt';
import { z } from 'zod';
import { respondAt } from './respond.ts';

const bodySchema = z.looseObject({
  response_url: z.string().optional(),
  user_id: z.string().optional(),
  user: z.looseObject({ id: z.string() }).optional(),
});

/** Through the response address when there is one (it works where the bot is no member), else as a direct message. */
export async function tellPrivately(client: App['client'], body: unknown, text: string): Promise<void> {
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success) return;
  const { response_url: url, user_id, user } = parsed.data;
  if (url) {
    if (await respondAt(url, { replace_original: false, text })) return;
  }
  const to = user_id ?? user?.id;
  if (to) await client.chat.postMessage({ channel: to, text });
}
