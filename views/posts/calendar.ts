/** The next four weeks of a brand, by day in the reader's zone. */
import type { KnownBlock, RichTextElement } from '@slack/types';
import type { PausedPost } from '#src/pause/pause.ts';
import { networkName } from '#src/platform/publishing-api/networks.ts';
import type { Post } from '#src/platform/publishing-api/post.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { Paused } from '#src/posts/card/scope.ts';
import { slackLanguage } from '#views/kit/language.ts';
import { clip, slack } from '#views/kit/limits.ts';
import { daysOfUtc } from '#views/kit/moment.ts';
import { asOfBlock, type ListedAs, pageOf, type Said, turnBlocks } from '#views/kit/paged.ts';
import { count, escaped, literal, mrkdwn, plain } from '#views/kit/text.ts';
import { pauseNotice } from '#views/pause/pause.ts';

export const calendarList = 'calendar';

const days = 28;

/** Together below 12,000 characters, above which Slack may refuse all the blocks of a message. */
const postsOnPage = 60;

interface Planned extends Post {
  scheduledAt: string;
  /** Its card waits for the decision that puts it on the schedule. */
  waits: boolean;
  /** A freeze took it off the schedule, and only the list after the thaw knows its time. */
  off: boolean;
}

interface Known {
  /** Those of the posts, which know the times that wait for a decision. */
  cards: readonly Card[];
  /** A rule asks for approval, so the last one schedules a post. */
  ruled: boolean;
  /** What freezes noted of the brand's posts, and nobody has decided about. */
  noted: readonly PausedPost[];
}

/** Whether it may come to stand in a calendar, so that its card is asked for. */
export const isToCome = ({ status }: Post): boolean => status !== 'published';

/** Those of the posts that go out, or are to go out, in the next four weeks, the earliest first. `now`: epoch ms. */
export function comingPosts(posts: readonly Post[], { cards, ruled, noted }: Known, now: number): Planned[] {
  const until = now + days * 86_400_000;
  const cardOf = new Map(cards.map((card) => [card.postId, card]));
  const timeOf = new Map(noted.flatMap(({ id, was, state }) => (state === 'off' ? [[id, was]] : [])));
  return posts
    .filter(isToCome)
    .flatMap((post) => planned(post, cardOf.get(post.id), { ruled, was: timeOf.get(post.id) }) ?? [])
    .filter(({ scheduledAt }) => Date.parse(scheduledAt) >= now && Date.parse(scheduledAt) < until)
    .sort((a, b) => Date.parse(a.scheduledAt) - Date.parse(b.scheduledAt));
}

/** What the service has on its schedule goes out then, whatever its card wants. */
function planned(
  post: Post,
  card: Card | undefined,
  { ruled, was }: { ruled: boolean; was: string | undefined },
): Planned | undefined {
  const decides = card !== undefined && undecided.has(card.state) && !isScheduled(post);
  const wantedAt = decides ? card.wantedAt : undefined;
  const known = wantedAt ?? post.scheduledAt;
  const scheduledAt = known ?? was;
  const waits = wantedAt !== undefined || (decides && ruled);
  return scheduledAt === undefined ? undefined : { ...post, scheduledAt, waits, off: known === undefined };
}

const undecided = new Set<Card['state']>(['review', 'changes_requested']);

interface DrawCalendarOptions {
  /** Those of the posts, which know what was rejected. */
  cards: readonly Card[];
  /** Nothing of the brand goes out. */
  paused: Paused | undefined;
  /** IANA, where Slack says it. */
  readerZone: string | undefined;
  listed: ListedAs;
  /** The page, counted from 0. */
  wanted: number;
}

/**
 * Days without a post are left out, and a rejected draft is: it is planned no more. One that the service publishes all the
 * same stays.
 */
export function renderCalendar(
  brand: Named,
  posts: Planned[],
  { cards, paused, readerZone, listed, wanted }: DrawCalendarOptions,
): Said {
  const zone = readerZone ?? 'UTC';
  const rejected = new Set(cards.filter(({ state }) => state === 'rejected').map(({ postId }) => postId));
  const coming = posts.filter((post) => isScheduled(post) || !rejected.has(post.id));
  const dayName = dayNames(zone);
  const onDays = new Set(coming.map(({ scheduledAt }) => dayName(scheduledAt))).size;
  const page = pageOf(coming, wanted, postsOnPage);
  const byDay = Map.groupBy(page.rows, ({ scheduledAt }) => dayName(scheduledAt));
  const title = `The next four weeks for ${brand.name}`;
  const summary = [
    summaryOf({ coming: coming.length, onDays, leftOut: posts.length - coming.length }, listed),
    ...(coming.length > 0 && !readerZone ? [daysOfUtc] : []),
  ].join(' ');
  return {
    text: `${escaped(title)}: ${summary}`,
    blocks: [
      { type: 'header', text: plain(clip(title, slack.headerText)) },
      asOfBlock(calendarList, brand.id, page, listed, 'calendar'),
      ...(paused ? [pauseNotice(paused)] : []),
      { type: 'context', elements: [mrkdwn([summary, ...legend(coming)].join('\n'))] },
      ...[...byDay].map(([day, entries]) => dayBlock(day, entries, zone)),
      ...turnBlocks(calendarList, brand.id, page, listed),
    ],
  };
}

