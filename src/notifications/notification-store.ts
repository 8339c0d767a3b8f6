/** Keeps each notification from the write that caused it until it was sent. */
import type { Logger } from 'pino';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { script } from '#src/platform/redis/script.ts';
import { type EventRecord, eventRecordSchema } from '#src/posts/card/event-record.ts';
import {
  type Delivery,
  deliveryId,
  deliverySchema,
  incidentId,
  type Notification,
  notificationSchema,
  type SentRecord,
  sentSchema,
  textOf,
} from './records.ts';

/** Returns 0, and changes nothing, if an entry in `taken` is gone or has changed. */
const replaceRecords = script<number, 'from' | 'to', 'taken' | 'made'>(`
local taken = cjson.decode(ARGV.taken)
for _, one in ipairs(taken) do
  if redis.call('HGET', KEYS.from, one[1]) ~= one[2] then return 0 end
end
for _, one in ipairs(taken) do redis.call('HDEL', KEYS.from, one[1]) end
for _, one in ipairs(cjson.decode(ARGV.made)) do redis.call('HSET', KEYS.to, one[1], one[2]) end
return 1`);

/** A later entry about the same, recorded in the meantime, stays. */
const endRecords = `
for _, one in ipairs(cjson.decode(ARGV[1])) do
  if redis.call('HGET', KEYS[1], one[1]) == one[2] then redis.call('HDEL', KEYS[1], one[1]) end
end
return 1`;

/**
 * The ids and texts of the entries whose text has one of these parts. A team can have hundreds waiting, and
 * each of them is looked for, so what nobody looks for stays in Redis.
 */
const entriesWith = script<string[], 'records'>(`
local all = redis.call('HGETALL', KEYS.records)
local found = {}
for i = 1, #all, 2 do
  for n = MORE, #ARGV do
    if string.find(all[i + 1], ARGV[n], 1, true) then
      found[#found + 1] = all[i]
      found[#found + 1] = all[i + 1]
      break
    end
  end
end
return found`);

/** How long after it was sent a notification can still be corrected. */
const correctedForMs = 30 * 86_400_000;

/** A group can be many people, so a channel mentions it only now and then. */
const groupMentionMs = 15 * 60_000;

/** A record with its stored text, which distinguishes it from a later one about the same. */
export interface Stored<Record> {
  id: string;
  text: string;
  record: Record;
}

export type NotificationStore = ReturnType<typeof createNotificationStore>;

const byTime = (a: Stored<{ at: string }>, b: Stored<{ at: string }>): number =>
  Date.parse(a.record.at) - Date.parse(b.record.at);

type Pairs = readonly { id: string; text: string }[];

const pairs = (stored: Pairs): string => JSON.stringify(stored.map(({ id, text }) => [id, text]));

