/** The social networks of the contract (service-api.md, Enumerations), and what people call them. */
export const providers = ['facebook', 'instagram', 'twitter', 'linkedin', 'pinterest', 'tiktok'] as const;
export type Provider = (typeof providers)[number];

const names: Record<string, string> = { tiktok: 'TikTok', linkedin: 'LinkedIn', twitter: 'X (Twitter)' };

/** `Instagram`; a network that the contract doesn't have is shown in the service's spelling. */
export function networkName(provider: string): string {
  return names[provider] ?? provider.charAt(0).toUpperCase() + provider.slice(1);
}

const mark = ' · ';

/** A profile as people pick it and read it: `Instagram · northwind.coffee`. */
export function profileName({ provider, name }: { provider: string; name: string }): string {
  return `${networkName(provider)}${mark}${name}`;
}

/**
 * The network that a profile's name begins with, and the rest of the name; `undefined`: no network that we
 * know.
 */
export function networkIn(shown: string): { network: Provider; name: string } | undefined {
  const network = providers.find((provider) => shown.startsWith(`${networkName(provider)}${mark}`));
  return network && { network, name: shown.slice(networkName(network).length + mark.length) };
}

/** The network of a profile as people read it; `undefined`: its name doesn't say. */
export function networkShown(shown: string): string | undefined {
  const [network, ...name] = shown.split(mark);
  return name.length > 0 ? network : undefined;
}

/** The networks of these profiles as people read them, each once. */
export const networksShown = (profiles: readonly { name: string }[]): string[] => [
  ...new Set(profiles.flatMap(({ name }) => networkShown(name) ?? [])),
];

/** Whether these words name the network, in upper or lower case: `X (Twitter)`, `Twitter`, or `X`. */
export const namesNetwork = (words: string, provider: string): boolean =>
  [networkName(provider), provider, ...(provider === 'twitter' ? ['x'] : [])].some(
    (name) => name.toLowerCase() === words.toLowerCase(),
  );

/** What people type for a network: one of its names, or the beginning of one. */
export function networkTyped(typed: string): Provider | undefined {
  const query = typed.toLowerCase();
  const named = providers.find((provider) => namesNetwork(typed, provider));
  if (named) return named;
  const found = query === '' ? [] : providers.filter((provider) => provider.startsWith(query));
  return found.length === 1 ? found[0] : undefined;
}
