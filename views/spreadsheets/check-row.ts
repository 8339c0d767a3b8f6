/** What's wrong with a row of a spreadsheet, in the sentences that forms show at the same fields. Pure. */
import { networkName, profileName } from '#src/platform/publishing-api/networks.ts';
import type { Profile } from '#src/platform/publishing-api/post.ts';
import { postTime } from '#src/platform/publishing-api/post-time.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { cardLimits } from '#src/posts/card/bounds.ts';
import type { Card } from '#src/posts/card/card.ts';
import { publishedAt, timeOf } from '#src/posts/card/content.ts';
import { sameButSignature } from '#src/posts/card/same-content.ts';
import { columns } from '#src/spreadsheets/columns.ts';
import type { ImportedPost, RowError } from '#src/spreadsheets/import.ts';
import type { RawRow } from '#src/spreadsheets/read-file.ts';
import { isoIn } from '#src/time/moments.ts';
import { noSuchDay } from '#src/time/no-such-day.ts';
import type { Reading } from '#src/time/words.ts';
import { wrongCaption, wrongTime } from '#views/kit/checks.ts';
import { alternatives, plural } from '#views/kit/language.ts';
import { clip } from '#views/kit/limits.ts';
import { linksIn, quotedLinks, type Reach, wrongLinks } from '#views/kit/links.ts';
import { dayText } from '#views/kit/moment.ts';
import { nearestName } from '#views/kit/nearest.ts';
import { cityOf } from '#views/kit/zone-names.ts';
import { longestWords } from '#views/posts/time-fields.ts';
import { wrongWords } from '#views/posts/time-meaning.ts';
import { contentOf, type ExportedPost, profileCell } from './export-table.ts';

export interface BrandAtHand {
  brand: Named;
  /** The person can't request posts for the brand. */
  isDenied: boolean;
  profiles: readonly Profile[];
  /** The profiles of a post for which the row names none. */
  usual: readonly Named[];
  /** The IANA zone of times without an offset; `undefined` if it can't be determined right now. */
  zone: string | undefined;
}

export interface Checking {
  brandOf(name: string): BrandAtHand | 'none' | 'several';
  /** The names of all brands. */
  brandNames: readonly string[];
  readTime(words: string, zone: string): Reading;
  captionLimit: number;
  emptyCaption: boolean;
  reach: Reach;
  /** Epoch ms. */
  now: number;
}

export type Checked = { post: Omit<ImportedPost, 'card'>; zone: string | undefined } | { errors: RowError[] };

export function checkRow(raw: RawRow, checking: Checking): Checked {
  const { row, caption } = raw;
  if (raw.isTooLong) return { errors: [{ row, text: rowTooLong }] };
  const errors: RowError[] = [];
  const take = <T>(column: keyof typeof columns, read: { value: T } | { wrong: string }): T | undefined => {
    if ('value' in read) return read.value;
    errors.push({ row, column: columns[column], text: read.wrong });
    return undefined;
  };
  const at = take('brand', brandIn(raw, checking));
  take('caption', captionIn(raw, checking));
  const mediaUrls = take('media', mediaIn(raw, checking));
  const profiles = at && take('profiles', profilesIn(raw.profiles, at));
  const time = at && take('time', timeIn(raw.time, at, checking));
  if (errors.length > 0 || !at || !mediaUrls || !profiles || !time) return { errors };
  return {
    post: { row, brand: at.brand, caption, mediaUrls, profiles, ...(time.at && { scheduledAt: time.at }) },
    zone: time.zone,
  };
}

/**
 * The columns in which a row of an export differs from its current post. Only what's known of the post is
 * compared, which is little for a finished one without a card. Always empty for brands that the importer
 * can't request posts for, because the answer would say what's in them.
 */
export function differencesOf(raw: RawRow, shown: ExportedPost, checking: Checking): string[] {
  const { post, card } = shown;
  const { caption, mediaUrls, profiles, isWhole } = contentOf(shown);
  const at = checking.brandOf(raw.brand);
  if (typeof at === 'string' || at.isDenied) return [];
  const words = caption.replaceAll(/\r\n?/g, '\n').trim();
  const isSameCaption = isWhole ? words === raw.caption : raw.caption.startsWith(words.replace(/…$/, ''));
  const ofCaption = isSameCaption ? [] : [columns.caption];
  if (post.partial && !card) return ofCaption;
  const areKnown = !post.partial && post.profiles ? true : card && !card.profilesUnknown;
  return [
    ...ofCaption,
    ...(isOfFiles(linksIn(raw.media), mediaUrls, card) ? [] : [columns.media]),
    ...(areKnown !== true || isOfProfiles(raw.profiles, profiles, at) ? [] : [columns.profiles]),
    ...(isAtTime(raw.time, shown, at, checking) ? [] : [columns.time]),
  ];
}

