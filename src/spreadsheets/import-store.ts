/** Keeps imports for a month after their last write, and which rows were imported for a year. */

import type { Profile } from '#src/platform/publishing-api/post.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { script } from '#src/platform/redis/script.ts';
import { type AuditEntry, entryText } from '#src/posts/card/audit.ts';
import {
  type Import,
  type ImportedRows,
  importedRowsSchema,
  importSchema,
  readListsSchema,
} from './import.ts';

const dayMs = 86_400_000;
const keepForMs = 30 * dayMs;
/** Long enough to wait for the quota, and short enough for lists that change. */
const keepListsForMs = 3_600_000;
const rememberForMs = 365 * dayMs;

/** The field with a brand's profiles begins like this, followed by the brand's id. */
const profilesOf = 'profiles.';

const replaceImport = script<
  number,
  'one' | 'rows' | 'lists' | 'open' | 'outbox',
  'id' | 'revision' | 'json' | 'rows' | 'keepForMs' | 'isOpen' | 'entry'
>(`
local was = redis.call('GET', KEYS.one)
if (was and cjson.decode(was).revision or 0) ~= tonumber(ARGV.revision) then return 0 end
redis.call('SET', KEYS.one, ARGV.json, 'PX', ARGV.keepForMs)
if ARGV.rows ~= '' then
  redis.call('SET', KEYS.rows, ARGV.rows, 'PX', ARGV.keepForMs)
  redis.call('DEL', KEYS.lists)
else redis.call('PEXPIRE', KEYS.rows, ARGV.keepForMs) end
redis.call(ARGV.isOpen == '1' and 'SADD' or 'SREM', KEYS.open, ARGV.id)
if ARGV.entry ~= '' then redis.call('RPUSH', KEYS.outbox, ARGV.entry) end
return 1`);

export type ImportStore = ReturnType<typeof createImportStore>;

export function createImportStore(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  const noteList = async (workspace: string, id: string, name: string, list: readonly unknown[]) => {
    const key = keys.importLists(workspace, id);
    await redis.multi().hset(key, name, JSON.stringify(list)).pexpire(key, keepListsForMs).exec();
  };
  return {
    async get(workspace: string, id: string): Promise<Import | undefined> {
      const json = await redis.get(keys.import(workspace, id));
      return json === null ? undefined : importSchema.parse(JSON.parse(json));
    },

    /** `undefined` if the rows aren't read yet, or have expired. */
    async rows(workspace: string, id: string): Promise<ImportedRows | undefined> {
      const json = await redis.get(keys.importRows(workspace, id));
      return json === null ? undefined : importedRowsSchema.parse(JSON.parse(json));
    },

    /**
     * False if someone wrote the import since `revision`. `open`: it needs its job. Its rows and the audit
     * entry are written in the same step. Rows that were written before are kept as long as the record.
     * Writing rows ends the check, so the lists that it read are deleted.
     */
    async put(
      record: Import,
      { open, entry, rows }: { open: boolean; entry?: AuditEntry | undefined; rows?: ImportedRows },
    ): Promise<boolean> {
      const { workspace, id, revision } = record;
      // the sweep goes through these workspaces, and nobody may have requested a post in this one yet
      if (revision === 0) await redis.sadd(keys.workspaces, workspace);
      const places = {
        one: keys.import(workspace, id),
        rows: keys.importRows(workspace, id),
        lists: keys.importLists(workspace, id),
        open: keys.openImports(workspace),
        outbox: keys.auditOutbox(workspace),
      };
      const json = JSON.stringify(importSchema.parse({ ...record, revision: revision + 1 }));
      const written = await replaceImport(redis, places, {
        id,
        revision,
        json,
        keepForMs,
        isOpen: open ? '1' : '',
        entry: entry ? entryText(entry) : '',
        // an earlier release, which may work on the import during an upgrade, requires `exported`
        rows: rows ? JSON.stringify({ ...rows, exported: 0 }) : '',
      });
      return written === 1;
    },

    /** The lists that the import's check has read in the last hour. */
    async lists(workspace: string, id: string) {
      const { brands, ...lists } = await redis.hgetall(keys.importLists(workspace, id));
      const profiles = Object.entries(lists).map(([name, json]) => [
        name.slice(profilesOf.length),
        JSON.parse(json),
      ]);
      return readListsSchema.parse({
        ...(brands !== undefined && { brands: JSON.parse(brands) }),
        profiles: Object.fromEntries(profiles),
      });
    },

    noteBrands: (workspace: string, id: string, brands: readonly Named[]): Promise<void> =>
      noteList(workspace, id, 'brands', brands),

    noteProfiles: (
      workspace: string,
      id: string,
      brand: string,
      profiles: readonly Profile[],
    ): Promise<void> => noteList(workspace, id, `${profilesOf}${brand}`, profiles),

    /** Closes an import that has expired, so that no job can do anything for it. */
    async forget(workspace: string, id: string): Promise<void> {
      await redis.srem(keys.openImports(workspace), id);
    },

    /** The ids of the imports that need their job. */
    open: (workspace: string): Promise<string[]> => redis.smembers(keys.openImports(workspace)),

    /**
     * Which of these ids (of cards or captions) belong to posts that were imported before, even if the card
     * has expired.
     */
    async imported(workspace: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
      if (ids.length === 0) return new Set();
      const scores = await redis.zmscore(keys.imported(workspace), ...ids);
      return new Set(ids.filter((_, i) => scores[i] !== null));
    },

    async noteImported(workspace: string, ids: readonly string[], at: number): Promise<void> {
      if (ids.length === 0) return;
      const key = keys.imported(workspace);
      await redis
        .multi()
        .zadd(key, ...ids.flatMap((id) => [at, id]))
        .zremrangebyscore(key, '-inf', at - rememberForMs)
        .exec();
    },
  };
}
