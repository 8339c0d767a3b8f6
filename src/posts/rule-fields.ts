/**
 * The fields of the hash with the approval rules, which the scripts that write a card or a ledger entry
 * compare.
 */

export const commonField = 'default';

export const fieldOf = (brand: string): string => `brand.${brand}`;
