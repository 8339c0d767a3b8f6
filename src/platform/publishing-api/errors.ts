/** The one error of the publishing service's client. What happened is decided in failures.ts. */

export type ServiceErrorKind =
  /** A final no: a 4xx that's none of the others, or refused here before anything was sent. */
  | 'refused'
  /** 401, or 403 without words or about the key: it's missing or wrong. */
  | 'key'
  /** 429, or 503 with Retry-After. */
  | 'busy'
  /** Another 5xx, 408, or no connection. */
  | 'down'
  /** No complete answer in time, or the caller ended the call. */
  | 'timeout'
  /** An answer that fits no shape this client accepts. */
  | 'shape';

export interface ServiceFailure {
  kind: ServiceErrorKind;
  /** Method and path as service-api.md writes them, such as `POST /post/ai`. */
  endpoint: string;
  /** HTTP status; `undefined` if no answer came. */
  status?: number | undefined;
  /** Whether the same call can succeed later. `taken` says whether it's safe to repeat it. */
  retry: boolean;
  /** Whether the effect may have happened; always `no` for a read. */
  taken: 'no' | 'maybe';
  /** Milliseconds that the service asked to wait. */
  retryAfterMs?: number | undefined;
  /** The service's own words, plain text, at most 300 characters. */
  serviceMessage?: string | undefined;
  /** What people can do about a key that isn't accepted, unless it's in the settings. */
  keyMend?: string | undefined;
  /** It's on our side: the job that reads the answers was given up. Earlier releases know only the kind, which is `shape`. */
  abandoned?: true | undefined;
}

export class ServiceError extends Error {
  readonly kind: ServiceErrorKind;
  readonly endpoint: string;
  readonly status: number | undefined;
  readonly retry: boolean;
  readonly taken: 'no' | 'maybe';
  readonly retryAfterMs: number | undefined;
  readonly serviceMessage: string | undefined;
  readonly keyMend: string | undefined;
  readonly abandoned: true | undefined;

  constructor(message: string, failure: ServiceFailure, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ServiceError';
    this.kind = failure.kind;
    this.endpoint = failure.endpoint;
    this.status = failure.status;
    this.retry = failure.retry;
    this.taken = failure.taken;
    this.retryAfterMs = failure.retryAfterMs;
    this.serviceMessage = failure.serviceMessage;
    this.keyMend = failure.keyMend;
    this.abandoned = failure.abandoned;
  }

  /** Not even tried: the quota had no room. It doesn't count as an attempt of the job. */
  get postponed(): boolean {
    return this.kind === 'busy' && this.status === undefined;
  }

  /** No answer, or one that was cut off: it says nothing about the service, unlike a 500. */
  get isConnectionLost(): boolean {
    return this.kind === 'down' && (this.status === undefined || this.status < 300);
  }
}
