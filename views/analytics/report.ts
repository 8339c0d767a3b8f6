/** A brand's weekly report: its numbers, compared with those of the week before, and its top posts. */
import type { KnownBlock } from '@slack/types';
import type { WeekReport } from '#src/analytics/summary.ts';
import { contextLine, heading } from '#views/kit/blocks.ts';
import type { RenderedMessage } from '#views/kit/paged.ts';
import { capital, clipped, unnamed } from '#views/kit/text.ts';
import type { OwnMessageOptions } from '#views/posts/card-rows.ts';
import { summaryParts } from './summary.ts';

export function renderReport(
  { brand, summary }: WeekReport,
  { slackUrl }: OwnMessageOptions,
): RenderedMessage {
  const { dates, lines, notes, blocks, plain } = summaryParts(summary, { slackUrl });
  const name = brand.name || capital(unnamed.brand);
  const around = (inner: readonly KnownBlock[]): KnownBlock[] => [
    heading(`${name} last week`),
    ...(dates ? [contextLine(dates)] : []),
    ...inner,
    ...(notes.length > 0 ? [contextLine(notes.join(' '))] : []),
  ];
  return {
    text: [`${clipped(name, 150)} last week (${dates})`, ...lines, ...notes].join('\n'),
    blocks: around(blocks),
    plain: around(plain),
  };
}
