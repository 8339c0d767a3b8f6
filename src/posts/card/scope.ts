/** One brand, or all of them: the key of pauses, approval rules and updates of many cards. Pure. */

/** A brand's key in stored records, or `all` without one. */
export const scopeOf = (brand: { id: string } | undefined): string =>
  brand === undefined ? 'all' : `brand.${brand.id}`;

/** The brand's id of a scope; `undefined`: all brands. */
export const brandOf = (scope: string): string | undefined => /^brand\.(.*)$/s.exec(scope)?.[1];
