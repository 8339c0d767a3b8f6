/** Why a start failed, as one sentence for the operator: what to check, without any secret. */
import type { RedisSettings } from '#src/platform/redis/redis.ts';
import { readRedisAddress } from '#src/platform/redis/redis-address.ts';

/** The message is the whole sentence; the cause is for a developer's log. */
export class StartError extends Error {
  constructor(what: string, cause: unknown) {
    super(`Presscheck couldn't start: ${what}. Run \`npm run doctor\` to find out more.`, { cause });
    this.name = 'StartError';
  }
}

/** Redis refused the connection, or wasn't reachable. */
export function redisRefused({ REDIS_URL: url }: RedisSettings, cause: unknown): StartError {
  const address = readRedisAddress(url);
  const hosts = address?.hosts.map(({ host, port }) => `${host}:${port}`).join(',');
  const where = `${address?.tls ? 'rediss' : 'redis'}://${hosts}`;
  return new StartError(`can't use Redis at ${where} (REDIS_URL): ${wordsOf(cause)}`, cause);
}

/** Throws a `StartError` if the port can't be listened on, and other errors unchanged. */
export const portRefused =
  ({ PORT: port }: { PORT: number }) =>
  (cause: Error & { code?: string; syscall?: string }): never => {
    if (cause.syscall !== 'listen') throw cause;
    const why =
      cause.code === 'EADDRINUSE'
        ? `port ${port} (PORT) is in use by another program: stop it, or set PORT to another number`
        : `not allowed to listen on port ${port} (PORT): ${cause.message}`;
    throw new StartError(why, cause);
  };

/** Slack refused the bot's token, or wasn't reachable. */
export function slackRefused(cause: unknown): StartError {
  const { data } = cause as { data?: { error?: unknown } };
  return new StartError(
    data ? `Slack rejected SLACK_BOT_TOKEN (${String(data.error)})` : `can't reach Slack: ${wordsOf(cause)}`,
    cause,
  );
}

function wordsOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.message || String((cause as { code?: unknown }).code ?? cause.name);
}
