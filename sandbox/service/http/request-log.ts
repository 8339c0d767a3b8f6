import type { IncomingHttpHeaders } from 'node:http';
import { readPattern } from '#sandbox/service/http/pattern.ts';

/** Oldest requests are forgotten past this, so that a long demo does not fill the memory. */
const kept = 100_000;

/** One request as it came in, whatever became of it. */
export type LoggedRequest = {
  at: number;
  method: string;
  /** Relative to the base address: `/post/ai`. */
  path: string;
  query: Record<string, string>;
  /** Parsed when it was JSON, the text when not, undefined when there was none. */
  body: unknown;
  /** Without the key. */
  headers: IncomingHttpHeaders;
  /** What was answered; undefined while nothing was, for instance after a drop. */
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
