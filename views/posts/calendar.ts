/** The next four weeks of a brand, by day in the reader's zone. */

import type { KnownBlock, RichTextElement } from '@slack/types';
import { networkName } from '#src/platform/publishing-api/networks.ts';
import { isGoingOut, isPublished, type Post, type PostStatus } from '#src/platform/publishing-api/post.ts';
import { byPostTime, postTime, sameTime } from '#src/platform/publishing-api/post-time.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import type { Card } from '#src/posts/card/card.ts';
import { addressForEveryone } from '#src/posts/card/card-address.ts';
import { isClose, type PlannedPost } from '#src/posts/card/clash.ts';
import type { Paused } from '#src/posts/card/paused.ts';
import { awaitsDecision, isDropped } from '#src/posts/card/state.ts';
import { contextLine, heading } from '#views/kit/blocks.ts';
import { dateFormat } from '#views/kit/date-format.ts';
import { clip } from '#views/kit/limits.ts';
import { compact } from '#views/kit/lists.ts';
import { clockText, daysOfUtc } from '#views/kit/moment.ts';
import { asOfBlock, type ListedAs, pageOf, type RenderedMessage, turnBlocks } from '#views/kit/paged.ts';
import { count, escaped, firstLine, literal, noCaption } from '#views/kit/text.ts';
import { pauseNotice } from './paused.ts';
import { closeMark } from './warnings.ts';

export const calendarList = 'calendar';

export const calendarMs = 28 * 86_400_000;

/**
 * Keeps a message's blocks below 12,000 characters, since Slack might refuse more. Each row has the address
 * of its card.
 */
const rowsOnPage = 40;
const longestAddress = 150;

/** How many open slots four weeks can have: 20 a day. */
export const slotsShown = 560;

/** Whether a time is in the calendar. Both in epoch ms. */
export const isInCalendar = (at: number, now: number): boolean => at >= now && at < now + calendarMs;

/** A post, or one that will be created. */
interface Planned extends Pick<Post, 'id' | 'caption'>, Pick<PlannedPost, 'networks'> {
  scheduledAt: string;
  kind: Marked;
}

interface Known {
  /** The cards of those posts that have one. They know the times that wait for a decision. */
  cards: readonly Card[];
  /**
   * The times (ISO, UTC) at which posts of the brand were planned before pauses unscheduled them, by post, as
   * long as nobody has decided about them.
   */
  unscheduled: ReadonlyMap<string, string>;
  /** The brand's recurring posts that have no card yet. */
  recurring: readonly PlannedPost[];
}

/** Whether the post can be in a calendar, so that its card has to be read. */
export const isToCome = (post: Post): boolean => !isPublished(post);

/** The posts that are published, or planned, in the next four weeks, the earliest first. `now`: epoch ms. */
export function comingPosts(
  posts: readonly Post[],
  { cards, unscheduled, recurring }: Known,
  now: number,
): Planned[] {
  const cardOf = new Map(cards.map((card) => [card.postId, card]));
  return posts
    .filter(isToCome)
    .flatMap((post) => planned(post, cardOf.get(post.id), unscheduled.get(post.id)) ?? [])
    .concat(recurring.map(recurringPost))
    .filter(({ scheduledAt }) => isInCalendar(Date.parse(scheduledAt), now))
    .sort((a, b) => Date.parse(a.scheduledAt) - Date.parse(b.scheduledAt));
}

const recurringPost = ({ at, caption, networks, recurring: id = '' }: PlannedPost): Planned => ({
  id,
  caption,
  networks,
  scheduledAt: postTime(at),
  kind: 'recurring',
});

/** The service's schedule counts, whatever the card says: that's when the post goes out. */
function planned(post: Post, card: Card | undefined, was: string | undefined): Planned | undefined {
  const { id, caption, profiles = [], status } = post;
  const waits = card !== undefined && awaitsDecision(card) && !isGoingOut(post);
  const scheduledAt = (waits ? card.requestedTime : undefined) ?? post.scheduledAt ?? was;
  if (scheduledAt === undefined) return undefined;
  // if people have set another time since, they know that it was unscheduled
  const isOff = sameTime(scheduledAt, was);
  const networks = [...new Set(profiles.map(({ provider }) => networkName(provider)))];
  return { id, caption, networks, scheduledAt, kind: kindOf(status, { isOff, waits }) };
}

interface CalendarOptions {
  cards: readonly Card[];
  /** Posting slots that no post has (epoch ms), the earliest first. */
  free: readonly number[];
  /** Posts on the same network that are less than this apart are marked. */
  minutesApart: number;
  /** The address of the workspace in Slack, for links to cards; empty: no links. */
  slackUrl: string;
  /**
   * The address of a post in the publishing service's web app, for a post without a card; `undefined` if it
   * isn't known.
   */
  webAddress(post: string): string | undefined;
  /** The brand's pause, if it's paused. */
  paused: Paused | undefined;
  /** The reader's IANA time zone, if Slack returns it. */
  readerZone: string | undefined;
  listed: ListedAs;
  /** The page, counted from 0. */
  requestedPage: number;
}