/** Whether these are the post's files. The service may sign their addresses again, and it may have copied them. */
const isOfFiles = (links: readonly string[], shown: readonly string[], card: Card | undefined): boolean =>
  links.length === shown.length &&
  links.every((link, i) => sameButSignature(link, shown[i] ?? '') || link === card?.content.mediaUrls[i]);

function isOfProfiles(cell: string, profiles: readonly Named[], at: BrandAtHand): boolean {
  if (cell === '' || profiles.length === 0) return cell === '' && profiles.length === 0;
  const read = profilesIn(cell, at);
  // the cell may still name a profile that the brand doesn't have anymore
  if ('wrong' in read) return cell === profiles.map(profileCell).join('; ');
  return read.value.map(idOf).sort().join() === profiles.map(idOf).sort().join();
}

const idOf = ({ id }: Named): string => id;

/**
 * Whether the cell has the post's time. The time when it was published is as good as the planned one, since
 * the file may be older.
 */
function isAtTime(
  cell: string,
  { post, card }: ExportedPost,
  { zone }: BrandAtHand,
  checking: Checking,
): boolean {
  const planned = [post.scheduledAt, card && timeOf(card)].flatMap((at) => (at ? [Date.parse(at)] : []));
  if (cell === '') return planned.length === 0;
  const reading = readingOf(cell, zone ?? 'UTC', checking);
  const minutes = [...planned, (card && publishedAt(card)) ?? 0].map(minuteOf);
  return 'moments' in reading && reading.moments.some((at) => minutes.includes(minuteOf(at)));
}

const minuteOf = (at: number): number => Math.floor(at / 60_000);

export const rowTooLong = 'More cells than in the first row. Put text with commas in quotation marks.';

/** Longer text isn't compared with names, because that takes long. */
const longestName = 200;

type In<T> = { value: T } | { wrong: string };

function brandIn({ brand: name }: RawRow, { brandOf, brandNames }: Checking): In<BrandAtHand> {
  if (name === '') return { wrong: 'Enter a brand.' };
  const found = brandOf(name);
  if (found === 'none')
    return { wrong: `There’s no brand named “${clip(name, 60)}”.${didYouMean(name, brandNames)}` };
  if (found === 'several')
    return { wrong: `Several brands are named “${clip(name, 60)}”. Use the brand’s ID.` };
  return found.isDenied
    ? { wrong: `You don’t have permission to request posts for ${clip(found.brand.name, 60)}.` }
    : { value: found };
}

function captionIn({ caption, isCut }: RawRow, { captionLimit, emptyCaption }: Checking): In<string> {
  if (isCut)
    return {
      wrong:
        'Only the start of the caption is here. Paste the full caption, and clear the “Complete caption” cell.',
    };
  const wrong = wrongCaption(caption, captionLimit, emptyCaption);
  return wrong === undefined ? { value: caption } : { wrong };
}

function mediaIn({ media }: RawRow, { reach }: Checking): In<string[]> {
  const links = linksIn(media);
  const wrong = wrongLinks(links, cardLimits.mediaUrls, reach);
  return wrong === undefined ? { value: links } : { wrong };
}

function profilesIn(cell: string, { brand, profiles, usual }: BrandAtHand): In<Named[]> {
  const found: Named[] = [];
  const names = cell.split(/[;\n]/).flatMap((one) => one.trim() || []);
  if (names.length === 0) return { value: [...usual] };
  for (const typed of names) {
    const [meant, ...others] = profilesNamed(typed, profiles);
    if (!meant) {
      const near = didYouMean(
        typed,
        profiles.flatMap((one) => [one.name, profileName(one)]),
      );
      const use = near || (profiles.length > 0 ? ` Use ${choicesOf(profiles)}.` : '');
      const several = typed.includes(',') ? ' Separate profiles with semicolons.' : '';
      return {
        wrong: `${clip(brand.name, 60)} has no social profile named “${clip(typed, 60)}”.${several}${use}`,
      };
    }
    if (others.length > 0) {
      return {
        wrong: `“${clip(typed, 60)}” matches several profiles. Use ${choicesOf([meant, ...others])}.`,
      };
    }
    if (!found.some(({ id }) => id === meant.id)) found.push({ id: meant.id, name: profileName(meant) });
  }
  return { value: found };
}

function didYouMean(typed: string, names: readonly string[]): string {
  const nearest = nearestName(clip(typed, longestName), names);
  return nearest === undefined ? '' : ` Did you mean “${clip(nearest, 60)}”?`;
}

/** What to choose from: the profiles' names with their networks, or their ids if these names are the same. */
function choicesOf(profiles: readonly Profile[]): string {
  const names = profiles.map(profileName);
  const areDifferent = new Set(names).size === names.length;
  const shown = areDifferent ? names : profiles.map(({ id }) => id);
  return alternatives(shown.slice(0, 5).map((one) => `“${one}”`));
}

