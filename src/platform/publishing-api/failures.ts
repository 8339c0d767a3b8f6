/**
 * What a failed call means: its kind, whether it can succeed later, and whether it may have had its effect.
 * Only this file decides that.
 */
import { readErrorWords } from './answers/words.ts';
import { ServiceError, type ServiceErrorKind, type ServiceFailure } from './errors.ts';
import { fieldNames } from './fields.ts';
import type { OpenFacts } from './open-facts.ts';
import type { Answer, Unanswered } from './send.ts';

/** All that are used, with method and path as service-api.md writes them. */
export const endpoints = [
  'GET /me',
  'GET /brands',
  'GET /social-profiles',
  'GET /social-profiles/connection-url',
  'GET /hashtag-libraries',
  'GET /studio-templates',
  'GET /post',
  'GET /post/{postId}',
  'POST /post',
  'POST /post/ai',
  'PATCH /post/{postId}',
  'POST /campaigns',
  'GET /workflow/{workflowId}',
  'POST /workflow/{workflowId}',
  'GET /analytics/export',
] as const;
export type Endpoint = (typeof endpoints)[number];

/** An answer that is not a 2xx. */
export function answeredNo(
  endpoint: Endpoint,
  answer: Answer,
  { key, keyHint, facts }: { key: string; keyHint?: string | undefined; facts: OpenFacts },
  retryAfterMs: number | undefined,
): ServiceError {
  const { status } = answer;
  const serviceMessage = readErrorWords(answer.text, key, facts.errorWords);
  const kind = kindOf(status, serviceMessage, retryAfterMs, facts.errorStatuses);
  const isTemporary = kind === 'busy' || kind === 'down';
  const noEffect = isRead(endpoint) || (status >= 400 && status < 500 && kind !== 'down');
  return new ServiceError(`${endpoint} answered ${status}${serviceMessage ? `: ${serviceMessage}` : ''}`, {
    kind,
    endpoint,
    status,
    retry: isTemporary,
    taken: noEffect ? 'no' : 'maybe',
    retryAfterMs: isTemporary ? retryAfterMs : undefined,
    serviceMessage,
    keyHint,
  });
}

/** Nothing was sent: no key has been entered. */
export const noKey = (endpoint: Endpoint, keyHint: string | undefined): ServiceError =>
  unsent(endpoint, 'there is no API key', { kind: 'key', keyHint });

/** Nothing was sent, because the contract doesn't say what this request would do. */
export const refusedHere = (endpoint: Endpoint, why: string): ServiceError =>
  unsent(endpoint, why, { kind: 'refused' });

const unsent = (
  endpoint: Endpoint,
  why: string,
  failure: Pick<ServiceFailure, 'kind' | 'keyHint'>,
): ServiceError =>
  new ServiceError(`${endpoint} was not sent: ${why}`, { ...failure, endpoint, retry: false, taken: 'no' });

function kindOf(
  status: number,
  words: string | undefined,
  retryAfterMs: number | undefined,
  known: OpenFacts['errorStatuses'],
): ServiceErrorKind {
  // A 408 can come from a proxy that stopped waiting for the service, whatever else is known.
  if (status === 408) return 'down';
  if (known.key.includes(status)) return 'key';
  // The contract has a 403 only for the key. With another message, it may be about something that belongs to
  // someone else.
  if (status === 403 && (words === undefined || /\bAPI (token|key)\b/i.test(words))) return 'key';
  if (known.busy.includes(status) || (status === 503 && retryAfterMs !== undefined)) return 'busy';
  if (known.down.includes(status) || status >= 500) return 'down';
  // Redirects aren't followed: the base address is wrong, or there's a proxy in between.
  return status >= 400 ? 'refused' : 'shape';
}

/** No complete answer: the connection failed, or it took too long. */
export function noAnswer(endpoint: Endpoint, unanswered: Unanswered): ServiceError {
  const { cause, sent, aborted, status } = unanswered;
  const taken = sent && !isRead(endpoint) ? 'maybe' : 'no';
  const code = codeOf(cause);
  const fail = (kind: ServiceErrorKind, what: string, retry = true): ServiceError =>
    new ServiceError(`${endpoint} ${what}`, { kind, endpoint, status, retry, taken }, { cause });
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE')
    return fail('shape', "answered with a body that's too large", false);
  if (aborted) {
    return fail(
      'timeout',
      code === 'TimeoutError' ? "didn't answer in time" : 'was aborted before an answer arrived',
    );
  }
  return fail('down', sent ? `was not answered (${code})` : `could not be sent (${code})`);
}

/** Nothing was sent: the caller gave up before, or the quota couldn't be asked. */
export function notSent(endpoint: Endpoint, cause: unknown, aborted: boolean): ServiceError {
  if (cause instanceof ServiceError) return cause;
  const why = aborted ? 'the call was ended before' : 'the quota could not be asked';
  const failure = { kind: aborted ? 'timeout' : 'down', endpoint, retry: true, taken: 'no' } as const;
  return new ServiceError(`${endpoint} was not sent: ${why}`, failure, { cause });
}

/** A 2xx answer that isn't JSON: a page from a proxy, which is usually temporary. */
export const notJson = (endpoint: Endpoint, { status }: Answer, what: string): ServiceError =>
  unusable(endpoint, `answered ${status} with ${what}`, { status, retry: true });

/** JSON in no shape that this client accepts. The message has names of fields, never values. */
export const misfit = (endpoint: Endpoint, expected: string, body: unknown): ServiceError =>
  unusable(endpoint, `answered without ${expected}; it has: ${fieldNames(body).join(', ') || 'nothing'}`);

/** The error for a listing that can't be read to its end. */
export const incomplete = (endpoint: Endpoint, why: string): ServiceError => unusable(endpoint, why);

function unusable(
  endpoint: Endpoint,
  what: string,
  { status, retry = false }: { status?: number; retry?: boolean } = {},
): ServiceError {
  const taken = isRead(endpoint) ? 'no' : 'maybe';
  return new ServiceError(`${endpoint} ${what}`, { kind: 'shape', endpoint, status, retry, taken });
}

function isRead(endpoint: Endpoint): boolean {
  return endpoint.startsWith('GET ');
}

function codeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return typeof cause;
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
}
