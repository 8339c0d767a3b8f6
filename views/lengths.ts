/** What people read about captions that are too long. */
import type { KnownBlock } from '@slack/types';
import type { Card } from '#src/cards/card.ts';
import { type Measure, tooLong } from '#src/cards/lengths.ts';
import { networkName } from '#src/cards/networks.ts';
import { number } from './language.ts';
import { mrkdwn } from './text.ts';

/** `X (Twitter) allows 280; this counts 301: 21 too many.` */
export function lengthText({ network, what, counts, allows }: Measure): string {
  const things = what === 'characters' ? '' : ` ${what}`;
  return `${networkName(network)} allows ${number(allows)}${things}; this counts ${number(counts)}: ${number(counts - allows)} too many.`;
}

const waiting = new Set<Card['state']>(['review', 'changes requested', 'scheduled', 'failed']);

/** Below the caption, as long as somebody can still shorten it. */
export function lengthBlocks(card: Card): KnownBlock[] {
  const over = waiting.has(card.state) && !card.pending ? tooLong(card.content) : [];
  if (over.length === 0) return [];
  const lines = over.map((measure) => `:warning: *Too long:* ${lengthText(measure)}`);
  return [{ type: 'context', elements: [mrkdwn(lines.join('\n'))] }];
}

/** For a dialog, which has little room: that networks will refuse it. */
export function refusedText(card: Card): string | undefined {
  const names = [...new Set(tooLong(card.content).map(({ network }) => networkName(network)))];
  if (names.length === 0) return undefined;
  const where = names.length > 2 ? `${names.length} networks` : names.join(' and ');
  return `*Too long for ${where}*: it will probably be refused there.`;
}