/** The profiles that a text names: by id, by name with or without the network, or by the network alone. */
function profilesNamed(typed: string, profiles: readonly Profile[]): Profile[] {
  const query = typed.toLowerCase();
  const bare = query.replace(/^@/, '');
  const fits = [
    ({ id }: Profile) => id === typed,
    (one: Profile) => profileName(one).toLowerCase() === query,
    ({ name }: Profile) => name.toLowerCase().replace(/^@/, '') === bare,
    ({ provider }: Profile) => namesOf(provider).includes(query),
  ];
  return fits.map((fit) => profiles.filter(fit)).find((found) => found.length > 0) ?? [];
}

/** What people call the network of a profile, in lower case. */
const namesOf = (provider: string): string[] => [
  provider,
  networkName(provider).toLowerCase(),
  ...(provider === 'twitter' ? ['x'] : []),
];

const nothing: Reading = { unread: 'nothing' };

const withOffset = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** The year is in the text. */
const anyDay = { year: 0, month: 1 };

/** A time with an offset, such as exports have; `undefined` if it's anything else. */
function exactly(cell: string): Reading | undefined {
  const day = withOffset.exec(cell)?.[1];
  if (day === undefined) return undefined;
  const at = Date.parse(cell);
  if (Number.isNaN(at)) return nothing;
  // JavaScript parses February 30 as a day in March
  const exists = new Date(`${day}T00:00Z`).toISOString().startsWith(day);
  return exists
    ? { moments: [at], isFixed: true }
    : { unread: 'no_such_day', day: noSuchDay(day, anyDay) ?? day };
}

const readingOf = (cell: string, zone: string, { readTime }: Checking): Reading =>
  exactly(cell) ?? (cell.length > longestWords ? nothing : readTime(cell, zone));

export const zoneUnknown =
  'I couldn’t get your time zone from Slack. Include the UTC offset, for example: 2026-12-01T09:00-05:00.';

/** `zone`: the zone in which the time was read. */
function timeIn(
  cell: string,
  { zone: known }: BrandAtHand,
  checking: Checking,
): In<{ at?: string; zone?: string | undefined }> {
  if (cell === '') return { value: {} };
  const { now } = checking;
  const zone = known ?? 'UTC';
  const reading = readingOf(cell, zone, checking);
  if ('why' in reading && reading.why === 'order' && reading.moments.some((at) => isComing(at, now)))
    return { wrong: ambiguousDay(cell, reading.moments, { zone, now }) };
  const wrong = wrongWords(reading, { reader: undefined, brand: zone }, now, exampleOf(zone, now));
  if (wrong !== undefined || 'unread' in reading)
    return { wrong: `“${clip(cell, 60)}”: ${wrong ?? 'That isn’t a time.'}` };
  if (known === undefined && !reading.isFixed) return { wrong: zoneUnknown };
  const [at, ...others] = reading.moments.filter((one) => isComing(one, now));
  if (at === undefined || others.length > 0) return { wrong: ambiguousClock(cell, reading, zone) };
  return { value: { at: postTime(at), zone: reading.isFixed ? undefined : zone } };
}

const isComing = (at: number, now: number): boolean => wrongTime(postTime(at), now) === undefined;

/**
 * `2027-04-03 09:00`: means the same day in every country, and most spreadsheets can show times like this.
 */
const written = (at: number, zone: string): string => isoIn(zone, at).slice(0, 16).replace('T', ' ');

const exampleOf = (zone: string, now: number): string =>
  `Use a format like ${written(now + dayMs, zone).slice(0, 10)} 09:00.`;

const dayMs = 86_400_000;

/** The error for a date such as `03/04/2027 9:00`. */
function ambiguousDay(
  cell: string,
  moments: readonly number[],
  { zone, now }: { zone: string; now: number },
): string {
  const readings = moments.map((at) => ({
    day: dayText(at, zone),
    as: written(at, zone),
    isPast: !isComing(at, now),
  }));
  const days = readings.map(({ day, isPast }) => `${day}${isPast ? ' (which has passed)' : ''}`);
  const ways = readings.flatMap(({ as, isPast }) => (isPast ? [] : [as]));
  return `“${clip(cell, 60)}” could be ${alternatives(days)}. Write the year first: ${alternatives(ways)}.`;
}

/** The error for a time that clocks skip or show twice. */
function ambiguousClock(cell: string, reading: Reading, zone: string): string {
  const moments = 'moments' in reading ? reading.moments : [];
  const isSkipped = 'why' in reading && reading.why === 'skipped';
  const why = `Clocks in ${cityOf(zone)} go ${isSkipped ? 'forward' : 'back'} that day, so “${clip(cell, 60)}” ${isSkipped ? 'doesn’t exist' : 'happens twice'}.`;
  return `${why} Include the UTC offset: ${alternatives(moments.map((at) => isoIn(zone, at)))}.`;
}

/** The error for media links that lead nowhere when they're opened. */
export const missingLinks = (links: readonly string[]): string =>
  `There’s no file at ${quotedLinks(links, alternatives)}. Check the ${plural(links.length, { one: 'link', other: 'links' })}.`;
