/**
 * What people have to be notified of. It's recorded in the same write as its cause, made into deliveries, and
 * removed once those were sent. A process can die at any line, since the sweeper finds what is left.
 */
import { z } from 'zod';
import { mentionSchema } from '#src/posts/card/card.ts';
import { eventRecordSchema } from '#src/posts/card/event-record.ts';
import { postEventSchema } from '#src/posts/card/events.ts';
import { causes } from '#src/posts/card/problem.ts';

const at = z.iso.datetime();

export const notificationSchema = z.discriminatedUnion('kind', [
  eventRecordSchema,
  /** Cards have been failing for this cause since `at`, or the cause is over. */
  z.object({ kind: z.literal('incident'), cause: z.enum(causes), at }),
]);
export type Notification = z.infer<typeof notificationSchema>;

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
  /** Asks people to approve the post, with its buttons. */
  asked: z.boolean(),
  /** Not sent before this time, when the reader's quiet hours end. */
  notBefore: at.optional(),
  /** The message that this event made untrue. That is edited, and nothing is posted. */
  corrects: z.object({ channel: z.string(), ts: z.string() }).optional(),
});
export type Delivery = z.infer<typeof deliverySchema>;

/** A notification that was sent, with what is needed to correct it later. */
export const sentSchema = z.object({
  channel: z.string(),
  ts: z.string(),
  /** The cards that the notification is about, or in whose thread it is. */
  roots: z.array(z.string()),
  /** The notification is in the thread of its only root. */
  inThread: z.boolean(),
  mentions: z.array(mentionSchema),
  lines: z.array(
    z.object({
      card: z.string(),
      event: postEventSchema,
      at,
      /** The event that made the notification untrue. */
      ended: postEventSchema.optional(),
    }),
  ),
});
export type SentRecord = z.infer<typeof sentSchema>;

/** The id of an incident's record. An event has `eventRecordId`. */
export const incidentId = (cause: string): string => `incident.${cause}`;

/**
 * A later approval request for a card has the same id as one that wasn't sent yet, whatever it follows from, and
 * replaces it, because both would show the post's current state.
 */
export const deliveryId = ({ to, card, event, at, asked, corrects }: Delivery): string =>
  [to, card, ...(asked ? ['asked'] : [event.type, at]), ...(corrects ? [corrects.ts] : [])].join('.');

/** The record as it's stored. */
export const textOf = (record: Notification | Delivery): string => JSON.stringify(record);
