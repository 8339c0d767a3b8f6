/** What a team sets for its brands, and each person for themselves. An unset value has its default. */

import type { Logger } from 'pino';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { script } from '#src/platform/redis/script.ts';
import { type AuditEntry, entryText } from '#src/posts/card/audit.ts';
import { changeRecord } from '#src/posts/change-record.ts';
import {
  type BrandSettings,
  brandSettingsSchema,
  type PersonSettings,
  personSettingsSchema,
} from './settings.ts';

const savePerson = script<unknown, 'person' | 'outbox', 'json' | 'entry'>(`
redis.call('SET', KEYS.person, ARGV.json)
if ARGV.entry ~= '' then redis.call('RPUSH', KEYS.outbox, ARGV.entry) end`);

export type TeamSettings = ReturnType<typeof createTeamSettings>;

/** Reads go to Redis each time. A record that can't be read throws, except in `all`. */
export function createTeamSettings(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  const brandFrom = (json: string | null | undefined) => brandSettingsSchema.parse(JSON.parse(json ?? '{}'));
  return {
    brand: async (workspace: string, brand: string): Promise<BrandSettings> =>
      brandFrom(await redis.hget(keys.brandSettings(workspace), brand)),

    /**
     * Reads all in one round trip, for when the brand isn't known yet. The result answers as `brand` does.
     */
    async read(workspace: string): Promise<(brand: string) => BrandSettings> {
      const found = new Map(Object.entries(await redis.hgetall(keys.brandSettings(workspace))));
      return (brand) => brandFrom(found.get(brand));
    },

    /**
     * The settings of all brands that have some, by id, and of any brand. Those that can't be read are logged
     * and left out.
     */
    async all(
      workspace: string,
      log: Pick<Logger, 'error'>,
    ): Promise<{ all: ReadonlyMap<string, BrandSettings>; settingsOf: SettingsOf }> {
      const all = new Map<string, BrandSettings>();
      const unreadable = new Set<string>();
      for (const [brand, json] of Object.entries(await redis.hgetall(keys.brandSettings(workspace))))
        try {
          all.set(brand, brandFrom(json));
        } catch (cause) {
          unreadable.add(brand);
          log.error({ err: cause, brand }, "couldn't read a brand's settings");
        }
      const unset = brandFrom(undefined);
      return { all, settingsOf: (brand) => (unreadable.has(brand) ? undefined : (all.get(brand) ?? unset)) };
    },

    /**
     * `settings`: the new ones, or what the stored ones become, in which case it can refuse to change
     * them. The audit entry is written in the same step; if nothing changes, nothing is written.
     */
    setBrand: (
      workspace: string,
      brand: string,
      settings: BrandSettings | ((was: BrandSettings) => BrandSettings | 'outdated'),
      entry?: AuditEntry,
    ): Promise<'done' | 'outdated'> =>
      changeRecord<'outdated'>(
        redis,
        keys,
        { workspace, records: keys.brandSettings(workspace), field: brand },
        (stored) => {
          const next = typeof settings === 'function' ? settings(brandFrom(stored)) : settings;
          if (next === 'outdated') return next;
          const json = JSON.stringify(brandSettingsSchema.parse(next));
          return json === stored ? 'done' : { json, entry };
        },
      ),

    async person(workspace: string, user: string): Promise<PersonSettings> {
      const json = await redis.get(keys.personSettings(workspace, user));
      return personSettingsSchema.parse(JSON.parse(json ?? '{}'));
    },

    /** The audit entry is written in the same step. Only the person's own forms change them. */
    async setPerson(
      workspace: string,
      user: string,
      settings: PersonSettings,
      entry?: AuditEntry,
    ): Promise<void> {
      const places = { person: keys.personSettings(workspace, user), outbox: keys.auditOutbox(workspace) };
      // the sweep appends the audit entries of these workspaces, and this one may not have any cards yet
      await redis.sadd(keys.workspaces, workspace);
      await savePerson(redis, places, {
        json: JSON.stringify(personSettingsSchema.parse(settings)),
        entry: entry ? entryText(entry) : '',
      });
    },
  };
}

/** A brand's settings, the defaults if nobody set any, or `undefined` if they can't be read. */
export type SettingsOf = (brand: string) => BrandSettings | undefined;
