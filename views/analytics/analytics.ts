/** The message of an analytics export: what is being done, then where the files are and what they hold. */
import type { ExportState, Figure, NoPicture } from '#src/analytics/export-state.ts';
import { isChannel } from '#src/platform/slack/channel.ts';
import { number } from '#views/kit/language.ts';
import { clipped, count, escaped, escapedWithMarks, person, place } from '#views/kit/text.ts';

export const notBegun = 'I could not begin. Ask again in a minute.';

export const onTheirWay = (brand: string): { text: string } => ({
  text: `The numbers of ${name(brand)} are on their way into this channel.`,
});

/** `aside`: it stands in a direct message. */
export function renderExport(state: ExportState, { aside }: { aside: boolean }): { text: string } {
  return { text: [stageText(state), ...(aside ? [asideText(state)] : [])].filter(Boolean).join('\n') };
}

function stageText({ brand, by, stage }: ExportState): string {
  const numbers = `the numbers of ${name(brand)}`;
  switch (stage.is) {
    case 'reading':
      return `:hourglass_flowing_sand: Reading ${numbers} for ${person(by)}…`;
    case 'waiting':
      return `:hourglass_flowing_sand: Reading ${numbers} for ${person(by)}… The publishing service has not answered yet. I keep asking for some minutes.`;
    case 'here':
      return [
        `:bar_chart: ${name(brand)}${stage.period ? `, ${escaped(stage.period)}` : ''}: ${count(stage.rows, 'row')}, requested by ${person(by)}. ${stage.withoutPicture ? whyNoPicture[stage.withoutPicture] : 'The picture and the table are below.'}`,
        ...(stage.figures ?? []).map(figureLine),
      ].join('\n');
    case 'sent aside':
      return `:incoming_envelope: I sent ${numbers} to ${person(by)} directly. I may not share files in this channel until somebody invites me with \`/invite @Presscheck\`.`;
    case 'unknown':
      return `:warning: I handed ${numbers} to Slack, and Slack did not say whether it shared them. If they are not below, ask again.`;
    case 'empty':
      return `:bar_chart: The publishing service has no numbers of ${name(brand)} yet, so there is no file.`;
    case 'failed':
      return `:warning: I could not share ${numbers}, which ${person(by)} asked for. ${escapedWithMarks(stage.reason)}`;
  }
}

/** `• Impressions: *412,300* total`. */
function figureLine({ name, percent, how, value, change }: Figure): string {
  const written = (n: number): string => `${number(n, digitsOf(value))}${percent ? '%' : ''}`;
  const said = { total: 'total', 'at the end': 'at the end', average: 'on average' }[how];
  const sign = (change ?? 0) > 0 ? '+' : '';
  const changed = change === undefined ? '' : `, ${change === 0 ? 'unchanged' : `${sign}${written(change)}`}`;
  return `• ${clipped(name, 60).replaceAll('*', '∗')}: *${written(value)}* ${said}${changed}`;
}

const digitsOf = (value: number): Intl.NumberFormatOptions =>
  Math.abs(value) >= 100 ? { maximumFractionDigits: 0 } : { maximumFractionDigits: 2 };

function asideText({ channel, stage }: ExportState): string {
  if (stage.is === 'failed' || stage.is === 'empty') return '';
  if (!isChannel(channel))
    return 'You asked in a direct message that I am no part of, so they come here, where only you see them.';
  return `I may not share files in ${place(channel)}, so they come here, where only you see them. Invite me there with \`/invite @Presscheck\` and ask again, and everyone there has them.`;
}

const whyNoPicture: Record<NoPicture, string> = {
  'no rows': 'The table is below. It has no rows yet, so there is no picture.',
  'no dates':
    'The table is below. It has no column of dates, so there is no picture of the numbers over time.',
  'one date':
    'The table is below. All of it is about one date, so there is no picture of the numbers over time.',
  'no numbers': 'The table is below. It has no column of numbers, so there is no picture.',
  'not drawn': 'The table is below. The picture could not be drawn, and the fault is ours.',
};

const name = (brand: string): string => `*${clipped(brand, 150).replaceAll('*', '∗')}*`;
