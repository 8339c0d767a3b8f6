/** `/social slots`: the posting times of a brand's week, with a button for administrators. */
import type { KnownBlock } from '@slack/types';
import type { Named } from '#src/platform/publishing-api/request.ts';
import type { PlannedPost } from '#src/posts/card/clash.ts';
import { type PostingSlots, timesByDay } from '#src/slots/slots.ts';
import { button, buttonRow, contextLine, heading, section } from '#views/kit/blocks.ts';
import { listed } from '#views/kit/language.ts';
import { clockName, weekdayName } from '#views/kit/moment.ts';
import type { Said } from '#views/kit/paged.ts';
import { clipped, count, escaped, lasting, oneLine, time } from '#views/kit/text.ts';
import { cityOf } from '#views/kit/zone-names.ts';

export const slotActions = { change: 'slots.change', rearrange: 'slots.rearrange' } as const;

interface WeekOptions {
  mayChange: boolean;
  /** The posts that are planned for a time, the earliest first. */
  queue: readonly PlannedPost[];
  /** Some of them can be given other slots. */
  movable: boolean;
  /** The next free slots (epoch ms). */
  free: readonly number[];
}

/** So many free slots are named. */
export const nextShown = 4;
/** So many planned posts are. */
const queueShown = 5;

export function renderWeek(
  brand: Named,
  slots: PostingSlots,
  { mayChange, queue, movable, free }: WeekOptions,
): Said {
  const title = `Posting times for ${brand.name}`;
  const isEmpty = slots.times.length === 0;
  const change = button(slotActions.change, isEmpty ? 'Set posting times' : editSlots, {
    value: brand.id,
    ...(isEmpty && { style: 'primary' }),
  });
  const buttons = [
    ...(movable ? [button(slotActions.rearrange, 'Rearrange queue', { value: brand.id })] : []),
    ...(mayChange ? [change] : []),
  ];
  return {
    text: `Posting times for ${clipped(brand.name, 200)}`,
    blocks: [
      heading(title),
      section(isEmpty ? none : `${use} Times are in the ${escaped(cityOf(slots.zone ?? 'UTC'))} time zone.`),
      ...(isEmpty ? [] : [weekBlock(slots), freeBlock(free)]),
      ...(queue.length > 0 ? [queueBlock(queue)] : []),
      contextLine([apartText(slots), ...(mayChange ? [] : [onlyAdmins])].join('\n')),
      ...buttonRow(buttons),
    ],
  };
}

export const editSlots = 'Edit posting times';

const none =
  'No posting times yet. Once they’re set, you can add posts to the queue, and each takes the next open slot.';
const use = 'A post you add to the queue takes the next open slot.';
const onlyAdmins = 'Workspace admins can edit the posting times.';

const apartText = ({ minutesApart }: PostingSlots): string =>
  minutesApart === 0
    ? 'Warnings about posts that are close together are off.'
    : `You’ll see a warning if posts on the same network are less than ${lasting(minutesApart)} apart.`;

function weekBlock(slots: PostingSlots): KnownBlock {
  const days = timesByDay(slots).map((times, i) => {
    const clocks = times.map(clockName).join(' · ');
    return `*${weekdayName(i + 1)}*   ${clocks || '–'}`;
  });
  return section(days.join('\n'));
}

const freeBlock = (free: readonly number[]): KnownBlock =>
  section(
    free.length > 0
      ? `*Next open slots, in your time zone:* ${free.map(timeAt).join(' · ')}`
      : '*Next open slots:* none. All slots in the next year are taken.',
  );

function queueBlock(queue: readonly PlannedPost[]): KnownBlock {
  const lines = queue.slice(0, queueShown).map(({ at, caption, networks }) => {
    const words = clipped(oneLine(caption), 60) || 'No caption';
    return `• ${timeAt(at)}: ${words}${networks.length > 0 ? `  _${listed(networks)}_` : ''}`;
  });
  const more = queue.length - lines.length;
  return section(
    [
      `*${count(queue.length, 'planned post')}* (times in your time zone)`,
      ...lines,
      ...(more > 0 ? [`and ${count(more, 'later post')}`] : []),
    ].join('\n'),
  );
}

const timeAt = (at: number): string => time(new Date(at).toISOString());

/** After someone changed them. */
export const slotsSaved = ({ name }: Named): string =>
  `The posting times for ${clipped(name, 200)} were saved. Posts that already have a time keep it.`;
