/** The state of Redis, the sandbox service and the sandbox chat at one moment, as a small file. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { View } from '@slack/types';
import { Redis } from 'ioredis';
import type { Channel } from '#sandbox/chat/protocol.ts';
import type { Chat } from '#sandbox/chat/start.ts';
import type { StoredMessage } from '#sandbox/chat/stored.ts';

/** A key's content by type. Not the output of `DUMP`, which only a Redis of the same version can restore. */
type Value =
  | { type: 'string'; value: string }
  | { type: 'hash'; value: Record<string, string> }
  | { type: 'set'; value: string[] }
  | { type: 'list'; value: string[] }
  /** Members and scores, in turns. */
  | { type: 'zset'; value: string[] }
  | { type: 'stream'; value: [id: string, fields: string[]][] };

type Key = Value & {
  key: string;
  /** The remaining time to live (ms). */
  expiresIn?: number;
};

export interface Dump {
  /** When the dump was taken (epoch ms). */
  at: number;
  redis: Key[];
  /** The sandbox service's SQLite database, in base64. */
  service: string;
  chat: {
    channels: Channel[];
    messages: StoredMessage[];
    /** By user ID. */
    homes: Record<string, View>;
    modals: Record<string, View>;
  };
}

const read: { [T in Value['type']]: (redis: Redis, key: string) => Promise<unknown> } = {
  string: (redis, key) => redis.get(key),
  hash: (redis, key) => redis.hgetall(key),
  set: async (redis, key) => (await redis.smembers(key)).sort(),
  list: (redis, key) => redis.lrange(key, 0, -1),
  zset: (redis, key) => redis.zrange(key, '0', '-1', 'WITHSCORES'),
  stream: (redis, key) => redis.xrange(key, '-', '+'),
};

export async function readRedis(url: string): Promise<Key[]> {
  const redis = new Redis(url);
  try {
    const keys = (await redis.keys('*')).sort();
    return await Promise.all(
      keys.map(async (key) => {
        const type = (await redis.type(key)) as Value['type'];
        const left = await redis.pttl(key);
        const value = await read[type](redis, key);
        return { key, type, value, ...(left > 0 && { expiresIn: left }) } as Key;
      }),
    );
  } finally {
    redis.disconnect();
  }
}

export async function writeRedis(url: string, keys: Key[]): Promise<void> {
  const redis = new Redis(url);
  try {
    for (const { key, expiresIn, ...one } of keys) {
      if (one.type === 'string') await redis.set(key, one.value);
      else if (one.type === 'hash') await redis.hset(key, one.value);
      else if (one.type === 'set') await redis.sadd(key, ...one.value);
      else if (one.type === 'list') await redis.rpush(key, ...one.value);
      else if (one.type === 'zset') await redis.zadd(key, ...scored(one.value));
      else if (one.type === 'stream')
        for (const [id, fields] of one.value) await redis.xadd(key, id, ...fields);
      if (expiresIn !== undefined) await redis.pexpire(key, expiresIn);
    }
  } finally {
    redis.disconnect();
  }
}

/** Redis returns a member and its score, but takes them in reverse order. */
const scored = (flat: string[]): string[] =>
  flat.flatMap((member, i) => (i % 2 === 0 ? [flat[i + 1] ?? '', member] : []));

export function readChat({ world, views }: Chat): Dump['chat'] {
  const channels = [...world.channels.values()];
  const people = world.users.map(({ id }) => id);
  const shown = (viewOf: (person: string) => View | undefined): Record<string, View> =>
    Object.fromEntries(people.flatMap((id) => (viewOf(id) ? [[id, viewOf(id) as View]] : [])));
  return {
    channels,
    // no one can click on a replaced message
    messages: channels.flatMap(({ id }) =>
      world.messages(id).map((message) => ({ ...message, earlier: [], drawing: 0 })),
    ),
    homes: shown((id) => views.home(id)?.view),
    modals: shown((id) => views.top(id)?.view),
  };
}

/** All messages are marked as read, and open forms are opened again. */
export function writeChat({ world, views }: Chat, { channels, messages, homes, modals }: Dump['chat']): void {
  for (const channel of channels) world.channels.set(channel.id, channel);
  for (const message of messages) Object.assign(world.post(message), structuredClone(message));
  for (const [person, view] of Object.entries(homes)) views.publish(person, view);
  for (const [person, view] of Object.entries(modals)) views.open(person, view);
  world.markAllRead();
}

/** The file's name is the version that wrote it. */
const fileOf = (version: string): string => join(import.meta.dirname, `${version}.json.br`);

export async function keepDump(version: string, dump: Dump): Promise<{ bytes: number }> {
  const packed = brotliCompressSync(JSON.stringify(dump));
  await writeFile(fileOf(version), packed);
  return { bytes: packed.length };
}

export async function openDump(version: string): Promise<Dump> {
  return JSON.parse(brotliDecompressSync(await readFile(fileOf(version))).toString()) as Dump;
}

/** Writes the database to a temporary file, which is removed when the test ends. */
export async function databaseOf(t: { after(close: () => unknown): void }, dump: Dump): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'presscheck-upgrade-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'service.sqlite');
  await writeFile(path, Buffer.from(dump.service, 'base64'));
  return path;
}
