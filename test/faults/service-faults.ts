/** Faults of a request to the service, by what they mean for an operation that must happen at most once. */
import type { FaultKind } from '#sandbox/service/http/faults.ts';
import { isLong } from '#test/support/long-tests.ts';

/** The operations that the faults are injected into. */
const operations = ['publish', '/post', '/ai-post', '/campaign', 'update'] as const;

/**
 * The faults to test with an operation. In the short form, a publish and an update get one of each kind, and each create
 * operation gets one of another kind, because they share their code and differ only in their texts.
 */
export function faultsFor<T extends ServiceFault>(
  operation: (typeof operations)[number],
  faults: readonly T[],
): T[] {
  if (isLong) return [...faults];
  const created: Record<string, readonly ServiceFault[]> = {
    '/post': lostRequests,
    '/ai-post': refusals,
    '/campaign': lostAnswers,
  };
  const which = operations.indexOf(operation);
  return (created[operation] ?? faults) === faults ? faults.slice(which, which + 1) : [];
}

export interface ServiceFault {
  /** What the service does, to complete "when the service …". */
  what: string;
  fault: FaultKind;
  /** What the user sees. */
  says?: RegExp;
}

const key = /rejected the API key\.[\s\S]*Your Presscheck admin needs to enter a valid API key\./;

/** Refused: nothing happened, and a retry would be refused, too. */
export const refusals: (ServiceFault & { says: RegExp })[] = [
  { what: 'answers 401', fault: { kind: 'status', status: 401 }, says: key },
  { what: 'answers 403', fault: { kind: 'status', status: 403 }, says: key },
  {
    what: 'answers 404',
    fault: { kind: 'status', status: 404, body: { message: 'It is not there.' } },
    says: /rejected the request\. It says: “It is not there\.”/,
  },
  {
    what: 'answers 422 with a message',
    fault: { kind: 'status', status: 422, body: { message: 'caption: choose others.' } },
    says: /rejected the request\. It says: “caption: choose others\.”/,
  },
  {
    what: 'answers 422 with nothing',
    fault: { kind: 'status', status: 422, body: '' },
    says: /rejected the request\./,
  },
];

/** Nothing happened, and a retry will succeed. */
export const pauses: ServiceFault[] = [
  { what: 'answers 429 with Retry-After: 1', fault: { kind: 'status', status: 429, retryAfter: 1 } },
];

/** It happened, but the response doesn't say so. */
export const lostAnswers: ServiceFault[] = [
  { what: 'does it and responds with 500', fault: { kind: 'status-after', status: 500 } },
  { what: 'does it and drops the connection', fault: { kind: 'drop-after' } },
  { what: 'does it and never responds', fault: { kind: 'hang-after' } },
  { what: 'does it and sends half a response', fault: { kind: 'truncated' } },
  { what: 'does it and responds with malformed JSON', fault: { kind: 'malformed' } },
  { what: 'does it and responds with a web page', fault: { kind: 'html' } },
  { what: 'does it and responds with an empty body', fault: { kind: 'empty' } },
  { what: 'does it and responds with unexpected fields', fault: { kind: 'wrong-shape' } },
];

/** It didn't happen, but that can't be known, so only a user can send it again. */
export const lostRequests: ServiceFault[] = [
  { what: 'answers 500 and does nothing', fault: { kind: 'status', status: 500 } },
  { what: 'drops the connection and does nothing', fault: { kind: 'drop-before' } },
  { what: 'never responds and does nothing', fault: { kind: 'hang-before' } },
];

/** Short timeouts for faults in which the service hangs. */
export function settingsFor({ fault }: ServiceFault): Record<string, string> {
  return fault.kind.startsWith('hang') ? { REQUEST_TIMEOUT_MS: '5000' } : {};
}
