/** Datetimes in requests and answers: written in one form, parsed in all forms that were seen. */

/** `YYYY-MM-DDTHH:MM:SSZ`, UTC, whole seconds; `undefined` if it isn't a datetime. */
export function utcSeconds(given: string | number): string | undefined {
  const at = typeof given === 'number' ? epoch(given) : readText(given.trim());
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return undefined;
  const text = date.toISOString();
  // A year with five digits would be written in a form that nothing can read.
  return /^\d{4}-/.test(text) ? `${text.slice(0, 19)}Z` : undefined;
}

const iso = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(?:\.\d+)?\s*(Z|[+-]\d\d:?\d\d)?)?$/i;

function readText(text: string): number {
  if (/^\d{9,}$/.test(text)) return epoch(Number(text));
  const match = iso.exec(text);
  if (!match) return Number.NaN;
  const [, day, minutes = '00:00', seconds = ':00', zone = 'Z'] = match;
  return Date.parse(`${day}T${minutes}${seconds}${zone.toUpperCase()}`);
}

/** A number of seconds or milliseconds since 1970, which differ in size, in milliseconds. */
export function epoch(value: number): number {
  return Math.abs(value) < 1e11 ? value * 1000 : value;
}
