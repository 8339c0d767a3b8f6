import { type Answer, writeText } from '#sandbox/service/http/answer.ts';
import { readPattern } from '#sandbox/service/http/pattern.ts';
import type { LoggedRequest } from '#sandbox/service/http/request-log.ts';

/** What goes wrong between the client and the service. */
export type FaultKind =
  /** Waits before the effect; the effect is taken even if the client has gone by then. */
  | { kind: 'delay'; ms: number }
  /** The same until this promise is settled: however busy the machine is, what is to come before it comes before it. */
  | { kind: 'held'; until: Promise<unknown> }
  /** Answers this without the effect; the body is `{ message }` unless given. */
  | { kind: 'status'; status: number; retryAfter?: number | string; body?: unknown }
  /** Takes the effect, then answers this. */
  | { kind: 'status-after'; status: number; retryAfter?: number | string; body?: unknown }
  /** Closes the connection without the effect, or with it and the answer lost. */
  | { kind: 'drop-before' | 'drop-after' }
  /** Never answers, without the effect or with it. */
  | { kind: 'hang-before' | 'hang-after' }
  /** Takes the effect and answers something that no client expects. */
  | { kind: 'html' | 'empty' | 'malformed' | 'wrong-shape' | 'truncated' };

type Fault = FaultKind & {
  /** Which requests: `PATCH /post/{postId}`, `* /post/*`, `*`. */
  on: string;
  /** How many of them; 1 by default, Infinity for all until it is removed. */
  times?: number;
  /** Only those that this picks. */
  when?: (request: LoggedRequest) => boolean;
};

type AddedFault = { readonly hits: number; remove(): void };

export type Faults = {
  add(fault: Fault): AddedFault;
  clear(): void;
};

export type FaultRegistry = Faults & {
  /** The faults that meet this request: all that delay it, and the first one of another kind. */
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

/** What a fault makes of an answer whose effect is taken. */
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
