/** What is looked at before a request is sent to the service for the first time. */
import type { Card } from '#src/cards/card.ts';
import { chosenIn, namedAsListed } from '#src/cards/chosen.ts';
import type { Told } from '#src/cards/problem.ts';
import type { Request } from '#src/cards/request.ts';
import { checkChoices } from './check-chosen.ts';
import type { JobDeps } from './deps.ts';

/**
 * The request with the names that the service has for what was chosen, or the problem of one that must not be sent. A time in the
 * past is refused rather than taken as now, also when it passed while the request waited. Rejects while the lists of the brand that
 * would tell cannot be read.
 */
export async function checkRequest(
  deps: JobDeps,
  card: Card,
  request: Request,
): Promise<{ request: Request } | { told: Told }> {
  const { author: by } = card;
  const at = request.kind === 'post' ? request.scheduledAt : undefined;
  if (at && Date.parse(at) <= deps.now()) return { told: { code: 'create_too_late' } };
  const checked = await checkChoices(deps, card, { chosen: chosenIn(request), by, note: 'ask' });
  return 'told' in checked ? checked : { request: namedAsListed(request, checked.lists) };
}
