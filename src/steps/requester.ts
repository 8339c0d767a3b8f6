/** Whether the requester that a workflow names can request posts. */

import { roleIn } from '#src/platform/slack/role.ts';
import { deniedToRequest } from '#src/posts/card/rule.ts';
import type { Terms } from '#src/settings/terms-store.ts';
import type { Deps } from './deps.ts';
import type { DeniedRequester } from './step.ts';

/**
 * Somebody who has left can't be asked about the post anymore. Nobody signed in as the requester, so while Slack doesn't say who they are,
 * it's `unknown` even without a rule, and for people whom the rule names.
 */
export async function deniedRequester(
  { people }: Pick<Deps, 'people'>,
  by: string,
  { rule, settings }: Pick<Terms, 'rule' | 'settings'>,
): Promise<DeniedRequester | undefined> {
  if (await people.hasLeft(by)) return { why: 'not_in_workspace' };
  const role = await people.roleOf(by);
  return role === 'unknown' ? { why: role } : deniedToRequest(rule, roleIn(role, settings.guests), by);
}
