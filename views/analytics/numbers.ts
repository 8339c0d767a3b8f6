/** The numbers of an export in a message: charts and a table as Slack's own blocks, and the same numbers as text. */
import type { KnownBlock } from '@slack/types';
import { byName, bySpan, chartsOf, type Span } from '#src/analytics/chart.ts';
import type { Numbers } from '#src/analytics/export-state.ts';
import type { Figure } from '#src/analytics/figures.ts';
import type { NotOverTime, OverTime } from '#src/analytics/over-time.ts';
import { type Cell, dataTable, lineChart, type Table } from '#views/kit/charts.ts';
import { language, number, plural } from '#views/kit/language.ts';
import { slack } from '#views/kit/limits.ts';
import { clipped } from '#views/kit/text.ts';

/** Of the file: `Northwind Coffee, Oct 22 – Nov 20, 2026`. */
export function exportTitle(brand: string, { shown }: Numbers): string {
  return [brand, ...(typeof shown === 'string' ? [] : [periodText(shown)])].join(', ');
}

/** `Oct 22 – Nov 20, 2026`. */
export function periodText({ from, to }: Pick<OverTime, 'from' | 'to'>): string {
  return formOf({ day: 'numeric', month: 'short', year: 'numeric' }).formatRange(from, to);
}

const formOf = (form: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC' });

/** `• Impressions: *412,300* total`; none if there are no numbers over time. */
export function figureLines({ shown }: Numbers): string[] {
  if (typeof shown === 'string') return [];
  return shown.panels.map(
    ({ figure }) =>
      `• ${clipped(figure.name, 60).replaceAll('*', '∗')}: *${valueText(figure)}* ${howText(figure)}`,
  );
}

export function valueText({ value, percent }: Pick<Figure, 'value' | 'percent'>, like = value): string {
  const digits = Math.abs(like) >= 100 ? 0 : 2;
  return `${number(value, { maximumFractionDigits: digits })}${percent ? '%' : ''}`;
}

function howText({ how, value, percent, change }: Figure): string {
  const said = {
    total: 'total',
    'at the end': 'as of the last day',
    average: 'on average',
    'each date': 'average per date',
  }[how];
  if (change === undefined) return said;
  const sign = change > 0 ? '+' : '';
  return `${said}, ${change === 0 ? 'unchanged' : `${sign}${valueText({ value: change, percent }, value)}`}`;
}

/** No charts if the numbers aren't over time, and no table if there is nothing in it. */
export function numberBlocks(numbers: Numbers): KnownBlock[] {
  const { shown, rows } = numbers;
  const table = rows > 0 ? [dataTable(tableOf(numbers))] : [];
  if (typeof shown === 'string') return table;
  const charts = chartsOf(shown, { charts: slack.charts, points: slack.chartPoints });
  return [
    ...charts.map(({ name, percent, spans, series }) =>
      lineChart({
        title: percent ? `${name} (%)` : name,
        labels: labelsOf(spans),
        lines: series.map((line) => ({ ...line, name: line.name || name })),
      }),
    ),
    ...table,
  ];
}

/** A row for each network or profile; for a single one, a row for each day or span of days. Without times, the rows as they came. */
export function tableOf({ shown, sample, rows }: Numbers): Table {
  if (typeof shown === 'string') return { caption: 'Exported rows', rows: sample, total: rows };
  const columns = shown.panels.map(({ name, figure }) =>
    figure.how === 'each date' ? `${name} (${howText(figure)})` : name,
  );
  const caption = captionOf(shown);
  if (shown.names.length > 1) {
    const lines = byName(shown).map(({ name, figures }) => [name, ...figures.map(cellOf)]);
    const all = shown.panels.map(({ figure }) => cellOf(figure));
    return { caption, rows: [['Profile', ...columns], ...lines, ['All', ...all]] };
  }
  const spans = bySpan(shown, slack.chartPoints);
  const labels = labelsOf(spans.map(({ span }) => span));
  const lines = spans.map(({ figures }, at) => [labels[at] ?? '', ...figures.map(cellOf)]);
  return { caption, rows: [['Date', ...columns], ...lines] };
}

const cellOf = (figure: Figure | undefined): Cell =>
  figure ? { value: figure.value, text: valueText(figure) } : '';

/** `Oct 22 – Nov 20, 2026 · top 5 of 12 · 2 more metrics in the file`. */
function captionOf(story: OverTime): string {
  const { left, names } = story;
  return [
    periodText(story),
    ...(left.lines > 0 ? [`top ${names.length} of ${number(left.lines + names.length)}`] : []),
    ...(left.panels > 0
      ? [`${left.panels} more ${plural(left.panels, { one: 'metric', other: 'metrics' })} in the file`]
      : []),
  ].join(' · ');
}

const labelForms: Intl.DateTimeFormatOptions[] = [
  { day: 'numeric', month: 'short' },
  { day: 'numeric', month: 'numeric', year: '2-digit' },
  { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
];

/** `Oct 22`, or `Oct 22 – 23` where a point is several days: the shortest form that fits, and that tells all of them apart. */
function labelsOf(spans: readonly Span[]): string[] {
  const forms = labelForms.flatMap((form) => {
    const format = formOf(form);
    return [
      () => spans.map(({ from, to }) => format.formatRange(from, to)),
      () => spans.map(({ from }) => format.format(from)),
    ];
  });
  for (const write of forms) {
    const labels = write();
    const fits = labels.every((label) => label.length <= slack.chartLabel);
    if (fits && new Set(labels).size === labels.length) return labels;
  }
  return spans.map((_, at) => `${at + 1}`);
}

export const whyNoChart: Record<NotOverTime, string> = {
  'no rows': 'The data has no rows yet, so there’s no chart.',
  'no dates': 'The data has no dates, so there’s no chart.',
  'one date': 'The data covers only one date, so there’s no chart.',
  'no numbers': 'The data has no numbers, so there’s no chart.',
};