export function createNotificationStore(redis: Redis, prefix: string, log: Pick<Logger, 'warn'>) {
  const keys = createKeys(prefix);

  async function replaced(
    keyNames: { from: string; to: string },
    taken: Pairs,
    made: readonly Delivery[],
  ): Promise<boolean> {
    const records = made.map((one) => ({ id: deliveryId(one), text: textOf(one) }));
    return (await replaceRecords(redis, keyNames, { taken: pairs(taken), made: pairs(records) })) === 1;
  }

  const logged = new Set<string>();

  /** The entries of a hash with one of these values in a field of their record, and perhaps some others. */
  async function entriesOf(key: string, field: string, values: readonly string[]) {
    const parts = values.map((value) => JSON.stringify({ [field]: value }).slice(1, -1));
    const found = await entriesWith(redis, { records: key }, {}, ...parts);
    return Object.fromEntries(
      Array.from({ length: found.length / 2 }, (_, i) => found.slice(2 * i, 2 * i + 2)),
    );
  }

  /**
   * The entries of a hash that can be read. The others are damaged, or written by a later release: they stay,
   * and each process logs them once.
   */
  function read<Record>(
    found: { [id: string]: string },
    schema: { parse(value: unknown): Record },
    accepts: (raw: Partial<Record>) => boolean = () => true,
  ): Stored<Record>[] {
    return Object.entries(found).flatMap(([id, text]) => {
      try {
        const raw = JSON.parse(text);
        return accepts(raw) ? [{ id, text, record: schema.parse(raw) }] : [];
      } catch (cause) {
        if (!logged.has(id)) log.warn({ err: cause, id }, "couldn't read a stored notification");
        logged.add(id);
        return [];
      }
    });
  }

  return {
    /**
     * The records that haven't been made into deliveries yet, in any order, without those that can't be read.
     */
    due: async (workspace: string): Promise<Stored<Notification>[]> =>
      read(await redis.hgetall(keys.notifications(workspace)), notificationSchema),

    /** The events for the thread of this card, the earliest first. */
    async ofRoot(workspace: string, root: string): Promise<Stored<EventRecord>[]> {
      const found = read(
        await entriesOf(keys.notifications(workspace), 'root', [root]),
        eventRecordSchema,
        (raw) => raw.root === root,
      );
      return found.toSorted(byTime);
    },

    /** Notes that the alert of an incident has to be posted or updated. */
    async incident(workspace: string, cause: string): Promise<Stored<Notification> | undefined> {
      const id = incidentId(cause);
      const text = await redis.hget(keys.notifications(workspace), id);
      if (text === null) return undefined;
      return read({ [id]: text }, notificationSchema)[0];
    },

    /**
     * Removes the note of an alert that was posted, or has nothing to say anymore. A later note about the
     * same incident stays.
     */
    async end(workspace: string, ended: Pairs): Promise<void> {
      await redis.eval(endRecords, 1, keys.notifications(workspace), pairs(ended));
    },

    /** Makes these records into deliveries. False if one of them has changed; then nothing is written. */
    expand: (workspace: string, taken: Pairs, made: readonly Delivery[]): Promise<boolean> =>
      replaced({ from: keys.notifications(workspace), to: keys.deliveries(workspace) }, taken, made),

    /** Replaces these deliveries by others. False if one of them has changed; then nothing is written. */
    redirect: (workspace: string, taken: Pairs, made: readonly Delivery[]): Promise<boolean> =>
      replaced({ from: keys.deliveries(workspace), to: keys.deliveries(workspace) }, taken, made),

    /** What hasn't been sent yet, the earliest first. */
    async deliveries(workspace: string): Promise<Stored<Delivery>[]> {
      return read(await redis.hgetall(keys.deliveries(workspace)), deliverySchema).toSorted(byTime);
    },

    /** What hasn't been sent yet to one of these channels and users, or about one of these cards. */
    async deliveriesWith(
      workspace: string,
      field: 'to' | 'card',
      values: readonly string[],
    ): Promise<Stored<Delivery>[]> {
      const found = await entriesOf(keys.deliveries(workspace), field, values);
      return read(found, deliverySchema, (raw) => values.includes(raw[field] ?? '')).toSorted(byTime);
    },

    /**
     * Removes deliveries that were sent, as noted in `said`, or given up. Later ones about the same stay.
     * Written in one step: a process that dies before it sends them again, so the time until then is kept
     * short.
     */
    async delivered(workspace: string, sent: Pairs, said?: SentRecord): Promise<void> {
      if (sent.length === 0 && !said) return;
      const write = redis.multi();
      const text = JSON.stringify(said);
      for (const root of said?.roots ?? []) {
        const key = keys.said(workspace, root);
        write.hset(key, `${said?.channel} ${said?.ts}`, text).pexpire(key, correctedForMs);
      }
      const written = await write.eval(endRecords, 1, keys.deliveries(workspace), pairs(sent)).exec();
      for (const [cause] of written ?? []) if (cause) throw cause;
    },

    /** The notifications that were sent about a card or a campaign. */
    async said(workspace: string, root: string): Promise<SentRecord[]> {
      const found = await redis.hgetall(keys.said(workspace, root));
      return read(found, sentSchema).map(({ record }) => record);
    },

    /**
     * Whether the notification with this id may mention the group in the channel, because no other did in the
     * last 15 minutes. The same id may again, so that a retry sends the same text as the first attempt.
     */
    async mayMention(
      workspace: string,
      { channel, group }: { channel: string; group: string },
      id: string,
    ): Promise<boolean> {
      const key = keys.groupMention(workspace, channel, group);
      if ((await redis.set(key, id, 'PX', groupMentionMs, 'NX')) === 'OK') return true;
      return (await redis.get(key)) === id;
    },
  };
}
