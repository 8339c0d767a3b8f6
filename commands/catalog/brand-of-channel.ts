import type { Named } from '#src/platform/publishing-api/request.ts';

interface Channels {
  settingsOf(id: string): { channel?: string | undefined };
  ruleOf(id: string): { channel?: string | undefined } | undefined;
}

/** The only brand whose cards go to this channel, by its rule before its settings; `undefined` if the channel was last used for another. */
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
      // what can't be read of another brand is said where that brand is used
      return false;
    }
  });
  const [only, ...others] = found;
  return others.length === 0 && (last === undefined || last.id === only?.id) ? only : undefined;
}
