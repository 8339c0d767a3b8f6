/** The rule and the settings of a brand, read together, and remembered for comparison when they're relied on. */
import type { Logger } from 'pino';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { ruleSchema } from '#src/posts/card/rule.ts';
import { commonField, fieldOf } from '#src/posts/rule-fields.ts';
import { brandSettingsSchema } from './settings.ts';
import { noTerms, type Terms, type TermsStore } from './terms.ts';

const keepAtMost = 1_000;

export function createTerms(redis: Redis, prefix: string, log: Pick<Logger, 'warn'>): TermsStore {
  const keys = createKeys(prefix);
  const known = new Map<string, Terms>();
  const nameOf = (workspace: string, brand: string): string => `${workspace} ${brand}`;

  function settingsFrom(json: string, brand: string): Terms['settings'] {
    try {
      return brandSettingsSchema.parse(JSON.parse(json));
    } catch (cause) {
      log.warn({ err: cause, brand }, "couldn't read a brand's settings");
      return noTerms.settings;
    }
  }

  return {
    remembered: (workspace, brand) => known.get(nameOf(workspace, brand)),

    async read(workspace, brand) {
      const [[own, common] = [], settings] = await Promise.all([
        redis.hmget(keys.rules(workspace), fieldOf(brand), commonField),
        redis.hget(keys.brandSettings(workspace), brand),
      ]);
      const rule = own ?? common ?? '';
      const terms: Terms = {
        rule: rule === '' ? undefined : ruleSchema.parse(JSON.parse(rule)),
        settings: settings === null ? noTerms.settings : settingsFrom(settings, brand),
        kept: { rule, settings: settings ?? '' },
      };
      if (known.size >= keepAtMost) known.clear();
      known.set(nameOf(workspace, brand), terms);
      return terms;
    },
  };
}
