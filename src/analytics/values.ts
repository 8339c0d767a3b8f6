/** Parses the value of a cell: a time, a number, or neither. */

/** The years in which a number of seconds or milliseconds is treated as a time. */
const from = Date.UTC(2000, 0);
const until = Date.UTC(2100, 0);

/** In characters. A longer cell is text, and costs too much to search for a number or a time. */
const longestCell = 100;

/**
 * Returns epoch ms in UTC. Dates that begin with the month or the day are ambiguous, so they aren't guessed.
 */
export function readTime(text: string, named: boolean): number | undefined {
  if (text.length > longestCell) return undefined;
  const iso = /^\s*(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?(?:[T ](.+?))?\s*$/.exec(text);
  if (iso) {
    const [, year = '', month = '', day = '1', clock] = iso;
    const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    const at = Date.parse(clock ? `${date}T${withZone(clock)}` : date);
    return Number.isNaN(at) ? undefined : at;
  }
  // a bare number is a time only if its column says so
  if (!named || !/^\d{10}(\d{3})?$/.test(text.trim())) return undefined;
  const at = Number(text) * (text.trim().length === 10 ? 1_000 : 1);
  return at >= from && at < until ? at : undefined;
}

/** A time without a zone is in UTC, not in the zone of this machine. */
function withZone(clock: string): string {
  const zone = /(Z|[+-]\d{2}:?\d{2}|\sUTC)$/i.exec(clock)?.[0] ?? '';
  const time = clock.slice(0, clock.length - zone.length).trim();
  return `${time}${/utc|^$/i.test(zone.trim()) ? 'Z' : zone}`;
}

/** Parses `1234`, `1,234.5`, `-0.5`, `12 %`; `undefined` for anything else. */
export function readNumber(text: string): number | undefined {
  if (text.length > longestCell) return undefined;
  const bare = text.trim().replace(/\s*%$/, '');
  const plain = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare) ? bare.replaceAll(',', '') : bare;
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return undefined;
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}
