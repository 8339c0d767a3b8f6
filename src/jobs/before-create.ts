/** What is looked at before a request is sent to the service for the first time. */
import type { Card } from '#src/cards/card.ts';
import { chosenIn } from '#src/cards/chosen.ts';
import type { Told } from '#src/cards/problem.ts';
import { choiceProblem } from './check-chosen.ts';
import type { JobDeps } from './deps.ts';

/**
 * The problem of a request that must not be sent. A time in the past is refused rather than taken as now, also when it passed
 * while the request waited. Rejects while the lists of the brand that would tell cannot be read.
 */
export async function problemBeforeCreate(deps: JobDeps, card: Card): Promise<Told | undefined> {
  const { request, author: by } = card;
  if (!request) return undefined;
  const at = request.kind === 'post' ? request.scheduledAt : undefined;
  if (at && Date.parse(at) <= deps.now()) return { code: 'create_too_late' };
  return choiceProblem(deps, card, { chosen: chosenIn(request), by, note: 'ask' });
}
