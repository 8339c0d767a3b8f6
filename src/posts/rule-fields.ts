/**
 * The fields of the hash with the approval rules, which the scripts that write a card or a ledger entry
 * compare.
 */

/** The field of the common rule. */
export const commonField = 'default';

/** The field of a brand's rule. */
export const fieldOf = (brand: string): string => `brand.${brand}`;
