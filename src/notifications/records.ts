/**
 * What people have to be notified of because of a transition. It is recorded in the same write as the transition, made into
 * deliveries, and removed when those were sent, so that a process can die at any line in between: the sweep finds what is left.
 */
import { z } from 'zod';
import type { Card } from '#src/posts/card/card.ts';
import { type EventType, eventsOf, postEventSchema } from '#src/posts/card/events.ts';
import { causes } from '#src/posts/card/problem.ts';
import type { Transition } from '#src/posts/card/transition.ts';

const at = z.iso.datetime();

export const notificationSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('event'),
    card: z.string(),
    /** The card in whose thread people are notified: that of the campaign, or the post's own. */
    root: z.string(),
    event: postEventSchema,
    at,
    /** What somebody decided together with other posts, which are waited for. */
    batch: z.string().optional(),
  }),
  /** Cards fail for this cause, or it is over, since `at`. */
  z.object({ kind: z.literal('incident'), cause: z.enum(causes), at }),
  /** What went wrong with a card: an earlier release recorded it. */
  z.object({ kind: z.literal('problem'), card: z.string(), at }),
]);
export type Notification = z.infer<typeof notificationSchema>;
export type EventRecord = Extract<Notification, { kind: 'event' }>;

const mentionSchema = z.object({
  kind: z.enum(['user', 'group']),
  id: z.string(),
  quiet: z.string().optional(),
});

export const deliverySchema = z.object({
  /** The channel of the thread, or the user for a direct message. */
  to: z.string(),
  root: z.string(),
  card: z.string(),
  event: postEventSchema,
  /** When it happened. */
  at,
  batch: z.string().optional(),
  mentions: z.array(mentionSchema),
  /** The reply is also sent to the channel. */
  broadcast: z.boolean(),
  /** They are asked to approve the post, with its buttons. */
  asked: z.boolean(),
  /** Not before this time: the quiet hours of its reader. */
  notBefore: at.optional(),
  /** The message that said something which this event ended; nothing new is posted. */
  corrects: z.object({ channel: z.string(), ts: z.string() }).optional(),
});
export type Delivery = z.infer<typeof deliverySchema>;

/** A notification that was sent, as far as it takes to say later what of it is no longer true. */
export const saidSchema = z.object({
  channel: z.string(),
  ts: z.string(),
  /** The cards in whose threads, or for whose sake, it was said. */
  roots: z.array(z.string()),
  /** It stands in the thread of its only root. */
  inThread: z.boolean(),
  mentions: z.array(mentionSchema),
  lines: z.array(
    z.object({
      card: z.string(),
      event: postEventSchema,
      at,
      /** What made it untrue. */
      ended: postEventSchema.optional(),
    }),
  ),
});
export type SaidRecord = z.infer<typeof saidSchema>;

/** The name of its record. It names the event with its time, so that two events of one type are two records. */
export function notificationId(about: Notification | { kind: 'incident'; cause: string }): string {
  if (about.kind === 'incident') return `incident.${about.cause}`;
  return 'event' in about
    ? ['event', about.card, about.event.type, about.at].join('.')
    : `problem.${about.card}`;
}

/** A request for approval shows the post as it is, so a later one takes the place of one that was not sent. */
export const deliveryId = ({ to, card, event, at, asked, corrects }: Delivery): string =>
  [to, card, event.type, ...(asked ? [] : [at]), ...(corrects ? [corrects.ts] : [])].join('.');

/** The record as it is stored. */
export const textOf = (record: Notification | Delivery): string => JSON.stringify(record);

/** The card in whose thread people are notified of this one. */
export const rootOf = ({ id, campaign }: Pick<Card, 'id' | 'campaign'>): string => campaign ?? id;

/** An approval changes the card and says nothing by itself: that the post was published or scheduled does. */
const silent: ReadonlySet<EventType> = new Set(['approved']);

/** The root of what a changed rule asks for, and its batch until all cards of the scope (`scopeOf`) were asked for. */
export const rootOfRule = (scope: string): string => `rule.${scope}`;

/** What has to be said, or corrected, because the card became `after`. */
export function recordsOf(before: Card, move: Transition, after: Card): EventRecord[] {
  const events = eventsOf(before, move, after).filter(({ type }) => !silent.has(type));
  // all cards that a changed rule asks for are told together, where no thread is theirs
  const asks = move.type === 'redraw' ? move.asks : undefined;
  const batch = asks?.root ?? batchOf(before, move);
  return events.map((event) => ({
    ...{ kind: 'event' as const, card: after.id, root: asks?.root ?? rootOf(after), event, at: move.at },
    ...(batch !== undefined && { batch }),
  }));
}

/** The batch that this ends, for its post. */
function batchOf({ state, pending, batch }: Card, move: Transition): string | undefined {
  if (move.batch !== undefined) return move.batch;
  if (pending && 'pending' in move) return pending.batch;
  return state === 'approved' || state === 'publishing' ? batch : undefined;
}
