import type { Named } from '#src/platform/publishing-api/request.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { PlannedPost } from '#src/posts/card/clash.ts';
import { andMore, compact } from '#views/kit/lists.ts';
import { clipped, count, noCaption, oneLine, plural, timeAt } from '#views/kit/text.ts';
import { clashLine } from './warnings.ts';

/** A post with its time and the one that it would get (epoch ms). */
export interface PlannedMove {
  caption: string;
  from: number;
  to: number;
}

/** `• Open until ten: Nov 24 at 9:00 AM → *Nov 25 at 9:00 AM*`, as mrkdwn. */
export function moveLine({ caption, from, to }: PlannedMove): string {
  const words = clipped(oneLine(caption), 40) || noCaption;
  return from === to ? `• ${words}: *${timeAt(to)}*` : `• ${words}: ${timeAt(from)} → *${timeAt(to)}*`;
}

export interface MovedReport {
  /**
   * The cards after the move, each with its earlier and its new time (epoch ms), and the posts that are close
   * to the new one.
   */
  moved: { card: Card; from: number; to: number; clashes: readonly PlannedPost[] }[];
  /** The posts that weren't moved. `why`: mrkdwn. */
  refused: { card: Card; why: string }[];
}

/** Characters for the lines about posts: 20 posts have room in them, and a message has 4,000. */
const linesAtMost = 2_800;
const refusedAtMost = 3;

export function movedText({ name }: Named, { moved, refused }: MovedReport): string {
  const all = moved.map(({ card, from, to, clashes }) => {
    const line = moveLine({ caption: card.content.caption, from, to });
    return clashes.length > 0 ? `${line}\n${clashLine(clashes)}` : line;
  });
  let length = 0;
  const lines = all.filter((line) => {
    length += line.length + 1;
    return length <= linesAtMost;
  });
  const more = moved.length - lines.length;
  const planned = moved.filter(({ card }) => !card.pending?.change.scheduledAt).length;
  return compact([
    moved.length > 0 &&
      `Changed the ${plural(moved.length, { one: 'time', other: 'times' })} of ${count(moved.length, 'post')} in the queue for ${clipped(name, 75)}:`,
    ...lines,
    more > 0 && `and ${more} more`,
    moved.length > planned && beingScheduled(moved.length - planned),
    planned > 0 &&
      `:eyes: ${count(planned, 'post')} won’t be scheduled until someone approves ${plural(planned, { one: 'it on its card', other: 'them on their cards' })}.`,
    ...refusedLines(refused),
  ]).join('\n');
}

function refusedLines(refused: MovedReport['refused']): string[] {
  const [first] = refused;
  if (!first) return [];
  if (refused.length === 1) return [`:warning: Couldn’t change the time of 1 post. ${first.why}`];
  const why = ({ card, why: one }: typeof first): string =>
    `• ${clipped(oneLine(card.content.caption), 40) || noCaption}: ${one}`;
  const lines = andMore(refused, refusedAtMost, why, (more) => `and ${more} more`);
  return [`:warning: Couldn’t change the times of ${count(refused.length, 'post')}:`, ...lines];
}

export const beingScheduled = (posts: number): string =>
  `:calendar: ${count(posts, 'post')} ${plural(posts, { one: 'is being scheduled for its new time', other: 'are being scheduled for their new times' })}.`;

/** Shown for posts of which nobody knows whether the move was saved. */
export const notWritten = 'I couldn’t confirm that this was saved. Check the calendar before you try again.';
