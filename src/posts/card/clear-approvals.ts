/**
 * Clears what a change of the content makes invalid: the approvals of the old content, and what is known of
 * its files. Pure.
 */

import type { Card, Entry } from './card.ts';
import { approvable, contentHash } from './content.ts';
import { type Difference, differences } from './difference.ts';
import { isEditable } from './state.ts';
import type { Transition } from './transition.ts';
import { apply } from './transition-table.ts';

/** The fields that the transition changes. New media clear `fileChecks`, which are about the old files. */
export function applied(card: Card, transition: Transition): Partial<Card> {
  const next = apply(card, transition);
  const media = next.content?.mediaUrls ?? card.content.mediaUrls;
  return JSON.stringify(media) === JSON.stringify(card.content.mediaUrls)
    ? next
    : { ...next, fileChecks: undefined };
}

/** The card with only the approvals of its current content. */
export function withoutVoid(card: Card, next: Card, transition: Transition): Card {
  if (!isEditable(next) || next.approvals.length === 0) return next;
  const content = contentHash(next);
  if (content === contentHash(card)) return next;
  const approvals = next.approvals.filter((approval) => approval.content === content);
  if (approvals.length === next.approvals.length) return next;
  const before = approvable(card);
  if (approvals.length > 0) return { ...next, approvals, before };
  const by = 'by' in transition ? transition.by : transition.type === 'update' ? card.pending?.by : undefined;
  const note = differences(before, approvable(next))
    .map(({ what }: Difference) => what)
    .join(', ');
  const entry: Entry = { what: 'voided', at: transition.at, note, ...(by && { by }) };
  return { ...next, approvals, before, history: [...next.history, entry] };
}
