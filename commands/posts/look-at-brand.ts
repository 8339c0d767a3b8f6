import type { Deps } from '#commands/kit/command.ts';
import type { Card } from '#src/posts/card/card.ts';
import { permissionsOf } from '#src/posts/card/permissions.ts';
import { reviewOf } from '#src/posts/card/rule.ts';
import { roleInBrand, roleOf } from './authorize.ts';

/** What decides how a brand's posts are shown to this person, besides the posts. */
export async function lookAtBrand(deps: Deps, brand: string, by: string, team?: string) {
  const { workspace, undoForMs } = deps;
  const [approvers, paused, slots, role, slackUrl, zone] = await Promise.all([
    deps.approversReader.of(workspace, brand),
    deps.pauses.of(workspace, brand),
    deps.slots.brands(workspace),
    roleOf(deps, by, team).then((one) => roleInBrand(deps, one, brand)),
    deps.slackUrl(),
    deps.zoneFor(brand, by),
  ]);
  const clock = { now: deps.now(), zone };
  const reader = { user: by, slackUrl };
  return {
    role,
    permissionsOf: (card: Card) => permissionsOf(card, approvers, { user: by, role }),
    reviewOf: (card: Card) => approvers && reviewOf(card, approvers, clock.now),
    options: { paused, hasSlots: slots.has(brand), undoForMs, clock, reader },
  };
}
