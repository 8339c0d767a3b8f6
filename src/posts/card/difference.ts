/** The difference between two contents of a post, for the people who approved the first. Pure. */

import { postTime } from '#src/platform/publishing-api/post-time.ts';
import type { Content } from './card.ts';

export interface Difference {
  what: 'caption' | 'media' | 'profiles' | 'time';
  /** Before and after. A time is ISO; several things are on lines of their own. */
  from: string;
  to: string;
}

/** The parts that differ, in the order in which a card shows them. */
export function differences(before: Content, now: Content): Difference[] {
  const parts: [Difference['what'], (content: Content) => string][] = [
    ['caption', ({ caption }) => caption],
    ['media', ({ mediaUrls }) => mediaUrls.join('\n')],
    ['profiles', ({ profiles }) => lines(profiles)],
    ['time', ({ scheduledAt }) => (scheduledAt ? postTime(scheduledAt) : '')],
  ];
  return parts
    .map(([what, part]) => ({ what, from: part(before), to: part(now) }))
    .filter(({ from, to }) => from !== to);
}

function lines(profiles: Content['profiles']): string {
  return [...profiles]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ name }) => name)
    .join('\n');
}

/** Where two texts differ, at most `max` characters of each, with a little of what comes before. */
export function around(from: string, to: string, max: number): { from: string; to: string } {
  let same = 0;
  while (same < Math.min(from.length, to.length) && from[same] === to[same]) same += 1;
  const start = Math.max(0, Math.min(same, same - Math.floor(max / 4)));
  const cut = (text: string): string => {
    const shown = text.slice(start).toWellFormed().replace(/^�|�$/g, '');
    return `${start > 0 ? '…' : ''}${shown.length > max ? `${shown.slice(0, max).toWellFormed().replace(/�$/, '')}…` : shown}`;
  };
  return { from: cut(from), to: cut(to) };
}
