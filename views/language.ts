/** The language that people read, and how numbers, lists and plurals are written in it: nothing else of `views` names one. */

/** Of the texts; days, clocks and lists are written the British way: `24 November`, `14:00`, `a, b and c`. */
export const language = 'en-GB';
/** Where Slack's own dates stand beside it, which are American in English. */
export const slackLanguage = 'en-US';

/** `2,200`. */
export const number = (n: number, form?: Intl.NumberFormatOptions): string =>
  n.toLocaleString(language, form);

// made when it is first needed: it reads tables of Node that a start would wait for
let list: Intl.ListFormat | undefined;

/** `a, b and c`. */
export function listed(parts: readonly string[]): string {
  list ??= new Intl.ListFormat(language, { type: 'conjunction' });
  return list.format(parts);
}

const plurals = new Intl.PluralRules(language);

/** `1 post`, `3 posts`. */
export function count(n: number, thing: string): string {
  return `${n} ${thing}${plurals.select(n) === 'one' ? '' : 's'}`;
}
