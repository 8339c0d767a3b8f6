/** What a team sets for each of its brands, and a person for themselves. Pure. */

import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { namedSchema } from '#src/platform/publishing-api/request.ts';
import { isZone } from '#src/platform/zone.ts';
import { clockTimeSchema, destinationsSchema, directSchema, topics } from './notification-preferences.ts';

/** An IANA zone that this machine knows. */
export const zoneSchema = z.string().refine(isZone);

/** Unset values have their default, also in a record that an older release wrote. */
export const brandSettingsSchema = z.object({
  /**
   * The channel of the brand's cards, digest and weekly report; absent: cards are posted where they were
   * requested.
   */
  channel: z.string().optional(),
  /** The preselected social profiles, with the names that they had when they were set. */
  profiles: z.array(namedSchema).default([]),
  /** IANA; absent: the zone of the person who enters a time. */
  zone: zoneSchema.optional(),
  /**
   * When approvers are reminded of a waiting card: the first time after this many minutes, and only in the
   * working hours, which are local times of each approver.
   */
  reminders: z
    .union([
      z.literal('off'),
      z.object({ afterMinutes: z.int().min(1), from: clockTimeSchema, to: clockTimeSchema }),
    ])
    .default({ afterMinutes: 240, from: '09:00', to: '17:00' }),
  /**
   * The time of the digest on weekdays, in the brand's zone. It needs a channel. `by`: who set that, and
   * `since` when.
   */
  digest: z
    .union([
      z.literal('off'),
      z.object({
        at: clockTimeSchema,
        since: z.iso.datetime().optional(),
        by: z.string().optional(),
      }),
    ])
    .default('off'),
  /**
   * When the weekly report is posted, in the brand's zone; 1 is Monday. It needs a channel. `by` and `since`
   * as for the digest.
   */
  report: z
    .union([
      z.literal('off'),
      z.object({
        day: z.int().min(1).max(7),
        at: clockTimeSchema,
        since: z.iso.datetime().optional(),
        by: z.string().optional(),
      }),
    ])
    .default('off'),
  /** Whether the results of a published post are posted in its card's thread. */
  results: z.enum(['thread', 'off']).default('thread'),
  /**
   * What guests of the Slack workspace can do if no approval rule names them: only view, or what members can.
   */
  guests: z.enum(['look', 'work']).default('look'),
  /** Where the team is notified, for each kind of event. */
  notifications: destinationsSchema,
});
export type BrandSettings = z.infer<typeof brandSettingsSchema>;

const hashOf = (part: object): string =>
  createHash('sha256').update(JSON.stringify(part)).digest('hex').slice(0, 16);

/** Identifies what a brand's two forms show: its notifications, and everything else. */
export const shownOf = ({ notifications, ...others }: BrandSettings) => ({
  notifications: hashOf(notifications),
  others: hashOf(others),
});

/**
 * The settings with what was edited in one of the two forms. `outdated`: someone else changed the same since
 * the form showed it. `shown` is absent in forms of earlier releases, which replace whatever is set.
 */
export function withEdited(
  was: BrandSettings,
  edited: Pick<BrandSettings, 'notifications'> | Omit<BrandSettings, 'notifications'>,
  shown: string | undefined,
): BrandSettings | 'outdated' {
  const [part, next] =
    'notifications' in edited
      ? (['notifications', { ...was, ...edited }] as const)
      : (['others', { ...edited, notifications: was.notifications }] as const);
  const before = shownOf(was)[part];
  // saving the same as someone else, or the same once more, replaces nothing
  const isSame = shownOf(brandSettingsSchema.parse(next))[part] === before;
  return shown === undefined || shown === before || isSame ? next : 'outdated';
}

/**
 * A digest or report that is set up after its time comes for the first time on its next day. One that stays as
 * it was still comes if it's late, and is still by the person who set it up.
 */
export function withSetUp(
  settings: Omit<BrandSettings, 'notifications'>,
  { was, by, now }: { was: BrandSettings; by: string; now: number },
): Omit<BrandSettings, 'notifications'> {
  const { channel, zone } = settings;
  const set = { by, since: new Date(now).toISOString() };
  const isThere = was.channel === channel && was.zone === zone;
  const setUp = <Sent extends object>(sent: Sent | 'off', before: Sent | 'off'): Sent | 'off' => {
    if (sent === 'off') return sent;
    const next = { ...sent, ...set };
    const stays = isThere && before !== 'off' && isDeepStrictEqual({ ...before, ...set }, next);
    return stays ? before : next;
  };
  return {
    ...settings,
    digest: setUp(settings.digest, was.digest),
    report: setUp(settings.report, was.report),
  };
}

export const personSettingsSchema = z.object({
  /** The preselected brand, with the name that it had when it was set. */
  brand: namedSchema.optional(),
  /** Whether private notes that only inform are sent. Answers and errors always are. */
  notices: z.boolean().default(true),
  /** Which direct messages the person gets, and when they don't. */
  direct: directSchema,
});
export type PersonSettings = z.infer<typeof personSettingsSchema>;

/** The settings in one line for the audit trail; those for notifications have a line of their own. */
export function describeBrandSettings({
  channel,
  profiles,
  zone,
  reminders,
  digest,
  report,
  results,
  guests,
}: BrandSettings): string {
  const parts = [
    `in ${channel ?? 'no channel'}`,
    zone ?? 'no zone',
    reminders === 'off'
      ? 'no reminders'
      : `reminders after ${reminders.afterMinutes} min ${reminders.from}-${reminders.to}`,
    digest === 'off' ? 'no digest' : `digest at ${digest.at}`,
    report === 'off' ? 'no weekly report' : `weekly report on day ${report.day} at ${report.at}`,
    `results ${results}`,
    `guests ${guests}`,
    `profiles: ${profiles.map(({ id }) => id).join(' ') || 'none'}`,
  ];
  return `settings: ${parts.join(', ')}`;
}

/** The settings for notifications in one line. */
export function describeDestinations(destinations: BrandSettings['notifications']): string {
  return `notifications: ${topics.map((topic) => `${topic} ${destinations[topic]}`).join(', ')}`;
}

/** The settings in one line for the audit trail. */
export function describePersonSettings({ brand, notices, direct }: PersonSettings): string {
  const { kinds, quiet } = direct;
  const parts = [
    brand ? `brand ${brand.id}` : 'no brand',
    `notices ${notices ? 'on' : 'off'}`,
    `direct messages: ${kinds.join(' ') || 'none'}`,
    ...(quiet === 'off' ? [] : [`quiet ${quiet.from}-${quiet.to}`]),
  ];
  return `own settings: ${parts.join(', ')}`;
}
