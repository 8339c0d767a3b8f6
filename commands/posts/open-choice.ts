import type { Deps } from '#commands/kit/command.ts';
import type { Card } from '#src/posts/card/card.ts';
import { firstVersionOf, hasVersions } from '#src/posts/card/versions.ts';

/**
 * Lets people choose `version`, another version of the post of `card`, so that each of its versions can be
 * kept again.
 */
export async function openChoice(
  { desk }: Pick<Deps, 'desk'>,
  card: Card,
  version: { card: string; isOpenAgain?: true },
): Promise<void> {
  const first = firstVersionOf(card);
  const { keptVersion } = (await desk.get(card.workspace, first)) ?? {};
  if (version.isOpenAgain && keptVersion === undefined) return;
  for (const id of new Set([first, card.id, keptVersion ?? first]))
    await desk.transition(card.workspace, id, { type: 'add_version', ...version });
}

/**
 * Called before a version that was discarded or failed is reopened, so that no crash leaves a choice without
 * *Keep this version*.
 */
export async function openChoiceAgain(deps: Pick<Deps, 'desk'>, card: Card): Promise<void> {
  if (hasVersions(card)) await openChoice(deps, card, { card: card.id, isOpenAgain: true });
}