/** Leaves out days without a post, and rejected drafts unless the service publishes them anyway. */
export function renderCalendar(brand: Named, posts: Planned[], options: CalendarOptions): RenderedMessage {
  const { cards, free, minutesApart, slackUrl, webAddress, paused, readerZone, listed } = options;
  const zone = readerZone ?? 'UTC';
  const rejected = new Set(cards.filter(isDropped).map(({ postId }) => postId));
  const coming = posts.filter((post) => post.kind === 'scheduled' || !rejected.has(post.id));
  const dayName = dayNames(zone);
  const onDays = new Set(coming.map(({ scheduledAt }) => dayName(scheduledAt))).size;
  const page = pageOf(rowsOf(coming, free, dayName), options.requestedPage, rowsOnPage);
  const byDay = Map.groupBy(page.rows, ({ day }) => day);
  const addressOf = (post: Planned): string | undefined => {
    const card = cards.find(({ postId }) => postId === post.id);
    const url = card ? addressForEveryone(card, slackUrl) : post.kind !== 'recurring' && webAddress(post.id);
    return url && url.length <= longestAddress ? url : undefined;
  };
  const compared = new Map(
    coming.filter(({ kind }) => marks[kind].goesOut).map((post) => [post, comparable(post, cards)]),
  );
  const isMarked = (post: Planned): boolean => {
    const one = compared.get(post);
    return one !== undefined && isClose(one, [...compared.values()], minutesApart);
  };
  const title = `Next four weeks for ${brand.name}`;
  const summary = compact([
    summaryOf({ coming: coming.length, onDays, leftOut: posts.length - coming.length }, listed),
    free.length > 0 && `${count(free.length, 'open posting slot')}.`,
    coming.length + free.length > 0 &&
      (readerZone ? 'Times are in your time zone.' : daysOfUtc(free.length > 0)),
  ]).join(' ');
  return {
    text: `${escaped(title)}: ${summary}`,
    blocks: [
      heading(title),
      asOfBlock(calendarList, brand.id, page, listed, 'calendar'),
      ...(paused ? [pauseNotice(paused)] : []),
      contextLine([summary, ...legend(coming, free.length > 0)].join('\n')),
      ...together([...byDay]).map((some) => daysBlock(some, { zone, addressOf, isMarked })),
      ...turnBlocks(calendarList, brand.id, page, listed),
    ],
  };
}

const comparable = ({ id, scheduledAt, caption, networks }: Planned, cards: readonly Card[]): PlannedPost => {
  const card = cards.find(({ postId }) => postId === id);
  return { at: Date.parse(scheduledAt), caption, networks, ...(card && { card }) };
};

/** A line of a day: a post, or all open slots of the day, which come last. */
type Row = { day: string; at: string } & ({ post: Planned } | { free: readonly number[] });

function rowsOf(posts: readonly Planned[], free: readonly number[], dayName: (iso: string) => string): Row[] {
  const freeOn = Map.groupBy(free, (at) => dayName(new Date(at).toISOString()));
  const ofPosts = posts.map((post) => ({ day: dayName(post.scheduledAt), at: post.scheduledAt, post }));
  const ofSlots = [...freeOn].map(([day, all]) => ({ day, at: postTime(all[0] ?? 0), free: all }));
  const inOrder = [...ofPosts, ...ofSlots].sort((a, b) => byPostTime(a.at, b.at));
  const byDay = Map.groupBy(inOrder, ({ day }) => day);
  return [...byDay.values()].flatMap((rows) =>
    rows.toSorted((a, b) => Number('free' in a) - Number('free' in b)),
  );
}

function summaryOf(
  { coming, onDays, leftOut }: { coming: number; onDays: number; leftOut: number },
  { complete }: ListedAs,
): string {
  const none = complete ? 'Nothing is planned.' : 'No planned posts found so far.';
  const some = `${count(coming, 'post')}${onDays > 1 ? ` across ${count(onDays, 'day')}` : ''}${complete ? '' : ' so far'}.`;
  return [
    coming === 0 ? none : some,
    ...(leftOut > 0 ? [`${count(leftOut, 'rejected post')} not shown.`] : []),
  ].join(' ');
}

export const notCreated = 'recurring post, not created yet';

