/** What a change of the content takes away: the approvals, and what was read of the files, that were for other content. Pure. */

import type { Card, Entry, State } from './card.ts';
import { approvable, contentHash } from './content.ts';
import { type Difference, differences } from './difference.ts';
import type { Transition } from './transition.ts';
import { apply } from './transition-table.ts';

/** The parts of the card that change; what was read of its files is about the media that were there. */
export function applied(card: Card, move: Transition): Partial<Card> {
  const next = apply(card, move);
  const media = next.content?.mediaUrls ?? card.content.mediaUrls;
  return JSON.stringify(media) === JSON.stringify(card.content.mediaUrls)
    ? next
    : { ...next, fileChecks: undefined };
}

/** States in which a post waits for people: there a change voids the approvals of what it was before. */
const waits = new Set<State>(['review', 'changes_requested', 'scheduled', 'failed']);

/** The card without the approvals that were given for other content than it has now. */
export function withoutVoid(card: Card, next: Card, move: Transition): Card {
  const content = contentHash(next);
  if (!waits.has(next.state) || next.approvals.length === 0 || content === contentHash(card)) return next;
  const approvals = next.approvals.filter((approval) => approval.content === content);
  if (approvals.length === next.approvals.length) return next;
  const before = approvable(card);
  if (approvals.length > 0) return { ...next, approvals, before };
  const by = 'by' in move ? move.by : move.type === 'update' ? card.pending?.by : undefined;
  const note = differences(before, approvable(next))
    .map(({ what }: Difference) => what)
    .join(', ');
  const entry: Entry = { what: 'voided', at: move.at, note, ...(by && { by }) };
  return { ...next, approvals, before, history: [...next.history, entry] };
}
