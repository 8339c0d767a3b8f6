/**
 * Calls to the service with their headers, deadline and share of the quota. Reads are retried here, unless
 * the caller acquires each request itself; writes never.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from './errors.ts';
import { answeredNo, type Endpoint, noAnswer, noKey, notSent } from './failures.ts';
import type { OpenFacts } from './open-facts.ts';
import { readRateLimit, saysSomething } from './rate-limit.ts';
import { type Answer, type Dispatcher, send, Unanswered } from './send.ts';
import type { Call, KeyQuota } from './service.ts';

interface ServiceRequest {
  endpoint: Endpoint;
  /** The path below the base address, without the query. Default: the endpoint's. */
  path?: string;
  query?: Record<string, string>;
  body?: unknown;
}

/** Returns the 2xx answer, or rejects with a `ServiceError`. */
export type Exchange = (request: ServiceRequest, call: Call) => Promise<Answer>;

/** How one request ended; a call that's retried has several. */
export interface ServiceAnswer {
  endpoint: Endpoint;
  /** `undefined`: no answer came. */
  status: number | undefined;
  /** From sending to the whole answer. */
  ms: number;
}

export interface ExchangeOptions {
  base: URL;
  /** `undefined`: there's no key, and every call is refused before anything is sent. */
  key: string | undefined;
  /** A sentence that tells people what to do about a key that isn't accepted. */
  keyHint?: string | undefined;
  /** For one request with its retries, unless the call says otherwise. */
  timeoutMs: number;
  dispatcher: Dispatcher;
  quota?: KeyQuota | undefined;
  facts: OpenFacts;
  /** Called for every request that was sent, for metrics. */
  onAnswer?: ((answer: ServiceAnswer) => void) | undefined;
}

const attempts = 3;
/** A longer wait is left to the queue, so that it holds no connection and uses up no deadline. */
const longestDelayMs = 1_000;

export function createExchange(options: ExchangeOptions): Exchange {
  const { base, dispatcher, quota, facts, keyHint } = options;

  async function once(request: ServiceRequest, key: string, signal: AbortSignal): Promise<Answer> {
    const body = request.body === undefined ? null : JSON.stringify(request.body);
    const [, ofEndpoint = ''] = request.endpoint.split(' ');
    const outgoing = {
      origin: base.origin,
      path: `${base.pathname.replace(/\/+$/, '')}${request.path ?? ofEndpoint}${queryText(request.query)}`,
      method: methodOf(request.endpoint),
      headers: {
        'X-API-Key': key,
        Accept: 'application/json',
        ...(body !== null && { 'Content-Type': 'application/json' }),
      },
      body,
    };
    const since = performance.now();
    const tell = (status: number | undefined): void =>
      options.onAnswer?.({ endpoint: request.endpoint, status, ms: performance.now() - since });
    const answer = await send(dispatcher, outgoing, signal).then(
      (whole) => {
        tell(whole.status);
        return whole;
      },
      (cause: unknown) => {
        tell(cause instanceof Unanswered ? cause.status : undefined);
        return cutAnswer(request.endpoint, cause);
      },
    );
    const limit = readRateLimit(answer.status, answer.headers, facts.rateLimitHeaders, Date.now());
    if (quota && saysSomething(limit)) quota.learned(limit);
    if (answer.status < 200 || answer.status > 299)
      throw answeredNo(request.endpoint, answer, { key, keyHint, facts }, limit.retryAfterMs);
    return answer;
  }

  async function acquire(request: ServiceRequest, call: Call): Promise<void> {
    try {
      call.signal?.throwIfAborted();
      await quota?.acquire(call.priority ?? 'check', call);
    } catch (cause) {
      throw notSent(request.endpoint, cause, call.signal?.aborted ?? false);
    }
  }

  return async (request, call) => {
    const { key } = options;
    if (key === undefined) throw noKey(request.endpoint, keyHint);
    if (!call.acquired) await acquire(request, call);
    const endsAt = Date.now() + (call.timeoutMs ?? options.timeoutMs);
    const deadline = AbortSignal.timeout(call.timeoutMs ?? options.timeoutMs);
    const signal = call.signal ? AbortSignal.any([deadline, call.signal]) : deadline;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(request, key, signal);
      } catch (cause) {
        const delayMs = call.acquired ? undefined : delayBeforeNext(request.endpoint, cause, attempt);
        if (delayMs === undefined || Date.now() + delayMs >= endsAt) throw cause;
        // If the caller gives up during the delay, it gets the failure from before it.
        await sleep(delayMs, undefined, { signal }).catch(() => Promise.reject(cause));
        await acquire(request, call);
      }
    }
  };
}

/** A write whose 2xx was cut off was accepted; only the words of the answer are lost. */
function cutAnswer(endpoint: Endpoint, cause: unknown): Answer {
  if (!(cause instanceof Unanswered)) throw cause;
  const { status } = cause;
  if (status === undefined || methodOf(endpoint) === 'GET') throw noAnswer(endpoint, cause);
  return { status, headers: {}, text: '', isCut: true };
}

/** `undefined`: don't retry. */
function delayBeforeNext(endpoint: Endpoint, cause: unknown, attempt: number): number | undefined {
  if (methodOf(endpoint) !== 'GET' || attempt >= attempts || !(cause instanceof ServiceError))
    return undefined;
  if (cause.kind === 'down') return Math.random() * 100 * 2 ** attempt;
  const { retryAfterMs = Number.POSITIVE_INFINITY } = cause;
  return cause.kind === 'busy' && retryAfterMs <= longestDelayMs ? retryAfterMs : undefined;
}

function methodOf(endpoint: Endpoint): 'GET' | 'POST' | 'PATCH' {
  if (endpoint.startsWith('GET ')) return 'GET';
  return endpoint.startsWith('POST ') ? 'POST' : 'PATCH';
}

function queryText(query: Record<string, string> | undefined): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? '' : `?${text}`;
}
