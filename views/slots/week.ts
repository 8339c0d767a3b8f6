/** `/social slots`: the posting times of a brand's week, with a button for administrators. */
import type { Button, KnownBlock } from '@slack/types';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { type PostingSlots, timesByDay } from '#src/slots/slots.ts';
import { clip, slack } from '#views/kit/limits.ts';
import { clockName, weekdayName } from '#views/kit/moment.ts';
import type { Said } from '#views/kit/paged.ts';
import { clipped, escaped, lasting, mrkdwn, plain, time } from '#views/kit/text.ts';
import { cityOf } from '#views/kit/zone-names.ts';

export const slotActions = { change: 'slots.change', rearrange: 'slots.rearrange' } as const;

interface WeekOptions {
  mayChange: boolean;
  /** How many posts can be given other slots. */
  movable: number;
  /** The next free slots (epoch ms). */
  free: readonly number[];
}

/** So many free slots are named. */
export const nextShown = 4;

export function renderWeek(
  brand: Named,
  slots: PostingSlots & { zone: string },
  { mayChange, movable, free }: WeekOptions,
): Said {
  const title = `Posting times for ${brand.name}`;
  const isEmpty = slots.times.length === 0;
  const button = (action_id: string, text: string): Button => ({
    ...{ type: 'button', action_id, text: plain(text), value: brand.id },
  });
  const change = button(slotActions.change, isEmpty ? 'Set posting times' : 'Change posting times');
  const buttons = [
    ...(movable > 0 ? [button(slotActions.rearrange, 'Rearrange the queue')] : []),
    ...(mayChange ? [isEmpty ? { ...change, style: 'primary' as const } : change] : []),
  ];
  return {
    text: `Posting times for ${clipped(brand.name, 200)}`,
    blocks: [
      { type: 'header', text: plain(clip(title, slack.headerText)) },
      {
        type: 'section',
        text: mrkdwn(isEmpty ? none : `${use} Times are in ${escaped(cityOf(slots.zone))}.`),
      },
      ...(isEmpty ? [] : [weekBlock(slots), freeBlock(free)]),
      {
        type: 'context',
        elements: [mrkdwn([apartText(slots), ...(mayChange ? [] : [onlyAdmins])].join('\n'))],
      },
      ...(buttons.length > 0 ? [{ type: 'actions' as const, elements: buttons }] : []),
    ],
  };
}

const none =
  'No posting times yet. With posting times, a post can be added to the queue: it takes the next free one.';
const use = 'A post that you add to the queue takes the next free one.';
const onlyAdmins = 'Workspace admins can change the posting times.';

const apartText = ({ minutesApart }: PostingSlots): string =>
  minutesApart === 0
    ? 'Posts that are close together aren’t pointed out.'
    : `Two posts on the same network less than ${lasting(minutesApart)} apart are pointed out.`;

function weekBlock(slots: PostingSlots): KnownBlock {
  const days = timesByDay(slots).map((times, i) => {
    const clocks = times.map(clockName).join(' · ');
    return `*${weekdayName(i + 1)}*   ${clocks || '–'}`;
  });
  return { type: 'section', text: mrkdwn(days.join('\n')) };
}

const freeBlock = (free: readonly number[]): KnownBlock => ({
  type: 'section',
  text: mrkdwn(`*Next free:* ${free.map((at) => time(new Date(at).toISOString())).join(' · ')}`),
});

/** After someone changed them. */
export const slotsSaved = ({ name }: Named): string =>
  `The posting times for ${clipped(name, 200)} are saved. Posts that already have a time keep it.`;
