/** What a change does to its card after the service accepted it. Pure. */

import type { Card, Entry } from './card.ts';
import { changed, describeChange } from './change.ts';
import { changeAsListed } from './chosen.ts';
import { contentHash } from './content.ts';
import { sourcesAfter } from './same-content.ts';
import { isScheduled, undecidedState } from './state.ts';
import type { Transition } from './transition.ts';
import { replaced } from './versions.ts';

/**
 * Applies the pending change. Clears `schedulableHash`, so that the card is checked again, if it's paused,
 * was in doubt, or was scheduled while it was changed.
 */
export function confirmed(card: Card, transition: Extract<Transition, { type: 'update' }>): Partial<Card> {
  const pending = card.pending;
  if (!pending) return {};
  const { what, by, at, wanted, inDoubt, batch, replacedBy, ofRewrite } = pending;
  const change = changeAsListed(pending.change, transition.lists ?? {}, card.content);
  const { scheduledAt } = change;
  const withTime = wanted === undefined ? change : { ...change, scheduledAt: wanted };
  const note = what === 'edit' ? describeChange(withTime, card.content) : undefined;
  // a new time that needs approval is only planned: this change unscheduled the post
  const isPlanned = what === 'schedule' && scheduledAt === null;
  const entry: Entry = { what: isPlanned ? 'planned' : done[what], at, by, note, batch };
  const content = changed(card.content, change);
  const requestedTime =
    wanted === undefined && scheduledAt === undefined ? card.requestedTime : (wanted ?? undefined);
  const next = { ...card, ...restAfter(card, scheduledAt), content, requestedTime };
  return {
    pending: undefined,
    ...((inDoubt || replacedBy) && { problem: undefined }),
    content,
    ...(change.media && {
      media: sourcesAfter(card, change.media.how, content.mediaUrls),
      copying: change.media.how === 'remove' ? undefined : transition.at,
    }),
    ...(scheduledAt !== undefined && { onSchedule: onSchedule(by, scheduledAt) }),
    ...(change.profiles && { profilesUnknown: undefined }),
    requestedTime,
    history: [
      ...card.history,
      ...(ofRewrite ? [] : [entry]),
      ...(replacedBy ? [{ what: 'rejected' as const, at, by, replaced: 'kept' as const }] : []),
    ],
    ...restAfter(card, scheduledAt),
    ...(isScheduled(next) && {
      schedulableHash:
        transition.paused || inDoubt || scheduledAt === undefined ? undefined : contentHash(next),
      before: undefined,
      sentBack: undefined,
    }),
    ...(replacedBy && { state: 'rejected', ...replaced(card, replacedBy) }),
  };
}

/** The card's state after a change of its post. `scheduledAt`: as the change set it. */
function restAfter(
  card: Card,
  scheduledAt: string | null | undefined,
): Partial<Pick<Card, 'state' | 'rest'>> {
  if (scheduledAt) return { state: 'scheduled', rest: 'scheduled' };
  // a post that was changed after a failure needs a new decision
  if (scheduledAt === null || card.state === 'failed') return { state: undecidedState(card), rest: 'review' };
  return {};
}

const done = {
  edit: 'edited',
  schedule: 'scheduled',
  unschedule: 'unscheduled',
  withhold: 'withheld',
} as const;

/** Who scheduled it, and for when; `undefined` if it isn't scheduled. */
export function onSchedule(by: string | undefined, at: string | null | undefined): Card['onSchedule'] {
  return by && at ? { by, for: at } : undefined;
}
