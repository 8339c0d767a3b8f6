/** Parameters and results of the calls of the publishing service (client.ts), and its quota. Types only. */

import type { Post } from './post.ts';

/** A page of a listing, counted from 0. */
export interface PageAt {
  n: number;
  /** Set if the service uses cursors: then pages can only be read one after the other. */
  cursor?: string | undefined;
  /** No answer said that there is such a page, so a refusal means that there isn't. */
  isGuess?: boolean | undefined;
}

/** How the service pages a listing, as far as its answers showed. */
export interface Paging {
  /**
   * How to ask for another page; `undefined` if that isn't known, because one answer has always been enough.
   */
  kind?: 'numbered' | 'cursor' | 'single' | undefined;
  /** The number that the service gives to the page that comes without one. */
  first: number;
  /** Rows of a full page. */
  size?: number | undefined;
  /** The most rows that an answer has had. */
  most?: number | undefined;
  /** Whether to ask for a page size; false: the service refuses or ignores it. */
  sized?: boolean | undefined;
  /** Rows of a full page if no size is asked for. */
  plain?: number | undefined;
  /** Rows of all pages, if the service counts them. */
  total?: number | undefined;
  /** Page numbers are known to work: a page by its number showed other posts than the first. */
  proven?: boolean | undefined;
}

/** A page of posts. `records` has those whose rows could be read. */
export interface PostPage {
  posts: Post[];
  /** The ids of all rows in their order, also of those that couldn't be read. */
  ids: string[];
  unread: Unread | undefined;
  /** `undefined` if this page is the last. */
  next: PageAt | undefined;
  /** The answer said that there is a next page. */
  promised: boolean;
  paging: Paging;
}

/**
 * Who a request is for, most urgent first: a person who waits, an operation, a read that others wait for,
 * everything else.
 */
export type Priority = 'interactive' | 'operation' | 'check' | 'background';

export interface Call {
  /** Ends the call early; it then rejects with kind `timeout`. */
  signal?: AbortSignal | undefined;
  /** Default `check`. */
  priority?: Priority | undefined;
  /**
   * The caller has already acquired this request from the quota, so it's sent once, and the caller decides
   * about the next one.
   */
  acquired?: boolean | undefined;
  /** The caller's name, as in `Quota.acquire`. */
  who?: string | undefined;
  /**
   * For one request with its retries, not counting the wait for the quota. Each page of a listing is one
   * request.
   */
  timeoutMs?: number | undefined;
  /** Called once if something in a listing couldn't be read. */
  leftOut?: ((unread: Unread) => void) | undefined;
}

export { type Provider, providers } from './networks.ts';

/** service-api.md names none of the fields of `GET /me`. */
export interface Me {
  id: string | undefined;
  name: string | undefined;
  email: string | undefined;
}

/** What `PATCH /post/{postId}` changes; absent fields stay. */
export interface PostChange {
  caption?: string | undefined;
  /** Any ISO 8601 datetime; null unschedules the post. */
  scheduledAt?: string | null | undefined;
  /** The full new set, at most 10; empty removes all. */
  mediaUrls?: string[] | undefined;
  /** At most 10 together with the post's own; not together with `mediaUrls` or `clearMedia`. */
  addMediaUrls?: string[] | undefined;
  clearMedia?: boolean | undefined;
  /** The full new set. */
  socialProfileIds?: string[] | undefined;
  /** Not together with `socialProfileIds`. */
  addSocialProfileIds?: string[] | undefined;
}

/** service-api.md, Social connection descriptor; its `callbackUrl` is for the browser and isn't read. */
export interface Connection {
  provider: string;
  authProvider: string | undefined;
  authUrl: string;
  instructions: string | undefined;
}

export interface Workflow {
  id: string;
  name: string | undefined;
  on: boolean;
}

export type AnalyticsExport =
  | { format: 'csv'; text: string }
  | { format: 'rows'; rows: Record<string, unknown>[] };

/** The requests that one API key can send in a minute, shared by all processes. */
export interface Quota {
  /**
   * Resolves when one request can be sent. Rejects with a postponed `ServiceError` of kind `busy` if that
   * takes longer than a moment. Asking again in time, after its `retryAfterMs`, keeps the place in the line
   * for `who` (any name that is unique in the workspace, such as a job's key).
   */
  acquire(
    priority: Priority,
    options?: { who?: string | undefined; signal?: AbortSignal | undefined },
  ): Promise<void>;
}

/**
 * Spreads checks evenly over the minute. Otherwise, the first seconds would use up the share for checks, and
 * nothing would be checked for the rest of the minute.
 */
export interface CheckRateLimiter {
  /**
   * Returns 0 if `who` can begin a check now, otherwise in how many milliseconds to ask again. First come,
   * first served.
   */
  consumeCheck(who: string): Promise<number>;
}

export interface KeyQuota extends Quota {
  /** Records what an answer said about the limit. */
  learned(info: RateLimitInfo): void;
}

export interface RateLimitInfo {
  /** The answer was 429. */
  exceeded: boolean;
  limit: number | undefined;
  remaining: number | undefined;
  /** Epoch milliseconds. */
  resetAt: number | undefined;
  /** Milliseconds from now. */
  retryAfterMs: number | undefined;
}

/** The part of a pino logger that the client uses. */
export interface Log {
  warn(fields: Record<string, unknown>, message: string): void;
}

/** What couldn't be read in a listing. Everything else was returned. */
export interface Unread {
  /** Method and path as service-api.md writes them. */
  endpoint: string;
  /** How many records were left out, or lack a field that couldn't be read. */
  records: number;
  /** The names of these fields; for a record that was left out, the ones that it needs. */
  fields: string[];
}
