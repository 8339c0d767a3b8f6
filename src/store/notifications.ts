/** What has to be said, recorded with what caused it, until it was said. */
import type { Result } from 'ioredis';
import type { Logger } from 'pino';
import {
  type Delivery,
  deliveryId,
  deliverySchema,
  type EventRecord,
  type Notification,
  notificationId,
  notificationSchema,
  type SaidRecord,
  saidSchema,
  textOf,
} from '#src/notifications/records.ts';
import { createKeys } from './keys.ts';
import type { Redis } from './redis.ts';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    replaceRecords(from: string, to: string, taken: string, made: string): Result<number, Context>;
    endRecords(key: string, ended: string): Result<number, Context>;
  }
}

/** Answers 0, and changes nothing, where one that it takes is gone or another one by now. */
const replaceRecords = `
local taken = cjson.decode(ARGV[1])
for _, one in ipairs(taken) do
  if redis.call('HGET', KEYS[1], one[1]) ~= one[2] then return 0 end
end
for _, one in ipairs(taken) do redis.call('HDEL', KEYS[1], one[1]) end
for _, one in ipairs(cjson.decode(ARGV[2])) do redis.call('HSET', KEYS[2], one[1], one[2]) end
return 1`;

/** A later one about the same, recorded meanwhile, stays. */
const endRecords = `
for _, one in ipairs(cjson.decode(ARGV[1])) do
  if redis.call('HGET', KEYS[1], one[1]) == one[2] then redis.call('HDEL', KEYS[1], one[1]) end
end
return 1`;

/** So long after it was sent a notification is corrected. */
const correctedForMs = 30 * 86_400_000;

/** A record as it is stored: its text tells it from a later one about the same. */
export interface Stored<Record> {
  id: string;
  text: string;
  record: Record;
}

export type NotificationStore = ReturnType<typeof createNotificationStore>;

type Pairs = readonly { id: string; text: string }[];

const pairs = (stored: Pairs): string => JSON.stringify(stored.map(({ id, text }) => [id, text]));

export function createNotificationStore(redis: Redis, prefix: string, log: Pick<Logger, 'warn'>) {
  const keys = createKeys(prefix);
  redis.defineCommand('replaceRecords', { numberOfKeys: 2, lua: replaceRecords });
  redis.defineCommand('endRecords', { numberOfKeys: 1, lua: endRecords });

  function read<Record>(
    schema: { parse(value: unknown): Record },
    id: string,
    text: string,
    wanted: (raw: Partial<Record>) => boolean = () => true,
  ): Stored<Record>[] {
    try {
      const raw = JSON.parse(text);
      return wanted(raw) ? [{ id, text, record: schema.parse(raw) }] : [];
    } catch (cause) {
      // damaged, or of a kind that a later release has
      log.warn({ err: cause, id }, 'a notification cannot be read and is left for later');
      return [];
    }
  }

  async function all(workspace: string, wanted?: (raw: Partial<EventRecord>) => boolean) {
    const found = await redis.hgetall(keys.notifications(workspace));
    return Object.entries(found).flatMap(([id, text]) => read(notificationSchema, id, text, wanted as never));
  }

  return {
    /** Those that were not made into deliveries, in no order; without what cannot be read. */
    due: (workspace: string): Promise<Stored<Notification>[]> => all(workspace),

    /** The events of which people are notified in the thread of this card, the earliest first. */
    async ofRoot(workspace: string, root: string): Promise<Stored<EventRecord>[]> {
      const found = await all(workspace, (raw) => raw.root === root);
      const events = found.flatMap((one) =>
        one.record.kind === 'event' ? [{ ...one, record: one.record }] : [],
      );
      return events.toSorted((a, b) => Date.parse(a.record.at) - Date.parse(b.record.at));
    },

    /** That an incident has to be said. */
    async incident(workspace: string, cause: string): Promise<Stored<Notification> | undefined> {
      const id = notificationId({ kind: 'incident', cause });
      const text = await redis.hget(keys.notifications(workspace), id);
      return text === null ? undefined : read(notificationSchema, id, text)[0];
    },

    /** It was said, or there is nothing to say any more. A later one about the same stays. */
    async end(workspace: string, ended: Pairs): Promise<void> {
      await redis.endRecords(keys.notifications(workspace), pairs(ended));
    },

    /** Writes other records in the place of these. False: one of them is another by now, and nothing was written. */
    async replace(workspace: string, taken: Pairs, made: readonly Notification[]): Promise<boolean> {
      const [key, records] = [
        keys.notifications(workspace),
        made.map((one) => ({ id: notificationId(one), text: textOf(one) })),
      ];
      return (await redis.replaceRecords(key, key, pairs(taken), pairs(records))) === 1;
    },

    /** Makes these records into deliveries. False: one of them is another by now, and nothing was written. */
    async expand(workspace: string, taken: Pairs, made: readonly Delivery[]): Promise<boolean> {
      const records = made.map((one) => ({ id: deliveryId(one), text: textOf(one) }));
      const [from, to] = [keys.notifications(workspace), keys.deliveries(workspace)];
      return (await redis.replaceRecords(from, to, pairs(taken), pairs(records))) === 1;
    },

    /** Makes these deliveries into others. False: one of them is another by now, and nothing was written. */
    async redirect(workspace: string, taken: Pairs, made: readonly Delivery[]): Promise<boolean> {
      const key = keys.deliveries(workspace);
      const records = made.map((one) => ({ id: deliveryId(one), text: textOf(one) }));
      return (await redis.replaceRecords(key, key, pairs(taken), pairs(records))) === 1;
    },

    /** What was not sent yet to this channel or user (default: to anybody), the earliest first. */
    async deliveries(workspace: string, to?: string): Promise<Stored<Delivery>[]> {
      const found = await redis.hgetall(keys.deliveries(workspace));
      return Object.entries(found)
        .flatMap(([id, text]) => read(deliverySchema, id, text, (raw) => to === undefined || raw.to === to))
        .toSorted((a, b) => Date.parse(a.record.at) - Date.parse(b.record.at));
    },

    /** These were sent, as `said` has it, or are given up. Later ones about the same stay. */
    async delivered(workspace: string, sent: Pairs, said?: SaidRecord): Promise<void> {
      const multi = redis.multi().endRecords(keys.deliveries(workspace), pairs(sent));
      for (const root of said?.roots ?? []) {
        const key = keys.said(workspace, root);
        multi.hset(key, `${said?.channel} ${said?.ts}`, JSON.stringify(said)).pexpire(key, correctedForMs);
      }
      for (const [cause] of (await multi.exec()) ?? []) if (cause) throw cause;
    },

    /** The notifications that were sent about a card or a campaign. */
    async said(workspace: string, root: string): Promise<SaidRecord[]> {
      const found = await redis.hgetall(keys.said(workspace, root));
      return Object.entries(found)
        .flatMap(([id, text]) => read(saidSchema, id, text))
        .map(({ record }) => record);
    },
  };
}
