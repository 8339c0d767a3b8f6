/**
 * The events that people may have to be notified of. They're recorded in the same write as the transition
 * that causes them.
 */
import { z } from 'zod';
import type { Card } from './card.ts';
import { type EventType, eventsOf, postEventSchema } from './events.ts';
import { isBeingPublished } from './state.ts';
import type { Transition } from './transition.ts';
import { parentOf } from './versions.ts';

export const eventRecordSchema = z.object({
  kind: z.literal('event'),
  card: z.string(),
  /** The card whose thread is used: the campaign's, or the post's own. */
  root: z.string(),
  event: postEventSchema,
  at: z.iso.datetime(),
  /** The batch of posts that someone decided together: their notifications wait for each other. */
  batch: z.string().optional(),
});
export type EventRecord = z.infer<typeof eventRecordSchema>;

/** The id of a record. It has the time, so that two events of one type are two records. */
export const eventRecordId = ({ card, event, at }: EventRecord): string =>
  ['event', card, event.type, at].join('.');

/** The card whose thread is used for this card's notifications. */
export const rootOf = (card: Pick<Card, 'id' | 'campaign' | 'rewriteOf'>): string =>
  parentOf(card) ?? card.id;

/**
 * An approval sends no notification of its own: the one that says that the post was published or scheduled
 * does.
 */
const silent: ReadonlySet<EventType> = new Set(['approved']);

/**
 * The root of the approval requests that a changed rule causes. It's also their batch, until people were
 * asked about all cards of the scope (`scopeOf`).
 */
export const rootOfRule = (scope: string): string => `rule.${scope}`;

/**
 * The events to notify people of, or to correct earlier notifications for, because the card became `after`.
 */
export function recordsOf(before: Card, transition: Transition, after: Card): EventRecord[] {
  const events = eventsOf(before, transition, after).filter(({ type }) => !silent.has(type));
  // approval requests of a changed rule share one notification, unless a card has a thread for it
  const asks = transition.type === 'rerender' ? transition.asks : undefined;
  const batch = asks?.root ?? batchOf(before, transition);
  return events.map((event) => ({
    kind: 'event' as const,
    card: after.id,
    root: asks?.root ?? rootOf(after),
    event,
    at: transition.at,
    ...(batch !== undefined && { batch }),
  }));
}

/** The batch in which people requested the transition, or what it completes. */
function batchOf(card: Card, transition: Transition): string | undefined {
  if (transition.batch !== undefined) return transition.batch;
  if (card.pending && 'pending' in transition) return card.pending.batch;
  return isBeingPublished(card) ? card.batch : undefined;
}
