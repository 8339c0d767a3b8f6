/** The rules of a workspace: one for each brand that has its own, and one for all others. */

import { createHash } from 'node:crypto';
import { z } from 'zod';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { script } from '#src/platform/redis/script.ts';
import { entryText } from '#src/posts/card/audit.ts';
import { type Rule, type RuleChange, type RuleEdit, ruleSchema } from '#src/posts/card/rule.ts';
import { scopeOf } from '#src/posts/card/scope.ts';

/** The fields of the hash, which the scripts that write a card or a ledger entry compare, too. */
export const commonField = 'default';
export const fieldOf = (brand: string): string => `brand.${brand}`;

/**
 * Keeps the rule from before the first change until its new approvers were asked. Without a rule, it's
 * removed. `shown` is empty if any rule can be changed, and `entry` without an audit entry.
 */
const changeRule = script<
  number,
  'rules' | 'redraws' | 'changes' | 'outbox',
  'field' | 'common' | 'rule' | 'scope' | 'by' | 'shown' | 'entry'
>(`
local own = redis.call('HGET', KEYS.rules, ARGV.field) or ''
if own == ARGV.rule then return 1 end
if ARGV.shown ~= '' and ARGV.shown ~= redis.sha1hex(own) then return 0 end
local before = own ~= '' and own or redis.call('HGET', KEYS.rules, ARGV.common) or ''
local now = redis.call('TIME')
local at = now[1] * 1000 + math.floor(now[2] / 1000)
redis.call('HSETNX', KEYS.changes, ARGV.scope, cjson.encode({ before = before, by = ARGV.by, at = at }))
if ARGV.rule == '' then redis.call('HDEL', KEYS.rules, ARGV.field) else redis.call('HSET', KEYS.rules, ARGV.field, ARGV.rule) end
redis.call('HINCRBY', KEYS.redraws, ARGV.scope, 1)
if ARGV.entry ~= '' then redis.call('RPUSH', KEYS.outbox, ARGV.entry) end
return 1`);

/** `at`: epoch ms. */
const changeSchema = z.object({ before: z.string(), by: z.string(), at: z.number() });

const field = (brand: string | undefined): string => (brand === undefined ? commonField : fieldOf(brand));

/**
 * The scope of cards to update. For the common rule, that's all cards: they need the rule if their brand has
 * none of its own.
 */
const rerenderScope = (brand: string | undefined): string =>
  scopeOf(brand === undefined ? undefined : { id: brand });

export type RuleStore = ReturnType<typeof createRuleStore>;

/**
 * Reads go to Redis each time, so a rule applies from the moment it's set. A rule that can't be read throws.
 */
export function createRuleStore(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  async function change(
    workspace: string,
    brand: string | undefined,
    json: string,
    edit: RuleEdit | undefined,
  ): Promise<boolean> {
    // the sweep appends the audit entries of these workspaces, and nobody may have requested a post in this one
    if (edit) await redis.sadd(keys.workspaces, workspace);
    const changed = await changeRule(
      redis,
      {
        rules: keys.rules(workspace),
        redraws: keys.redraws(workspace),
        changes: keys.ruleChanges(workspace),
        outbox: keys.auditOutbox(workspace),
      },
      {
        field: field(brand),
        common: commonField,
        rule: json,
        scope: rerenderScope(brand),
        by: edit?.entry.by ?? '',
        shown: edit?.shown ?? '',
        entry: edit ? entryText(edit.entry) : '',
      },
    );
    return changed === 1;
  }
  const parse = (json: string): Rule => ruleSchema.parse(JSON.parse(json));
  /**
   * `undefined` if the previous rule couldn't be read. It let nobody approve, so all approvers of the new
   * rule count as new.
   */
  function readable(json: string): Rule | undefined {
    try {
      return parse(json);
    } catch {
      return undefined;
    }
  }
  return {
    /** The brand's own rule, or else the common one; `undefined` if no approval is needed. */
    async of(workspace: string, brand: string): Promise<Rule | undefined> {
      const [own, common] = await redis.hmget(keys.rules(workspace), field(brand), field(undefined));
      const json = own ?? common;
      return json === null || json === undefined ? undefined : parse(json);
    },

    /** Reads all rules, for when the brand isn't known yet. The result answers as `of` does. */
    async read(workspace: string) {
      const found = await redis.hgetall(keys.rules(workspace));
      return (brand: string): Rule | undefined => {
        const json = found[field(brand)] ?? found[commonField];
        return json === undefined ? undefined : parse(json);
      };
    },

    /** Every rule; `common` is the one of brands without their own. */
    async all(workspace: string) {
      const found = Object.entries(await redis.hgetall(keys.rules(workspace)));
      const { [commonField]: common, ...rest } = Object.fromEntries(
        found.map(([of, json]) => [of, parse(json)]),
      );
      const brands = new Map(Object.entries(rest).map(([of, rule]) => [of.replace(/^brand\./, ''), rule]));
      return { brands, ...(common && { common }) };
    },

    /**
     * The brand's own rule, or the common one without a brand, for a form that changes it. `shown` is what the
     * form passes to `set` or `remove`.
     */
    async toEdit(workspace: string, brand: string | undefined) {
      const json = (await redis.hget(keys.rules(workspace), field(brand))) ?? '';
      const shown = createHash('sha1').update(json).digest('hex');
      return { rule: json === '' ? undefined : parse(json), shown };
    },

    /**
     * Sets a brand's rule, or the common one. False if someone changed it since the form showed it, so that
     * nothing was written. The audit entry is written in the same step. If the rule is the same already,
     * there's nothing to write.
     */
    set: (workspace: string, brand: string | undefined, rule: Rule, edit?: RuleEdit) =>
      change(workspace, brand, JSON.stringify(ruleSchema.parse(rule)), edit),

    /** Removes a rule under the same condition. */
    remove: (workspace: string, brand: string | undefined, edit?: RuleEdit) =>
      change(workspace, brand, '', edit),

    /** The change of a brand's rule, or of the common one, whose new approvers haven't been asked yet. */
    async changed(workspace: string, brand: string | undefined): Promise<RuleChange | undefined> {
      const found = await redis.hget(keys.ruleChanges(workspace), rerenderScope(brand));
      if (found === null) return undefined;
      const { before, by, at } = changeSchema.parse(JSON.parse(found));
      return { before: before === '' ? undefined : readable(before), by: by || undefined, at };
    },
  };
}
