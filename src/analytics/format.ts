/** How the times and numbers of a chart are written, as Vega expressions. */
import type { OverTime, Panel } from './over-time.ts';

const dayMs = 86_400_000;

export function timeFormat({ from, to }: OverTime): string {
  if (to - from > 400 * dayMs) return '%b %Y';
  return to - from >= 3 * dayMs ? '%-d %b' : '%-d %b %H:%M';
}

/** As many labels as there is room for, and never more than there are days: a repeated day says nothing. */
export function tickCount({ from, to }: OverTime, panelWidth: number): number {
  return Math.min(Math.max(3, Math.floor(panelWidth / 110)), Math.max(2, Math.round((to - from) / dayMs)));
}

/** A Vega expression for a number: short, and as exact as the chart needs. */
export function numberFormat({ lines, percent }: Panel): string {
  const most = Math.max(
    ...lines.flatMap(({ points }) => points.map(({ value }) => Math.abs(value))),
    Number.MIN_VALUE,
  );
  const digits = most >= 10_000 ? '.3~s' : most >= 10 ? ',~r' : '.2~f';
  const plain = `format(datum.value, '${digits}')`;
  // as `compact` writes them: K for thousands, B for billions
  const short = most >= 10_000 ? `replace(replace(${plain}, 'G', 'B'), 'k', 'K')` : plain;
  return percent ? `${short} + '%'` : short;
}
