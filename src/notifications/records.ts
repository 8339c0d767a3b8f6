/**
 * What people have to be notified of. It's recorded in the same write as what caused it, made into deliveries, and
 * removed after those were sent, so that a process can die at any line: the sweeper finds what is left.
 */
import { z } from 'zod';
import { mentionSchema } from '#src/posts/card/card.ts';
import { eventRecordSchema } from '#src/posts/card/event-record.ts';
import { postEventSchema } from '#src/posts/card/events.ts';
import { causes } from '#src/posts/card/problem.ts';

const at = z.iso.datetime();

export const notificationSchema = z.discriminatedUnion('kind', [
  eventRecordSchema,
  /** Cards have been failing for this cause since `at`, or it's over. */
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

/** The name of the record of an incident. That of an event is `eventRecordId`. */
export const incidentId = (cause: string): string => `incident.${cause}`;

/** A request for approval shows the post's current state, so a later one replaces one that wasn't sent. */
export const deliveryId = ({ to, card, event, at, asked, corrects }: Delivery): string =>
  [to, card, event.type, ...(asked ? [] : [at]), ...(corrects ? [corrects.ts] : [])].join('.');

/** The record as it's stored. */
export const textOf = (record: Notification | Delivery): string => JSON.stringify(record);