function summaryOf(
  { coming, onDays, leftOut }: { coming: number; onDays: number; leftOut: number },
  { complete }: ListedAs,
): string {
  const none = complete ? 'Nothing is planned.' : 'No planned posts found so far.';
  const some = `${count(coming, 'post')} on ${count(onDays, 'day')}${complete ? '' : ' so far'}. Times are in your zone.`;
  return [
    coming === 0 ? none : some,
    ...(leftOut > 0 ? [`${count(leftOut, 'rejected post')} left out.`] : []),
  ].join(' ');
}

const isScheduled = ({ status }: Post): boolean => status === 'scheduled' || status === 'publishing';

/** What stands before a post, and what that means; as on its card. */
const marks = {
  scheduled: { emoji: 'calendar', means: 'scheduled' },
  waits: { emoji: 'eyes', means: 'waiting for a decision on its card, not scheduled yet' },
  off: {
    emoji: 'double_vertical_bar',
    means: 'unscheduled because publishing was paused, goes out only if someone schedules it again',
  },
  draft: { emoji: 'pencil2', means: 'draft, goes out only if someone schedules or publishes it' },
  'pending approval': { emoji: 'hourglass', means: 'waiting for approval in the publishing service' },
  generating: { emoji: 'sparkles', means: 'generating' },
  failed: { emoji: 'x', means: 'failed' },
  unknown: { emoji: 'question', means: 'in a state that I don’t know' },
} as const;

type Marked = keyof typeof marks;

const kinds = Object.keys(marks) as Marked[];

function kindOf(post: Planned): Marked {
  if (isScheduled(post)) return 'scheduled';
  if (post.off && !post.waits) return 'off';
  return post.waits ? 'waits' : (kinds.find((kind) => kind === post.status) ?? 'unknown');
}

function legend(coming: Planned[]): string[] {
  const shown = new Set(coming.map(kindOf));
  const meanings = kinds.filter((kind) => shown.has(kind)).map((kind) => marks[kind]);
  return meanings.length > 0 ? [meanings.map(({ emoji, means }) => `:${emoji}: ${means}`).join('   ')] : [];
}

/** Rich text: what stands in a caption is shown as it is. */
function dayBlock(day: string, posts: Planned[], zone: string): KnownBlock {
  const elements: RichTextElement[] = [
    date(posts[0]?.scheduledAt ?? '', '{date_long}', day),
    ...posts.flatMap((post) => [newLine, ...line(post, zone)]),
  ];
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] };
}

function line(post: Planned, zone: string): RichTextElement[] {
  const [first = ''] = post.caption.split('\n');
  const networks = [...new Set((post.profiles ?? []).map(({ provider }) => networkName(provider)))];
  return [
    { type: 'emoji', name: marks[kindOf(post)].emoji },
    { type: 'text', text: ' ' },
    date(post.scheduledAt, '{time}', timeName(post.scheduledAt, zone)),
    { type: 'text', text: `  ${clip(literal(first) || 'No caption', 70)}` },
    ...(networks.length > 0 ? [italic(`  ${clip(networks.join(', '), 60)}`)] : []),
  ];
}

const newLine: RichTextElement = { type: 'text', text: '\n' };

const italic = (text: string): RichTextElement => ({ type: 'text', text, style: { italic: true } });

/** Slack writes it as it writes all times for this reader; `fallback` where it cannot. */
const date = (iso: string, format: string, fallback: string): RichTextElement => ({
  type: 'date',
  timestamp: Math.floor(Date.parse(iso) / 1_000),
  format,
  fallback,
  style: { bold: true },
});

/** The formatter is made once: that takes longer than all it formats. */
function dayNames(zone: string): (iso: string) => string {
  const format = new Intl.DateTimeFormat(slackLanguage, {
    timeZone: zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  });
  return (iso) => format.format(Date.parse(iso));
}

function timeName(iso: string, zone: string): string {
  return new Intl.DateTimeFormat(slackLanguage, { timeZone: zone, timeStyle: 'short' }).format(
    Date.parse(iso),
  );
}
