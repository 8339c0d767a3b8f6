/** Who can approve a brand's posts right now: its rule with the members of its groups. */

import type { Users } from '#src/platform/slack/users.ts';
import {
  type CurrentApprovers,
  type CurrentApproversOf,
  currentApprovers,
  type Rule,
} from '#src/posts/card/rule.ts';
import type { RuleStore } from './rule-store.ts';

export type ApproversReader = ReturnType<typeof createApproversReader>;

export function createApproversReader(
  rules: Pick<RuleStore, 'of' | 'read'>,
  users: Pick<Users, 'membersOf'>,
) {
  async function under(rule: Rule): Promise<CurrentApprovers> {
    const { groups } = rule.approvers;
    const members = await Promise.all(groups.map((group) => users.membersOf(group)));
    return currentApprovers(rule, new Map(groups.map((group, i) => [group, members[i]])));
  }
  const underAny = async (rule: Rule | undefined) => rule && under(rule);
  return {
    /** The approvers under this rule, which may not have been saved yet. */
    under,

    of: async (workspace: string, brand: string) => underAny(await rules.of(workspace, brand)),

    /** All current rules in one round trip, for when the brand isn't known yet. */
    async read(workspace: string): Promise<CurrentApproversOf> {
      const ruleOf = await rules.read(workspace);
      return async (brand) => underAny(ruleOf(brand));
    },
  };
}
