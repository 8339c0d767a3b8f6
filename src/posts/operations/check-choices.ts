/** Checks, right before something is sent, whether its brand has what the person chose. */

import { aboutCard } from '#src/posts/card/audit.ts';
import type { Card } from '#src/posts/card/card.ts';
import { type Chosen, type Lists, missingChoices } from '#src/posts/card/chosen.ts';
import type { ProblemCode } from '#src/posts/card/problem.ts';
import type { Deps } from './deps.ts';

/**
 * The lists that have everything that was chosen, or the problem of a card that requests something its brand
 * doesn't have. Rejects while the lists that would tell can't be read. `by`: the person who chose; `note`:
 * what is refused, as the audit trail names it.
 */
export async function checkChoices(
  deps: Deps,
  card: Card,
  { chosen, by, note }: { chosen: Chosen; by: string; note: 'ask' | 'touch' },
): Promise<{ lists: Lists } | { reason: ProblemCode }> {
  const { workspace, id, brand } = card;
  const lists = await deps.catalog.listsForCertain(brand.id, chosen);
  const wrong = missingChoices(chosen, lists);
  const names = Object.values(wrong).flatMap((named) => named.map(({ name }) => name));
  if (names.length === 0) return { lists };
  deps.log.warn(
    { by, brand: brand.id, card: id, wrong },
    "nothing was sent: the brand doesn't have what the form selected",
  );
  const entry = { by, ...aboutCard(card), via: 'job', result: 'not_offered', note } as const;
  await deps.audit.add(workspace, { ...entry, what: 'refused' });
  return { reason: { code: 'choice_not_offered', names } };
}
