/**
 * The notifications that a transition causes. They're recorded in the same write as the transition, made into deliveries, and
 * removed after those were sent, so that a process can die at any line: the sweeper finds what is left.
 */
import { z } from 'zod';
import { type Card, mentionSchema } from '#src/posts/card/card.ts';
import { type EventType, eventsOf, postEventSchema } from '#src/posts/card/events.ts';
import { causes } from '#src/posts/card/problem.ts';
import { isBeingPublished } from '#src/posts/card/state.ts';
import type { Transition } from '#src/posts/card/transition.ts';
import { parentOf } from '#src/posts/card/versions.ts';

const at = z.iso.datetime();

export const notificationSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('event'),
    card: z.string(),
    /** The card whose thread is used: the campaign's, or the post's own. */
    root: z.string(),
    event: postEventSchema,
    at,
    /** The posts that someone decided together, which wait for each other. */
    batch: z.string().optional(),
  }),
  /** Cards have been failing for this cause since `at`, or it's over. */
  z.object({ kind: z.literal('incident'), cause: z.enum(causes), at }),
]);
export type Notification = z.infer<typeof notificationSchema>;
export type EventRecord = Extract<Notification, { kind: 'event' }>;

export const deliverySchema = z.object({
  /** The channel of the thread, or the user for a direct message. */
  to: z.string(),
  root: z.string(),
  card: z.string(),
  event: postEventSchema,
  /** When the event happened. */
  at,
  batch: z.string().optional(),
  mentions: z.array(mentionSchema),
  /** The reply is also sent to the channel. */
  broadcast: z.boolean(),
  /** The people are asked to approve the post, with its buttons. */
  asked: z.boolean(),
  /** Not before this time, when the reader's quiet hours end. */
  notBefore: at.optional(),
  /** The message that this event made untrue. It's edited, and nothing is posted. */
  corrects: z.object({ channel: z.string(), ts: z.string() }).optional(),
});
export type Delivery = z.infer<typeof deliverySchema>;

/** A notification that was sent, with what it takes to correct it later. */
export const saidSchema = z.object({
  channel: z.string(),
  ts: z.string(),
  /** The cards that it's about, or whose thread it's in. */
  roots: z.array(z.string()),
  /** It's in the thread of its only root. */
  inThread: z.boolean(),
  mentions: z.array(mentionSchema),
  lines: z.array(
    z.object({
      card: z.string(),
      event: postEventSchema,
      at,
      /** The event that made it untrue. */
      ended: postEventSchema.optional(),
    }),
  ),
});
export type SaidRecord = z.infer<typeof saidSchema>;

/** The name of a record: its event with the time, so that two events of one type are two records. */
export function notificationId(about: Notification | { kind: 'incident'; cause: string }): string {
  if (about.kind === 'incident') return `incident.${about.cause}`;
  return ['event', about.card, about.event.type, about.at].join('.');
}

/** A request for approval shows the post's current state, so a later one replaces one that wasn't sent. */
export const deliveryId = ({ to, card, event, at, asked, corrects }: Delivery): string =>
  [to, card, event.type, ...(asked ? [] : [at]), ...(corrects ? [corrects.ts] : [])].join('.');

/** The record as it's stored. */
export const textOf = (record: Notification | Delivery): string => JSON.stringify(record);

/** The card whose thread is used for this card's notifications. */
export const rootOf = (card: Pick<Card, 'id' | 'campaign' | 'rewriteOf'>): string =>
  parentOf(card) ?? card.id;

/** An approval sends no notification of its own: the one that says that the post was published or scheduled does. */
const silent: ReadonlySet<EventType> = new Set(['approved']);

/** The root of the requests after a rule changed. It's also their batch, until all cards of the scope (`scopeOf`) were asked for. */
export const rootOfRule = (scope: string): string => `rule.${scope}`;

/** The notifications to send, and to correct, because the card became `after`. */
export function recordsOf(before: Card, move: Transition, after: Card): EventRecord[] {
  const events = eventsOf(before, move, after).filter(({ type }) => !silent.has(type));
  // all cards that a changed rule asks for share a notification, if no thread is theirs
  const asks = move.type === 'rerender' ? move.asks : undefined;
  const batch = asks?.root ?? batchOf(before, move);
  return events.map((event) => ({
    ...{ kind: 'event' as const, card: after.id, root: asks?.root ?? rootOf(after), event, at: move.at },
    ...(batch !== undefined && { batch }),
  }));
}

/** The batch that this event ends, for its post. */
function batchOf(card: Card, move: Transition): string | undefined {
  if (move.batch !== undefined) return move.batch;
  if (card.pending && 'pending' in move) return card.pending.batch;
  return isBeingPublished(card) ? card.batch : undefined;
}
