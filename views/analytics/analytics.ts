/** The message of an analytics export: its progress, then the numbers and where the file is. */
import type { KnownBlock } from '@slack/types';
import type { ExportState, Numbers, SharedFile } from '#src/analytics/export-state.ts';
import { isChannel } from '#src/platform/slack/channel.ts';
import { section } from '#views/kit/blocks.ts';
import { plainTable } from '#views/kit/charts.ts';
import { clip } from '#views/kit/limits.ts';
import { bold, count, escaped, escapedWithMarks, person, place } from '#views/kit/text.ts';
import { rowsBlock } from '#views/posts/card-rows.ts';
import { figureLines, numberBlocks, periodText, tableOf, whyNoChart } from './numbers.ts';

export const notBegun = 'Couldn’t start the export. Try again in a minute.';

/** Before the question which brand is meant. */
export const sharedHere = 'I’ll share the numbers in this channel, where everyone can see them.';

export const onTheirWay = (brand: string): { text: string } => ({
  text: `I’ll share the numbers for ${bold(brand)} in this channel.`,
});

/** What Slack takes in an update, with some room. */
const longestText = 3_900;
const longestReason = 250;
const postsShown = 10;

/** `aside`: it's in a direct message; `plain`: without the blocks that Slack may refuse. */
export function renderExport(
  state: ExportState,
  { aside, plain = false }: { aside: boolean; plain?: boolean },
): { text: string; blocks?: KnownBlock[] } {
  const text = [stageText(state), ...(aside ? [asideText(state)] : [])].filter(Boolean).join('\n');
  if (state.stage.is !== 'here') return { text };
  const { numbers, posts } = state.stage;
  const [first = '', ...more] = text.split('\n');
  const said = [first, more.join('\n')].filter(Boolean).map(section);
  const rows = posts.slice(0, postsShown).map((post) => ({ ...post, after: [] }));
  const linked = rows.some(({ url }) => url) ? [section('*Posts*'), rowsBlock(rows, rows.length)] : [];
  if (!plain) return { text, blocks: [...said, ...numberBlocks(numbers), ...linked] };
  return {
    text: numbers.rows > 0 ? `${text}\n${plainTable(tableOf(numbers), longestText - text.length)}` : text,
  };
}

function stageText(state: ExportState): string {
  const { brand, by, stage } = state;
  const days = state.period ? ` for ${escaped(periodText(state.period))}` : '';
  const numbers = `the numbers for ${bold(brand)}${days}`;
  switch (stage.is) {
    case 'reading':
      // the only stage that is a new message, which would notify the person who asks for it
      return `:hourglass_flowing_sand: Getting ${numbers}…`;
    case 'waiting':
      return `:hourglass_flowing_sand: Getting ${numbers}… Requested by ${person(by)}. The publishing service hasn’t responded yet. I’ll keep trying for a few minutes.`;
    case 'here':
      return [
        `:bar_chart: ${bold(brand)}${periodOf(stage.numbers, state.period)}: ${count(stage.numbers.rows, 'row')}, requested by ${person(by)}. ${whyNone(stage.numbers, state.period)}${fileText(stage.file, by)}`,
        ...figureLines(stage.numbers),
      ].join('\n');
    case 'empty':
      return `:bar_chart: The publishing service has no numbers for ${bold(brand)}${days} yet, so there’s no file.`;
    case 'failed':
      return `:warning: Couldn’t share ${numbers}, requested by ${person(by)}. ${escapedWithMarks(stage.reason)}`;
  }
}

/** The days that have numbers, or those that were asked for. */
function periodOf({ shown }: Numbers, asked: ExportState['period']): string {
  const period = typeof shown === 'string' ? (shown === 'no dates' ? undefined : asked) : shown;
  return period ? `, ${escaped(periodText(period))}` : '';
}

function whyNone({ shown }: Numbers, asked: ExportState['period']): string {
  if (shown === 'no dates' && asked)
    return `The data has no dates, so this is everything, not just ${escaped(periodText(asked))}. There’s no chart. `;
  return typeof shown === 'string' ? `${whyNoChart[shown]} ` : '';
}

function fileText(file: SharedFile, by: string): string {
  if (typeof file === 'object')
    return `:warning: Couldn’t share the CSV file. ${escapedWithMarks(clip(file.failed, longestReason))}`;
  return {
    below: 'The CSV file is below.',
    aside: `I sent the CSV file to ${person(by)} in a direct message. I can’t share files in this channel until someone invites me with \`/invite @Presscheck\`.`,
    unknown:
      'I couldn’t confirm whether Slack shared the CSV file. If it isn’t below, run the command again.',
  }[file];
}

function asideText({ channel, stage }: ExportState): string {
  if (stage.is === 'failed' || stage.is === 'empty') return '';
  if (!isChannel(channel))
    return 'You asked in a direct message that I’m not in, so I’m sharing the numbers here, where only you can see them.';
  return `I don’t have permission to share files in ${place(channel)}, so I’m sharing the numbers here, where only you can see them. To share them there, invite me with \`/invite @Presscheck\`, then run the command again.`;
}
