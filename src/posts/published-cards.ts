/** The cards of posts that were published lately: no index has them anymore, but the audit trail does. */
import type { JobDeps } from '#src/job-deps.ts';
import type { Card } from './card/card.ts';

/** The clocks of processes differ, and an entry is sealed a moment after it was made. */
const skewMs = 60_000;

/** Those that the audit trail says were published since then (epoch ms). */
export async function publishedSince(
  { audit, cards }: Pick<JobDeps, 'audit' | 'cards'>,
  workspace: string,
  since: number,
): Promise<Card[]> {
  const ids = new Set<string>();
  for await (const { entry } of audit.newest(workspace)) {
    if (Date.parse(entry.at) < since - skewMs) break;
    if (entry.what === 'published' && entry.card) ids.add(entry.card);
  }
  return cards.getAll(workspace, [...ids]);
}
