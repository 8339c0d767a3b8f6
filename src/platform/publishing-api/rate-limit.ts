/** What an answer says about the rate limit (docs/open-facts.md, Limits). */
import type { IncomingHttpHeaders } from 'node:http';
import { epoch, utcSeconds } from './datetime.ts';
import type { OpenFacts } from './open-facts.ts';
import type { RateLimitInfo } from './service.ts';

/** A longer wait is a mistake of the service or of a clock. */
const longestWaitMs = 3_600_000;

export function readRateLimit(
  status: number,
  headers: IncomingHttpHeaders,
  names: OpenFacts['rateLimitHeaders'],
  now: number,
): RateLimitInfo {
  const exceeded = status === 429;
  const resetAt = readReset(oneOf(headers, names.reset), now);
  const retryAfterMs = readRetryAfter(oneOf(headers, 'retry-after'), now);
  return {
    exceeded,
    limit: readCount(oneOf(headers, names.limit)),
    remaining: readCount(oneOf(headers, names.remaining)),
    resetAt,
    retryAfterMs: retryAfterMs ?? (exceeded && resetAt !== undefined ? sensible(resetAt - now) : undefined),
  };
}

export function saysSomething(info: RateLimitInfo): boolean {
  return (
    info.exceeded ||
    [info.limit, info.remaining, info.resetAt, info.retryAfterMs].some((it) => it !== undefined)
  );
}

function oneOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return (Array.isArray(value) ? value[0] : value)?.trim();
}

function readCount(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** Seconds, or an HTTP date. */
function readRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return sensible(Number(text) * 1000);
  return sensible(Date.parse(text) - now);
}

/** A timestamp in seconds, in milliseconds or as ISO 8601; a small number is seconds from now. */
function readReset(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,7}$/.test(text)) return now + Number(text) * 1000;
  if (/^\d+(\.\d+)?$/.test(text)) return epoch(Number(text));
  const iso = utcSeconds(text);
  return iso === undefined ? undefined : Date.parse(iso);
}

function sensible(ms: number): number | undefined {
  return ms >= 0 ? Math.min(Math.ceil(ms), longestWaitMs) : undefined;
}
