/** `/social slots`: a brand's posting times of the week, with a button for administrators. */
import type { KnownBlock } from '@slack/types';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { isClose, type PlannedPost } from '#src/posts/card/clash.ts';
import type { Paused } from '#src/posts/card/paused.ts';
import { type PostingSlots, timesByDay } from '#src/slots/slots.ts';
import { button, buttonRow, contextLine, heading, section } from '#views/kit/blocks.ts';
import { listed } from '#views/kit/language.ts';
import { clip } from '#views/kit/limits.ts';
import { clockName, slotText, weekdayName } from '#views/kit/moment.ts';
import { adminsCanEdit, type RenderedMessage, refreshButton } from '#views/kit/paged.ts';
import { clipped, count, escaped, lasting } from '#views/kit/text.ts';
import { cityOf } from '#views/kit/zone-names.ts';
import { notCreated } from '#views/posts/calendar.ts';
import { aside, rowOf, rowsBlock } from '#views/posts/card-rows.ts';
import { stateInBrief, stateWords } from '#views/posts/card-state.ts';
import { pauseNotice } from '#views/posts/paused.ts';
import { closeMark } from '#views/posts/warnings.ts';

export const slotsList = 'slots';

export const slotActions = { change: 'slots.change', rearrange: 'slots.rearrange' } as const;

interface WeekOptions {
  mayChange: boolean;
  /** Whom people can ask if they can't edit. */
  admins?: readonly Named[];
  /** The posts that are planned for a time, the earliest first. */
  queue: readonly PlannedPost[];
  movable: boolean;
  /** The next open slots (epoch ms). */
  free: readonly number[];
  paused?: Paused | undefined;
  /** The reader's IANA time zone; without it, times are in the brand's. */
  readerZone: string | undefined;
  /** The address of the workspace in Slack, for links to cards; empty: no links. */
  slackUrl: string;
  /**
   * The address of a post in the publishing service's web app, for a post without a card; `undefined` if it
   * isn't known.
   */
  webAddress(post: string): string | undefined;
}

export const nextShown = 4;
const queueShown = 10;

export function renderWeek(
  brand: Named,
  slots: PostingSlots,
  { mayChange, admins = [], queue, movable, free, paused, readerZone, slackUrl, webAddress }: WeekOptions,
): RenderedMessage {
  const zone = slots.zone ?? 'UTC';
  const own = readerZone ?? zone;
  const inOwn = readerZone ? 'in your time zone' : `in the ${escaped(cityOf(zone))} time zone`;
  const title = `Posting times for ${brand.name}`;
  const isEmpty = slots.times.length === 0;
  const change = button(slotActions.change, isEmpty ? 'Set posting times' : editSlots, {
    value: brand.id,
    ...(isEmpty && { style: 'primary' }),
  });
  return {
    text: `Posting times for ${clipped(brand.name, 200)}`,
    blocks: [
      heading(title),
      section(isEmpty ? none : `${use} Times are in the ${escaped(cityOf(zone))} time zone.`, {
        accessory: refreshButton(slotsList, brand.id, 0),
      }),
      ...(paused ? [pauseNotice(paused)] : []),
      ...(isEmpty ? [] : [weekBlock(slots), freeBlock(free, own, inOwn)]),
      ...(queue.length > 0
        ? queueBlocks(queue, { own, inOwn, slackUrl, webAddress, minutesApart: slots.minutesApart })
        : []),
      contextLine(
        [apartText(slots), ...(mayChange ? [] : [adminsCanEdit('the posting times', admins)])].join('\n'),
      ),
      ...buttonRow([
        movable && button(slotActions.rearrange, 'Rearrange queue', { value: brand.id }),
        mayChange && change,
      ]),
    ],
  };
}

export const editSlots = 'Edit posting times';

const none =
  'No posting times yet. Once they’re set, you can add posts to the queue, and each takes the next open slot.';
const use = 'A post you add to the queue takes the next open slot.';

const apartText = ({ minutesApart }: PostingSlots): string =>
  minutesApart === 0
    ? 'Warnings are off for posts that are close together.'
    : `You’ll see a warning if posts on the same network are less than ${lasting(minutesApart)} apart.`;

function weekBlock(slots: PostingSlots): KnownBlock {
  const days = timesByDay(slots).map((times, i) => {
    const clocks = times.map(clockName).join(' · ');
    return `*${weekdayName(i + 1)}*   ${clocks || '–'}`;
  });
  return section(days.join('\n'));
}

const freeBlock = (free: readonly number[], zone: string, inZone: string): KnownBlock =>
  section(
    free.length > 0
      ? `*Next open slots, ${inZone}:* ${free.map((at) => slotText(at, zone)).join(' · ')}`
      : '*Next open slots:* none. All slots in the next year are taken.',
  );

function queueBlocks(
  queue: readonly PlannedPost[],
  {
    own,
    inOwn,
    slackUrl,
    webAddress,
    minutesApart,
  }: Pick<WeekOptions, 'slackUrl' | 'webAddress'> &
    Pick<PostingSlots, 'minutesApart'> &
    Record<'own' | 'inOwn', string>,
): KnownBlock[] {
  const rows = queue.slice(0, queueShown).map((post) => {
    const { at, caption, networks, card, postId, recurring } = post;
    return {
      before: slotText(at, own),
      ...(card ? rowOf(card, slackUrl) : { caption, url: postId && webAddress(postId) }),
      after: [
        ...(networks.length > 0 ? [aside(clip(listed(networks), 100))] : []),
        aside(card ? stateInBrief(card) : recurring ? notCreated : stateWords.scheduled),
        ...(isClose(post, queue, minutesApart) ? closeMark : []),
      ],
    };
  });
  const more = queue.length - rows.length;
  return [
    section(`*${count(queue.length, 'planned post')}* (times ${inOwn})`),
    rowsBlock(rows, queueShown),
    ...(more > 0 ? [contextLine(`and ${count(more, 'later post')}`)] : []),
  ];
}

export const slotsSaved = ({ name }: Named, { times }: Pick<PostingSlots, 'times'>): string =>
  `${times.length > 0 ? `The posting times for ${clipped(name, 200)} were saved.` : `${clipped(name, 200)} has no posting times now.`} Posts that already have a time keep it.`;
