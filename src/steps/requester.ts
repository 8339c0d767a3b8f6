/** Whether the requester that a workflow names can request posts. */

import { roleIn } from '#src/platform/slack/role.ts';
import { deniedToRequest } from '#src/posts/card/rule.ts';
import type { BrandConfig } from '#src/settings/brand-config-store.ts';
import type { Deps } from './deps.ts';
import type { DeniedRequester } from './step.ts';

/**
 * `unknown` while Slack doesn't say who they are, whatever the rule says: nobody signed in as the requester.
 */
export async function deniedRequester(
  { users }: Pick<Deps, 'users'>,
  by: string,
  { rule, settings }: Pick<BrandConfig, 'rule' | 'settings'>,
): Promise<DeniedRequester | undefined> {
  if (await users.hasLeft(by)) return { why: 'not_in_workspace' };
  const role = await users.roleOf(by);
  return role === 'unknown' ? { why: role } : deniedToRequest(rule, roleIn(role, settings.guests), by);
}
