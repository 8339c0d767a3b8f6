/**
 * The publishing service as the rest of the bot sees it (`service-api.md`), and what its calls take and give.
 * Types only: `createService` in client.ts builds one. Every call rejects with a `ServiceError` and nothing else.
 */
import type { Provider } from '#src/cards/networks.ts';
import type { Post, Profile } from '#src/cards/post.ts';
import type { AiPostRequest, CampaignRequest, Named, PostRequest } from '#src/cards/request.ts';
import type { Unread } from '#src/cards/unread.ts';

export interface Service {
  me(call?: Call): Promise<Me>;
  brands(call?: Call): Promise<Named[]>;
  profiles(brandId: string, call?: Call): Promise<Profile[]>;
  hashtagLibraries(brandId: string, call?: Call): Promise<Named[]>;
  studioDesigns(brandId: string, call?: Call): Promise<Named[]>;
  /**
   * Every post of the brand, all pages; rejects rather than leave some out. `enough` is told the posts of each page
   * as it comes, and says whether the pages behind it may be left unread.
   */
  posts(brandId: string, call?: Call, enough?: Enough<Post>): Promise<Post[]>;
  createPost(request: PostRequest, call?: Call): Promise<{ postId: string | undefined }>;
  createAiPost(request: AiPostRequest, call?: Call): Promise<{ postId: string | undefined }>;
  createCampaign(request: CampaignRequest, call?: Call): Promise<{ campaignId: string | undefined }>;
  updatePost(postId: string, change: PostChange, call?: Call): Promise<void>;
  publishPost(postId: string, call?: Call): Promise<void>;
  connection(brandId: string, provider: Provider, call?: Call): Promise<Connection>;
  workflow(id: string, call?: Call): Promise<Workflow>;
  switchWorkflow(id: string, on: boolean, call?: Call): Promise<Workflow>;
  analytics(brandId: string, call?: Call): Promise<AnalyticsExport>;
}

/** Told the records of each page as it comes; true: the pages behind it need not be read. */
export type Enough<T> = (page: T[]) => boolean | Promise<boolean>;

/** Who waits: a person, a job that a person started, or the watching of what is generated. */
export type Priority = 'person' | 'work' | 'watch';

export interface Call {
  /** Ends the call early; it then rejects with kind `timeout`. */
  signal?: AbortSignal | undefined;
  /** Default `work`. */
  priority?: Priority | undefined;
  /** Whose turn it is: calls that name one take turns for the budget. */
  turn?: string | undefined;
  /** More requests follow before anything comes of it: it leaves room for what has begun. */
  begins?: boolean | undefined;
  /** One more request of what has begun: it waits for as long as a minute, since else the first were for nothing. */
  begun?: boolean | undefined;
  /** Asked when its turn has come; true: nothing is sent, and it rejects as one that was put off, to be looked at anew. */
  unless?: (() => Promise<boolean>) | undefined;
  /** For one request with its retries, without the wait for the budget; each page of a listing is one request. */
  timeoutMs?: number | undefined;
  /** Told once by a listing of which something could not be read. */
  leftOut?: ((unread: Unread) => void) | undefined;
}

export { type Provider, providers } from '#src/cards/networks.ts';

/** service-api.md names none of the fields of `GET /me`. */
export interface Me {
  id: string | undefined;
  name: string | undefined;
  email: string | undefined;
}

/** What `PATCH /post/{postId}` changes; what is absent stays as it is. */
export interface PostChange {
  caption?: string | undefined;
  /** Any ISO 8601 datetime; null takes the schedule away. */
  scheduledAt?: string | null | undefined;
  /** The full new set, at most 10; empty removes all. */
  mediaUrls?: string[] | undefined;
  /** At most 10 together with what is there; not beside `mediaUrls` or `clearMedia`. */
  addMediaUrls?: string[] | undefined;
  clearMedia?: boolean | undefined;
  /** The full new set. */
  socialProfileIds?: string[] | undefined;
  /** Not beside `socialProfileIds`. */
  addSocialProfileIds?: string[] | undefined;
}

/** service-api.md, Social connection descriptor. */
export interface Connection {
  provider: string;
  authProvider: string | undefined;
  authUrl: string;
  callbackUrl: string | undefined;
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

/** The requests a minute that one key has, shared by all processes. */
export interface Budget {
  /** Resolves when one request may be sent; may reject with a `ServiceError` of kind `busy`. */
  take(priority: Priority, call?: Pick<Call, 'turn' | 'begins' | 'begun' | 'signal'>): Promise<void>;
  /** What an answer said about the limit; called for every answer that said something. */
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
