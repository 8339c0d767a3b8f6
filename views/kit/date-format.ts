/**
 * Date formats, which are cached because building one takes many times as long as formatting a date with it.
 */
import { language } from './language.ts';

/**
 * The most formats in the cache. Each takes up to 50 KB, and the users of a workspace are in few time zones.
 */
const mostKept = 100;
const kept = new Map<string, Intl.DateTimeFormat>();

export function dateFormat(options: Intl.DateTimeFormatOptions, locale = language): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const known = kept.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat(locale, options);
  if (kept.size >= mostKept) kept.clear();
  kept.set(key, format);
  return format;
}
