/** Who can approve a brand's posts right now: its rule with the members of its groups. */

import type { Users } from '#src/platform/slack/users.ts';
import {
  type ApproversReader,
  type CurrentApprovers,
  currentApprovers,
  type Rule,
  type RuleStore,
} from '#src/posts/card/rule.ts';

export function createApproversReader(
  rules: Pick<RuleStore, 'of' | 'read'>,
  users: Pick<Users, 'membersOf'>,
): ApproversReader {
  async function under(rule: Rule): Promise<CurrentApprovers> {
    const { groups } = rule.approvers;
    const members = await Promise.all(groups.map((group) => users.membersOf(group)));
    return currentApprovers(rule, new Map(groups.map((group, i) => [group, members[i]])));
  }
  const underAny = async (rule: Rule | undefined) => rule && under(rule);
  return {
    under,
    of: async (workspace, brand) => underAny(await rules.of(workspace, brand)),
    async read(workspace) {
      const ruleOf = await rules.read(workspace);
      return async (brand) => underAny(ruleOf(brand));
    },
  };
}
