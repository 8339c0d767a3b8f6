/** The rules of a workspace: one for a brand, and one for all brands that have none of their own. */
import { scopeOf } from '#src/cards/freeze.ts';
import { type Rule, type RuleStore, ruleSchema } from '#src/cards/rules.ts';
import { createKeys } from './keys.ts';
import type { Redis } from './redis.ts';

/** Where the rule of all brands without one of their own stands. */
export const commonField = 'default';

/** Where the rule of a brand stands. */
export const fieldOf = (brand: string): string => `brand.${brand}`;

const field = (brand: string | undefined): string => (brand === undefined ? commonField : fieldOf(brand));

/** All cards are drawn anew for the rule of those brands that have none of their own. */
const redrawnScope = (brand: string | undefined): string =>
  scopeOf(brand === undefined ? undefined : { id: brand });

/** Reads go to Redis each time: a rule counts from the moment it is set. A rule that cannot be read throws. */
export function createRuleStore(redis: Redis, prefix: string): RuleStore {
  const keys = createKeys(prefix);
  const parse = (json: string): Rule => ruleSchema.parse(JSON.parse(json));
  return {
    async of(workspace, brand) {
      const [own, common] = await redis.hmget(keys.rules(workspace), field(brand), field(undefined));
      const json = own ?? common;
      return json === null || json === undefined ? undefined : parse(json);
    },

    async read(workspace) {
      const found = await redis.hgetall(keys.rules(workspace));
      return (brand) => {
        const json = found[field(brand)] ?? found[commonField];
        return json === undefined ? undefined : parse(json);
      };
    },

    async all(workspace) {
      const found = Object.entries(await redis.hgetall(keys.rules(workspace)));
      const { [commonField]: common, ...rest } = Object.fromEntries(
        found.map(([of, json]) => [of, parse(json)]),
      );
      const brands = new Map(Object.entries(rest).map(([of, rule]) => [of.replace(/^brand\./, ''), rule]));
      return { brands, ...(common && { common }) };
    },

    async set(workspace, brand, rule) {
      const json = JSON.stringify(ruleSchema.parse(rule));
      await redis
        .multi()
        .hset(keys.rules(workspace), field(brand), json)
        .hincrby(keys.redraws(workspace), redrawnScope(brand), 1)
        .exec();
    },

    async remove(workspace, brand) {
      await redis
        .multi()
        .hdel(keys.rules(workspace), field(brand))
        .hincrby(keys.redraws(workspace), redrawnScope(brand), 1)
        .exec();
    },
  };
}
