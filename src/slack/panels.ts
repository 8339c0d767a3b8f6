/** Who may approve a brand's posts at this moment: its rule, with the groups that it names read. */
import { panelOf } from '#src/cards/rules.ts';
import type { Panels, People, RuleStore } from '#src/ports.ts';

export function createPanels(rules: Pick<RuleStore, 'of'>, people: Pick<People, 'membersOf'>): Panels {
  return {
    async of(workspace, brand) {
      const rule = await rules.of(workspace, brand);
      if (!rule) return undefined;
      const { groups } = rule.approvers;
      const members = await Promise.all(groups.map((group) => people.membersOf(group)));
      return panelOf(rule, new Map(groups.map((group, i) => [group, members[i]])));
    },
  };
}
