/** The message of an analytics export: its progress, then the numbers and where the file is. */
import type { KnownBlock } from '@slack/types';
import type { ExportStage, ExportState, SharedFile } from '#src/analytics/export-state.ts';
import type { Summary } from '#src/analytics/summary.ts';
import { isChannel } from '#src/platform/slack/channel.ts';
import { contextLine, heading, section } from '#views/kit/blocks.ts';
import { clip } from '#views/kit/limits.ts';
import type { RenderedMessage } from '#views/kit/paged.ts';
import { bold, count, escaped, escapedWithMarks, person, place } from '#views/kit/text.ts';
import { periodText, summaryParts } from './summary.ts';

/** Shown before asking which brand is meant. */
export const sharedHere = 'I’ll share the numbers in this channel, where everyone can see them.';

/** The answer to text after a brand that doesn't name days. */
export const unknownDays = (words: string): [message: string, hint: string] => [
  `I don’t recognize the dates “${clip(words, 80)}”, so nothing was shared.`,
  'Try `last week`, `14 days`, or `this month`.',
];

export const onTheirWay = (brand: string): { text: string } => ({
  text: `I’ll share the numbers for ${bold(brand)} in this channel.`,
});

const longestReason = 250;

/** The title of the file: `Northwind Coffee, Oct 22 – Nov 20, 2026`. */
export const exportTitle = (brand: string, { period }: Summary): string =>
  [brand, ...(period ? [periodText(period)] : [])].join(', ');

/** `aside`: in a direct message. */
export function renderExport(
  state: ExportState,
  { aside }: { aside: boolean },
): { text: string } & Partial<RenderedMessage> {
  const why = aside ? asideText(state) : '';
  if (state.stage.is === 'here') return renderNumbers(state, state.stage, why);
  return { text: [stageText(state, state.stage), why].filter(Boolean).join('\n') };
}

function renderNumbers(
  { brand, by }: ExportState,
  { numbers, file, slackUrl }: Extract<ExportStage, { is: 'here' }>,
  why: string,
): RenderedMessage {
  const { rows, summary, sample } = numbers;
  const isRaw = summary.metrics.length === 0;
  const table = isRaw && rows > 0 ? { caption: 'Exported rows', rows: sample, total: rows } : undefined;
  const parts = summaryParts(summary, { slackUrl, table });
  const who = `Requested by ${person(by)}`;
  const whereFile = fileText(file, by, rows);
  const around = (blocks: readonly KnownBlock[]): KnownBlock[] => [
    heading(`Analytics for ${brand}`),
    contextLine([parts.dates, who].filter(Boolean).join('  ·  ')),
    ...(why ? [section(why)] : []),
    ...blocks,
    ...(parts.notes.length > 0 ? [contextLine(parts.notes.join(' '))] : []),
    section(whereFile),
  ];
  return {
    // the blocks have everything else
    text: [
      `:bar_chart: ${bold(brand)}${parts.dates && `, ${parts.dates}`}. ${who}. ${whereFile}`,
      ...(why ? [why] : []),
      ...parts.lines,
    ].join('\n'),
    blocks: around(parts.blocks),
    plain: around(parts.plain),
  };
}

function stageText({ brand, by, period }: ExportState, stage: Exclude<ExportStage, { is: 'here' }>): string {
  const days = period ? ` (${escaped(periodText(period))})` : '';
  const numbers = `the numbers for ${bold(brand)}${days}`;
  switch (stage.is) {
    case 'reading':
      // no mention: this stage is a new message, which would notify the person who requested it
      return `:hourglass_flowing_sand: Getting ${numbers}…`;
    case 'waiting':
      return `:hourglass_flowing_sand: Getting ${numbers}… Requested by ${person(by)}. The publishing service hasn’t responded yet. I’ll keep trying for a few minutes.`;
    case 'empty':
      return `:bar_chart: The publishing service has no numbers for ${bold(brand)}${days} yet, so there’s no file.`;
    case 'failed':
      return `:warning: Couldn’t share ${numbers}, requested by ${person(by)}. ${escapedWithMarks(stage.reason)}`;
  }
}

function fileText(file: SharedFile, by: string, rows: number): string {
  if (typeof file === 'object')
    return `:warning: Couldn’t share the CSV file. ${escapedWithMarks(clip(file.failed, longestReason))}`;
  const all = count(rows, 'row');
  return {
    below: `The CSV file with ${all} is below.`,
    aside: `I sent the CSV file with ${all} to ${person(by)} in a direct message. I can’t share files in this channel until someone invites me with \`/invite @Presscheck\`.`,
    unknown:
      'I couldn’t confirm whether Slack shared the CSV file. If it isn’t below, run the command again.',
  }[file];
}

function asideText({ channel, stage }: ExportState): string {
  if (stage.is === 'failed' || stage.is === 'empty') return '';
  if (!isChannel(channel))
    return 'You requested this in a direct message that I’m not in, so I’m sharing the numbers here, where only you can see them.';
  return `I don’t have permission to share files in ${place(channel)}, so I’m sharing the numbers here, where only you can see them. To share them there, invite me with \`/invite @Presscheck\`, then run the command again.`;
}
