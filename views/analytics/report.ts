/** A brand's weekly report: its numbers, compared with those of the week before, and its best posts. */
import type { KnownBlock } from '@slack/types';
import type { Metric, Missing, WeekReport } from '#src/analytics/week.ts';
import { contextLine, heading, section } from '#views/kit/blocks.ts';
import { type Cell, dataTable, lineChart, plainTable, type Table } from '#views/kit/charts.ts';
import { language, number } from '#views/kit/language.ts';
import { clip, slack } from '#views/kit/limits.ts';
import type { Said } from '#views/kit/paged.ts';
import { clipped, escapedWithMarks } from '#views/kit/text.ts';
import { type AnnounceOptions, aside, postRow, rowsBlock } from '#views/posts/card-rows.ts';
import { periodText, valueText } from './numbers.ts';

const dayMs = 86_400_000;
const lastDay = 6 * dayMs;
const longestReason = 250;
const plainTableText = 1_500;

export function renderReport(report: WeekReport, options: AnnounceOptions): Said {
  const { brand, from, fromBefore, metrics, best, missing } = report;
  const name = clipped(brand.name, 150);
  const week = periodText({ from, to: from + lastDay });
  const shown = daysOf(metrics);
  const compared = [from, fromBefore].map((start) =>
    periodText({ from: start, to: start + (shown - 1) * dayMs }),
  );
  const before = shown < 7 ? 'the same days in the previous week' : 'the week before';
  const lines = metrics
    .filter(({ value }) => value !== undefined)
    .map((metric) => metricLine(metric, before));
  const known = lines.length > 0;
  const table = tableOf(report);
  const notes = missing.map(missingText).join(' ');
  const bestTitle = '*Top posts*';
  const bestRows = best.map(({ post, figures }) => ({
    ...postRow(post, options.slackUrl),
    after: figures
      .slice(0, 3)
      .map((figure) => aside(`${valueText(figure)} ${clip(figure.name.toLowerCase(), 30)}`)),
  }));
  const top: KnownBlock[] = [
    heading(`${brand.name} last week`),
    contextLine(known ? comparedText(compared, shown) : week),
    ...(known ? [section(lines.join('\n'))] : []),
  ];
  const bottom: KnownBlock[] = [
    ...(bestRows.length > 0 ? [section(bestTitle), rowsBlock(bestRows, bestRows.length)] : []),
    ...(notes ? [contextLine(notes)] : []),
  ];
  return {
    text: [`${name} last week (${week})`, ...lines, ...(notes ? [notes] : [])].join('\n'),
    blocks: [...top, ...(known ? [...chartsOf(report), dataTable(table)] : []), ...bottom],
    plain: [...top, ...(known ? [section(plainTable(table, plainTableText))] : []), ...bottom],
  };
}

/** How many days of the week have numbers, up to the last one that has some. */
const daysOf = ([metric]: readonly Metric[]): number => metric?.days.length ?? 7;

const comparedText = ([week, before]: readonly string[], shown: number): string =>
  shown < 7
    ? `${week}, compared with the same days in the previous week (${before})`
    : `${week}, compared with ${before}`;

/** `• Impressions: *12,300*, +8% from the week before`. */
function metricLine({ name, percent, value = 0, valueBefore }: Metric, before: string): string {
  const words = clipped(name, 60).replaceAll('*', '∗');
  const said = `• ${words}: *${valueText({ value, percent })}*`;
  return valueBefore === undefined ? said : `${said}, ${changeText(value, valueBefore, before)}`;
}

function changeText(value: number, valueBefore: number, before: string): string {
  const change = shareOf(value, valueBefore);
  if (change === undefined) return value > 0 ? 'up from 0' : 'down from 0';
  return change === '0%' ? `unchanged from ${before}` : `${change} from ${before}`;
}

/** `+8%`; `undefined`: there is nothing to compare it with. */
function shareOf(value: number, before: number): string | undefined {
  if (before === 0) return value === 0 ? '0%' : undefined;
  const share = ((value - before) / Math.abs(before)) * 100;
  const digits = Math.abs(share) < 10 ? 1 : 0;
  const written = number(Math.abs(share), { maximumFractionDigits: digits });
  return written === '0' ? '0%' : `${share > 0 ? '+' : '−'}${written}%`;
}

function tableOf({ metrics, from, fromBefore }: WeekReport): Table {
  const rows = metrics.map(({ name, percent, value, valueBefore }): Cell[] => [
    name,
    cellOf(value, percent),
    cellOf(valueBefore, percent),
    value === undefined || valueBefore === undefined ? '' : (shareOf(value, valueBefore) ?? ''),
  ]);
  const week = periodText({ from: fromBefore, to: from + lastDay });
  return { caption: week, rows: [['Metric', 'Last week', 'Week before', 'Change'], ...rows] };
}

const cellOf = (value: number | undefined, percent: boolean): Cell =>
  value === undefined ? '' : { value, text: valueText({ value, percent }) };

/** The days of the week that have numbers, one line for each week. A week without numbers has no line. */
function chartsOf({ metrics, from }: WeekReport): KnownBlock[] {
  const form = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  const shown = daysOf(metrics);
  // a line needs two points
  if (shown < 2) return [];
  const labels = Array.from({ length: shown }, (_, day) => form.format(from + day * dayMs));
  return metrics
    .filter(({ value }) => value !== undefined)
    .slice(0, slack.charts)
    .map(({ name, percent, how, days, daysBefore }) => {
      const lines = [
        { name: 'Last week', values: filled(days, how) },
        { name: 'Week before', values: filled(daysBefore, how) },
      ];
      const known = lines.filter(({ values }) => values.length > 0);
      return lineChart({ title: percent ? `${name} (%)` : name, labels, lines: known });
    });
}

/** Slack's charts have no gaps: a day without a total counts 0, and one without a state or an average has the last known. */
function filled(days: Metric['days'], how: Metric['how']): number[] {
  const first = days.find((value) => value !== undefined);
  if (first === undefined) return [];
  let last = first;
  return days.map((value) => {
    if (value === undefined) return how === 'total' ? 0 : last;
    last = value;
    return value;
  });
}

function missingText(missing: Missing): string {
  switch (missing.what) {
    case 'export':
      return `:warning: Couldn’t get the numbers. ${escapedWithMarks(clip(missing.reason, longestReason))}`;
    case 'rows':
      return 'The publishing service has no numbers yet.';
    case 'dates':
      return 'The numbers have no dates, so I can’t compare weeks.';
    case 'numbers':
      return 'The publishing service’s export has no numbers.';
    case 'week':
      return 'The publishing service has no numbers for last week.';
    case 'before':
      return 'There are no numbers for the week before.';
    case 'days':
      return `The numbers end on ${periodText({ from: missing.until, to: missing.until })}.`;
    case 'posts':
      return 'The numbers aren’t broken down by post, so I can’t show your top posts.';
    case 'best':
      return 'No posts had results last week.';
  }
}
