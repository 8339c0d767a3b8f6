/** Keeps the recurring posts of a workspace. */
import type { Logger } from 'pino';
import { networksShown } from '#src/platform/publishing-api/networks.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { script } from '#src/platform/redis/script.ts';
import { type AuditEntry, entryText } from '#src/posts/card/audit.ts';
import type { PlannedPost } from '#src/posts/card/clash.ts';
import { fillDay } from '#src/posts/card/placeholders.ts';
import { cardIdOf, type Series, seriesSchema, zoneOfSeries } from './series.ts';

/** `json` is empty to remove it. */
const replaceSeries = script<
  number,
  'recurring' | 'due' | 'outbox',
  'id' | 'revision' | 'json' | 'dueAt' | 'entry'
>(`
local was = redis.call('HGET', KEYS.recurring, ARGV.id)
if (was and cjson.decode(was).revision or 0) ~= tonumber(ARGV.revision) then return 0 end
if ARGV.json == '' then
  redis.call('HDEL', KEYS.recurring, ARGV.id)
  redis.call('ZREM', KEYS.due, ARGV.id)
else
  redis.call('HSET', KEYS.recurring, ARGV.id, ARGV.json)
  redis.call('ZADD', KEYS.due, ARGV.dueAt, ARGV.id)
end
if ARGV.entry ~= '' then redis.call('RPUSH', KEYS.outbox, ARGV.entry) end
return 1`);

/** What was written, and when it needs the job next (epoch ms). */
interface Written {
  dueAt: number;
  entry?: AuditEntry | undefined;
}

export type RecurringStore = ReturnType<typeof createRecurringStore>;

/**
 * Reads go to Redis each time. A record that can't be read is logged and skipped if all are read, and throws
 * if it's read alone.
 */
export function createRecurringStore(redis: Redis, prefix: string, log: Pick<Logger, 'error'>) {
  const keys = createKeys(prefix);
  const parse = (json: string): Series => seriesSchema.parse(JSON.parse(json));
  const readable = (json: string, id: string): Series | undefined => {
    try {
      return parse(json);
    } catch (cause) {
      log.error({ err: cause, series: id }, "couldn't read a recurring post; skipping it");
      return undefined;
    }
  };

  async function replace(
    workspace: string,
    { id, revision }: Series,
    { json, dueAt, entry }: { json: string; dueAt: number; entry: AuditEntry | undefined },
  ): Promise<boolean> {
    const scriptKeys = {
      recurring: keys.recurring(workspace),
      due: keys.recurringDue(workspace),
      outbox: keys.auditOutbox(workspace),
    };
    const written = await replaceSeries(redis, scriptKeys, {
      id,
      revision,
      json,
      dueAt,
      entry: entry ? entryText(entry) : '',
    });
    return written === 1;
  }

  async function all(workspace: string): Promise<Series[]> {
    const kept = Object.entries(await redis.hgetall(keys.recurring(workspace)));
    const found = kept.flatMap(([id, json]) => readable(json, id) ?? []);
    return found.sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
  }

  return {
    /** All series of the workspace, including stopped ones whose news isn't sent yet, the oldest first. */
    all,

    /**
     * Finds a brand's posts after `from` and up to `until` (epoch ms) that aren't created yet. `zoneOf`:
     * reads the zone in the brand's settings.
     */
    async coming(
      workspace: string,
      brand: string,
      zoneOf: () => Promise<string | undefined>,
    ): Promise<(within: { from: number; until: number }) => PlannedPost[]> {
      const repeating = (await all(workspace)).filter((one) => one.brand.id === brand && !one.stopped);
      if (repeating.length === 0) return () => [];
      // the code for calendars takes a while to load
      const [zone, { comingUntil }] = await Promise.all([zoneOf(), import('./occurrences.ts')]);
      return ({ from, until }) =>
        repeating.flatMap((series) => {
          const own = zoneOfSeries(series, zone);
          return comingUntil(series, own, { from, until }).map(({ date, at }) => ({
            at,
            caption: fillDay(series.caption, { at, zone: own }),
            networks: networksShown(series.profiles),
            recurring: cardIdOf(series, date),
          }));
        });
    },

    async get(workspace: string, id: string): Promise<Series | undefined> {
      const json = await redis.hget(keys.recurring(workspace), id);
      return json === null ? undefined : parse(json);
    },

    /**
     * False if someone has written it since `series.revision`, so that nothing was written. The audit entry
     * is written in the same step.
     */
    async put(workspace: string, series: Series, { dueAt, entry }: Written): Promise<boolean> {
      // the sweep goes through these workspaces, and nobody may have requested a post in this one yet
      if (series.revision === 0) await redis.sadd(keys.workspaces, workspace);
      const json = JSON.stringify({ ...series, revision: series.revision + 1 });
      return replace(workspace, series, { json, dueAt, entry });
    },

    /** Removes a series under the same condition. */
    remove: (workspace: string, series: Series, entry?: AuditEntry): Promise<boolean> =>
      replace(workspace, series, { json: '', dueAt: 0, entry }),

    /** The ids of the series that need the job at `now` (epoch ms). */
    due: (workspace: string, now: number): Promise<string[]> =>
      redis.zrangebyscore(keys.recurringDue(workspace), '-inf', now),
  };
}
