/**
 * The language that people read, and how it writes numbers, lists and plurals. Nothing else in `views` names
 * a language.
 */

/**
 * The language of the texts, and of Slack's own dates next to them: `November 24`, `2:00 PM`, `a, b, and c`.
 */
export const language = 'en-US';
/**
 * American English has no abbreviations for European zones, such as CET. The first language that has one for
 * a zone is used.
 */
export const languagesOfZones = [language, 'en-GB'];

/** `2,200`. */
export const number = (n: number, form?: Intl.NumberFormatOptions): string =>
  n.toLocaleString(language, form);

// built when they're first needed, because they read tables of Node that a start would have to wait for
let list: Intl.ListFormat | undefined;
let disjunction: Intl.ListFormat | undefined;
let plurals: Intl.PluralRules | undefined;

/** `a, b, and c`. */
export function listed(parts: readonly string[]): string {
  list ??= new Intl.ListFormat(language, { type: 'conjunction' });
  return list.format(parts);
}

/** `a, b, or c`. */
export function alternatives(parts: readonly string[]): string {
  disjunction ??= new Intl.ListFormat(language, { type: 'disjunction' });
  return disjunction.format(parts);
}

/** Chooses the text for a number: `plural(n, { one: 'It is a draft', other: 'Each is a draft' })`. */
export function plural(
  n: number,
  words: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string },
): string {
  plurals ??= new Intl.PluralRules(language);
  return words[plurals.select(n)] ?? words.other;
}

/** All of several, with their plural: `both posts`, `all 3 posts`. */
export const allOf = (n: number, things: string): string =>
  n === 2 ? `both ${things}` : `all ${number(n)} ${things}`;

/** `1 post`, `3 entries`, `1,200 posts`. `things`: the plural, if it doesn't just add an *s*. */
export function count(
  n: number,
  thing: string,
  things = thing.replace(/([^aeiou])y$/, '$1ie').concat('s'),
): string {
  return `${number(n)} ${plural(n, { one: thing, other: things })}`;
}
