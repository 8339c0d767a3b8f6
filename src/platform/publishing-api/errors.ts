/** The one error of the publishing service's client. What happened is decided in failures.ts. */

export type ServiceErrorKind =
  /** A final refusal: a 4xx that's none of the others, or refused here before anything was sent. */
  | 'refused'
  /** 401, or 403 without words or about the key: it's missing or wrong. */
  | 'key'
  /** 429, or 503 with Retry-After. */
  | 'busy'
  /** Any other 5xx, 408, or no connection. */
  | 'down'
  /** No complete answer in time, or the caller ended the call. */
  | 'timeout'
  /** An answer that fits no shape this client accepts. */
  | 'shape';

export type ServiceFailure = Omit<ServiceError, keyof Error | 'postponed' | 'isConnectionLost'>;

export class ServiceError extends Error {
  readonly kind!: ServiceErrorKind;
  /** Method and path as service-api.md writes them, such as `POST /post/ai`. */
  readonly endpoint!: string;
  /** HTTP status; `undefined` if no answer came. */
  readonly status?: number | undefined;
  /** Whether the same call can succeed later. `taken` says whether it's safe to repeat it. */
  readonly retry!: boolean;
  /** Whether the effect may have happened; always `no` for a read. */
  readonly taken!: 'no' | 'maybe';
  /** Milliseconds that the service asked to wait. */
  readonly retryAfterMs?: number | undefined;
  /** The service's own words, plain text, at most 300 characters. */
  readonly serviceMessage?: string | undefined;
  /** What people can do about a key that isn't accepted, unless it's in the settings. */
  readonly keyHint?: string | undefined;
  /**
   * It's on our side: the job that reads the answers was given up. Earlier releases know only the kind, which
   * is `shape`.
   */
  readonly abandoned?: true | undefined;

  constructor(message: string, failure: ServiceFailure, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ServiceError';
    Object.assign(this, failure);
  }

  /**
   * Whether the call wasn't even tried, because the quota had no room. It doesn't count as an attempt of the
   * job.
   */
  get postponed(): boolean {
    return this.kind === 'busy' && this.status === undefined;
  }

  /** Whether no answer came, or one that was cut off. Unlike a 500, that says nothing about the service. */
  get isConnectionLost(): boolean {
    return this.kind === 'down' && (this.status === undefined || this.status < 300);
  }
}
