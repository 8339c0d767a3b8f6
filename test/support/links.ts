/** Starts a bot that links to posts in the service's web app. */
import type { TestContext } from 'node:test';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import { type BotOptions, startBot } from '#test/support/bot.ts';
import { eventually } from './eventually.ts';

export const linkTo = (post: string): string => `https://app.example.com/posts/${post}`;

export async function startWithLinks(t: TestContext, { settings, ...options }: BotOptions = {}) {
  const started = await startBot(t, {
    ...options,
    settings: { POST_URL_PATTERN: linkTo('{id}'), ...settings },
  });
  return {
    ...started,
    /** The number of `chat.unfurl` calls. */
    unfurls: () => started.chat.calls.filter(({ method }) => method === 'chat.unfurl').length,
  };
}

/** The text of a message's first unfurl, once there is one. */
export const unfurledOn = (message: ShownMessage): Promise<string> =>
  eventually(() => Object.values(message.unfurls)[0] ?? null, { what: 'an unfurl' });
