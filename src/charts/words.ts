/** The words of a picture: what it is about, and how its times and numbers are written. */
import type { Figure } from '#src/cards/export.ts';
import type { OverTime, Panel } from './over-time.ts';

const dayMs = 86_400_000;

/** The days that a story is about: `22 Oct – 20 Nov 2026`. */
export function period({ from, to }: OverTime): string {
  return day.formatRange(from, to);
}

/** What the picture shows, for who cannot see it. */
export function altText(brand: string, story: OverTime): string {
  const panels = story.panels.map(({ name }) => name.toLowerCase()).join(', ');
  const of = story.names.length > 1 ? `, for ${story.names.join(', ')}` : '';
  return shortened(`Line charts of ${brand}, ${period(story)}: ${panels}${of}`, 1_000);
}

export function subtitleOf(story: OverTime): string {
  const { left } = story;
  const parts = [period(story)];
  if (left.lines > 0) parts.push(`the ${story.names.length} largest of ${left.lines + story.names.length}`);
  if (left.panels > 0) parts.push(`${left.panels} more kinds of numbers are in the file`);
  return parts.join('  ·  ');
}

const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

export function timeFormat({ from, to }: OverTime): string {
  if (to - from > 400 * dayMs) return '%b %Y';
  return to - from >= 3 * dayMs ? '%-d %b' : '%-d %b %H:%M';
}

/** As many as there is room for, and never more than there are days: a day that is named twice says nothing. */
export function tickCount({ from, to }: OverTime, panelWidth: number): number {
  return Math.min(Math.max(3, Math.floor(panelWidth / 110)), Math.max(2, Math.round((to - from) / dayMs)));
}

/** An expression of Vega's for the number at hand: short, and as exact as the panel needs. */
export function numberFormat({ lines, percent }: Panel): string {
  const most = Math.max(
    ...lines.flatMap(({ points }) => points.map(({ value }) => Math.abs(value))),
    Number.MIN_VALUE,
  );
  const digits = most >= 10_000 ? '.3~s' : most >= 10 ? ',~r' : '.2~f';
  const plain = `format(datum.value, '${digits}')`;
  // as `compact` writes them: the prefix of a thousand is a K, of a thousand million a B
  const short = most >= 10_000 ? `replace(replace(${plain}, 'G', 'B'), 'k', 'K')` : plain;
  return percent ? `${short} + '%'` : short;
}

/** `412k`, `9,120`, `3.4%`: at most five characters and a sign. */
export function compact(value: number, percent: boolean): string {
  const notation = Math.abs(value) >= 10_000 ? 'compact' : 'standard';
  const digits = Math.abs(value) >= 100 && notation === 'standard' ? 0 : 1;
  return `${value.toLocaleString('en-US', { notation, maximumFractionDigits: digits })}${percent ? '%' : ''}`;
}

/** `29.4K, +312`, `412K in all`, `3.4% on average`. */
export function figureWords({ value, percent, how, change }: Figure): string {
  const said = compact(value, percent);
  if (how === 'average') return `${said} on average`;
  if (change === undefined) return `${said} in all`;
  return `${said}, ${change > 0 ? '+' : ''}${change === 0 ? 'unchanged' : compact(change, percent)}`;
}

export function shortened(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).trimEnd()}…`;
}
