/** Searches for leaked secrets in logs, in Redis, and in what was sent to Slack and the service. */
import assert from 'node:assert/strict';
import { Cluster, type Redis as Server } from 'ioredis';
import { connectWaiting, type Redis } from '#src/platform/redis/redis.ts';
import { readRedisAddress } from '#src/platform/redis/redis-address.ts';

interface SecretSinks {
  /** The bot's settings, which locate its Redis. */
  settings: Record<string, string>;
  /** Parsed log lines, or the output of a process. */
  logs: readonly unknown[];
  /** Calls of Slack's Web API. Their tokens aren't part of the arguments. */
  calls: readonly { method: string; args: unknown }[];
  /** Requests to the service, without the API key header. */
  requests: readonly unknown[];
  /** The text of `/metrics`. */
  metrics?: string;
}

/** The values of secret settings, and the Redis password. */
export function secretsIn(settings: Record<string, string>): string[] {
  const names = Object.keys(settings).filter((name) => /_(TOKEN|SECRET|KEY)$/.test(name));
  const password = readRedisAddress(settings.REDIS_URL ?? '')?.password ?? '';
  return [...names.map((name) => settings[name] ?? ''), password].filter((secret) => secret !== '');
}

/** Fails if a secret is found, with where it was but not its value. */
export async function assertNoSecrets(secrets: readonly string[], sinks: SecretSinks): Promise<void> {
  const { settings, logs, calls, requests, metrics = '' } = sinks;
  assert.ok(secrets.every((secret) => secret.length >= 8));
  const texts = [
    ['/metrics', metrics],
    ['the log', JSON.stringify(logs)],
    ...calls.map(
      ({ method, args }) => [`the arguments of ${method}`, JSON.stringify(argumentsOf(args))] as const,
    ),
    ['a request to the service', JSON.stringify(requests)],
    ...(await redisTexts(settings)),
  ] as const;
  const found = secrets.flatMap((secret, i) =>
    texts.flatMap(([where, text]) => (text.includes(secret) ? [`secret ${i} in ${where}`] : [])),
  );
  assert.deepEqual(found, []);
}

/** Bolt passes its token to `auth.test` as an argument, which Slack allows. */
function argumentsOf(args: unknown): object {
  const { token: _token, ...rest } = args as { token?: unknown };
  return rest;
}

/** All keys with this prefix and their content, of any type. Empty if Redis is down. */
export async function redisTexts(settings: Record<string, string>): Promise<[string, string][]> {
  const redis = await connectLikeBot(settings);
  // a test can have stopped its own Redis
  if (!redis) return [];
  try {
    const servers = redis instanceof Cluster ? redis.nodes('master') : [redis];
    return (await Promise.all(servers.map((server) => textsOf(server, settings.REDIS_PREFIX ?? '')))).flat();
  } finally {
    redis.disconnect();
  }
}

/** Connects to Redis like the bot does; `undefined` if that fails. */
function connectLikeBot({
  REDIS_URL = '',
  REDIS_CLUSTER,
  ...others
}: Record<string, string>): Promise<Redis | undefined> {
  return new Promise((resolve) => {
    const cluster = REDIS_CLUSTER === 'true';
    const redis = connectWaiting({ ...others, REDIS_URL, REDIS_CLUSTER: cluster }, () => {
      redis.disconnect();
      resolve(undefined);
    });
    redis.once('ready', () => resolve(redis));
  });
}

async function textsOf(server: Server, prefix: string): Promise<[string, string][]> {
  const keys = await server.keys(`*${prefix}*`);
  const types = await each(server, keys, (pipeline, key) => pipeline.type(key));
  const values = await each(server, keys, (pipeline, key, i) =>
    (readers[String(types[i])] ?? readers.string)?.(pipeline, key),
  );
  return keys.map((key, i) => [key, `${key} ${JSON.stringify(values[i])}`]);
}

type Pipeline = ReturnType<Server['pipeline']>;

const readers: Record<string, (pipeline: Pipeline, key: string) => unknown> = {
  string: (pipeline, key) => pipeline.get(key),
  hash: (pipeline, key) => pipeline.hgetall(key),
  set: (pipeline, key) => pipeline.smembers(key),
  zset: (pipeline, key) => pipeline.zrange(key, '0', '-1'),
  list: (pipeline, key) => pipeline.lrange(key, 0, -1),
  stream: (pipeline, key) => pipeline.xrange(key, '-', '+'),
};

/** Runs a command for each key in one round trip. A key may have expired meanwhile. */
async function each(
  server: Server,
  keys: string[],
  command: (pipeline: Pipeline, key: string, i: number) => unknown,
): Promise<unknown[]> {
  const pipeline = server.pipeline();
  keys.forEach((key, i) => {
    command(pipeline, key, i);
  });
  return ((await pipeline.exec()) ?? []).map(([, answer]) => answer);
}
