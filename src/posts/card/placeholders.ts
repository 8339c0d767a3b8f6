/** The placeholders of templates and captions, such as `{product}` or `{weekday}`. Pure. */

/** The language in which dates are written. */
const language = 'en-US';

const placeholder = /\{[^{}\n]+\}/g;

export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** The placeholders of a text, each once: `{product}`. */
export const placeholdersIn = (text: string): string[] =>
  [...new Set(text.match(placeholder))].filter(hasWords);

/** A text with its placeholders as one word each. */
export const withoutPlaceholders = (text: string): string => text.replace(placeholder, 'x');

/** The placeholders that nobody has to replace. */
export const builtIn = ['{brand}', '{date}', '{weekday}', '{month}'] as const;
type BuiltIn = (typeof builtIn)[number];

/** `{weekday}` for `{ Weekday }`. */
const nameOf = (found: string): string => `{${found.slice(1, -1).trim().toLowerCase()}}`;

/** The text with these placeholders replaced, in upper or lower case. */
function fill(text: string, values: Partial<Record<BuiltIn, string>>): string {
  const known = new Map<string, string>(Object.entries(values));
  return text.replace(placeholder, (found) => known.get(nameOf(found)) ?? found);
}

export const fillBrand = (text: string, brand: { name: string }): string =>
  fill(text, { '{brand}': brand.name });

/**
 * The text with the placeholders for dates replaced by the day of `at` (epoch ms) in the IANA time zone
 * `zone`.
 */
export function fillDay(text: string, { at, zone }: { at: number; zone: string }): string {
  if (!namesDay(text)) return text;
  const inZone = (form: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(language, { ...form, timeZone: zone }).format(at);
  const month = { month: 'long' } as const;
  return fill(text, {
    '{date}': inZone({ ...month, day: 'numeric', year: 'numeric' }),
    '{weekday}': inZone({ weekday: 'long' }),
    '{month}': inZone(month),
  });
}

export const isDay = (found: string): boolean => ['{date}', '{weekday}', '{month}'].includes(nameOf(found));

/** Whether the text has placeholders that `fillDay` replaces. */
export const namesDay = (text: string): boolean => placeholdersIn(text).some(isDay);
