/** The message of an analytics export: its progress, then where the files are and what they contain. */
import type { ExportState, Figure, NoPicture } from '#src/analytics/export-state.ts';
import { isChannel } from '#src/platform/slack/channel.ts';
import { number } from '#views/kit/language.ts';
import { clipped, count, escaped, escapedWithMarks, person, place } from '#views/kit/text.ts';

export const notBegun = 'Couldn’t start. Try again in a minute.';

export const onTheirWay = (brand: string): { text: string } => ({
  text: `The numbers for ${name(brand)} are on their way to this channel.`,
});

/** `aside`: it's in a direct message. */
export function renderExport(state: ExportState, { aside }: { aside: boolean }): { text: string } {
  return { text: [stageText(state), ...(aside ? [asideText(state)] : [])].filter(Boolean).join('\n') };
}

function stageText({ brand, by, stage }: ExportState): string {
  const numbers = `the numbers for ${name(brand)}`;
  switch (stage.is) {
    case 'reading':
      return `:hourglass_flowing_sand: Reading ${numbers} for ${person(by)}…`;
    case 'waiting':
      return `:hourglass_flowing_sand: Reading ${numbers} for ${person(by)}… The publishing service hasn’t answered yet. I’ll keep trying for a few minutes.`;
    case 'here':
      return [
        `:bar_chart: ${name(brand)}${stage.period ? `, ${escaped(stage.period)}` : ''}: ${count(stage.rows, 'row')}, requested by ${person(by)}. ${stage.withoutPicture ? whyNoPicture[stage.withoutPicture] : 'The chart and the table are below.'}`,
        ...(stage.figures ?? []).map(figureLine),
      ].join('\n');
    case 'sent aside':
      return `:incoming_envelope: I sent ${numbers} to ${person(by)} in a direct message. I can’t share files in this channel until someone invites me with \`/invite @Presscheck\`.`;
    case 'unknown':
      return `:warning: I couldn’t confirm whether Slack shared ${numbers}. If they aren’t below, run the command again.`;
    case 'empty':
      return `:bar_chart: The publishing service has no numbers for ${name(brand)} yet, so there’s no file.`;
    case 'failed':
      return `:warning: Couldn’t share ${numbers}, requested by ${person(by)}. ${escapedWithMarks(stage.reason)}`;
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
    return 'You asked in a direct message that I’m not part of, so they’re here, where only you can see them.';
  return `I don’t have permission to share files in ${place(channel)}, so they’re here, where only you can see them. To share them there, invite me with \`/invite @Presscheck\`, then run the command again.`;
}

const whyNoPicture: Record<NoPicture, string> = {
  'no rows': 'The table is below. It has no rows yet, so there’s no chart.',
  'no dates': 'The table is below. It has no dates, so there’s no chart.',
  'one date': 'The table is below. It covers only one date, so there’s no chart.',
  'no numbers': 'The table is below. It has no numbers, so there’s no chart.',
  'not drawn': 'The table is below. Something went wrong on our side, so there’s no chart.',
};

const name = (brand: string): string => `*${clipped(brand, 150).replaceAll('*', '∗')}*`;
