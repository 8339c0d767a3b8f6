/** What people read about posts that networks will refuse: captions that are too long, and media that are missing. */
import type { KnownBlock } from '@slack/types';
import type { Card } from '#src/cards/card.ts';
import { type Measure, tooLong } from '#src/cards/lengths.ts';
import { needsMedia, withoutMedia } from '#src/cards/needs-media.ts';
import { networkName, type Provider, providers } from '#src/cards/networks.ts';
import { listed, number, plural } from './language.ts';
import { mrkdwn } from './text.ts';

/** `X (Twitter) allows 280; this counts 301: 21 too many.` */
export function lengthText({ network, what, counts, allows }: Measure): string {
  const things = what === 'characters' ? '' : ` ${what}`;
  return `${networkName(network)} allows ${number(allows)}${things}; this counts ${number(counts)}: ${number(counts - allows)} too many.`;
}

/** Said where pictures are chosen, before they are paid for. */
export const picturesNeeded = (): string =>
  `${listed(providers.filter(needsMedia).map(networkName))} take no post without a picture or video.`;

const waiting = new Set<Card['state']>(['review', 'changes requested', 'scheduled', 'failed']);

/** `Instagram and TikTok take no post without one.`, behind what one is; `undefined`: nothing is missing. */
export function noMediaText(card: Card): string | undefined {
  const names = withoutMedia(card.content).map(networkName);
  if (names.length === 0) return undefined;
  return `${listed(names)} ${plural(names.length, { one: 'takes', other: 'take' })} no post without one.`;
}

/** Below the caption, as long as somebody can still change it. */
export function lengthBlocks(card: Card): KnownBlock[] {
  if (!waiting.has(card.state) || card.pending) return [];
  const missing = noMediaText(card);
  const lines = [
    ...tooLong(card.content).map((measure) => `:warning: *Too long:* ${lengthText(measure)}`),
    ...(missing ? [`:warning: *No picture or video:* ${missing}`] : []),
  ];
  return lines.length > 0 ? [{ type: 'context', elements: [mrkdwn(lines.join('\n'))] }] : [];
}

/** For a dialog, which has little room: that networks will refuse it. */
export function refusedText(card: Card): string | undefined {
  const long = [...new Set(tooLong(card.content).map(({ network }) => network))];
  const missing = withoutMedia(card.content);
  const named = long.length > 0 && missing.length > 0 ? 1 : 2;
  const of = (networks: Provider[]): string =>
    networks.length > named ? `${networks.length} networks` : listed(networks.map(networkName));
  const why = [
    ...(long.length > 0 ? [`too long for ${of(long)}`] : []),
    ...(missing.length > 0 ? [`no picture or video for ${of(missing)}`] : []),
  ].join(', and ');
  if (why === '') return undefined;
  return `*${why.charAt(0).toUpperCase()}${why.slice(1)}*: it will probably be refused there.`;
}
