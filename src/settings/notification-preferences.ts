/**
 * What people are notified of and where: administrators set it for a brand, and each person for their direct
 * messages. Pure.
 */
import { z } from 'zod';
import { nextClockTime } from '#src/time/moments.ts';

/** The kinds of events that a brand's channel is notified of. */
export const topics = [
  /** A post, or a whole campaign, is ready for review. */
  'ready',
  /** Someone resubmitted or reopened the post, so approvers are asked. */
  'review_requested',
  'changes_requested',
  'rejected',
  'approvals_cleared',
  /** Someone other than the author scheduled, rescheduled, or unscheduled the post. */
  'rescheduled',
  'published',
  'failed',
  'outcome_unknown',
] as const;
export type Topic = (typeof topics)[number];

/** These always reach the person who acted and the author, and can't be turned off. */
export const alwaysSent: ReadonlySet<Topic> = new Set(['failed', 'outcome_unknown']);

/**
 * Where a brand's team is notified: `channel`, so that everyone sees it (a new card, or a reply that is also
 * sent to the channel); `thread`, as a reply that notifies only those who are mentioned and those who follow
 * the thread; `off`, nowhere.
 */
const destinationSchema = z.enum(['channel', 'thread', 'off']);
export type Destination = z.infer<typeof destinationSchema>;

const defaults: Record<Topic, Destination> = {
  ready: 'channel',
  review_requested: 'thread',
  changes_requested: 'thread',
  rejected: 'thread',
  approvals_cleared: 'thread',
  rescheduled: 'thread',
  published: 'thread',
  failed: 'thread',
  outcome_unknown: 'thread',
};

/**
 * An unset value has its default, even if a later release adds a topic. A topic that can't be turned off
 * never is.
 */
export const destinationsSchema = z
  .partialRecord(z.enum(topics), destinationSchema)
  .default({})
  .transform((set): Record<Topic, Destination> => {
    const destinations = { ...defaults, ...set };
    for (const topic of alwaysSent) if (destinations[topic] === 'off') destinations[topic] = defaults[topic];
    return destinations;
  });

/** What a person can get as direct messages. */
export const directKinds = ['ready', 'decided', 'published', 'approval'] as const;
/** My posts are ready; decided; published or failed; waiting for my approval (with the buttons). */
export type DirectKind = (typeof directKinds)[number];

/** A local time of the day: `09:30`. */
export const clockTimeSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** A direct message replaces the mention in the channel, except for what always reaches people. */
export const directSchema = z
  .object({
    kinds: z.array(z.enum(directKinds)).default([]),
    /**
     * Quiet hours in the person's own time zone: direct messages wait until they end. They can span midnight.
     */
    quiet: z
      .union([z.literal('off'), z.object({ from: clockTimeSchema, to: clockTimeSchema })])
      .default('off'),
  })
  .prefault({});
export type Direct = z.infer<typeof directSchema>;

/**
 * When quiet hours that are on at `now` end, which may be after midnight; `undefined` if direct messages can be
 * sent. Both are epoch ms. `zone`: the person's, an IANA name or offset.
 */
export function quietUntil(quiet: Direct['quiet'], now: number, zone: string): number | undefined {
  if (quiet === 'off' || quiet.from === quiet.to) return undefined;
  const ends = nextClockTime(quiet.to, zone, now);
  return ends < nextClockTime(quiet.from, zone, now) ? ends : undefined;
}

/** The kind of direct message that an event belongs to; for an approver it's `approval`. */
export const directKindOf: Record<Topic, DirectKind> = {
  ready: 'ready',
  review_requested: 'decided',
  changes_requested: 'decided',
  rejected: 'decided',
  approvals_cleared: 'decided',
  rescheduled: 'decided',
  published: 'published',
  failed: 'published',
  outcome_unknown: 'published',
};
