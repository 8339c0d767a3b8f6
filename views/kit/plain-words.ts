/**
 * What people write in Slack, as text for other places: without mrkdwn, and with names instead of ids. Pure.
 */

import { unescaped } from './text.ts';

/** The texts for what Slack writes as ids. */
export interface Names {
  /** The text for a mention of this person: `@Bo`. */
  person(id: string): string;
  /**
   * The character of an emoji by its name in Slack, such as `wave::skin-tone-2`; `undefined` if it's one of
   * the workspace's own.
   */
  emoji(name: string): string | undefined;
  /** The text for a moment in epoch seconds. Absent or `undefined`: the fallback text stays. */
  time?(unix: number): string | undefined;
}

/** The ids of the users that a text mentions, each once. */
export function mentioned(text: string): string[] {
  return [...new Set([...text.matchAll(/<@([A-Z0-9]+)(?:\|[^>]*)?>/g)].map(([, id = '']) => id))];
}

/** Text between markers: no letter or digit is right outside of them, and no space right inside. */
const marked = (mark: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])[${mark}](?!\\s)([^${mark}\\n]+)(?<!\\s)[${mark}](?![\\p{L}\\p{N}])`, 'gu');
const marks = ['*', '_', '~'].map(marked);

/** Slack's mrkdwn as plain text. Links keep their addresses, mentions become names, and code is unchanged. */
export function plainWords(text: string, names: Names): string {
  // nothing in code or in a link is a marker, so these are put aside while markers are removed
  const aside: string[] = [];
  const keep = (words: string): string => `\uE000${aside.push(words) - 1}\uE001`;
  const bare = text
    .replaceAll(/[\uE000\uE001]/g, '')
    .replaceAll(/```\n?([\s\S]+?)\n?```|`([^`\n]+)`/g, (_, block?: string, span?: string) =>
      keep(block ?? span ?? ''),
    )
    .replaceAll(/<([^<>\n]+)>/g, (_, inside: string) => keep(said(inside, names)))
    .replaceAll(/^(?:&gt;){1,3} ?/gm, '')
    .replaceAll(/:([a-z0-9_+'-]+(?:::skin-tone-\d)?):/g, (whole, name: string) => names.emoji(name) ?? whole);
  const words = marks
    .reduce((words, mark) => words.replaceAll(mark, '$1'), bare)
    .replaceAll(/\uE000(\d+)\uE001/g, (_, at: string) => aside[Number(at)] ?? '');
  return unescaped(words).trim();
}

/** The text between `<` and `>`: a mention, a date or a link. */
function said(inside: string, names: Names): string {
  const [target = '', label = ''] = inside.split(/\|(.*)/s);
  if (target.startsWith('@')) return label ? `@${label}` : names.person(target.slice(1));
  if (target.startsWith('#')) return `#${label || 'channel'}`;
  if (target.startsWith('!subteam')) return label ? `@${label.replace(/^@/, '')}` : '@group';
  if (target.startsWith('!date')) return names.time?.(Number(target.split('^')[1])) ?? label;
  if (target.startsWith('!')) return label || `@${target.slice(1)}`;
  const address = target.replace(/^(mailto|tel):/, '');
  const same = label === '' || label === address || address.replace(/^https?:\/\//, '') === label;
  return same ? address : `${label} (${address})`;
}
