/** The words of a picture made of numbers: what it is about, and what its numbers come to. */
import type { Figure } from '#src/analytics/export-state.ts';
import { language, listed, number, plural, slackLanguage } from '#views/kit/language.ts';
import { clip } from '#views/kit/limits.ts';

/** What a picture is about. */
interface Story {
  panels: readonly { name: string }[];
  names: readonly string[];
  /** Epoch ms. */
  from: number;
  to: number;
  left: { panels: number; lines: number };
}

/** The days that a story is about: `22 Oct – 20 Nov 2026`. */
export function period({ from, to }: Pick<Story, 'from' | 'to'>): string {
  const form = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(language, form).formatRange(from, to);
}

/** What the picture shows, for who cannot see it. */
export function altText(brand: string, story: Story): string {
  const panels = listed(story.panels.map(({ name }) => name.toLowerCase()));
  const whose = story.names.length > 1 ? story.names : [];
  const of = whose.length > 0 ? `, for ${listed(whose)}` : '';
  return clip(`Line charts for ${brand}, ${period(story)}: ${panels}${of}`, 1_000);
}

export function subtitleOf(story: Story): string {
  const { left, names } = story;
  return [
    period(story),
    ...(left.lines > 0 ? [`top ${names.length} of ${number(left.lines + names.length)}`] : []),
    ...(left.panels > 0
      ? [`${left.panels} more ${plural(left.panels, { one: 'metric', other: 'metrics' })} in the file`]
      : []),
  ].join('  ·  ');
}

/** `412K`, `9,120`, `3.4%`: at most five characters and a sign. */
export function compact(value: number, percent: boolean): string {
  const notation = Math.abs(value) >= 10_000 ? 'compact' : 'standard';
  const digits = Math.abs(value) >= 100 && notation === 'standard' ? 0 : 1;
  return `${value.toLocaleString(slackLanguage, { notation, maximumFractionDigits: digits })}${percent ? '%' : ''}`;
}

/** `29.4K, +312`, `412K total`, `3.4% on average`. */
export function figureWords({ value, percent, how, change }: Figure): string {
  const said = compact(value, percent);
  if (how === 'average') return `${said} on average`;
  if (change === undefined) return `${said} total`;
  return `${said}, ${change > 0 ? '+' : ''}${change === 0 ? 'unchanged' : compact(change, percent)}`;
}
