/** The difference between two contents of a post, for the people who approved the first. Pure. */

import { postTime } from '#src/platform/publishing-api/post-time.ts';
import type { Content } from './card.ts';

export interface Difference {
  what: 'caption' | 'media' | 'profiles' | 'time';
  /** The value before the change, and after. A time is ISO; lists have one item per line. */
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

/**
 * The lines that each of two texts has and the other doesn't. A line that one has more often is listed that
 * many more times.
 */
export function onlyIn(from: string, to: string): { removed: string[]; added: string[] } {
  const lacks = (list: string[], other: string[]): string[] => {
    const left = new Map<string, number>();
    for (const line of other) left.set(line, (left.get(line) ?? 0) + 1);
    return list.filter((line) => {
      const n = left.get(line) ?? 0;
      left.set(line, n - 1);
      return n <= 0;
    });
  };
  const [before, now] = [from, to].map((text) => (text === '' ? [] : text.split('\n')));
  return { removed: lacks(before ?? [], now ?? []), added: lacks(now ?? [], before ?? []) };
}

/**
 * Where two texts differ, at most `max` characters of each, with a few words of what comes before and after.
 */
export function around(from: string, to: string, max: number): { from: string; to: string } {
  const shorter = Math.min(from.length, to.length);
  let before = 0;
  while (before < shorter && from[before] === to[before]) before += 1;
  let after = 0;
  while (after < shorter - before && from.at(-1 - after) === to.at(-1 - after)) after += 1;
  const context = Math.floor(max / 4);
  const start = Math.max(0, before - context);
  const cut = (text: string): string => {
    const end = Math.min(text.length, text.length - after + context, start + max);
    const shown = wholeWords(text.slice(start, end), { first: start > 0, last: end < text.length }, context);
    return `${start > 0 ? '…' : ''}${shown}${end < text.length ? '…' : ''}`;
  };
  return { from: cut(from), to: cut(to) };
}

/**
 * Cuts within `context` characters of an end where the text was cut (`first`, `last`), so that no half word
 * or half character is left.
 */
function wholeWords(
  text: string,
  { first, last }: { first: boolean; last: boolean },
  context: number,
): string {
  const from = first ? text.slice(0, context).search(/\s/) + 1 : 0;
  const tail = last ? /\s\S*$/.exec(text.slice(-context))?.[0].length : 0;
  const whole = text.slice(from, text.length - (tail ?? 0));
  return whole.toWellFormed().replace(/^\ufffd|\ufffd$/g, '');
}
