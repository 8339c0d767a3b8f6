/**
 * The numbers of a summary in a message: figures, charts and a table as Slack's own blocks, the top posts,
 * and what's missing.
 */
import type { KnownBlock } from '@slack/types';
import { byName, bySpan, type Chart, chartsOf, inAll } from '#src/analytics/chart.ts';
import type { Figure } from '#src/analytics/figures.ts';
import { dayMs, daysIn, type Period } from '#src/analytics/period.ts';
import type { Best } from '#src/analytics/results.ts';
import { type Gap, isComparable, type Metric, type Missing, type Summary } from '#src/analytics/summary.ts';
import { section } from '#views/kit/blocks.ts';
import { type Cell, dataTable, lineChart, plainTable, type Table } from '#views/kit/charts.ts';
import { count, language, listed, number, plural } from '#views/kit/language.ts';
import { clip, slack } from '#views/kit/limits.ts';
import { compact } from '#views/kit/lists.ts';
import { clipped, escaped, escapedWithMarks, lower } from '#views/kit/text.ts';
import { aside, postRow, rowsBlock } from '#views/posts/card-rows.ts';

const longestReason = 250;
const longestPlainTable = 1_500;
const gapsShown = 3;
const figuresShown = 3;

/** The parts that `/social analytics` and the weekly report have in common. */
export interface SummaryParts {
  /**
   * `Nov 16 – 22, 2026, compared with the 7 days before: Nov 9 – 15, 2026`; empty if the rows have no dates.
   */
  dates: string;
  /** `• Impressions: *36,480*, +17% from 31,260`. */
  lines: string[];
  /** What's missing, and what the numbers mean. */
  notes: string[];
  blocks: KnownBlock[];
  /** The same, for workspaces without charts and tables. */
  plain: KnownBlock[];
}

/** `table`: shown instead of the summary's own table. */
export function summaryParts(
  summary: Summary,
  { slackUrl, table = tableOf(summary) }: { slackUrl: string; table?: Table | undefined },
): SummaryParts {
  const lines = summary.metrics.flatMap((metric) =>
    metric.now.figure ? [lineOf(metric, metric.now.figure, summary)] : [],
  );
  const said = lines.length > 0 ? [section(lines.join('\n'))] : [];
  const best = bestBlocks(summary.best, slackUrl);
  const charts = chartsOf(summary, { charts: slack.charts, points: slack.chartPoints });
  return {
    lines,
    dates: datesOf(summary),
    notes: [...notesOf(summary), ...chartNotes(charts)],
    blocks: [...said, ...chartBlocks(charts, summary), ...(table ? [dataTable(table)] : []), ...best],
    plain: [...said, ...(table ? [section(plainTable(table, longestPlainTable))] : []), ...best],
  };
}

/** `Oct 22 – Nov 20, 2026`. */
export function periodText({ from, to }: Period): string {
  return formOf({ day: 'numeric', month: 'short', year: 'numeric' }).formatRange(from, to);
}