/** The emoji before a post, and its meaning; as on its card. */
const marks = {
  scheduled: { emoji: 'calendar', means: 'scheduled', goesOut: true },
  waits: { emoji: 'eyes', means: 'waiting for review on its card, not scheduled yet', goesOut: true },
  off: {
    emoji: 'double_vertical_bar',
    means: 'unscheduled by a pause, goes out only if someone schedules it again',
    goesOut: false,
  },
  draft: {
    emoji: 'pencil2',
    means: 'draft, goes out only if someone schedules or publishes it',
    goesOut: false,
  },
  'pending approval': {
    emoji: 'hourglass',
    means: 'waiting for approval in the publishing service',
    goesOut: true,
  },
  generating: { emoji: 'sparkles', means: 'generating', goesOut: false },
  failed: { emoji: 'x', means: 'failed', goesOut: false },
  unknown: { emoji: 'question', means: 'unknown status', goesOut: false },
  recurring: { emoji: 'repeat', means: notCreated, goesOut: true },
} as const satisfies Record<
  'waits' | 'off' | 'recurring' | Exclude<PostStatus, 'publishing' | 'published'>,
  Mark
>;

interface Mark {
  emoji: string;
  means: string;
  /** It may be published at its time, so it can be too close to another post. */
  goesOut: boolean;
}

type Marked = keyof typeof marks;

const kinds = Object.keys(marks) as Marked[];

function kindOf(status: PostStatus, { isOff, waits }: { isOff: boolean; waits: boolean }): Marked {
  if (status === 'scheduled' || status === 'publishing' || status === 'published') return 'scheduled';
  if (isOff) return 'off';
  return waits ? 'waits' : status;
}

const freeMark = { emoji: 'heavy_plus_sign', means: 'open posting slot' };

function legend(coming: Planned[], hasFree: boolean): string[] {
  const shown = new Set(coming.map(({ kind }) => kind));
  const meanings = [
    ...kinds.filter((kind) => shown.has(kind)).map((kind) => marks[kind]),
    ...(hasFree ? [freeMark] : []),
  ];
  return meanings.length > 0 ? [meanings.map(({ emoji, means }) => `:${emoji}: ${means}`).join('   ')] : [];
}

type Day = [name: string, rows: Row[]];

const isFree = ([, rows]: Day): boolean => rows.every((row) => 'free' in row);

/**
 * Groups days for blocks: each day by itself, and consecutive days that have nothing but open slots together.
 */
function together(days: readonly Day[]): Day[][] {
  const blocks: Day[][] = [];
  for (const day of days) {
    const last = blocks.at(-1);
    if (last?.every(isFree) && isFree(day)) last.push(day);
    else blocks.push([day]);
  }
  return blocks;
}

/** Rich text, so that a caption is shown unchanged. A day with nothing but open slots is one line. */
function daysBlock(days: readonly Day[], options: LineOptions): KnownBlock {
  const elements = days.flatMap((day, i): RichTextElement[] => {
    const [name, rows] = day;
    return [
      ...(i > 0 ? [newLine] : []),
      date(rows[0]?.at ?? '', '{date_long}', name),
      ...rows.flatMap((row) => [
        isFree(day) ? space : newLine,
        ...('post' in row ? line(row.post, options) : freeLine(row.free, options.zone)),
      ]),
    ];
  });
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] };
}

interface LineOptions {
  /** The reader's IANA time zone. */
  zone: string;
  /** The address of the post's card, or in the web app; `undefined` if neither is known. */
  addressOf(post: Planned): string | undefined;
  /** Another post on the same network is close to it. */
  isMarked(post: Planned): boolean;
}

/** The open slots as text: twenty Slack dates a day would be too much for one message. */
function freeLine(free: readonly number[], zone: string): RichTextElement[] {
  const clocks = free.map((at) => clockText(at, zone)).join(' · ');
  return [{ type: 'emoji', name: freeMark.emoji }, italic(` Open: ${clocks}`)];
}

function line(post: Planned, { zone, addressOf, isMarked }: LineOptions): RichTextElement[] {
  const { networks } = post;
  const caption = clip(literal(firstLine(post.caption)) || noCaption, 70);
  const url = addressOf(post);
  return [
    { type: 'emoji', name: marks[post.kind].emoji },
    { type: 'text', text: ' ' },
    date(post.scheduledAt, '{time}', clockText(Date.parse(post.scheduledAt), zone)),
    { type: 'text', text: url ? '  ' : `  ${caption}` },
    ...(url ? [{ type: 'link' as const, url, text: caption }] : []),
    ...(networks.length > 0 ? [italic(`  ${clip(networks.join(', '), 60)}`)] : []),
    ...(isMarked(post) ? closeMark : []),
  ];
}

const newLine: RichTextElement = { type: 'text', text: '\n' };

const space: RichTextElement = { type: 'text', text: '  ' };

const italic = (text: string): RichTextElement => ({ type: 'text', text, style: { italic: true } });

/** A date that Slack formats for this reader; `fallback` if it can't. */
const date = (iso: string, format: string, fallback: string): RichTextElement => ({
  type: 'date',
  timestamp: Math.floor(Date.parse(iso) / 1_000),
  format,
  fallback,
  style: { bold: true },
});

function dayNames(zone: string): (iso: string) => string {
  const format = dateFormat({ timeZone: zone, weekday: 'long', day: 'numeric', month: 'long' });
  return (iso) => format.format(Date.parse(iso));
}
