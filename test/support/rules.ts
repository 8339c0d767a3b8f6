/** Approval rules for tests, saved like in the administrator's modal. */
import type { TestContext } from 'node:test';
import type { Rule } from '#src/posts/card/rule.ts';
import { createRuleStore } from '#src/posts/rule-store.ts';
import { brandSettingsSchema } from '#src/settings/settings.ts';
import type { StartedBot } from './bot.ts';
import { redisOf } from './stored.ts';

/** A rule with these values. By default, only Bo can approve. */
export function aRule({
  people = ['U0BO'],
  groups = [],
  ...over
}: Partial<Rule> & { people?: string[]; groups?: string[] } = {}): Rule {
  return { approvers: { people, groups }, needed: 1, own: false, scheduled: true, ...over };
}

/** Returns a function that sets the workspace's default rule or a brand's, or removes it with `undefined`. */
export async function ruleSetter(
  t: TestContext,
  { settings, chat }: Pick<StartedBot, 'settings' | 'chat'>,
): Promise<(rule: Rule | undefined, brand?: string) => Promise<void>> {
  const { redis, prefix } = redisOf(t, settings);
  const store = createRuleStore(redis, prefix);
  const workspace = chat.world.workspace.id;
  return async (rule, brand) => {
    await (rule ? store.set(workspace, brand, rule) : store.remove(workspace, brand));
  };
}

/** Sets what guests can do for a brand, as an administrator's settings do. */
export async function guestsCan(
  t: TestContext,
  { settings, chat }: Pick<StartedBot, 'settings' | 'chat'>,
  brand: string,
  guests: 'look' | 'work',
): Promise<void> {
  const { redis, keys } = redisOf(t, settings);
  const key = keys.brandSettings(chat.world.workspace.id);
  await redis.hset(key, brand, JSON.stringify(brandSettingsSchema.parse({ guests })));
}
