import { type Answer, writeText } from '#sandbox/service/http/answer.ts';
import { readPattern } from '#sandbox/service/http/pattern.ts';
import type { LoggedRequest } from '#sandbox/service/http/request-log.ts';

/** A fault to inject between the client and the service. */
export type FaultKind =
  /** Waits before the effect, which happens even if the client has disconnected by then. */
  | { kind: 'delay'; ms: number }
  /** Waits until this promise settles, so a test can make something else happen first. */
  | { kind: 'held'; until: Promise<unknown> }
  /** Responds with this status without the effect. The default body is `{ message }`. */
  | { kind: 'status'; status: number; retryAfter?: number | string; body?: unknown }
  /** Responds with this status after the effect. */
  | { kind: 'status-after'; status: number; retryAfter?: number | string; body?: unknown }
  /** Closes the connection before or after the effect. */
  | { kind: 'drop-before' | 'drop-after' }
  /** Never responds, without or with the effect. */
  | { kind: 'hang-before' | 'hang-after' }
  /** Responds with something unexpected after the effect. */
  | { kind: 'html' | 'empty' | 'malformed' | 'wrong-shape' | 'truncated' };

type Fault = FaultKind & {
  /** Which requests: `PATCH /post/{postId}`, `* /post/*`, `*`. */
  on: string;
  /** How many requests. Default: 1. Infinity: all until it's removed. */
  times?: number;
  /** Only requests for which this returns true. */
  when?: (request: LoggedRequest) => boolean;
};

type AddedFault = { readonly hits: number; remove(): void };

export type Faults = {
  add(fault: Fault): AddedFault;
  clear(): void;
};

export type FaultRegistry = Faults & {
  /** The faults for this request: all that delay it, and the first of any other kind. */
  matching(request: LoggedRequest): {
    delayMs: number;
    held: Promise<unknown>[];
    fault: FaultKind | undefined;
  };
};

export function createFaults(): FaultRegistry {
  type Entry = { fault: Fault; matches: (request: LoggedRequest) => boolean; hits: number };
  const entries = new Set<Entry>();

  function hit(entry: Entry): void {
    entry.hits += 1;
    if (entry.hits >= (entry.fault.times ?? 1)) entries.delete(entry);
  }

  return {
    add(fault) {
      const matchesPlace = readPattern(fault.on);
      const matches = (request: LoggedRequest) =>
        matchesPlace(request.method, request.path) && (fault.when?.(request) ?? true);
      const entry: Entry = { fault, matches, hits: 0 };
      entries.add(entry);
      return {
        get hits() {
          return entry.hits;
        },
        remove: () => void entries.delete(entry),
      };
    },
    clear: () => entries.clear(),
    matching(request) {
      const met = [...entries].filter((entry) => entry.matches(request));
      const isDelay = ({ fault }: Entry): boolean => fault.kind === 'delay' || fault.kind === 'held';
      const delays = met.filter(isDelay);
      const other = met.find((entry) => !isDelay(entry));
      for (const entry of other ? [...delays, other] : delays) hit(entry);
      const delayMs = delays.reduce((sum, { fault }) => sum + (fault.kind === 'delay' ? fault.ms : 0), 0);
      const held = delays.flatMap(({ fault }) => (fault.kind === 'held' ? [fault.until] : []));
      return { delayMs, held, fault: other?.fault };
    },
  };
}

/** The answer of a `status` fault. */
export function answerFault(fault: Extract<FaultKind, { status: number }>): Answer {
  const headers = fault.retryAfter === undefined ? {} : { 'Retry-After': String(fault.retryAfter) };
  return { status: fault.status, body: fault.body ?? { message: faultMessage(fault.status) }, headers };
}

function faultMessage(status: number): string {
  if (status === 401) return 'Missing API token.';
  if (status === 403) return 'Invalid API token.';
  return status === 429 ? "You've exceeded the request limit." : 'Unknown error';
}

/** The response after a fault changed it. The effect has already happened. */
export function distort(fault: FaultKind, answer: Answer): Answer {
  const { status } = answer;
  switch (fault.kind) {
    case 'html':
      return {
        status,
        text: '<!doctype html><title>One moment</title><h1>One moment</h1>',
        type: 'text/html',
      };
    case 'empty':
      return { status, text: '', type: undefined };
    case 'malformed':
      return { status, text: `${writeText(answer).slice(0, -1)},,`, type: 'application/json' };
    case 'wrong-shape':
      return { status, body: { unexpected: { nothing: ['here'] } } };
    case 'status-after':
      return answerFault(fault);
    default:
      return answer;
  }
}
