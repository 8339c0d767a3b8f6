/** What is approved waits, and doesn't fail, while Slack can't say who is in a user group that the rule names. */

import type { JobDeps } from '#src/job-deps.ts';
import { again, type Outcome } from '#src/platform/queue/job.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { CurrentApprovers } from '#src/posts/card/rule.ts';

/** A shorter wait would only flicker on the card. */
const saidAfterMs = 10_000;

const longestPauseMs = 30_000;

/** Asks again later, in pauses that grow with the wait, and says on the card what it waits for once that has lasted. */
export async function waitForGroups(
  deps: JobDeps,
  card: Card,
  { unavailable }: CurrentApprovers,
): Promise<Outcome> {
  const { workspace, id, revision: expectedRevision } = card;
  const waitedMs = deps.now() - Date.parse(card.updatedAt);
  if (waitedMs >= saidAfterMs && !card.waitsForGroups)
    await deps.desk.move(
      workspace,
      id,
      { type: 'await_groups', groups: [...unavailable], expectedRevision },
      card,
    );
  return again(Math.min(Math.max(deps.checkEveryMs, waitedMs / 10), longestPauseMs));
}
