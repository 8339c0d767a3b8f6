/**
 * Refuses what a form didn't offer. With another client, a person can send any id, including that of a
 * protected brand.
 */

import type { Deps } from '#commands/kit/command.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { aboutCard } from '#src/posts/card/audit.ts';
import type { Card } from '#src/posts/card/card.ts';
import { type Chosen, type Lists, missingChoices } from '#src/posts/card/chosen.ts';

interface Choosing {
  by: string;
  channel: string;
  brand: Named;
  card?: Card;
  /** What is refused, in the audit trail's words. */
  note: string;
}

/**
 * Compares with the cached lists, and asks the service only for what those lack, for at most a second.
 * Whatever can't be checked by then is accepted: a job checks it again before anything is sent. `gone`: what
 * the brand doesn't have, which is noted.
 */
export async function checkChosen(
  deps: Deps,
  { by, channel, brand, card, note }: Choosing,
  chosen: Chosen,
): Promise<{ lists: Lists; gone?: Chosen }> {
  const lists = await deps.catalog.listsAtHand(brand.id, chosen);
  const gone = missingChoices(chosen, lists);
  if (Object.keys(gone).length === 0) return { lists };
  deps.log.warn(
    { by, brand: brand.id, card: card?.id, wrong: gone },
    "a form was submitted with a choice it didn't offer",
  );
  const about = card ? aboutCard(card) : { brand, channel };
  await deps.audit.noteRefused(deps.workspace, {
    by,
    ...about,
    via: 'submission',
    result: 'not_offered',
    note,
  });
  return { lists, gone };
}
