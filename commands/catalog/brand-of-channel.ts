import type { Named } from '#src/platform/publishing-api/request.ts';

interface Channels {
  settingsOf(id: string): { channel?: string | undefined };
  ruleOf(id: string): { channel?: string | undefined } | undefined;
}

/**
 * The only brand whose cards go to this channel, according to its rule or else its settings; `undefined` if
 * the channel was last used for another brand.
 */
export function brandOfChannel<T extends Named>(
  brands: readonly T[],
  channel: string,
  { settingsOf, ruleOf }: Channels,
  last: Named | undefined,
): T | undefined {
  const found = brands.filter(({ id }) => {
    try {
      return (ruleOf(id)?.channel ?? settingsOf(id).channel) === channel;
    } catch {
      // if another brand's settings can't be read, people learn that when they use that brand
      return false;
    }
  });
  const [only, ...others] = found;
  return others.length === 0 && (last === undefined || last.id === only?.id) ? only : undefined;
}
