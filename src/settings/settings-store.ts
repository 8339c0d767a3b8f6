/** What a team sets for its brands, and each person for themselves. Unset values have their default. */

import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import {
  type BrandSettings,
  brandSettingsSchema,
  personSettingsSchema,
  type TeamSettings,
} from './settings.ts';

/** Reads go to Redis each time. A record that can't be read throws, except in `all`. */
export function createTeamSettings(redis: Redis, prefix: string): TeamSettings {
  const keys = createKeys(prefix);
  const brandFrom = (json: string | null | undefined) => brandSettingsSchema.parse(JSON.parse(json ?? '{}'));
  return {
    brand: async (workspace, brand) => brandFrom(await redis.hget(keys.brandSettings(workspace), brand)),

    async read(workspace) {
      const found = new Map(Object.entries(await redis.hgetall(keys.brandSettings(workspace))));
      return (brand) => brandFrom(found.get(brand));
    },

    async all(workspace, unreadable) {
      const all = new Map<string, BrandSettings>();
      for (const [brand, json] of Object.entries(await redis.hgetall(keys.brandSettings(workspace))))
        try {
          all.set(brand, brandFrom(json));
        } catch (cause) {
          unreadable(brand, cause);
        }
      return all;
    },

    async setBrand(workspace, brand, settings) {
      await redis.hset(
        keys.brandSettings(workspace),
        brand,
        JSON.stringify(brandSettingsSchema.parse(settings)),
      );
    },

    async person(workspace, user) {
      const json = await redis.get(keys.personSettings(workspace, user));
      return personSettingsSchema.parse(JSON.parse(json ?? '{}'));
    },

    async setPerson(workspace, user, settings) {
      const json = JSON.stringify(personSettingsSchema.parse(settings));
      await redis.set(keys.personSettings(workspace, user), json);
    },
  };
}
