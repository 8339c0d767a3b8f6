/**
 * What people have to be told because of a transition. It is recorded in the same write as the transition and removed once it
 * was said, so that a process can die at any line in between: the sweep finds what is left.
 */
import { z } from 'zod';
import { needsAlert } from './attention.ts';
import type { Card } from './card.ts';
import { causes } from './problem.ts';

export const notificationSchema = z.discriminatedUnion('kind', [
  /** What went wrong with a card, at the time (`at`) of its problem. */
  z.object({ kind: z.literal('problem'), card: z.string(), at: z.iso.datetime() }),
  /** Cards fail for this cause, or it is over, since `at`. */
  z.object({ kind: z.literal('incident'), cause: z.enum(causes), at: z.iso.datetime() }),
]);
export type Notification = z.infer<typeof notificationSchema>;

/** What a notification is about: a later one about the same takes its place. */
export type Subject<N = Notification> = N extends Notification ? Omit<N, 'at'> : never;

/** The name of its record. */
export const notificationId = (about: Subject): string =>
  `${about.kind}.${about.kind === 'problem' ? about.card : about.cause}`;

/** Its record; the same for the same notification. */
export const notificationText = (notification: Notification): string =>
  JSON.stringify(notificationSchema.parse(notification));

/** What has to be said because the card became `after`; `before`: it is new. */
export function notificationsOf(before: Card | undefined, after: Card): Notification[] {
  const { id: card, problem } = after;
  if (!problem || !needsAlert(after)) return [];
  const isKnown = before?.problem?.at === problem.at && needsAlert(before);
  return isKnown ? [] : [{ kind: 'problem', card, at: problem.at }];
}