const formOf = (form: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC' });

/** Without the year if it's the same for both days: `Oct 22 – Nov 20`. */
function shortText(period: Period): string {
  const { from, to } = period;
  const isOneYear = new Date(from).getUTCFullYear() === new Date(to).getUTCFullYear();
  return isOneYear ? formOf({ day: 'numeric', month: 'short' }).formatRange(from, to) : periodText(period);
}

function datesOf({ period, compared, days, isDaily }: Summary): string {
  if (!compared) return period ? periodText(period) : '';
  const { now, before } = compared;
  const isWhole = days.now === daysIn(now);
  const known = (some: Period, has: number): string => {
    if (!isDaily) return periodText(some);
    const of = has === daysIn(some) ? '' : `${number(has)} of `;
    return `${periodText(some)} (${of}${count(daysIn(some), 'day')})`;
  };
  if (!before || days.before === 0) return known(now, days.now);
  if (isDaily && isWhole && days.before === days.now && days.now > 1) {
    // for less than a week, the period before is the same weekdays
    const isRightBefore = before.to + dayMs === now.from;
    return isRightBefore
      ? `${periodText(now)}, compared with the previous ${number(days.now)} days, ${periodText(before)}`
      : `${periodText(now)}, compared with ${periodText(before)} (${number(days.now)} days each)`;
  }
  return `${known(now, days.now)}, compared with ${known(before, days.before)}`;
}

function lineOf(metric: Metric, figure: Figure, summary: Summary): string {
  const words = clipped(metric.name, 60).replaceAll('*', '∗');
  const { now, before } = metric;
  const shown = `*${valueText(figure)}*`;
  if (!before.figure) return `• ${words}: ${shown}${howText(figure)}`;
  const [days, daysBefore] = [now.total.length, before.total.length];
  if (!isComparable(metric, summary, days, daysBefore)) {
    const during = (n: number): string =>
      metric.how === 'total'
        ? `in ${count(n, 'day')}`
        : plural(n, { one: 'on 1 day', other: `on average over ${n} days` });
    return `• ${words}: ${shown} ${during(days)}, compared with ${valueText(before.figure)} ${during(daysBefore)}`;
  }
  return `• ${words}: ${shown}, ${changeText(figure, before.figure)}`;
}

export function valueText({ value, percent }: Pick<Figure, 'value' | 'percent'>, like = value): string {
  const digits = Math.abs(like) >= 100 ? 0 : 2;
  return `${number(value, { maximumFractionDigits: digits })}${percent ? '%' : ''}`;
}

function howText({ how, value, percent, change = 0 }: Figure): string {
  switch (how) {
    case 'total':
      return ' total';
    case 'at_end': {
      const sign = change > 0 ? '+' : '';
      const changed = change === 0 ? 'unchanged' : `${sign}${valueText({ value: change, percent }, value)}`;
      return ` as of the last day, ${changed}`;
    }
    case 'average':
    case 'per_date':
      return ' on average';
  }
}

/** `+17% from 31,260`. */
function changeText(now: Figure, before: Figure): string {
  const change = changeOf(now, before);
  if (change === 'unchanged') return change;
  if (change === undefined) return `${now.value > before.value ? 'up' : 'down'} from ${valueText(before)}`;
  return `${change} from ${valueText(before)}`;
}

/**
 * `+17%`, or `+0.3 points` for a percentage; `undefined` if the earlier value is 0, because nothing is a
 * share of that.
 */
function changeOf(now: Figure, before: Figure): string | undefined {
  const by = now.value - before.value;
  if (by !== 0 && before.value === 0 && !now.percent) return undefined;
  const change = now.percent ? by : by === 0 ? 0 : (by / Math.abs(before.value)) * 100;
  const written = number(Math.abs(change), { maximumFractionDigits: Math.abs(change) < 10 ? 1 : 0 });
  if (written === '0') return 'unchanged';
  return `${change > 0 ? '+' : '−'}${written}${now.percent ? (written === '1' ? ' point' : ' points') : '%'}`;
}

function chartBlocks(charts: readonly Chart[], { compared, isDaily }: Summary): KnownBlock[] {
  const isWeek = compared?.before && isDaily && daysIn(compared.now) <= 7;
  return charts.map(({ metric, spans, lines }) =>
    lineChart({
      title: titleOf(metric, spans),
      labels: isWeek ? spans.map(({ from }) => formOf({ weekday: 'short' }).format(from)) : labelsOf(spans),
      lines: lines.map((line) => ({ ...line, name: lineName(line, metric) })),
    }),
  );
}

/** Which metrics have numbers but no chart. */
function chartNotes(charts: readonly Chart[]): string[] {
  const names = [...new Set(charts.flatMap(({ leftOut }) => leftOut.names))].map((name) =>
    clipped(name, 60).replaceAll('*', '∗'),
  );
  return compact([
    charts.some(({ leftOut }) => leftOut.days) && 'Charts show only days with data for every line.',
    names.length > 0 && `Charts leave out ${listed(names)}: too few days have data.`,
  ]);
}

const lineName = ({ name, period }: Chart['lines'][number], metric: Metric): string =>
  period ? shortText(period) : name || metric.name;

function titleOf({ name, percent, how }: Metric, spans: readonly Period[]): string {
  if (percent) return `${name} (%)`;
  return how === 'total' && spans.some(({ from, to }) => from !== to) ? `${name} per day` : name;
}

/**
 * One row for each profile. For a single profile, one for each metric, or for each day if there's nothing to
 * compare with.
 */
function tableOf(summary: Summary): Table | undefined {
  const { compared, metrics, names } = summary;
  if (!compared || metrics.length === 0) return undefined;
  const columns = metrics.map(({ name }) => name);
  const caption = captionOf(summary, compared.now);
  const { now, before } = compared;
  const all = inAll(summary);
  if (names.length > 1) {
    const rows = byName(summary).map(({ of, figures }) => [of, ...figures.map(cellOf)]);
    return { caption, rows: [['Profile', ...columns], ...rows, ['All', ...all.map(cellOf)]] };
  }
  if (before && summary.days.before > 0) {
    const rows = metrics.map((metric, at): Cell[] => {
      const [these, those] = [metric.now.figure, metric.before.figure];
      const comparable = all[at];
      const change =
        comparable?.now && comparable.before ? changeOf(comparable.now, comparable.before) : undefined;
      return [metric.name, cellOf({ now: these }), cellOf({ now: those }), change ?? ''];
    });
    return { caption, rows: [['Metric', shortText(now), shortText(before), 'Change'], ...rows] };
  }
  const spans = bySpan(summary, slack.chartPoints);
  const labels = labelsOf(spans.map(({ of }) => of));
  const rows = spans.map(({ figures }, at) => [labels[at] ?? '', ...figures.map(cellOf)]);
  return { caption, rows: [['Date', ...columns], ...rows] };
}

/** `12,479 (+3%)`. */
function cellOf({ now, before }: { now: Figure | undefined; before?: Figure | undefined }): Cell {
  if (!now) return '';
  const change = before && changeOf(now, before);
  const value = valueText(now);
  return { value: now.value, text: change && change !== 'unchanged' ? `${value} (${change})` : value };
}

/** `Oct 22 – Nov 20, 2026 · top 5 of 12 · 2 more metrics in the export`. */
function captionOf({ left, names }: Summary, period: Period): string {
  return compact([
    periodText(period),
    left.names > 0 && `top ${names.length} of ${number(left.names + names.length)}`,
    left.metrics > 0 &&
      `${number(left.metrics)} more ${plural(left.metrics, { one: 'metric', other: 'metrics' })} in the export`,
  ]).join(' · ');
}

const labelForms: Intl.DateTimeFormatOptions[] = [
  { day: 'numeric', month: 'short' },
  { day: 'numeric', month: 'numeric', year: '2-digit' },
];

/**
 * `Oct 22`, or `Oct 22 – 23` if a point is several days: the shortest form that fits and distinguishes all of
 * them.
 */
function labelsOf(spans: readonly Period[]): string[] {
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

/** `Impression` of a single one. */
export const figureName = ({ name, value, percent, how }: Figure): string =>
  percent || how !== 'total' ? name : plural(value, { one: singular(name), other: name });

const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '');

/** Lowercases the first letter, unless the name is like `CTR`. */
export const lowercase = (name: string): string => (/^\p{Lu}\p{Ll}/u.test(name) ? lower(name) : name);

function bestBlocks({ by, posts }: Best, slackUrl: string): KnownBlock[] {
  if (posts.length === 0) return [];
  const rows = posts.map(({ post, figures }) => ({
    ...postRow(post, slackUrl),
    after: figures
      .slice(0, figuresShown)
      .map((figure) => aside(`${valueText(figure)} ${clip(lowercase(figureName(figure)), 30)}`)),
  }));
  const title = by ? `*Top posts* by ${clipped(lowercase(by), 60)}` : '*Top posts*';
  return [section(title), rowsBlock(rows, rows.length)];
}

function notesOf(summary: Summary): string[] {
  const { missing, gaps, metrics, isDaily } = summary;
  const isPerDay = metrics.some(({ how }) => how === 'per_date');
  const left = gaps.length - gapsShown;
  return compact([
    ...missing.map((one) => missingText(one, summary)),
    ...gaps.slice(0, gapsShown).map(gapText),
    left > 0 && `${count(left, 'more profile')} ${plural(left, { one: 'has', other: 'have' })} gaps.`,
    isPerDay &&
      `*Per ${isDaily ? 'day' : 'date'}* is an average. The same person can be counted on several ${isDaily ? 'days, so the daily numbers' : 'dates, so the numbers for each date'} can’t be added up. Someone reached by two profiles or posts counts twice.`,
  ]);
}

/** `No data for Nov 3 – 5.` */
function gapText({ name, days }: Gap): string {
  const shown = days.slice(0, gapsShown).map(shortText);
  const left = days.slice(gapsShown).reduce((sum, period) => sum + daysIn(period), 0);
  const said = listed([...shown, ...(left > 0 ? [`${count(left, 'more day')}`] : [])]);
  return name === undefined
    ? `No data for ${said}.`
    : `${clipped(name, 60).replaceAll('*', '∗')} has no data for ${said}.`;
}

function missingText(missing: Missing, { period, compared }: Summary): string {
  const days = period && escaped(periodText(period));
  switch (missing.what) {
    case 'export':
      return `:warning: Couldn’t get the numbers. ${escapedWithMarks(clip(missing.reason, longestReason))}`;
    case 'rows':
      return 'The publishing service has no numbers yet.';
    case 'dates':
      return days
        ? `The numbers have no dates, so I can’t tell which are for ${days}.`
        : 'The numbers have no dates, so there’s no chart.';
    case 'one_date':
      return 'The numbers are for only one day, so there’s no chart.';
    case 'numbers':
      return 'The publishing service’s export has no numbers, so there’s no chart.';
    case 'period':
      return `The publishing service has no numbers for ${days}.`;
    case 'before':
      return compared?.before
        ? `There are no numbers for ${periodText(compared.before)} to compare with.`
        : '';
    case 'days': {
      const until = periodText({ from: missing.until, to: missing.until });
      const left = period ? Math.round((period.to - missing.until) / dayMs) : 0;
      return `The numbers end on ${until}, so ${plural(left, { one: 'the last day is', other: `the last ${number(left)} days are` })} left out.`;
    }
    case 'posts':
      return 'The numbers aren’t broken down by post, so I can’t show your top posts.';
    case 'best':
      return days ? `No posts have results for ${days}.` : 'No posts have results yet.';
  }
}
