import type { IncomingHttpHeaders } from 'node:http';
import { readPattern } from '#sandbox/service/http/pattern.ts';

/** Limits the log so that a long demo doesn't fill the memory. */
const kept = 100_000;

/** A logged request, whatever its outcome. */
export type LoggedRequest = {
  at: number;
  method: string;
  /** Relative to the base address: `/post/ai`. */
  path: string;
  query: Record<string, string>;
  /** Parsed if it was JSON, otherwise the text; undefined if empty. */
  body: unknown;
  /** Without the key. */
  headers: IncomingHttpHeaders;
  /** The response status; undefined if there was none, for example after a dropped connection. */
  status: number | undefined;
};

export type RequestLog = {
  all: LoggedRequest[];
  record(request: Omit<LoggedRequest, 'status'>): LoggedRequest;
  /** Requests that fit a pattern such as `PATCH /post/*`. */
  matching(pattern: string): LoggedRequest[];
};

export function createRequestLog(): RequestLog {
  const all: LoggedRequest[] = [];
  return {
    all,
    record(request) {
      const { 'x-api-key': _key, ...headers } = request.headers;
      const logged: LoggedRequest = { ...request, headers, status: undefined };
      all.push(logged);
      if (all.length > kept) all.shift();
      return logged;
    },
    matching(pattern) {
      const matches = readPattern(pattern);
      return all.filter(({ method, path }) => matches(method, path));
    },
  };
}

/** A body as the log shows it. */
export function readLoggedBody(raw: string): unknown {
  if (raw === '') return undefined;
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
}
