/** What was looked at under a rule is sent only under the same one: a wait for the quota lies between. */
import type { Card } from '#src/cards/card.ts';
import type { Rule } from '#src/cards/rules.ts';
import type { JobDeps } from './deps.ts';

/** Whether another rule than `seen` (`undefined`: none) stands for the card's brand by now. One command of Redis. */
export async function ruleChanged(
  { rules }: Pick<JobDeps, 'rules'>,
  { workspace, brand }: Pick<Card, 'workspace' | 'brand'>,
  seen: Rule | undefined,
): Promise<boolean> {
  return JSON.stringify(await rules.of(workspace, brand.id)) !== JSON.stringify(seen);
}
