/** A recurring post: what is stored of it. Pure. */
import { z } from 'zod';
import {
  linkSchema,
  longestText,
  namedSchema,
  type PostRequest,
} from '#src/platform/publishing-api/request.ts';
import { type Media, mediaSchema } from '#src/platform/slack/media.ts';
import type { AuditEntry } from '#src/posts/card/audit.ts';
import { fillDay } from '#src/posts/card/placeholders.ts';
import { clockTimeSchema } from '#src/settings/notification-preferences.ts';
import { zoneSchema } from '#src/settings/settings.ts';

/** The most series of a brand, so that one message can list them all. */
export const seriesAtMost = 20;

/** A post that's created less than this before its time would be late. */
export const leadMs = 5 * 60_000;

/**
 * News for people. It's kept in the record until Slack has accepted it, so that a crash repeats it rather
 * than loses it.
 */
const newsSchema = z.discriminatedUnion('what', [
  /** The time of these posts came before they were created. */
  z.object({ what: z.literal('skipped'), first: z.iso.datetime(), count: z.int().min(1) }),
  /**
   * `person_left`: the author of the series has left the workspace. `names`: what the brand or Slack doesn't
   * have anymore.
   */
  z.object({
    what: z.literal('stopped'),
    why: z.enum(['person_left', 'not_allowed', 'brand_gone', 'profile_gone', 'file_gone', 'files_unserved']),
    names: z.array(z.string()).optional(),
  }),
  /** Someone else stopped the series, or changed it and is now its author. */
  z.object({ what: z.enum(['stopped_by', 'changed_by']), by: z.string(), to: z.string() }),
]);
export type News = z.infer<typeof newsSchema>;

export const seriesSchema = z.object({
  id: z.string(),
  /** Counts the writes. Each write names the revision that it's based on. */
  revision: z.int().default(0),
  /** Counts the changes that people make: a form says which one it shows. */
  edition: z.int().default(0),
  brand: namedSchema,
  /** The Slack user who set it up, or changed it last. They're the author of its posts. */
  by: z.string(),
  /** The channel in which it was set up. Its cards go there if neither the rule nor the brand has a channel. */
  channel: z.string(),
  caption: z.string().max(longestText),
  mediaUrls: z.array(linkSchema),
  /** Files in Slack. Each post gets addresses of its own, because they expire. */
  files: z.array(mediaSchema).optional(),
  profiles: z.array(namedSchema),
  /** 1 is Monday, 7 is Sunday. */
  days: z.array(z.int().min(1).max(7)).min(1),
  /** The time of day. */
  at: clockTimeSchema,
  /** IANA. Used while the brand's settings name no zone. */
  zone: zoneSchema.optional(),
  /** No post has a later date. */
  lastDate: z.iso.date().optional(),
  /** How many days before its time each post is created. */
  daysAhead: z.int().min(1),
  /** The first date that still needs a post: everything before it was created or skipped. */
  from: z.iso.date(),
  /** Dates from then on that need none, since someone changed the days or the time (`settledDates`). */
  settled: z.array(z.iso.date()).optional(),
  createdAt: z.iso.datetime(),
  news: z.array(newsSchema).default([]),
  /** The series is removed once its news was sent. */
  stopped: z.boolean().optional(),
});
export type Series = z.infer<typeof seriesSchema>;

/** The fields that a form shows. */
export type SeriesFields = Pick<
  Series,
  'caption' | 'mediaUrls' | 'files' | 'profiles' | 'days' | 'at' | 'zone' | 'lastDate' | 'daysAhead'
>;

/** The zone that its times are in. */
export const zoneOfSeries = ({ zone }: Pick<Series, 'zone'>, ofBrand: string | undefined): string =>
  ofBrand ?? zone ?? 'UTC';

/** The id of an occurrence's card, the same however often it's created. `date`: in the series' zone. */
export const cardIdOf = ({ id }: Series, date: string): string => `recurring-${id}-${date}`;

/**
 * The request that `/post` would make, with the day of `at` in its caption. `at`: UTC. `addressOf`: the
 * public address of a file in Slack; absent if there is none.
 */
export function requestOf(
  { id: series, brand, caption, mediaUrls, files = [], profiles, days, at: clock }: Series,
  { at, zone, addressOf }: { at: string; zone: string; addressOf?: ((file: Media) => string) | undefined },
): PostRequest {
  return {
    kind: 'post',
    brand,
    profiles,
    scheduledAt: at,
    caption: fillDay(caption, { at: Date.parse(at), zone }),
    mediaUrls: [...mediaUrls, ...(addressOf ? files.map(addressOf) : [])],
    recurring: { series, days, at: clock, zone },
  };
}

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The series in one line for the audit trail, which never has the text of a post. */
function describeSeries(series: Series): string {
  const { id, days, at, zone, daysAhead, lastDate, caption, mediaUrls, files = [], profiles } = series;
  return [
    `${id}: ${days.map((day) => dayNames[day - 1]).join(' ')} ${at}`,
    zone ?? 'zone of the brand',
    `${daysAhead} days ahead`,
    lastDate ? `until ${lastDate}` : 'no last date',
    `${caption.length} characters`,
    `${mediaUrls.length + files.length} files`,
    `profiles: ${profiles.map(({ id }) => id).join(' ') || 'none'}`,
  ].join(', ');
}

/** `did`: what was done with the series, for the audit trail. */
export function seriesEntry(
  series: Series,
  did: 'set up' | 'changed' | 'stopped' | 'ended' | 'skipped',
  { by, at, via, result }: Pick<AuditEntry, 'by' | 'at' | 'via' | 'result'>,
): AuditEntry {
  const { brand, channel } = series;
  return {
    at,
    by,
    what: 'set',
    brand,
    channel,
    via,
    result: result ?? 'saved',
    note: `recurring post ${did}: ${describeSeries(series)}`,
  };
}
