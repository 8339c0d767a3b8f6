/** Looks for secrets where none may be: in what was logged, in Redis, and in what was sent to Slack and the service. */
import assert from 'node:assert/strict';
import { Redis } from 'ioredis';

interface Places {
  redisUrl: string;
  prefix: string;
  /** Parsed log lines. */
  logs: readonly unknown[];
  /** Calls of Slack's Web API; their tokens stand beside the arguments. */
  calls: readonly { method: string; args: unknown; answer?: unknown }[];
  /** Requests of the service; the header with the key is left out. */
  requests: readonly { method: string; path: string; query: unknown; body: unknown }[];
  /** The text of `/metrics`. */
  metrics?: string;
}

/** Fails with where a secret was found; the secret itself is not repeated. */
export async function assertNoSecrets(secrets: readonly string[], places: Places): Promise<void> {
  const { redisUrl, prefix, logs, calls, requests, metrics = '' } = places;
  const texts: [string, string][] = [
    ['/metrics', metrics],
    ...logs.map((line): [string, string] => ['the log', JSON.stringify(line)]),
    ...calls.map(({ method, args }): [string, string] => [
      `the arguments of ${method}`,
      JSON.stringify(args),
    ]),
    ...requests.map(({ method, path, query, body }): [string, string] => [
      `${method} ${path}`,
      JSON.stringify([path, query, body]),
    ]),
    ...(await redisTexts(redisUrl, prefix)),
  ];
  const found = secrets.flatMap((secret, i) =>
    texts.flatMap(([where, text]) => (text.includes(secret) ? [`secret ${i} in ${where}`] : [])),
  );
  assert.ok(secrets.every((secret) => secret.length >= 8));
  assert.deepEqual(found, []);
}

/** Every key of this prefix with everything that stands in it, whatever its type: where, and what. */
export async function redisTexts(redisUrl: string, prefix: string): Promise<[string, string][]> {
  const redis = new Redis(redisUrl);
  try {
    const keys = await redis.keys(`*${prefix}*`);
    return await Promise.all(
      keys.map(async (key): Promise<[string, string]> => [key, `${key} ${await contentOf(redis, key)}`]),
    );
  } finally {
    redis.disconnect();
  }
}

async function contentOf(redis: Redis, key: string): Promise<string> {
  const readers: Record<string, () => Promise<unknown>> = {
    string: () => redis.get(key),
    hash: () => redis.hgetall(key),
    set: () => redis.smembers(key),
    zset: () => redis.zrange(key, '0', '-1'),
    list: () => redis.lrange(key, 0, -1),
    stream: () => redis.xrange(key, '-', '+'),
  };
  return JSON.stringify(await readers[await redis.type(key)]?.()) ?? '';
}
