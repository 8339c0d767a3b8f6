/** Starts a bot that serves uploaded files. */
import type { TestContext } from 'node:test';
import type { Driver } from '#sandbox/chat/driver/driver.ts';
import { freePort } from '#sandbox/redis.ts';
import { uploadLabel } from '#views/posts/media-fields.ts';
import { type BotOptions, startBot } from './bot.ts';
import { cardSays } from './user-actions.ts';

export const picture = {
  name: 'beans.png',
  content: Buffer.from(`\x89PNG ${'beans '.repeat(2_000)}`, 'latin1'),
};
export const video = { name: 'roast.mp4', content: Buffer.from('0123456789'.repeat(30_000)) };

/** Starts a bot with a public URL, so that it can serve files. */
export async function startServing(t: TestContext, { settings, ...options }: BotOptions = {}) {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const reached = { PORT: String(port), PUBLIC_URL: publicUrl, ...settings };
  return { ...(await startBot(t, { ...options, settings: reached })), publicUrl };
}

/** Creates a post with this file attached, and returns the file's public URL. */
export async function attached(
  ana: Driver,
  posts: () => { mediaUrls: string[] }[],
  file = picture,
): Promise<string> {
  const modal = await ana.opens('/post Fresh beans are in', 'New post');
  await modal.sends({ [uploadLabel]: [file] });
  await ana.sees('social', cardSays.ready);
  return posts()[0]?.mediaUrls[0] ?? '';
}
