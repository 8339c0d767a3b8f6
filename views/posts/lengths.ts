/** What people read about posts that networks will refuse: captions that are too long, and media that are missing. */

import { networkName, type Provider, providers } from '#src/platform/publishing-api/networks.ts';
import type { Measure } from '#src/posts/card/lengths.ts';
import { needsMedia } from '#src/posts/card/needs-media.ts';
import { listed, number, plural } from '#views/kit/language.ts';

/** `X (Twitter) allows 280; this counts 301: 21 too many.` */
export function lengthText({ network, what, counts, allows }: Measure): string {
  return `${networkName(network)} allows ${number(allows)} ${what}. This has ${number(counts)}, which is ${number(counts - allows)} too many.`;
}

/** Shown where people choose the number of images, before anything is generated and paid for. */
export const picturesNeeded = (): string =>
  `${listed(providers.filter(needsMedia).map(networkName))} require an image or video.`;

/** Follows a sentence that names pictures and videos. */
export function noMediaText(networks: readonly Provider[]): string {
  return `${listed(networks.map(networkName))} ${plural(networks.length, { one: 'requires', other: 'require' })} one.`;
}
