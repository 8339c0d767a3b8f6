/**
 * The rule and the settings of a brand, read together, and remembered to be compared when a write relies on
 * them.
 */
import type { Logger } from 'pino';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { type Rule, ruleSchema } from '#src/posts/card/rule.ts';
import { commonField, fieldOf } from '#src/posts/rule-store.ts';
import { type BrandSettings, brandSettingsSchema } from './settings.ts';

export interface BrandConfig {
  /** The brand's own rule, or else the common one; `undefined` if no approval is needed. */
  rule: Rule | undefined;
  settings: BrandSettings;
  /** Both as stored, for the comparison; empty if they aren't set. */
  kept: { rule: string; settings: string };
}

/** The configuration of a brand for which nobody has set anything. */
export const noBrandConfig: BrandConfig = {
  rule: undefined,
  settings: brandSettingsSchema.parse({}),
  kept: { rule: '', settings: '' },
};

const keepAtMost = 1_000;

export type BrandConfigStore = ReturnType<typeof createBrandConfigs>;

export function createBrandConfigs(redis: Redis, prefix: string, log: Pick<Logger, 'warn'>) {
  const keys = createKeys(prefix);
  const known = new Map<string, BrandConfig>();
  const nameOf = (workspace: string, brand: string): string => `${workspace} ${brand}`;

  function settingsFrom(json: string, brand: string): BrandConfig['settings'] {
    try {
      return brandSettingsSchema.parse(JSON.parse(json));
    } catch (cause) {
      log.warn({ err: cause, brand }, "couldn't read a brand's settings");
      return noBrandConfig.settings;
    }
  }

  return {
    /**
     * The configuration as this process last read it. It may have changed since, so the script that records a
     * request compares it.
     */
    remembered: (workspace: string, brand: string): BrandConfig | undefined =>
      known.get(nameOf(workspace, brand)),

    /**
     * Reads both in one round trip. Throws if the rule can't be read; settings that can't be read count as
     * unset.
     */
    async read(workspace: string, brand: string): Promise<BrandConfig> {
      const [[own, common] = [], settings] = await Promise.all([
        redis.hmget(keys.rules(workspace), fieldOf(brand), commonField),
        redis.hget(keys.brandSettings(workspace), brand),
      ]);
      const rule = own ?? common ?? '';
      const brandConfig: BrandConfig = {
        rule: rule === '' ? undefined : ruleSchema.parse(JSON.parse(rule)),
        settings: settings === null ? noBrandConfig.settings : settingsFrom(settings, brand),
        kept: { rule, settings: settings ?? '' },
      };
      if (known.size >= keepAtMost) known.clear();
      known.set(nameOf(workspace, brand), brandConfig);
      return brandConfig;
    },
  };
}
