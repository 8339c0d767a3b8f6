import type { Seed } from '#sandbox/service/seed/seed.ts';
import type { Variants } from '#sandbox/service/variants.ts';

/** The default API key. */
export const sandboxKey = 'sandbox-key';

export type SandboxOptions = {
  /** Default: 0, a free port. */
  port?: number;
  host?: string;
  /** The folder of the built page of published posts. */
  web?: string;
  /** Called for each request of that page's feed: once a second while it's open. */
  onLiveRead?: () => void;
  /** The accepted `X-API-Key`. */
  key?: string;
  /** A path, or `:memory:` (the default). */
  database?: string;
  /** How long one generation takes. */
  generation?: { minMs: number; maxMs: number };
  /** How long a post stays PUBLISHING. Default: 0, which publishes during the request. */
  publishingMs?: number;
  /** Requests a minute for one key, or `off`; 60 by default. */
  requestsPerMinute?: number | 'off';
  /** The initial data for an empty database. */
  seed?: 'demo' | 'one-brand' | Seed;
  variants?: Partial<Variants>;
  /** Records on one page of a listing when `perPage` is not given; by default as the variant says. */
  pageSize?: number;
  /** How long `GET /post` lags behind changes. Default: 0. `GET /post/{postId}` never lags. */
  listingLagMs?: number;
  /** The public address for media URLs, if it differs from where the server listens. */
  publicUrl?: string;
  /** The clock (epoch ms). After a jump, any read or `tick()` runs what is due. */
  now?: () => number;
};
