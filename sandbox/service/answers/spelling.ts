import type { Provider } from '#sandbox/service/schemas.ts';
import type { Variants } from '#sandbox/service/variants.ts';
import type { World } from '#sandbox/service/world.ts';

const suffixed: Record<Provider, string> = {
  facebook: 'facebook_page',
  instagram: 'instagram_business',
  twitter: 'twitter_account',
  linkedin: 'linkedin_page',
  pinterest: 'pinterest_board',
  tiktok: 'tiktok_business',
};

/** The name of a network as this variant writes it. */
export function spellProvider(provider: Provider, { provider: spelling }: Variants): string {
  if (spelling === 'upper') return provider.toUpperCase();
  if (spelling === 'suffixed') return suffixed[provider];
  return spelling === 'x' && provider === 'twitter' ? 'x' : provider;
}

/** An ISO 8601 datetime; the contract does not say in which of its spellings. */
export function spellDatetime(at: number, { datetime }: Variants): string {
  const utc = new Date(at).toISOString();
  if (datetime === 'milliseconds') return utc;
  if (datetime === 'seconds') return `${utc.slice(0, 19)}Z`;
  if (datetime === 'zero-offset') return `${utc.slice(0, 19)}+00:00`;
  return `${new Date(at + 2 * 3_600_000).toISOString().slice(0, 19)}+02:00`;
}

/** The public URL of a media file. Images that the service generated are served next to `/v1`. */
export function spellMedia(kept: string, world: World): string {
  return kept.startsWith('media:') ? `${world.origin()}/media/${kept.slice(6)}.png` : kept;
}
