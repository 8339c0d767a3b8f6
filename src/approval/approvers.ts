/** Who can approve a brand's posts right now: its rule with the members of its groups. */

import type { People } from '#src/platform/slack/users.ts';
import { type CurrentApprovers, currentApprovers, type Rule, type RuleStore } from '#src/posts/card/rule.ts';

/** A brand's rule with its groups' members; `undefined` if no rule applies. */
export type CurrentApproversOf = (brand: string) => Promise<CurrentApprovers | undefined>;

/** Rules with their groups' members. */
export type ApproversReader = ReturnType<typeof createApproversReader>;

export function createApproversReader(
  rules: Pick<RuleStore, 'of' | 'read'>,
  people: Pick<People, 'membersOf'>,
) {
  async function panel(rule: Rule | undefined): Promise<CurrentApprovers | undefined> {
    if (!rule) return undefined;
    const { groups } = rule.approvers;
    const members = await Promise.all(groups.map((group) => people.membersOf(group)));
    return currentApprovers(rule, new Map(groups.map((group, i) => [group, members[i]])));
  }
  return {
    of: async (workspace: string, brand: string): Promise<CurrentApprovers | undefined> =>
      panel(await rules.of(workspace, brand)),
    /** All current rules in one round trip, for when the brand isn't known yet. */
    async read(workspace: string): Promise<CurrentApproversOf> {
      const ruleOf = await rules.read(workspace);
      return async (brand) => panel(ruleOf(brand));
    },
  };
}
