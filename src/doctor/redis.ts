/** Checks Redis: reachable, new enough, persists what's written, and evicts nothing. */
import type { Config } from '#src/app/config.ts';
import { connectFailingFast, NoSuchDatabase, type Redis, whenReady } from '#src/platform/redis/redis.ts';
import { readRedisAddress } from '#src/platform/redis/redis-address.ts';
import { broken, type Finding, fine, notChecked, wordsOf } from './finding.ts';

const withinMs = 3_000;

/** BullMQ needs commands that this version introduced. */
const oldest = [6, 2] as const;

export async function checkRedis(config: Config, wrong: ReadonlySet<string>): Promise<Finding[]> {
  const missing = [...wrong].filter((name) => name.startsWith('REDIS_') && name !== 'REDIS_PREFIX');
  if (missing.length > 0) return [notChecked('Redis', missing)];
  let last: Error | undefined;
  let redis: Redis | undefined;
  try {
    redis = connectFailingFast(config, (cause) => {
      last = cause;
    });
    await whenReady(redis, withinMs);
    const infos = await readInfos(redis);
    return [worstOf(infos, checkVersion), worstOf(infos, checkPersistence), worstOf(infos, checkEviction)];
  } catch (cause) {
    const host = hostsOf(config.REDIS_URL);
    const noSuch = cause instanceof NoSuchDatabase;
    return [
      broken(
        'Redis',
        `can't use ${host}: ${noSuch ? cause.message : wordsOf(last ?? cause)}`,
        noSuch
          ? 'End REDIS_URL with the number of an existing database (see `databases` in redis.conf), or leave the number out to use database 0.'
          : 'Start Redis, and check REDIS_URL and its password (docker compose up redis starts one with the right settings).',
      ),
    ];
  } finally {
    redis?.disconnect();
  }
}

/** What will cause trouble with this Redis later, for the log at the start; empty if Redis doesn't say. */
export async function redisDoubts(redis: Redis): Promise<Finding[]> {
  const infos = await readInfos(redis).catch(() => []);
  if (infos.length === 0) return [];
  return [worstOf(infos, checkPersistence), worstOf(infos, checkEviction)].filter(
    ({ state }) => state !== '✔',
  );
}

type Info = ReadonlyMap<string, string>;

/** The information of each server that stores something: a single one, or the masters of a cluster. */
function readInfos(redis: Redis): Promise<Info[]> {
  return Promise.all(('nodes' in redis ? redis.nodes('master') : [redis]).map(readInfo));
}

const worstOf = (infos: Info[], check: (info: Info) => Finding): Finding => {
  const findings = infos.map(check);
  const [first = check(new Map())] = findings;
  return findings.find(({ state }) => state !== '✔') ?? first;
};

const hostsOf = (url: string): string =>
  readRedisAddress(url)
    ?.hosts.map(({ host, port }) => `${host}:${port}`)
    .join(', ') ?? 'Redis';

/** Managed servers allow `INFO`, but refuse `CONFIG`. */
async function readInfo(redis: Pick<Redis, 'info'>): Promise<Info> {
  const text = await redis.info();
  return new Map(
    [...text.matchAll(/^([a-z_]+):(.*?)\r?$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

function checkVersion(info: Info): Finding {
  const name = 'Redis';
  const version = info.get('redis_version') ?? '';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const called = info.has('valkey_version') ? `Valkey ${info.get('valkey_version')}` : `Redis ${version}`;
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1]))
    return fine(name, `${called} answers`);
  return broken(name, `${called} is too old`, `Use Redis ${oldest.join('.')} or newer, or Valkey.`);
}

function checkPersistence(info: Info): Finding {
  const name = 'Redis persistence';
  const fix =
    'Set appendonly yes in redis.conf, or run CONFIG SET appendonly yes and CONFIG REWRITE; see docker-compose.yml.';
  if (info.get('aof_enabled') !== '1')
    return broken(
      name,
      'append-only is off: a restart of Redis loses cards, approvals, and the record of what was published',
      fix,
    );
  if (info.get('aof_last_write_status') !== 'ok')
    return broken(name, 'append-only is on, but the last write failed', "Check Redis's disk.");
  return fine(name, 'append-only is on');
}

function checkEviction(info: Info): Finding {
  const name = 'Redis eviction';
  const policy = info.get('maxmemory_policy') ?? '';
  if (policy === 'noeviction')
    return fine(name, 'noeviction: a full Redis refuses writes and deletes nothing');
  return broken(
    name,
    `the policy is ${policy || 'unknown'}: a full Redis silently deletes cards and jobs`,
    'Set maxmemory-policy noeviction in redis.conf, or run CONFIG SET maxmemory-policy noeviction and CONFIG REWRITE.',
  );
}
