import type { Seed } from '#sandbox/service/seed/seed.ts';
import type { Variants } from '#sandbox/service/variants.ts';

/** The key that opens the sandbox when no other is given. */
export const sandboxKey = 'sandbox-key';

export type SandboxOptions = {
  /** 0, the default, takes a free port. */
  port?: number;
  host?: string;
  /** The folder of the built page of what went live. */
  web?: string;
  /** Called whenever that page is read, as it is once a second while somebody has it open. */
  onLiveRead?: () => void;
  /** Value of `X-API-Key` that opens the service. */
  key?: string;
  /** A path, or `:memory:` (the default). */
  database?: string;
  /** How long one generation takes. */
  generation?: { minMs: number; maxMs: number };
  /** How long `publishNow` stays PUBLISHING; 0, the default, publishes within the request. */
  publishingMs?: number;
  /** Requests a minute for one key, or `off`; 60 by default. */
  requestsPerMinute?: number | 'off';
  /** What an empty database is filled with. */
  seed?: 'demo' | 'one-brand' | Seed;
  variants?: Partial<Variants>;
  /** Records on one page of a listing when `perPage` is not given; by default as the variant says. */
  pageSize?: number;
  /** How long after a change `GET /post` still shows what was before. 0 by default. The single read never lags. */
  listingLagMs?: number;
  /** False ignores unknown parameters and fields, as a lenient service would. True by default. */
  strict?: boolean;
  /** Where others reach the server, when that is not where it listens; for the addresses of pictures. */
  publicUrl?: string;
  /** Milliseconds since 1970. After a jump, a read or `tick()` does what has become due. */
  now?: () => number;
};
