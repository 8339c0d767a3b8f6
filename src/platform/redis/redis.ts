/**
 * Connections to Redis, whatever it is: one server, the master that Sentinels name, or a cluster. One that fails
 * fast for what people wait for, one that waits for the worker.
 */
import { readFileSync } from 'node:fs';
import { Cluster, type RedisOptions, Redis as Server } from 'ioredis';
import { readRedisAddress } from './redis-address.ts';
import { rejectUnanswered } from './unanswered.ts';

export type Redis = Server | Cluster;

/** The settings that say where Redis is and how it is reached. */
export interface RedisSettings {
  /** One address, or several hosts of one cluster; with Sentinels, the host is the name of the master. */
  REDIS_URL: string;
  /** Also for a cluster that is named by one address. */
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

/** For the store and the enqueuing side: rejects at once while Redis is away, so that a person can be told. */
export function connectFailingFast(settings: RedisSettings, onError: (cause: Error) => void): Redis {
  const redis = connect(settings, onError, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 2_000,
  });
  eachServer(redis, (server) => rejectUnanswered(server, answeredWithinMs));
  return redis;
}

/** For the worker's side of the queue: waits for Redis as long as it takes. A deadline would cut the blocking read. */
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

/** Now for one server; for a cluster with each of its nodes, as it becomes known. */
function eachServer(redis: Redis, prepare: (server: Server) => void): void {
  if (redis instanceof Server) prepare(redis);
  else redis.on('+node', prepare);
}

/** What is asked for in one turn of the loop goes out as one write: a write of its own costs more than most commands. */
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
  if (!address) throw new TypeError('REDIS_URL is no address of a Redis');
  const { tls, hosts, username, password, db } = address;
  const secure = tls ? { tls: trusting(settings.REDIS_TLS_CA) } : {};
  const login = { ...(username && { username }), ...(password && { password }) };
  if (cluster || hosts.length > 1) {
    const { enableOfflineQueue = true, retryStrategy, ...redisOptions } = how;
    return new Cluster(hosts, {
      enableOfflineQueue,
      ...(retryStrategy && { clusterRetryStrategy: retryStrategy }),
      // with TLS a node is known by its name, which its certificate carries
      ...(tls && { dnsLookup: (name, found) => found(null, name) }),
      redisOptions: { ...redisOptions, ...login, ...secure },
    });
  }
  // after a failover the old master may still be there, and refuse to write: ask again who the master is
  const reconnectOnError = (cause: Error) => (cause.message.startsWith('READONLY') ? 2 : false);
  if (!sentinels) return new Server(url, { ...how, ...secure, reconnectOnError });
  const guards = readRedisAddress(sentinels, { scheme: 'redis', port: 26_379 });
  if (!guards) throw new TypeError('REDIS_SENTINELS are no addresses');
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

/** The database that the address names cannot be used: ioredis would go on with number 0, which may be another's. */
export class NoSuchDatabase extends Error {
  constructor(db: number, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`its database ${db} cannot be used (${why})`, { cause });
    this.name = 'NoSuchDatabase';
  }
}

/**
 * Resolves once commands are accepted, in the database that is meant; rejects with the last cause when that takes longer
 * than `withinMs`, and at once when waiting would not help. Rejects with `NoSuchDatabase` where there is none of its number.
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
      // a cluster says only that no node answered
      last = cause.lastNodeError ?? cause;
      if (isHopeless(last)) fail();
    };
    const fail = (): void => settle(() => reject(last ?? new Error('Redis did not answer')));
    const timer = setTimeout(fail, withinMs);
    const ready = (): void => settle(resolve);
    const settle = (end: () => void): void => {
      clearTimeout(timer);
      redis.off('ready', ready).off('error', remember);
      end();
    };
    redis.on('ready', ready).on('error', remember);
  });
}

/** A wrong password, or a certificate that is not trusted: only a setting changes that. */
function isHopeless(cause: Error & { code?: unknown }): boolean {
  return /^(NOAUTH|WRONGPASS)\b/.test(cause.message) || /CERT|^ERR_TLS_/.test(String(cause.code));
}
