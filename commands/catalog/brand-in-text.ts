/** Which brand a text begins with, and the words after it. Pure. */

import type { Named } from '#src/platform/publishing-api/request.ts';
import { brandsNamed } from './which-brand.ts';

/** The brands that a text may begin with, and what follows. */
export type Fit = [brands: Named[], rest: string];

export const byName = (brands: Named[], text: string): Fit =>
  wholeName(brands, text) ?? byFirstWord(brands, text);

/**
 * The brands whose name (the longest, if several fit) or id the text begins with; `undefined` if there are
 * none.
 */
export function wholeName(brands: Named[], text: string): Fit | undefined {
  const begins = (start: string): boolean =>
    text.toLowerCase().startsWith(start.toLowerCase()) && /^(\s|$)/.test(text.slice(start.length));
  const whole = brands
    .flatMap((brand) => [...new Set([brand.name.trim(), brand.id])].map((start) => ({ brand, start })))
    .filter(({ start }) => start !== '' && begins(start));
  const longest = Math.max(...whole.map(({ start }) => start.length));
  const fit = whole.filter(({ start }) => start.length === longest).map(({ brand }) => brand);
  return fit.length > 0 ? [fit, text.slice(longest)] : undefined;
}

/** The brands that the first word or the quoted text matches, as in lists. */
export function byFirstWord(brands: Named[], text: string): Fit {
  const { name, rest } = firstIn(text);
  return [brandsNamed(brands, name), rest];
}

/** The first word, or the quoted text. */
export function firstIn(text: string): { name: string; rest: string } {
  const [, quoted, first = '', rest = ''] = /^(?:["“”]([^"“”]+)["“”]|(\S+))([\s\S]*)$/.exec(text) ?? [];
  return { name: (quoted ?? first).trim(), rest };
}
