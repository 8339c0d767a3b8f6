/** What a change makes of its card once the service took it. Pure. */

import type { Card, Entry } from './card.ts';
import { changed, describeChange } from './change.ts';
import { changeAsListed } from './chosen.ts';
import { contentHash } from './content.ts';
import { sourcesAfter } from './same-content.ts';
import type { Transition } from './transition.ts';

/** The pending change, now that the service has it; what is `frozen`, was in doubt, or stood on the schedule as it was changed is looked at once more. */
export function confirmed(card: Card, move: Extract<Transition, { type: 'update' }>): Partial<Card> {
  const pending = card.pending;
  if (!pending) return {};
  const { what, by, at, wanted, inDoubt, batch } = pending;
  const change = changeAsListed(pending.change, move.lists ?? {}, card.content);
  const { scheduledAt } = change;
  const told = wanted === undefined ? change : { ...change, scheduledAt: wanted };
  const note = what === 'edit' ? describeChange(told, card.content) : undefined;
  // a new time that a rule wants approved is only planned: this change took the post off the schedule
  const isPlanned = what === 'schedule' && scheduledAt === null;
  const entry: Entry = { what: isPlanned ? 'planned' : done[what], at, by, note, batch };
  const content = changed(card.content, change);
  const wantedAt = wanted === undefined && scheduledAt === undefined ? card.wantedAt : (wanted ?? undefined);
  const next = { ...card, ...restAfter(card, scheduledAt), content, wantedAt };
  return {
    pending: undefined,
    ...(inDoubt && { problem: undefined }),
    content,
    ...(change.media && {
      media: sourcesAfter(card, change.media.how, content.mediaUrls),
      copying: change.media.how === 'remove' ? undefined : move.at,
    }),
    ...(scheduledAt !== undefined && { onSchedule: onSchedule(by, scheduledAt) }),
    ...(change.profiles && { profilesUnknown: undefined }),
    wantedAt,
    history: [...card.history, entry],
    ...restAfter(card, scheduledAt),
    ...(next.state === 'scheduled' && {
      cleared: move.paused || inDoubt || scheduledAt === undefined ? undefined : contentHash(next),
      before: undefined,
    }),
  };
}

/** Where the card waits after a change of its post; `scheduledAt` as the change set it. */
function restAfter(
  { state }: Card,
  scheduledAt: string | null | undefined,
): Partial<Pick<Card, 'state' | 'rest'>> {
  if (scheduledAt) return { state: 'scheduled', rest: 'scheduled' };
  const sentBack = state === 'changes_requested';
  // a post that was changed after a failure is one to decide about again
  if (scheduledAt === null || state === 'failed')
    return { state: sentBack ? 'changes_requested' : 'review', rest: 'review' };
  return {};
}

const done = { edit: 'edited', schedule: 'scheduled', unschedule: 'unscheduled', hold: 'held' } as const;

/** Who put it on the schedule, and for when; `undefined`: it isn't there. */
export function onSchedule(by: string | undefined, at: string | null | undefined): Card['onSchedule'] {
  return by && at ? { by, for: at } : undefined;
}
