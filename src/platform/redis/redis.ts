/**
 * Connections to one Redis, to the master that Sentinels name, or to a cluster: one that fails fast, because
 * people wait, and one that waits for jobs.
 */
import { readFileSync } from 'node:fs';
import { type RedisOptions, Redis as Server } from 'ioredis';
import { Cluster } from './cluster.ts';
import { readRedisAddress } from './redis-address.ts';
import { afterWaiting, rejectUnanswered } from './unanswered.ts';

export type Redis = Server | Cluster;

/** The settings that say where Redis is and how to connect. */
export interface RedisSettings {
  /** One address, or several hosts of one cluster. With Sentinels, the host is the name of the master. */
  REDIS_URL: string;
  /** Needed for a cluster that's given by one address. */
  REDIS_CLUSTER?: boolean | undefined;
  REDIS_SENTINELS?: string | undefined;
  /** A file with the certificates to trust, for a Redis that signs its own. */
  REDIS_TLS_CA?: string | undefined;
}

type How = Pick<
  RedisOptions,
  'enableOfflineQueue' | 'maxRetriesPerRequest' | 'connectTimeout' | 'retryStrategy'
>;

const answeredWithinMs = 1_500;

/** For storing and adding jobs: rejects at once while Redis is away, so that people are told. */
export function connectFailingFast(settings: RedisSettings, onError: (cause: Error) => void): Redis {
  const redis = connect(settings, onError, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 2_000,
  });
  eachServer(redis, (server) => rejectUnanswered(server, answeredWithinMs));
  return redis;
}

/**
 * For the worker's side of the queue: waits for Redis as long as it takes. A deadline would cut the blocking
 * read off.
 */
export function connectWaiting(settings: RedisSettings, onError: (cause: Error) => void): Redis {
  return connect(settings, onError, {
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(50 * 2 ** times, 2_000),
  });
}

function connect(settings: RedisSettings, onError: (cause: Error) => void, how: How): Redis {
  const redis = open(settings, how);
  redis.on('error', onError);
  eachServer(redis, sendTogether);
  return redis;
}

/** Runs `prepare` now for a single server. For a cluster, runs it for each node once that's known. */
function eachServer(redis: Redis, prepare: (server: Server) => void): void {
  if (redis instanceof Server) prepare(redis);
  else redis.on('+node', prepare);
}

/**
 * Writes the commands of one turn of the event loop together, because a write of its own costs more than most
 * commands.
 */
function sendTogether(server: Server): void {
  server.on('connect', () => {
    const { stream } = server;
    const write = stream.write.bind(stream) as (chunk: string | Uint8Array) => boolean;
    stream.write = (chunk: string | Uint8Array) => {
      if (stream.writableCorked === 0) {
        stream.cork();
        setImmediate(() => stream.uncork());
      }
      return write(chunk);
    };
  });
}

function open(settings: RedisSettings, how: How): Redis {
  const { REDIS_URL: url, REDIS_CLUSTER: cluster, REDIS_SENTINELS: sentinels } = settings;
  const address = readRedisAddress(url);
  if (!address) throw new TypeError("REDIS_URL isn't the address of a Redis server");
  const { tls, hosts, username, password, db } = address;
  const secure = tls ? { tls: trusting(settings.REDIS_TLS_CA) } : {};
  const login = { ...(username && { username }), ...(password && { password }) };
  if (cluster || hosts.length > 1) {
    const { enableOfflineQueue = true, retryStrategy, ...redisOptions } = how;
    return new Cluster(hosts, {
      enableOfflineQueue,
      ...(retryStrategy && { clusterRetryStrategy: retryStrategy }),
      // with TLS, a node is known by its name, which its certificate has
      ...(tls && { dnsLookup: (name, found) => found(null, name) }),
      redisOptions: { ...redisOptions, ...login, ...secure },
    });
  }
  // After a failover, the old master may still be there and refuse writes. Reconnecting finds the new one.
  const reconnectOnError = (cause: Error) => (cause.message.startsWith('READONLY') ? 2 : false);
  if (!sentinels) return new Server(url, { ...how, ...secure, reconnectOnError });
  const guards = readRedisAddress(sentinels, { scheme: 'redis', port: 26_379 });
  if (!guards) throw new TypeError('REDIS_SENTINELS has no valid addresses');
  return new Server({
    ...how,
    ...login,
    ...secure,
    db,
    reconnectOnError,
    enableTLSForSentinelMode: tls,
    name: hosts[0]?.host ?? '',
    sentinels: guards.hosts,
    ...(guards.username && { sentinelUsername: guards.username }),
    ...(guards.password && { sentinelPassword: guards.password }),
    ...(guards.tls && { sentinelTLS: trusting(settings.REDIS_TLS_CA) }),
  });
}

function trusting(file: string | undefined): { ca?: string } {
  return file ? { ca: readFileSync(file, 'utf8') } : {};
}

/**
 * The database that the address names doesn't exist. ioredis would use number 0 instead, which may be someone
 * else's.
 */
export class NoSuchDatabase extends Error {
  constructor(db: number, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`its database ${db} can't be used (${why})`, { cause });
    this.name = 'NoSuchDatabase';
  }
}

/**
 * Resolves once commands are accepted in the right database. Rejects with the last cause if that takes longer
 * than `withinMs`, and at once if waiting wouldn't help: with `NoSuchDatabase` if the database doesn't exist.
 */
export async function whenReady(redis: Redis, withinMs: number): Promise<void> {
  await accepting(redis, withinMs);
  const db = redis instanceof Server ? redis.options.db : 0;
  if (!db) return;
  await redis.select(db).catch((cause: unknown) => {
    throw new NoSuchDatabase(db, cause);
  });
}

function accepting(redis: Redis, withinMs: number): Promise<void> {
  if (redis.status === 'ready') return Promise.resolve();
  return new Promise((resolve, reject) => {
    let last: Error | undefined;
    const remember = (cause: Error & { lastNodeError?: Error }): void => {
      // A cluster only says that no node answered.
      last = cause.lastNodeError ?? cause;
      if (isHopeless(last)) fail();
    };
    const fail = (): void => settle(() => reject(last ?? new Error("Redis didn't answer")));
    // the process loads code while it starts, and on an overloaded machine it may not have read the answer
    // yet
    const stopWaiting = afterWaiting(withinMs, fail);
    const ready = (): void => settle(resolve);
    const settle = (end: () => void): void => {
      stopWaiting();
      redis.off('ready', ready).off('error', remember);
      end();
    };
    redis.on('ready', ready).on('error', remember);
  });
}

/**
 * Whether only a change of the settings helps, because the password is wrong or the certificate isn't
 * trusted.
 */
function isHopeless(cause: Error & { code?: unknown }): boolean {
  return /^(NOAUTH|WRONGPASS)\b/.test(cause.message) || /CERT|^ERR_TLS_/.test(String(cause.code));
}
