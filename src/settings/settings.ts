/** What a team sets for each of its brands, and a person for themselves. Pure. */
import { z } from 'zod';
import { namedSchema } from '#src/platform/publishing-api/request.ts';
import { directSchema, placesSchema, topics } from './notification-preferences.ts';

/** A local time of the day: `09:30`. */
export const clockTimeSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** An IANA zone that this machine knows. */
export const zoneSchema = z.string().refine(isZone);

/** True when the name is an IANA zone that this machine knows. */
export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** What is not set has its default, also in a record that an older release wrote. */
export const brandSettingsSchema = z.object({
  /** The channel of the brand's cards and of its digest; absent: cards stand where they were asked for. */
  channel: z.string().optional(),
  /** The social profiles that are chosen already, with the names they had when they were set. */
  profiles: z.array(namedSchema).default([]),
  /** IANA; absent: the zone of whoever writes a time. */
  zone: zoneSchema.optional(),
  /**
   * When approvers are reminded of a card that waits: first after so many minutes, and only in the working hours,
   * which are local times of each approver.
   */
  reminders: z
    .union([
      z.literal('off'),
      z.object({ afterMinutes: z.int().min(1), from: clockTimeSchema, to: clockTimeSchema }),
    ])
    .default({ afterMinutes: 240, from: '09:00', to: '17:00' }),
  /** The time of the digest on weekdays, in the brand's zone. It needs a channel. `by` set that, `since` then. */
  digest: z
    .union([
      z.literal('off'),
      z.object({
        ...{ at: clockTimeSchema, since: z.iso.datetime().optional(), by: z.string().optional() },
      }),
    ])
    .default('off'),
  /** What guests of the Slack workspace can do whom no approval rule names: only look, or what members can. */
  guests: z.enum(['look', 'work']).default('look'),
  /** Where the team is notified, for each kind of event. */
  notifications: placesSchema,
});
export type BrandSettings = z.infer<typeof brandSettingsSchema>;

export const personSettingsSchema = z.object({
  /** The brand that is chosen already, with the name it had when it was set. */
  brand: namedSchema.optional(),
  /** Whether private notes that only inform are sent; answers and errors always are. */
  notices: z.boolean().default(true),
  /** What is sent to them as a direct message, and when not. */
  direct: directSchema,
});
export type PersonSettings = z.infer<typeof personSettingsSchema>;

/** Where it is kept; what nobody set reads as its default. */
export interface TeamSettings {
  brand(workspace: string, brand: string): Promise<BrandSettings>;
  /** One round trip, before it is known which brand is meant; what comes back answers as `brand` does. */
  read(workspace: string): Promise<(brand: string) => BrandSettings>;
  /** The brands for which something was set, by their ids. What cannot be read is said to `unreadable`, and left out. */
  all(
    workspace: string,
    unreadable: (brand: string, cause: unknown) => void,
  ): Promise<ReadonlyMap<string, BrandSettings>>;
  setBrand(workspace: string, brand: string, settings: BrandSettings): Promise<void>;
  person(workspace: string, user: string): Promise<PersonSettings>;
  setPerson(workspace: string, user: string, settings: PersonSettings): Promise<void>;
}

/** What is set, in one line for the audit trail; where its team is notified is set by itself. */
export function describeBrandSettings({
  channel,
  profiles,
  zone,
  reminders,
  digest,
  guests,
}: BrandSettings): string {
  const parts = [
    `in ${channel ?? 'no channel'}`,
    zone ?? 'no zone',
    reminders === 'off'
      ? 'no reminders'
      : `reminders after ${reminders.afterMinutes} min ${reminders.from}-${reminders.to}`,
    digest === 'off' ? 'no digest' : `digest at ${digest.at}`,
    `guests ${guests}`,
    `profiles: ${profiles.map(({ id }) => id).join(' ') || 'none'}`,
  ];
  return `settings: ${parts.join(', ')}`;
}

/** The same for where its team is notified. */
export function describePlaces(places: BrandSettings['notifications']): string {
  return `notifications: ${topics.map((topic) => `${topic} ${places[topic]}`).join(', ')}`;
}

/** What is set, in one line for the audit trail. */
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
