/** A brand's weekly report: its numbers, compared with those of the week before, and its top posts. */
import type { KnownBlock } from '@slack/types';
import type { WeekReport } from '#src/analytics/summary.ts';
import { contextLine, heading } from '#views/kit/blocks.ts';
import type { RenderedMessage } from '#views/kit/paged.ts';
import { clipped } from '#views/kit/text.ts';
import type { OwnMessageOptions } from '#views/posts/card-rows.ts';
import { summaryParts } from './summary.ts';

export function renderReport(
  { brand, summary }: WeekReport,
  { slackUrl }: OwnMessageOptions,
): RenderedMessage {
  const { dates, lines, notes, blocks, plain } = summaryParts(summary, { slackUrl });
  const title = brand.name ? `${brand.name} last week` : 'Last week';
  const around = (inner: readonly KnownBlock[]): KnownBlock[] => [
    heading(title),
    ...(dates ? [contextLine(dates)] : []),
    ...inner,
    ...(notes.length > 0 ? [contextLine(notes.join(' '))] : []),
  ];
  return {
    text: [`${clipped(title, 150)}${dates ? `: ${dates}` : ''}`, ...lines, ...notes].join('\n'),
    blocks: around(blocks),
    plain: around(plain),
  };
}
