/** An approved post waits, and doesn't fail, while Slack can't say who is in a user group of the rule. */

import { again, type Outcome } from '#src/platform/queue/job.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { Deps } from './deps.ts';

/** A shorter wait would only make the card flicker. */
const saidAfterMs = 10_000;

const longestDelayMs = 30_000;

/** Retries with growing delays, and shows on the card what it's waiting for if that takes long. */
export async function waitForGroups(
  deps: Pick<Deps, 'desk' | 'now' | 'checkEveryMs'>,
  card: Card,
  groups: readonly string[],
): Promise<Outcome> {
  const { workspace, id, revision: expectedRevision } = card;
  const waitedMs = deps.now() - Date.parse(card.updatedAt);
  if (waitedMs >= saidAfterMs && !card.waitsForGroups)
    await deps.desk.transition(
      workspace,
      id,
      { type: 'await_groups', groups: [...groups], expectedRevision },
      card,
    );
  return again(Math.min(Math.max(deps.checkEveryMs, waitedMs / 10), longestDelayMs));
}
